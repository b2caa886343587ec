// A data file in use: its number of commits, its log on the disk, and what was told of them. Between a start and a clean
// end the file says that it is open; at both ends it is whole by itself, with nothing in its log.

import fs from 'node:fs'
import { Acknowledged, acknowledgedPath } from './acknowledged.js'
import { CommitCount } from './commit-count.js'
import { DiskSync } from './disk-sync.js'
import { type DataFile, emptyLog } from './open-file.js'
import { storeError } from './store-error.js'

export interface KeptFile {
  readonly count: CommitCount
  readonly disk: DiskSync
  readonly acknowledged: Acknowledged
  /** `isWhole`: nothing that was committed may be missing on the disk. */
  close(isWhole: boolean): void
}

/** Of an open data file. Throws `journal-failed`. */
export function keptFile(file: DataFile, path: string): KeptFile {
  try {
    const count = new CommitCount(file)
    // before the file says that it is open: a file that says so without this was copied
    const acknowledged = new Acknowledged(path, count.commits)
    mark(file, count, { isOpen: true })
    const disk = new DiskSync(path)
    return {
      count,
      disk,
      acknowledged,
      close: (isWhole) => {
        disk.close()
        acknowledged.close()
        if (isWhole) finish(file, count, path)
      },
    }
  } catch (cause) {
    throw storeError(path, 'cannot be used', cause)
  }
}

/** What cannot be finished, as on a full disk, is left to the next start: the log and the mark beside it tell everything. */
function finish(file: DataFile, count: CommitCount, path: string): void {
  try {
    mark(file, count, { isOpen: false })
    fs.unlinkSync(acknowledgedPath(path))
  } catch {}
}

function mark(file: DataFile, count: CommitCount, { isOpen }: { isOpen: boolean }): void {
  file.exec('BEGIN IMMEDIATE')
  try {
    count.write(isOpen)
    file.exec('COMMIT')
  } catch (cause) {
    if (file.inTransaction) file.exec('ROLLBACK')
    throw cause
  }
  count.counted()
  emptyLog(file)
}
