// How many commits of a data file were told of, in a small file beside it: what a log that ended early cannot tell itself.
//
//   written    after the log is synced, before anything leaves: so it never says more than the log held
//   synced     at times only: after a loss of power it may say less, which weakens the check and refuses nothing

import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { QuoinError } from '../../../domain/error.js'
import { syncFolderOf } from '../../../files/sync-folder.js'

const SYNC_EVERY_MS = 1000

export const acknowledgedPath = (path: string) => `${path}-acked`

/** `undefined` without such a file. Throws `journal-failed` for one that is damaged. */
export function acknowledgedIn(path: string): number | undefined {
  const name = acknowledgedPath(path)
  if (!fs.existsSync(name)) return undefined
  const text = fs.readFileSync(name, 'utf8')
  const commits = Number(text.slice(0, DIGITS))
  if (text === lineOf(commits)) return commits
  throw new QuoinError('journal-failed', `data file ${path}: ${name} is damaged; delete it to go on without its check`)
}

export class Acknowledged {
  readonly #file: number
  #syncedAtMs = 0
  #isSyncing = false
  #isClosed = false

  /** Begins anew with so many commits. Throws what the file system throws. */
  constructor(path: string, commits: number) {
    const name = acknowledgedPath(path)
    this.#file = fs.openSync(name, fs.existsSync(name) ? 'r+' : 'w+')
    this.write(commits)
    fs.fsyncSync(this.#file)
    syncFolderOf(name)
  }

  /** All of one length, in place: it needs no new room on a full disk. */
  write(commits: number): void {
    fs.writeSync(this.#file, lineOf(commits), 0)
    const nowMs = performance.now()
    if (this.#isSyncing || nowMs - this.#syncedAtMs < SYNC_EVERY_MS) return
    this.#syncedAtMs = nowMs
    this.#isSyncing = true
    fs.fsync(this.#file, () => {
      this.#isSyncing = false
      if (this.#isClosed) fs.closeSync(this.#file)
    })
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    if (!this.#isSyncing) fs.closeSync(this.#file)
  }
}

const DIGITS = 16

function lineOf(commits: number): string {
  const text = String(commits).padStart(DIGITS, '0')
  return `${text} ${createHash('sha256').update(text).digest('hex').slice(0, 8)}\n`
}
