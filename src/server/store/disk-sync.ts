// Brings the log of a data file to the disk without holding up the event loop, and now and then the log into the file.
//
//   commit      appends to the log: survives the end of the process
//   fdatasync   of the log, on a thread of libuv: survives a loss of power; only then is anything told
//   checkpoint  log -> file, on a thread of its own, beside further commits; then a short second one while no commit
//               adds to the log, so that the next begins it anew: or it would grow for as long as commits follow each other

import fs from 'node:fs'
import { CheckpointThread } from './checkpoint-thread.js'
import { syncFolderOf } from './sync-folder.js'

/** Rows written between two checkpoints: about 10 MB of log. */
const CHECKPOINT_ROWS = 2000

type Done = (failure?: Error) => void

export class DiskSync {
  readonly #log: number
  readonly #checkpoints: CheckpointThread
  #rows = 0
  #checkpoint: 'none' | 'running' | 'to-finish' = 'none'
  #isRunning = false
  #isClosed = false

  /** Of an open data file: its log exists from then on. Throws what the file system throws. */
  constructor(path: string, checkpoints = new CheckpointThread(path)) {
    this.#checkpoints = checkpoints
    this.#log = fs.openSync(`${path}-wal`, 'r+')
    syncFolderOf(path)
  }

  /** Something was written. */
  note(rows: number): void {
    this.#rows += rows
  }

  /** Calls back when everything written so far is on the disk. One at a time; nothing is to be written until then. */
  sync(done: Done): void {
    this.#isRunning = true
    fs.fdatasync(this.#log, (failure) => {
      this.#isRunning = false
      if (this.#isClosed) fs.closeSync(this.#log)
      else if (failure !== null) done(failure)
      else this.#tidy(done)
    })
  }

  /** The same at once. */
  syncNow(): void {
    fs.fdatasyncSync(this.#log)
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#checkpoints.close()
    if (!this.#isRunning) fs.closeSync(this.#log)
  }

  #tidy(done: Done): void {
    if (this.#checkpoint === 'to-finish') {
      this.#checkpoint = 'none'
      this.#rows = 0
      this.#checkpoints.run(() => done())
      return
    }
    if (this.#checkpoint === 'none' && this.#rows >= CHECKPOINT_ROWS) {
      this.#checkpoint = 'running'
      this.#checkpoints.run(() => {
        this.#checkpoint = 'to-finish'
      })
    }
    done()
  }
}
