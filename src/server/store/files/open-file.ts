// An open data file, and what is asked of it by PRAGMA.

import type Database from 'libsql'

export type DataFile = InstanceType<typeof Database>

const CHECKPOINT_TRIES = 500
const CHECKPOINT_PAUSE_MS = 10
const PAUSE = new Int32Array(new SharedArrayBuffer(4))

/** One transaction, or nothing. Throws what `act` and SQLite throw. */
export function inTransaction<T>(file: DataFile, act: () => T): T {
  file.exec('BEGIN IMMEDIATE')
  try {
    const result = act()
    file.exec('COMMIT')
    return result
  } catch (cause) {
    rollBack(file)
    throw cause
  }
}

/** Also where SQLite has done so by itself. */
export function rollBack(file: DataFile): void {
  if (file.inTransaction) file.exec('ROLLBACK')
}

/** Copies the whole log into the file, synced, and cuts it to nothing. Throws when somebody else keeps it from that. */
export function emptyLog(file: DataFile): void {
  for (let tries = 0; single(file, 'PRAGMA wal_checkpoint(TRUNCATE)', 'busy') !== 0; tries++) {
    // a checkpoint of another thread, which SQLite never waits for
    if (tries === CHECKPOINT_TRIES) throw new Error('its log could not be copied into it')
    Atomics.wait(PAUSE, 0, 0, CHECKPOINT_PAUSE_MS)
  }
}

/** Which form its rows have. */
export const formatOf = (file: DataFile): unknown => single(file, 'PRAGMA user_version', 'user_version')

/** One column of the first row. */
export function single(file: DataFile, sql: string, column: string): unknown {
  const row = file.prepare(sql).get()
  return typeof row === 'object' && row !== null
    ? Object.entries(row).find(([name]) => name === column)?.[1]
    : undefined
}
