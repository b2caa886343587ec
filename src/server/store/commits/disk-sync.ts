// Brings the commits of a data file to the disk without holding up the event loop, and now and then into the file.
//
//   commit      appends to the commit log: survives the end of the process
//   fdatasync   of it, on a thread of libuv: survives a loss of power; only then is anything told
//   fold        what was committed since the last one -> SQLite's log, synced; then the commit log begins anew
//   checkpoint  SQLite's log -> file, on a thread of its own, beside further commits; then fold and checkpoint once more,
//               short, while no commit follows, so that SQLite's log begins anew too: or it would grow for ever

import fs from 'node:fs'
import { syncFolderOf } from '../../../files/sync-folder.js'
import { CheckpointThread } from './checkpoint-thread.js'
import type { CommitBatch } from './commit-batch.js'
import type { CommitLog } from './commit-log.js'

/** Rows written between two folds: about 1 MB of commit log. */
const FOLD_ROWS = 2000

type Done = (failure?: Error) => void
type Over = (failure: Error | null) => void

export interface DiskSyncOptions {
  readonly path: string
  readonly log: CommitLog
  readonly batch: CommitBatch
  readonly checkpoints?: CheckpointThread
}

export class DiskSync {
  readonly #log: CommitLog
  readonly #batch: CommitBatch
  /** SQLite's log. */
  readonly #wal: number
  readonly #checkpoints: CheckpointThread
  #rows = 0
  #checkpoint: 'none' | 'running' | 'to-finish' = 'none'
  #isRunning = false
  #isClosed = false

  /** Of an open data file: SQLite's log exists from then on. Throws what the file system throws. */
  constructor({ path, log, batch, checkpoints = new CheckpointThread(path) }: DiskSyncOptions) {
    this.#checkpoints = checkpoints
    this.#log = log
    this.#batch = batch
    this.#wal = fs.openSync(`${path}-wal`, 'r+')
    syncFolderOf(path)
  }

  /** Something was written. */
  note(rows: number): void {
    this.#rows += rows
  }

  /** Calls back when everything written so far is on the disk. One at a time; nothing is to be written until then. */
  sync(done: Done): void {
    this.#run(
      (synced) => this.#log.sync(synced),
      (failure) => (failure === null ? this.#tidy(done) : done(failure)),
    )
  }

  /** The same at once. */
  syncNow(): void {
    this.#log.syncNow()
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#checkpoints.close()
    if (!this.#isRunning) this.#closeFiles()
  }

  #tidy(done: Done): void {
    if (this.#checkpoint === 'to-finish') {
      this.#checkpoint = 'none'
      this.#fold(done, () => this.#checkpoints.run(() => done()))
    } else if (this.#checkpoint === 'none' && this.#rows >= FOLD_ROWS) {
      this.#fold(done, () => {
        this.#checkpoint = 'running'
        this.#checkpoints.run(() => {
          this.#checkpoint = 'to-finish'
        })
        done()
      })
    } else done()
  }

  /** `next` comes when it went well. A disk too full for it is no failure: the commit log has everything. */
  #fold(done: Done, next: () => void): void {
    this.#rows = 0
    try {
      this.#batch.fold()
    } catch {
      done(this.#batch.failure)
      return
    }
    const { size } = this.#log
    this.#run(
      (synced) => fs.fdatasync(this.#wal, synced),
      (failure) => {
        if (failure !== null) done(failure)
        else if (this.#begunAnew(size, done)) next()
      },
    )
  }

  /** A read may have committed more meanwhile: then that little is folded at once. */
  #begunAnew(size: number, done: Done): boolean {
    if (this.#log.size !== size) {
      try {
        this.#batch.fold()
      } catch {
        done(this.#batch.failure)
        return false
      }
      try {
        fs.fdatasyncSync(this.#wal)
      } catch (cause) {
        done(cause instanceof Error ? cause : new Error(String(cause)))
        return false
      }
    }
    this.#log.beginAnew()
    return true
  }

  /** The files stay open until it is over. */
  #run(act: (over: Over) => void, then: Over): void {
    this.#isRunning = true
    act((failure) => {
      this.#isRunning = false
      if (this.#isClosed) this.#closeFiles()
      else then(failure)
    })
  }

  #closeFiles(): void {
    fs.closeSync(this.#wal)
    this.#log.close()
  }
}
