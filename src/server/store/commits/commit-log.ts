// The commits that the data file does not hold yet, one after the other in a file beside it: a commit costs the disk what it
// changed, not every page that it touches.

import fs from 'node:fs'
import { syncFolderOf } from '../../../files/sync-folder.js'

export const commitLogPath = (path: string) => `${path}-log`

/** `undefined` without such a file. */
export function commitLogIn(path: string): Buffer | undefined {
  const name = commitLogPath(path)
  return fs.existsSync(name) ? fs.readFileSync(name) : undefined
}

export class CommitLog {
  readonly #path: string
  readonly #file: number
  #end = 0
  /** Where the last record begins. */
  #last = 0

  /** Begins anew. Throws what the file system throws. */
  constructor(path: string) {
    this.#path = path
    const name = commitLogPath(path)
    this.#file = fs.openSync(name, 'w+')
    fs.fsyncSync(this.#file)
    syncFolderOf(name)
  }

  /** In bytes. */
  get size(): number {
    return this.#end
  }

  /** All or nothing. Throws what the file system throws. */
  append(line: Buffer): void {
    this.#last = this.#end
    try {
      for (let done = 0; done < line.length; ) {
        done += fs.writeSync(this.#file, line, done, line.length - done, this.#end + done)
      }
      this.#end += line.length
    } catch (cause) {
      this.cutBack()
      throw cause
    }
  }

  /** Takes the last record back. */
  cutBack(): void {
    this.#end = this.#last
    this.#cut()
  }

  /** Everything in it is in the data file, and on the disk there. */
  beginAnew(): void {
    this.#end = 0
    this.#last = 0
    this.#cut()
  }

  read(): Buffer {
    return fs.readFileSync(commitLogPath(this.#path)).subarray(0, this.#end)
  }

  /** Calls back when every record is on the disk; the event loop goes on meanwhile. */
  sync(done: (failure: Error | null) => void): void {
    fs.fdatasync(this.#file, done)
  }

  /** The same at once. */
  syncNow(): void {
    fs.fdatasyncSync(this.#file)
  }

  close(): void {
    fs.closeSync(this.#file)
  }

  /** What cannot be cut is written over: the next record starts at the end that counts, and numbers tell old from new. */
  #cut(): void {
    try {
      fs.ftruncateSync(this.#file, this.#end)
    } catch {}
  }
}
