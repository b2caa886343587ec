// A number in the data file that grows with every commit, and whether somebody uses the file: with what was acknowledged,
// they show a log that ended early.

import type { DataFile } from '../files/open-file.js'
import { Query } from '../files/query.js'
import { sumOf } from '../files/row-sums.js'
import { fromJsonText, toJsonText } from '../json-text.js'

export interface FileState {
  readonly commits: number
  /** From the first commit of a server to its clean end: what it wrote may then be in its logs alone. */
  readonly isOpen: boolean
}

const NEVER_USED: FileState = { commits: 0, isOpen: false }

/** Of a file that is not written to yet. */
export function stateIn(file: DataFile): FileState {
  // as bytes: a backup reads it of a file that is not checked yet, and the driver ends the process at a text that is not UTF-8
  const sql = `SELECT CAST(body AS BLOB) AS body FROM kept WHERE kind = 'file' AND id = 'state'`
  const row = new Query<{ body: Buffer }>(file, sql).get()
  return row === undefined ? NEVER_USED : fromJsonText<FileState>(row.body.toString())
}

/** As one row, inside the caller's transaction if there is one. */
export function writeState(file: DataFile, state: FileState): void {
  const columns = ['file', 'state', toJsonText(state)]
  new Query<never>(file, PUT).run(...columns, sumOf(...columns))
}

const PUT = `INSERT INTO kept (kind, id, body, sum) VALUES (?, ?, ?, ?)
  ON CONFLICT (kind, id) DO UPDATE SET body = excluded.body, sum = excluded.sum`

export class CommitCount {
  #commits: number

  constructor(file: DataFile) {
    this.#commits = stateIn(file).commits
  }

  /** Of the last commit that went through. */
  get commits(): number {
    return this.#commits
  }

  /** One more went through. */
  counted(): void {
    this.#commits += 1
  }
}
