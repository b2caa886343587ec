// The runs of a sweep: each is known by what it is made of, runs wherever the sweep has it run, and is kept in a file once it is done.

import { inWords, toFailure } from '../../domain/error.js'
import { RunDesk, type RunProgress } from '../../sweep/runs/run-desk.js'
import { type RunStore, runKey } from '../../sweep/runs/run-store.js'
import { type WindowRun, windowRun } from '../../sweep/runs/window-run.js'
import type { PoolAnswer } from '../../sweep/runs/worker-pool.js'
import type { RunOutcome, RunRequest } from '../../sweep/search/search.js'
import type { PlannedTrial } from './plan.js'
import type { SweepJob } from './run-thread.js'

/** Where runs are done: on threads here, or by workers anywhere. */
export interface RunPlace {
  run(job: SweepJob): Promise<PoolAnswer>
  close(): Promise<void>
}

export interface SweepRunsOptions {
  readonly program: string
  readonly tapeHash: string
  /** Interval of the profit's changes, milliseconds. */
  readonly stepMs: number
  readonly planned: readonly PlannedTrial[]
  readonly store: RunStore
  readonly place: RunPlace
  readonly onProgress: (progress: RunProgress) => void
}

export interface SweepRuns {
  readonly desk: RunDesk
  /** What has not run is answered with nothing. */
  close(): Promise<void>
}

export function startSweepRuns(options: SweepRunsOptions): SweepRuns {
  const { program, tapeHash, stepMs, place } = options
  const byNumber = new Map(options.planned.map((each) => [each.trial.number, each]))
  const desk = new RunDesk({
    store: options.store,
    keyOf: ({ trial, window }) =>
      runKey({ program, tape: tapeHash, effective: byNumber.get(trial.number)?.effective, window, stepMs }),
    run: async ({ trial, window }: RunRequest) =>
      outcomeOf(await place.run({ text: byNumber.get(trial.number)?.text ?? '', window })),
    onProgress: options.onProgress,
  })
  return { desk, close: () => place.close() }
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
