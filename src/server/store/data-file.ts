// The data file: one SQLite database in WAL mode. A commit survives the process; `DiskSync` makes it survive the machine.

import Database from 'libsql'
import { QuoinError } from '../../domain/error.js'
import { requireWhole, stateIn } from './commit-count.js'
import { type DataFile, emptyLog, single } from './open-file.js'
import { storeError } from './store-error.js'
import { tablesIn } from './tables.js'

/** Raised when the rows change their form. */
const FORMAT = 1

/** Throws `journal-failed` for a file that is damaged, has lost acknowledged commits, is of another format, or not to be written. */
export function openDataFile(path: string): DataFile {
  let file: DataFile | undefined
  try {
    file = new Database(path)
    // neither syncs nor checkpoints inside a commit: both would hold up the event loop
    file.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0')
    checkFile(file, path)
    prepareTables(file, path)
    requireWhole(stateIn(file), path)
    // the file is whole by itself from here on, and what follows begins a new log
    emptyLog(file)
    return file
  } catch (cause) {
    file?.close()
    throw storeError(path, 'cannot be used', cause)
  }
}

/** Throws `journal-failed` for a damaged one. */
export function checkFile(file: DataFile, path: string): void {
  const found = single(file, 'PRAGMA quick_check(1)', 'quick_check')
  if (found !== 'ok') throw new QuoinError('journal-failed', `data file ${path}: damaged: ${String(found)}`)
}

function prepareTables(file: DataFile, path: string): void {
  const format = single(file, 'PRAGMA user_version', 'user_version')
  if (format === FORMAT) return
  const tables = single(file, 'SELECT count(*) AS tables FROM sqlite_master', 'tables')
  if (format !== 0 || tables !== 0) {
    throw new QuoinError('journal-failed', `data file ${path}: expected format ${FORMAT}, got ${String(format)}`)
  }
  file.exec(`BEGIN IMMEDIATE; ${tablesIn('main')} PRAGMA user_version = ${FORMAT}; COMMIT`)
}
