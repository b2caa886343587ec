// A copy of a data file, whether a server uses it or not: one moment of it, whole by itself.

import fs from 'node:fs'
import Database from 'libsql'
import { QuoinError } from '../../domain/error.js'
import { acknowledgedIn } from './acknowledged.js'
import { requireWhole, stateIn, writeState } from './commit-count.js'
import { checkFile } from './data-file.js'
import type { DataFile } from './open-file.js'
import { ownPath } from './own-path.js'
import { storeError } from './store-error.js'
import { syncFolderOf } from './sync-folder.js'

/** Returns how many commits are in the copy. Throws `journal-failed`: no such file, one that lost something, a copy that exists. */
export function backUp(name: string, copy: string): number {
  if (!fs.existsSync(name)) throw new QuoinError('journal-failed', `data file ${name}: expected one, there is none`)
  const path = ownPath(name)
  if (fs.existsSync(copy)) throw new QuoinError('journal-failed', `backup ${copy}: expected a new name, it exists`)
  const draft = `${copy}-draft`
  try {
    fs.rmSync(draft, { force: true })
    // before the copy: it may grow meanwhile
    const acknowledged = acknowledgedIn(path)
    using(path, (file) => {
      requireWhole(stateIn(file), path)
      file.prepare('VACUUM INTO ?').run(draft)
    })
    const commits = using(draft, (file) => finish(file, draft))
    if (commits < (acknowledged ?? 0)) throw new Error(`${acknowledged} commits expected, ${commits} found`)
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
function finish(file: DataFile, path: string): number {
  checkFile(file, path)
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
