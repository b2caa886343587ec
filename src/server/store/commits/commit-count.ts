// A number in the data file that grows with every commit, and whether somebody uses the file: with what was acknowledged,
// they show a log that ended early.

import type { DataFile } from '../files/open-file.js'
import { type BodyRow, Query } from '../files/query.js'
import { fromJsonText, toJsonText } from '../json-text.js'

export interface FileState {
  readonly commits: number
  /** From the first commit of a server to its clean end: what it wrote may then be in its logs alone. */
  readonly isOpen: boolean
}

const NEVER_USED: FileState = { commits: 0, isOpen: false }

/** Of a file that is not written to yet. */
export function stateIn(file: DataFile): FileState {
  const row = new Query<BodyRow>(file, `SELECT body FROM kept WHERE kind = 'file' AND id = 'state'`).get()
  return row === undefined ? NEVER_USED : fromJsonText<FileState>(row.body)
}

/** As one row, inside the caller's transaction if there is one. */
export function writeState(file: DataFile, state: FileState): void {
  new Query<never>(file, PUT).run(toJsonText(state))
}

const PUT = `INSERT INTO kept (kind, id, body) VALUES ('file', 'state', ?)
  ON CONFLICT (kind, id) DO UPDATE SET body = excluded.body`

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
