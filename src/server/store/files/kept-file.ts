// A data file in use: its commits, their log on the disk, and what was told of them. Between a start and a clean end the file
// says that it is open; at both ends it is whole by itself, with nothing in its logs.

import fs from 'node:fs'
import { Acknowledged, acknowledgedPath } from '../commits/acknowledged.js'
import { CommitBatch } from '../commits/commit-batch.js'
import { CommitCount, writeState } from '../commits/commit-count.js'
import { CommitLog, commitLogPath } from '../commits/commit-log.js'
import { DiskSync } from '../commits/disk-sync.js'
import { type DataFile, emptyLog, inTransaction } from './open-file.js'
import { storeError } from './store-error.js'

export interface KeptFile {
  readonly count: CommitCount
  readonly batch: CommitBatch
  readonly disk: DiskSync
  readonly acknowledged: Acknowledged
  /** `isWhole`: nothing that was committed may be missing on the disk. */
  close(isWhole: boolean): void
}

/** Of an open data file that holds all of its log; `onRestored` as in `CommitBatchOptions`. Throws `journal-failed`. */
export function keptFile(file: DataFile, path: string, onRestored: () => void): KeptFile {
  try {
    const count = new CommitCount(file)
    // before the file says that it is open: a file that says so without them was copied
    const acknowledged = new Acknowledged(path, count.commits)
    const log = new CommitLog(path)
    mark(file, count, { isOpen: true })
    const batch = new CommitBatch({ file, count, log, onRestored })
    const disk = new DiskSync({ path, log, batch })
    return {
      count,
      batch,
      disk,
      acknowledged,
      close: (isWhole) => {
        disk.close()
        acknowledged.close()
        if (isWhole) finish({ file, count, batch, path })
      },
    }
  } catch (cause) {
    throw storeError(path, 'cannot be used', cause)
  }
}

interface Finished {
  readonly file: DataFile
  readonly count: CommitCount
  readonly batch: CommitBatch
  readonly path: string
}

/** What cannot be finished, as on a full disk, is left to the next start: the logs and the mark beside them tell everything. */
function finish({ file, count, batch, path }: Finished): void {
  try {
    batch.fold()
    mark(file, count, { isOpen: false })
    fs.unlinkSync(acknowledgedPath(path))
    fs.unlinkSync(commitLogPath(path))
  } catch {}
}

function mark(file: DataFile, count: CommitCount, { isOpen }: { isOpen: boolean }): void {
  inTransaction(file, () => {
    writeState(file, { commits: count.commits + 1, isOpen })
  })
  count.counted()
  emptyLog(file)
}
