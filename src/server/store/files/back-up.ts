// A copy of a data file, whether a server uses it or not: one moment of it, whole by itself.

import fs from 'node:fs'
import Database from 'libsql'
import { QuoinError } from '../../../domain/error.js'
import { syncFolderOf } from '../../../files/sync-folder.js'
import { stateIn, writeState } from '../commits/commit-count.js'
import { bringUpToDate, checkFile } from './data-file.js'
import type { DataFile } from './open-file.js'
import { ownPath } from './own-path.js'
import { storeError } from './store-error.js'
import { type Beside, besideOf, requireWhole } from './whole-file.js'

/** Returns how many commits are in the copy. Throws `journal-failed`: no such file, one that lost something, a copy that exists. */
export function backUp(name: string, copy: string): number {
  if (!fs.existsSync(name)) throw new QuoinError('journal-failed', `data file ${name}: expected one, there is none`)
  const path = ownPath(name)
  if (fs.existsSync(copy)) throw new QuoinError('journal-failed', `backup ${copy}: expected a new name, it exists`)
  const draft = `${copy}-draft`
  try {
    fs.rmSync(draft, { force: true })
    // before the copy: both may grow meanwhile, and what the log no longer holds then is in the file
    const beside = besideOf(path)
    using(path, (file) => {
      requireWhole(file, path, beside)
      file.prepare('VACUUM INTO ?').run(draft)
    })
    const commits = using(draft, (file) => finish(file, draft, beside))
    if (commits < (beside.acknowledged ?? 0))
      throw new Error(`${beside.acknowledged} commits expected, ${commits} found`)
    keep(draft)
    fs.renameSync(draft, copy)
    syncFolderOf(copy)
    return commits
  } catch (cause) {
    fs.rmSync(draft, { force: true })
    throw storeError(path, `cannot be copied to ${copy}`, cause)
  }
}

/** Nobody uses the copy. */
function finish(file: DataFile, path: string, beside: Beside): number {
  checkFile(file, path)
  bringUpToDate(file, beside)
  const { commits } = stateIn(file)
  writeState(file, { commits, isOpen: false })
  return commits
}

function keep(path: string): void {
  const file = fs.openSync(path, 'r+')
  try {
    fs.fsyncSync(file)
  } finally {
    fs.closeSync(file)
  }
}

function using<T>(path: string, act: (file: DataFile) => T): T {
  const file = new Database(path)
  try {
    return act(file)
  } finally {
    file.close()
  }
}
