// Commits of a data file: each is a record of the commit log, which alone makes it last, and rows of one open transaction,
// where this connection reads them. Now and then the transaction is committed, and its records are needed no more.

import { type DataFile, rollBack } from '../files/open-file.js'
import { ChangeTables } from './change-tables.js'
import { type CommitCount, stateIn, writeState } from './commit-count.js'
import type { CommitLog } from './commit-log.js'
import { type Changes, type CommitRecord, lineOf, recordsAfter } from './commit-record.js'

export interface CommitBatchOptions {
  readonly file: DataFile
  readonly count: CommitCount
  readonly log: CommitLog
  /** The transaction was made once more: what was done alongside its commits is undone. */
  readonly onRestored?: () => void
}

export class CommitBatch {
  readonly #file: DataFile
  readonly #count: CommitCount
  readonly #log: CommitLog
  readonly #tables: ChangeTables
  readonly #onRestored: (() => void) | undefined
  #isOpen = false
  #failure: Error | undefined

  constructor({ file, count, log, onRestored }: CommitBatchOptions) {
    this.#file = file
    this.#count = count
    this.#log = log
    this.#onRestored = onRestored
    this.#tables = new ChangeTables(file)
  }

  /** Why the tables no longer show what was committed: only the next start finds it, in the log. */
  get failure(): Error | undefined {
    // SQLite gives a transaction up by itself when the disk fails it, even at a read
    if (this.#isOpen && !this.#file.inTransaction) this.#failure ??= new Error('the open transaction was given up')
    return this.#failure
  }

  /** All or nothing, with what is done `alongside` in the tables alone; returns how many rows. Throws what SQLite and the file system throw. */
  write(changes: Changes, alongside: () => void = () => undefined): number {
    if (this.failure !== undefined) throw this.failure
    this.#log.append(lineOf(this.#count.commits + 1, changes))
    try {
      this.#begin()
      const rows = this.#tables.write(changes)
      alongside()
      this.#count.counted()
      return rows
    } catch (cause) {
      this.#log.cutBack()
      this.#restore()
      throw cause
    }
  }

  /** Commits the transaction: to SQLite's log, not yet to the disk. Throws what SQLite throws; then everything is as before. */
  fold(): void {
    if (this.failure !== undefined) throw this.failure
    if (!this.#isOpen) return
    try {
      writeState(this.#file, { commits: this.#count.commits, isOpen: true })
      this.#file.exec('COMMIT')
      this.#isOpen = false
    } catch (cause) {
      this.#restore()
      throw cause
    }
  }

  #begin(): void {
    if (this.#isOpen) return
    this.#file.exec('BEGIN IMMEDIATE')
    this.#isOpen = true
  }

  /** The transaction once more, from the log. */
  #restore(): void {
    this.#onRestored?.()
    try {
      rollBack(this.#file)
      this.#isOpen = false
      const records = this.#records()
      if (records.length === 0) return
      this.#begin()
      for (const { changes } of records) this.#tables.write(changes)
    } catch (cause) {
      this.#failure = cause instanceof Error ? cause : new Error(String(cause))
    }
  }

  #records(): CommitRecord[] {
    const { commits } = stateIn(this.#file)
    const records = recordsAfter(commits, this.#log.read())
    const found = commits + records.length
    if (found !== this.#count.commits) throw new Error(`${this.#count.commits} commits expected, ${found} found`)
    return records
  }
}

/** Writes the records of a log that a server left behind, inside the caller's transaction. Throws what SQLite throws. */
export function replay(file: DataFile, records: readonly CommitRecord[]): void {
  const last = records.at(-1)
  if (last === undefined) return
  const tables = new ChangeTables(file)
  for (const { changes } of records) tables.write(changes)
  writeState(file, { commits: last.commits, isOpen: true })
}
