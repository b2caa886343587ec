// The data file: one SQLite database in WAL mode, every commit synced to the disk.
//
//   kept      kind, id -> value               orders    as last changed; `unfinished` ones are loaded at the start
//   trades    in the order of matching        fills     account -> trades

import Database from 'libsql'
import { QuoinError } from '../../domain/error.js'
import { storeError } from './store-error.js'

/** Raised when the rows change their form. */
const FORMAT = 1

const TABLES = `
CREATE TABLE kept (seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL, UNIQUE (kind, id));
CREATE TABLE orders (seq INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE, account TEXT NOT NULL, condition TEXT NOT NULL,
  status TEXT NOT NULL, unfinished INTEGER NOT NULL, body TEXT NOT NULL);
CREATE INDEX orders_account ON orders (account, seq);
CREATE INDEX orders_condition ON orders (condition, seq);
CREATE INDEX orders_unfinished ON orders (seq) WHERE unfinished = 1;
CREATE TABLE trades (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, condition TEXT NOT NULL, status TEXT NOT NULL,
  body TEXT NOT NULL);
CREATE INDEX trades_condition ON trades (condition, seq);
CREATE INDEX trades_pending ON trades (seq) WHERE status = 'pending';
CREATE TABLE fills (account TEXT NOT NULL, seq INTEGER NOT NULL, condition TEXT NOT NULL, PRIMARY KEY (account, seq))
  WITHOUT ROWID;
CREATE INDEX fills_condition ON fills (account, condition, seq);
PRAGMA user_version = ${FORMAT};
`

export type DataFile = InstanceType<typeof Database>

/** Throws `journal-failed` for a file that is damaged, of another format, or not to be written. */
export function openDataFile(path: string): DataFile {
  let file: DataFile | undefined
  try {
    file = new Database(path)
    file.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
    checkPages(file, path)
    prepareTables(file, path)
    return file
  } catch (cause) {
    file?.close()
    throw storeError(path, 'cannot be used', cause)
  }
}

function checkPages(file: DataFile, path: string): void {
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
  file.exec(`BEGIN IMMEDIATE; ${TABLES} COMMIT`)
}

function single(file: DataFile, sql: string, column: string): unknown {
  const row = file.prepare(sql).get()
  return typeof row === 'object' && row !== null
    ? Object.entries(row).find(([name]) => name === column)?.[1]
    : undefined
}
