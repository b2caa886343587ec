// The name of a new file is on the disk only with its folder.

import fs from 'node:fs'
import { dirname } from 'node:path'

// Windows keeps names by itself and opens no folders
const KEEPS_NAMES = process.platform === 'win32'

/** Throws what the file system throws. */
export function syncFolderOf(path: string): void {
  if (KEEPS_NAMES) return
  const folder = fs.openSync(dirname(path), 'r')
  try {
    fs.fsyncSync(folder)
  } finally {
    fs.closeSync(folder)
  }
}

/** Beside the work. */
export async function syncFolderOfLater(path: string): Promise<void> {
  if (KEEPS_NAMES) return
  const folder = await fs.promises.open(dirname(path), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
