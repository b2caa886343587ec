// The runs of a sweep: each is known by what it is made of, runs wherever the sweep has it run, and is kept in a file once it is done.

import { inWords, QuoinError, toFailure } from '../../domain/error.js'
import { RunDesk, type RunProgress } from '../../sweep/runs/run-desk.js'
import { type RunStore, runKey } from '../../sweep/runs/run-store.js'
import { type WindowRun, windowRun } from '../../sweep/runs/window-run.js'
import type { PoolAnswer } from '../../sweep/runs/worker-pool.js'
import type { RunOutcome, RunRequest } from '../../sweep/search/search.js'
import { changeIn, madeOf } from './made-of.js'
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
  const byNumber = new Map(
    options.planned.map(({ trial, text, effective }) => [trial.number, { text, made: madeOf(effective, program) }]),
  )
  const planOf = ({ trial }: RunRequest) => byNumber.get(trial.number) ?? { text: '', made: '' }
  const desk = new RunDesk({
    store: options.store,
    keyOf: (request) => runKey({ made: planOf(request).made, tape: tapeHash, window: request.window, stepMs }),
    run: async (request: RunRequest) => outcomeOf(await place.run({ ...planOf(request), window: request.window })),
    onProgress: options.onProgress,
  })
  return { desk, close: () => place.close() }
}

/** Throws `bad-config` where a run was not done because what it is made of has changed: what comes next would be of another strategy. */
function outcomeOf(answer: PoolAnswer): RunOutcome | undefined {
  if (answer.kind === 'closed') return undefined
  if (answer.kind === 'died') return { ok: false, reason: answer.reason }
  const change = changeIn(answer.answer)
  if (change !== undefined) {
    throw new QuoinError(
      'bad-config',
      `${change}: it ends here. The same command runs it with what is there now; what is done counts where that is put back`,
    )
  }
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
