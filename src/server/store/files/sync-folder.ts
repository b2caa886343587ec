// The name of a new file is on the disk only with its folder.

import fs from 'node:fs'
import { dirname } from 'node:path'

/** Throws what the file system throws. */
export function syncFolderOf(path: string): void {
  // Windows keeps names by itself and opens no folders
  if (process.platform === 'win32') return
  const folder = fs.openSync(dirname(path), 'r')
  try {
    fs.fsyncSync(folder)
  } finally {
    fs.closeSync(folder)
  }
}
