// The data file: one SQLite database in WAL mode, and beside it a log of the commits that it does not hold yet.

import Database from 'libsql'
import { QuoinError } from '../../../domain/error.js'
import { replay } from '../commits/commit-batch.js'
import { stateIn } from '../commits/commit-count.js'
import { FORMAT, FORMER_FORMAT, tablesIn } from '../venue-tables.js'
import { type DataFile, emptyLog, formatOf, single } from './open-file.js'
import { storeError } from './store-error.js'
import { besideOf, recordsOf, requireWhole } from './whole-file.js'

/** For the pages of one open transaction: what does not fit is written more than once. */
const CACHE_KIB = 16_384

/** Throws `journal-failed` for a file that is damaged, has lost acknowledged commits, is of another format, or not to be written. */
export function openDataFile(path: string): DataFile {
  let file: DataFile | undefined
  try {
    const beside = besideOf(path)
    file = new Database(path)
    // neither syncs nor checkpoints inside a commit: both would hold up the event loop
    file.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0')
    file.exec(`PRAGMA cache_size = -${CACHE_KIB}`)
    checkFile(file, path)
    prepareTables(file, path)
    requireWhole(file, path, beside)
    replay(file, recordsOf(stateIn(file), beside))
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
  const format = formatOf(file)
  if (format === FORMAT || format === FORMER_FORMAT) return
  const tables = single(file, 'SELECT count(*) AS tables FROM sqlite_master', 'tables')
  if (format !== 0 || tables !== 0) {
    throw new QuoinError('journal-failed', `data file ${path}: expected format ${FORMAT}, got ${String(format)}`)
  }
  file.exec(`BEGIN IMMEDIATE; ${tablesIn('main')} PRAGMA user_version = ${FORMAT}; COMMIT`)
}
