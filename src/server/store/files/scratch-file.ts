// A venue that is not kept has the same tables in a temporary file without a name, which ends with the process, however
// that ends: so what is over leaves memory here too. Where no folder for temporary files can be written, they stay in memory.

import { accessSync, constants } from 'node:fs'
import { tmpdir } from 'node:os'
import Database from 'libsql'
import { tablesIn } from '../venue-tables.js'
import type { DataFile } from './open-file.js'

export function openScratchFile(): DataFile {
  const file = new Database(':memory:')
  const place = FOLDERS.some(isWritable) ? 'FILE' : 'MEMORY'
  file.exec(`PRAGMA temp_store = ${place}; PRAGMA temp.journal_mode = MEMORY; ${tablesIn('temp')}`)
  return file
}

/** Where SQLite looks for room. */
const FOLDERS = [tmpdir(), '/var/tmp', '/usr/tmp', '/tmp', '.']

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}
