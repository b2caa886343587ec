// A number in the data file that grows with every commit, and whether somebody uses the file: with what was acknowledged,
// they show a log that ended early.

import { existsSync, statSync } from 'node:fs'
import { QuoinError } from '../../domain/error.js'
import { acknowledgedIn, acknowledgedPath } from './acknowledged.js'
import { fromJsonText, toJsonText } from './json-text.js'
import type { DataFile } from './open-file.js'
import { type BodyRow, Query } from './query.js'

interface FileState {
  readonly commits: number
  /** From the first commit of a server to its clean end: what it wrote may then be in the log alone. */
  readonly isOpen: boolean
}

const NEVER_USED: FileState = { commits: 0, isOpen: false }

/** Of a file that is not written to yet. */
export function stateIn(file: DataFile): FileState {
  const row = new Query<BodyRow>(file, `SELECT body FROM kept WHERE kind = 'file' AND id = 'state'`).get()
  return row === undefined ? NEVER_USED : fromJsonText<FileState>(row.body)
}

/** Throws `journal-failed` with the count of what is missing, before anything is changed. */
export function requireWhole({ commits, isOpen }: FileState, path: string): void {
  // whole by itself, whatever lies beside it: it may be a backup brought back
  if (!isOpen && commits > 0) return
  const acknowledged = acknowledgedIn(path)
  if (acknowledged !== undefined && acknowledged > commits) {
    throw new QuoinError(
      'journal-failed',
      `data file ${path}: its log ${path}-wal is damaged or cut short: ${acknowledged - commits} of ${acknowledged} ` +
        `acknowledged commits are missing; bring a backup back, or delete ${acknowledgedPath(path)} to go on with what is left`,
    )
  }
  if (isOpen && acknowledged === undefined && sizeOf(`${path}-wal`) === 0) {
    throw new QuoinError(
      'journal-failed',
      `data file ${path}: copied without its log while a server used it: what came after commit ${commits} is missing; ` +
        'copy it with "quoin serve --data <file> --backup <copy>"',
    )
  }
}

/** As one row, inside the caller's transaction if there is one. */
export function writeState(file: DataFile, state: FileState): void {
  new Query<never>(file, PUT).run(toJsonText(state))
}

const PUT = `INSERT INTO kept (kind, id, body) VALUES ('file', 'state', ?)
  ON CONFLICT (kind, id) DO UPDATE SET body = excluded.body`

export class CommitCount {
  readonly #put: Query<never>
  #commits: number

  constructor(file: DataFile) {
    this.#commits = stateIn(file).commits
    this.#put = new Query(file, PUT)
  }

  /** Of the last transaction that went through. */
  get commits(): number {
    return this.#commits
  }

  /** Inside a transaction: its number, not counted before `counted`. */
  write(isOpen = true): void {
    const state: FileState = { commits: this.#commits + 1, isOpen }
    this.#put.run(toJsonText(state))
  }

  /** The transaction went through. */
  counted(): void {
    this.#commits += 1
  }
}

function sizeOf(path: string): number {
  return existsSync(path) ? statSync(path).size : 0
}
