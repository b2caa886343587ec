// The runs of a sweep on threads: the tape is read once into shared memory, each run gets a window of it, and what is done is kept in a file.

import { availableParallelism } from 'node:os'
import { inWords, toFailure } from '../../domain/error.js'
import type { TapeRecord } from '../../recording/tape-record.js'
import { RunDesk, type RunProgress } from '../../sweep/runs/run-desk.js'
import { type RunStore, runKey } from '../../sweep/runs/run-store.js'
import { type WindowRun, windowRun } from '../../sweep/runs/window-run.js'
import { type PoolAnswer, WorkerPool } from '../../sweep/runs/worker-pool.js'
import type { RunOutcome, RunRequest } from '../../sweep/search/search.js'
import type { Windows } from '../../sweep/search/windows.js'
import { type SharedTape, sharedRecords, sharedTapeHash } from '../../sweep/tape/shared-tape.js'
import { Openings } from '../../sweep/tape/window-opening.js'
import { startThread } from '../process/start-thread.js'
import { programHash } from './identity.js'
import type { PlannedTrial } from './plan.js'
import type { SweepJob, SweepThreadData } from './run-thread.js'

export interface SweepRunsOptions {
  /** The configuration's file. */
  readonly file: string
  readonly tapePath: string
  readonly tape: SharedTape
  readonly windows: Windows
  /** Interval of the profit's changes, milliseconds. */
  readonly stepMs: number
  readonly planned: readonly PlannedTrial[]
  readonly store: RunStore
  readonly workers: number | undefined
  readonly onProgress: (progress: RunProgress) => void
}

export interface SweepRuns {
  readonly desk: RunDesk
  /** Ends all threads; what has not run is answered with nothing. */
  close(): Promise<void>
}

/** A strategy's file is loaded anew for each run, and what was loaded before stays in the thread. */
const JOBS_PER_WORKER = 200

export function startSweepRuns(options: SweepRunsOptions): SweepRuns {
  const { planned, tape, windows, stepMs } = options
  const [program, tapeHash, openings] = [programHash(), sharedTapeHash(tape), openingsOf(tape, windows)]
  const byNumber = new Map(planned.map((each) => [each.trial.number, each]))
  const data: SweepThreadData = { file: options.file, tapePath: options.tapePath, tape, openings, stepMs }
  const pool = new WorkerPool({
    size: options.workers ?? availableParallelism(),
    start: () => startThread(new URL('./run-thread.js', import.meta.url), data),
    jobsPerWorker: JOBS_PER_WORKER,
  })
  const desk = new RunDesk({
    store: options.store,
    keyOf: ({ trial, window }) =>
      runKey({ program, tape: tapeHash, effective: byNumber.get(trial.number)?.effective, window, stepMs }),
    run: async ({ trial, window }: RunRequest) => {
      const job: SweepJob = { text: byNumber.get(trial.number)?.text ?? '', window }
      return outcomeOf(await pool.run(job))
    },
    onProgress: options.onProgress,
  })
  return { desk, close: () => pool.close() }
}

function openingsOf(tape: SharedTape, { folds, holdOut }: Windows): ReadonlyMap<number, readonly TapeRecord[]> {
  const windows = holdOut === undefined ? folds : [...folds, holdOut]
  const openings = new Openings(windows.map(({ fromMs }) => fromMs))
  for (const batch of sharedRecords(tape, { fromMs: Number.NEGATIVE_INFINITY, toMs: Number.POSITIVE_INFINITY })) {
    for (const record of batch) openings.take(record)
  }
  return openings.found
}

function outcomeOf(answer: PoolAnswer): RunOutcome | undefined {
  if (answer.kind === 'closed') return undefined
  if (answer.kind === 'died') return { ok: false, reason: answer.reason }
  const said = Object(answer.answer)
  if (said.ok === true) return parsedRun(String(said.run))
  return { ok: false, reason: String(said.reason) }
}

function parsedRun(json: string): RunOutcome {
  try {
    const run: WindowRun = windowRun.parse(JSON.parse(json))
    return { ok: true, run }
  } catch (error) {
    return { ok: false, reason: `its result cannot be read: ${inWords(toFailure(error))}` }
  }
}
