// Text at the end of a file, all of it, or it throws: one write may take only a part. Then the rest of what was begun is a torn line.

import fs from 'node:fs'
import type { Durability } from './draft.js'
import { syncFolderOf, syncFolderOfLater } from './sync-folder.js'

/** Readable by its owner alone. */
const MODE = 0o600

/** Done when this returns. Throws what the file system throws. */
export function appendText(path: string, text: string, survives: Durability): void {
  const isNew = !fs.existsSync(path)
  const file = fs.openSync(path, 'a', MODE)
  try {
    fs.writeFileSync(file, text)
    if (survives === 'machine') fs.fdatasyncSync(file)
  } finally {
    fs.closeSync(file)
  }
  if (survives === 'machine' && isNew) syncFolderOf(path)
}

/** Beside the work. */
export async function appendTextLater(path: string, text: string, survives: Durability): Promise<void> {
  const isNew = !fs.existsSync(path)
  const file = await fs.promises.open(path, 'a', MODE)
  try {
    await file.writeFile(text)
    if (survives === 'machine') await file.datasync()
  } finally {
    await file.close()
  }
  if (survives === 'machine' && isNew) await syncFolderOfLater(path)
}
