// How large a journal's folder is: what lies in it by itself, folders in it not counted.

import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** 0 for one that is not there. */
export async function folderBytes(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => [])
  const sizes = await Promise.all(names.map((name) => bytesOf(join(folder, name))))
  return sizes.reduce((sum, bytes) => sum + bytes, 0)
}

/** A file may be gone between the two looks: segments are superseded all the time. */
async function bytesOf(path: string): Promise<number> {
  try {
    const found = await stat(path)
    return found.isFile() ? found.size : 0
  } catch {
    return 0
  }
}
