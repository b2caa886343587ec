// The data file: one SQLite database in WAL mode. A commit survives the process; `DiskSync` makes it survive the machine.

import Database from 'libsql'
import { QuoinError } from '../../domain/error.js'
import { requireWhole, stateIn } from './commit-count.js'
import { storeError } from './store-error.js'
import { tablesIn } from './tables.js'

/** Raised when the rows change their form. */
const FORMAT = 1
const CHECKPOINT_TRIES = 500
const CHECKPOINT_PAUSE_MS = 10
const PAUSE = new Int32Array(new SharedArrayBuffer(4))

export type DataFile = InstanceType<typeof Database>

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

/** Copies the whole log into the file, synced, and cuts it to nothing. Throws when somebody else keeps it from that. */
export function emptyLog(file: DataFile): void {
  for (let tries = 0; single(file, 'PRAGMA wal_checkpoint(TRUNCATE)', 'busy') !== 0; tries++) {
    // a checkpoint of another thread, which SQLite never waits for
    if (tries === CHECKPOINT_TRIES) throw new Error('its log could not be copied into it')
    Atomics.wait(PAUSE, 0, 0, CHECKPOINT_PAUSE_MS)
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

function single(file: DataFile, sql: string, column: string): unknown {
  const row = file.prepare(sql).get()
  return typeof row === 'object' && row !== null
    ? Object.entries(row).find(([name]) => name === column)?.[1]
    : undefined
}
