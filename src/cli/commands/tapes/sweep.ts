// `quoin sweep`: many backtests of one configuration with other values in it, what is best, and what that is worth.

import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { type SweepReportPaths, writeSweepReport } from '../../../sweep/report/write-sweep-report.js'
import type { RunProgress } from '../../../sweep/runs/run-desk.js'
import { RunStore } from '../../../sweep/runs/run-store.js'
import type { WindowRun } from '../../../sweep/runs/window-run.js'
import { plannedRuns, type Searched, search } from '../../../sweep/search/search.js'
import { AS_CONFIGURED } from '../../../sweep/space/trials.js'
import { bestOf, type SweepResult, sweepResult } from '../../../sweep/sweep-result.js'
import type { CommandContext, CommandResult } from '../../command-context.js'
import { packageVersion } from '../../package-root.js'
import { watchStopSignals } from '../../process/stop-signals.js'
import { createProgress } from '../../progress.js'
import { programHash } from '../../sweep/identity.js'
import { offerRuns } from '../../sweep/offer-runs.js'
import { type RunPlace, type SweepRuns, startSweepRuns } from '../../sweep/run-queue.js'
import { startRunThreads } from '../../sweep/run-threads.js'
import { type SweepFlags, type SweepSetup, setUpSweep } from '../../sweep/setup.js'
import { sweepLines, sweepSummary } from '../../sweep/sweep-words.js'
import { timeLeft } from '../../time-left.js'

export async function runSweep(path: string, flags: SweepFlags, context: CommandContext): CommandResult {
  const setup = await setUpSweep(path, flags, { env: context.env, note: context.out.note })
  const storePath = `${setup.base}-runs.jsonl`
  const progress = createProgress(context)
  const planned = runsPlanned(setup)
  const startedMs = performance.now()
  const tapeHash = setup.tape.holds
  const signals = watchStopSignals()
  let place: RunPlace | undefined
  try {
    place = await placeOf(setup, tapeHash, flags.queue, context)
    // what cannot be carried out leaves no file, and takes none away
    if (flags.fresh) rmSync(storePath, { force: true })
    const store = new RunStore(storePath, context.out.note)
    const runs = startSweepRuns({
      ...{ program: programHash(), tapeHash, stepMs: setup.stepMs, planned: setup.planned, store, place },
      onProgress: (sofar) => progress.say(progressText(sofar, planned, performance.now() - startedMs)),
    })
    void signals.first.then(() => runs.close())
    progress.say(progressText(runs.desk.progress, planned, 0))
    const result = await searched(setup, runs)
    progress.done()
    if (result === undefined) return stopped({ runs, planned, storePath }, context)
    const paths = writeSweepReport(setup.base, result, setup.source)
    tell(context, { result, paths, progress: runs.desk.progress, wallSeconds: (performance.now() - startedMs) / 1000 })
    return result.trials.every(({ state }) => state === 'failed') ? 'failed' : 'ok'
  } finally {
    progress.done()
    signals.release()
    await place?.close()
  }
}

/** Threads here, or a queue that workers take runs from. */
async function placeOf(
  { source, tapePath, tape, windows, stepMs, settings, watchdogSec }: SweepSetup,
  tapeHash: string,
  queue: string | undefined,
  { out }: CommandContext,
): Promise<RunPlace> {
  if (queue === undefined) {
    return startRunThreads({
      file: source.file,
      tapePath,
      tape,
      windows,
      stepMs,
      threads: settings.workers,
      watchdogSec,
    })
  }
  const { text } = source
  const [file, path] = [resolve(source.file), resolve(tapePath)]
  return offerRuns({
    queue,
    note: out.note,
    waiting: out.waiting,
    file,
    text,
    tapePath: path,
    tape: tapeHash,
    windows,
    stepMs,
  })
}

function runsPlanned({ planned, windows, settings }: SweepSetup): number {
  const folds = plannedRuns({
    trials: planned.length - 1,
    folds: windows.folds.length,
    halving: settings.search === 'halving',
  })
  return folds + (windows.holdOut === undefined ? 0 : 2)
}

function progressText({ answered, stored, failed }: RunProgress, planned: number, passedMs: number): string {
  const left = timeLeft({ done: answered - stored, left: planned - answered, passedMs })
  return [
    `${answered} of ${planned} runs`,
    ...(stored > 0 ? [`${stored} from before`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(left === undefined ? [] : [left]),
  ].join(', ')
}

/** `undefined` where it was stopped. */
async function searched(setup: SweepSetup, { desk }: SweepRuns): Promise<SweepResult | undefined> {
  const { settings, windows, planned, tape } = setup
  const { objective, minFills } = settings
  const found = await search({
    ...{ objective, minFills, reference: AS_CONFIGURED, folds: windows.folds, runAll: desk.runAll },
    trials: planned.map(({ trial }) => trial).filter(({ number }) => number > 0),
    halving: settings.search === 'halving',
  })
  if (found === undefined) return undefined
  const held = await heldOut(setup, found, desk.runAll)
  if (held === undefined) return undefined
  const { search: kind, runs, seed } = settings
  return sweepResult({
    ...{ tape: setup.tapeName, records: tape.records, strategy: setup.strategy, version: packageVersion() },
    ...{
      models: setup.models,
      parameters: setup.parameters,
      configured: setup.configured,
      windows,
      intervalMs: setup.stepMs,
    },
    settings: { search: kind, runs, seed, objective, minFills },
    ...{ trials: found.trials, asConfigured: found.reference, heldOut: held.runs },
    notes: [...setup.missing, ...held.notes],
  })
}

interface HeldOut {
  readonly runs: ReadonlyMap<number, WindowRun>
  readonly notes: readonly string[]
}

/** The best, once it is chosen, and the configuration as it is; nobody else, so that nothing can be chosen by it. */
async function heldOut(
  { settings, windows }: SweepSetup,
  { trials, reference }: Searched,
  runAll: SweepRuns['desk']['runAll'],
): Promise<HeldOut | undefined> {
  const window = windows.holdOut
  if (window === undefined) return { runs: new Map(), notes: [] }
  const best = bestOf(trials, { ...settings, folds: windows.folds.length })
  const judged = [reference.trial, ...(best === undefined ? [] : [best.trial])]
  const outcomes = await runAll(judged.map((trial) => ({ trial, window })))
  if (outcomes === undefined) return undefined
  const runs = new Map<number, WindowRun>()
  const notes: string[] = []
  for (const [i, outcome] of outcomes.entries()) {
    const number = judged[i]?.number ?? 0
    if (outcome.ok) runs.set(number, outcome.run)
    else notes.push(`${number === 0 ? 'as configured' : 'the best'}: the hold-out failed: ${outcome.reason}`)
  }
  return { runs, notes }
}

interface Told {
  readonly result: SweepResult
  readonly paths: SweepReportPaths
  readonly progress: RunProgress
  readonly wallSeconds: number
}

function tell({ out }: CommandContext, { result, paths, progress, wallSeconds }: Told): void {
  out.data({ ...sweepSummary(result, paths), runs: progress, wallSeconds }, () => [
    ...sweepLines(result, paths),
    `${progress.answered} runs, ${progress.stored} of them from before, in ${wallSeconds.toFixed(1)} s`,
  ])
}

interface Stopped {
  readonly runs: SweepRuns
  readonly planned: number
  readonly storePath: string
}

function stopped({ runs, planned, storePath }: Stopped, { out }: CommandContext): 'pending' {
  const { answered } = runs.desk.progress
  out.data({ stopped: true, runs: runs.desk.progress, planned, stored: storePath }, () => [
    `stopped: ${answered} of ${planned} runs are done and kept in ${storePath}`,
    'the same command goes on from there',
  ])
  return 'pending'
}
