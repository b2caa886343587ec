// A file that is written whole: beside its place first, and moved there when it is complete. Whoever reads meanwhile, and whoever comes after a
// process that was killed, finds the old file or the new one.
//
//   write          all of it, or it throws: one write may take only a part. Synced where it shall survive the machine
//   place          renamed over what was there; its name synced, too, where it shall survive the machine
//   drop           what was not placed is gone: a full disk needs the room. What a killed process leaves is written over by the next one

import fs from 'node:fs'
import { syncFolderOf, syncFolderOfLater } from './sync-folder.js'

/** What a file survives once it is in its place: `process`, that the process is killed; `machine`, that the power is lost, too. */
export type Durability = 'process' | 'machine'

export interface DraftTerms {
  readonly survives: Durability
  /** Readable by its owner alone, unless it says otherwise. */
  readonly mode?: number
  /** What the draft has behind the name of its file; another one for each who may write the same file at the same time. */
  readonly ending?: string
}

/** By everybody, as far as the user's mask lets them. */
export const READABLE = 0o666
const OWNER_ALONE = 0o600
/** Characters that are written at once. */
const WRITTEN_AT_ONCE = 1 << 20

export class Draft {
  /** Where it is written. */
  readonly path: string
  readonly #place: string
  readonly #mode: number
  readonly #isSynced: boolean

  constructor(place: string, { survives, mode = OWNER_ALONE, ending = 'draft' }: DraftTerms) {
    this.path = `${place}.${ending}`
    this.#place = place
    this.#mode = mode
    this.#isSynced = survives === 'machine'
  }

  /** In pieces where it may be longer than a text can be. */
  write(text: string | Iterable<string>): void {
    const file = fs.openSync(this.path, 'w', this.#mode)
    try {
      for (const piece of typeof text === 'string' ? [text] : joined(text)) fs.writeFileSync(file, piece)
      if (this.#isSynced) fs.fdatasyncSync(file)
    } finally {
      fs.closeSync(file)
    }
  }

  /** Beside the work. */
  async writeLater(text: string): Promise<void> {
    const file = await fs.promises.open(this.path, 'w', this.#mode)
    try {
      await file.writeFile(text)
      if (this.#isSynced) await file.datasync()
    } finally {
      await file.close()
    }
  }

  /** For whoever wrote to `path` by other means. */
  async syncLater(): Promise<void> {
    if (!this.#isSynced) return
    const file = await fs.promises.open(this.path, 'r+')
    try {
      await file.datasync()
    } finally {
      await file.close()
    }
  }

  place(): void {
    fs.renameSync(this.path, this.#place)
    if (this.#isSynced) syncFolderOf(this.#place)
  }

  /** It is in its place when this returns; the promise is that of its durability. */
  placeLater(): Promise<void> {
    fs.renameSync(this.path, this.#place)
    return this.#isSynced ? syncFolderOfLater(this.#place) : Promise.resolve()
  }

  /** What stopped the writing is told; that the draft is still there is not. */
  drop(): void {
    try {
      fs.rmSync(this.path, { force: true })
    } catch {
      // the folder is not ours to write to, or is none
    }
  }
}

function* joined(pieces: Iterable<string>): Iterable<string> {
  let unwritten = ''
  for (const piece of pieces) {
    unwritten += piece
    if (unwritten.length < WRITTEN_AT_ONCE) continue
    yield unwritten
    unwritten = ''
  }
  yield unwritten
}
