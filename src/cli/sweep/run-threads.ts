// Runs of a sweep on threads of this machine: the tape is in memory that they share, and each run gets a window of it.

import { availableParallelism } from 'node:os'
import { type ColumnTape, columnRecords, heldTape } from '../../recording/cache/column-tape.js'
import type { TapeRecord } from '../../recording/tape-record.js'
import { type PoolAnswer, WorkerPool } from '../../sweep/runs/worker-pool.js'
import type { Windows } from '../../sweep/search/windows.js'
import { Openings } from '../../sweep/tape/window-opening.js'
import { startThread } from '../process/start-thread.js'
import type { SweepJob, SweepThreadData } from './run-thread.js'

export interface RunThreadsOptions {
  /** The configuration's file. */
  readonly file: string
  readonly tapePath: string
  readonly tape: ColumnTape
  readonly windows: Windows
  /** Interval of the profit's changes, milliseconds. */
  readonly stepMs: number
  readonly threads: number | undefined
  /** Seconds without a turn that end a run; 0: never. */
  readonly watchdogSec: number
}

export interface RunThreads {
  readonly threads: number
  run(job: SweepJob): Promise<PoolAnswer>
  /** Ends all of them at once; what has not run is answered `closed`. */
  close(): Promise<void>
}

/** A strategy's file is loaded anew for each run, and what was loaded before stays in the thread. */
const JOBS_PER_WORKER = 200

export function startRunThreads(options: RunThreadsOptions): RunThreads {
  const { file, tapePath, stepMs, threads = availableParallelism() } = options
  const { tape, release } = heldTape(options.tape)
  const data = { file, tapePath, tape, openings: openingsOf(tape, options.windows), stepMs }
  const pool = new WorkerPool({
    size: threads,
    start: (turns) => {
      const counted: SweepThreadData = { ...data, turns }
      return startThread(new URL('./run-thread.js', import.meta.url), counted)
    },
    jobsPerWorker: JOBS_PER_WORKER,
    limitSec: options.watchdogSec,
  })
  return { threads, run: (job) => pool.run(job), close: () => pool.close().then(release) }
}

function openingsOf(tape: ColumnTape, { folds, holdOut }: Windows): ReadonlyMap<number, readonly TapeRecord[]> {
  const windows = holdOut === undefined ? folds : [...folds, holdOut]
  const openings = new Openings(windows.map(({ fromMs }) => fromMs))
  for (const batch of columnRecords(tape)) {
    for (const record of batch) openings.take(record)
  }
  return openings.found
}
