// A file that did not exist before, whole or not at all; nothing is ever written over.

import { closeSync, fsyncSync, ftruncateSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf, QuoinError } from '../../domain/error.js'
import { maskKeys } from '../../domain/key-like.js'
import { syncFolderOf } from '../../files/sync-folder.js'

/** More than a key, or a profile, takes. */
const ROOM_BYTES = 16_384

/** A file for what is told only once: made before it is asked for, with its room, so that it cannot be lost for want of either. */
export interface ReservedFile {
  write(text: string): void
  /** Nothing came of it. */
  drop(): void
}

/** Throws `bad-argument` as `writeNewFile` does. */
export function reserveFile(path: string): ReservedFile {
  writeNewFile(path, '\n'.repeat(ROOM_BYTES))
  return { write: (text) => writeInPlace(path, text), drop: () => rmSync(path, { force: true }) }
}

/** A full disk takes it where the file has the room already. */
function writeInPlace(path: string, text: string): void {
  const file = openSync(path, 'r+')
  try {
    writeFileSync(file, text)
    ftruncateSync(file, Buffer.byteLength(text))
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Readable by its owner alone, unless `mode` says otherwise. Throws `bad-argument` where there is one already, or where none can be written. */
export function writeNewFile(path: string, text: string, mode = 0o600): void {
  let file: number | undefined
  try {
    mkdirSync(dirname(path), { recursive: true })
    file = openSync(path, 'wx', mode)
    // all of it, or it throws: `writeSync` may take a part and say nothing
    writeFileSync(file, text)
    fsyncSync(file)
    closeSync(file)
    syncFolderOf(path)
  } catch (thrown) {
    // half a file of ours is none
    if (file !== undefined) rmSync(path, { force: true })
    const code = codeOf(thrown) ?? 'unwritable'
    const got = code === 'EEXIST' ? 'one that is there, and would be lost' : code
    throw new QuoinError('bad-argument', `file: expected a new one that can be written, got ${got}: ${maskKeys(path)}`)
  }
}
