// Whether a data file, with what lies beside it, holds everything that was acknowledged.

import { existsSync, statSync } from 'node:fs'
import { QuoinError } from '../../../domain/error.js'
import { acknowledgedIn, acknowledgedPath } from '../commits/acknowledged.js'
import { type FileState, stateIn } from '../commits/commit-count.js'
import { commitLogIn, commitLogPath } from '../commits/commit-log.js'
import { type CommitRecord, firstIn, recordsAfter } from '../commits/commit-record.js'
import { FIRST_FORMAT } from '../venue-tables.js'
import { type DataFile, formatOf } from './open-file.js'

/** Beside a file; a server that uses it may go on meanwhile. */
export interface Beside {
  readonly acknowledged: number | undefined
  readonly log: Buffer | undefined
}

/** Read before the file itself, and what was acknowledged first: each later one may hold more, never less. Throws `journal-failed`. */
export function besideOf(path: string): Beside {
  const acknowledged = acknowledgedIn(path)
  return { acknowledged, log: commitLogIn(path) }
}

/** Of the log, what the file does not hold. */
export function recordsOf({ commits, isOpen }: FileState, { log }: Beside): CommitRecord[] {
  // a file without a user is whole by itself, whatever lies beside it: it may be a backup brought back
  return isOpen && log !== undefined ? recordsAfter(commits, log) : []
}

/** Throws `journal-failed` with the count of what is missing, before anything is changed. */
export function requireWhole(file: DataFile, path: string, beside: Beside): void {
  const state = stateIn(file)
  const { commits, isOpen } = state
  if (!isOpen && commits > 0) return
  const { acknowledged, log } = beside
  const found = commits + recordsOf(state, beside).length
  if (acknowledged !== undefined && acknowledged > found) {
    throw new QuoinError(
      'journal-failed',
      `data file ${path}: its log (${commitLogPath(path)}, ${path}-wal) is damaged or cut short: ` +
        `${acknowledged - found} of ${acknowledged} acknowledged commits are missing; ` +
        `bring a backup back, or delete ${acknowledgedPath(path)} to go on with what is left`,
    )
  }
  if (!isOpen || acknowledged !== undefined) return
  if (isWithoutLog({ file, path, commits, log })) {
    throw new QuoinError(
      'journal-failed',
      `data file ${path}: copied without its log while a server used it: what came after commit ${commits} is missing; ` +
        'copy it with "quoin serve --data <file> --backup <copy>"',
    )
  }
}

interface Opened {
  readonly file: DataFile
  readonly path: string
  readonly commits: number
  readonly log: Buffer | undefined
}

/** Not so for a damaged one: that one was there. */
function isWithoutLog({ file, path, commits, log }: Opened): boolean {
  if (log === undefined && formatOf(file) !== FIRST_FORMAT) return true
  if (sizeOf(`${path}-wal`) > 0) return false
  // a log that goes on later lacks what is in SQLite's
  return log === undefined || log.length === 0 || (firstIn(log) ?? 0) > commits + 1
}

function sizeOf(path: string): number {
  return existsSync(path) ? statSync(path).size : 0
}
