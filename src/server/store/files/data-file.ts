// The data file: one SQLite database in WAL mode, and beside it a log of the commits that it does not hold yet.

import Database from 'libsql'
import { QuoinError } from '../../../domain/error.js'
import { replay } from '../commits/commit-batch.js'
import { stateIn, writeState } from '../commits/commit-count.js'
import { FORMAT, FORMER_FORMATS, tablesIn } from '../venue-tables.js'
import { type DataFile, emptyLog, formatOf, inTransaction, single } from './open-file.js'
import { checkRows } from './row-sums.js'
import { storeError } from './store-error.js'
import { hasPresentTables, takeOver } from './table-form.js'
import { type Beside, besideOf, recordsOf, requireWhole } from './whole-file.js'

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
    bringUpToDate(file, beside)
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
  const isPresent = formatOf(file) === FORMAT
  // the tables come first: what is said of the rest may hold their names
  const found =
    isPresent && !hasPresentTables(file)
      ? 'its tables are not as they were made'
      : single(file, 'PRAGMA integrity_check(1)', 'integrity_check')
  if (found !== 'ok') throw new QuoinError('journal-failed', `data file ${path}: damaged: ${String(found)}`)
  if (isPresent) checkRows(file, path)
}

/** Gives it the present format, and what its log holds beyond it. Throws what SQLite throws; then it is as before. */
export function bringUpToDate(file: DataFile, beside: Beside): void {
  const state = stateIn(file)
  inTransaction(file, () => {
    if (formatOf(file) !== FORMAT) {
      takeOver(file)
      writeState(file, { ...state, isOpen: false })
    }
    replay(file, recordsOf(state, beside))
  })
}

function prepareTables(file: DataFile, path: string): void {
  const format = formatOf(file)
  if (format === FORMAT || FORMER_FORMATS.includes(format)) return
  const tables = single(file, 'SELECT count(*) AS tables FROM sqlite_master', 'tables')
  if (format !== 0 || tables !== 0) {
    throw new QuoinError('journal-failed', `data file ${path}: expected format ${FORMAT}, got ${String(format)}`)
  }
  file.exec(`BEGIN IMMEDIATE; ${tablesIn('main')} PRAGMA user_version = ${FORMAT}; COMMIT`)
}
