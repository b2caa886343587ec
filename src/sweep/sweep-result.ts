// What a sweep found, as plain data: the table, the page, the JSON and the CSV are made of it. Nothing in it depends on how many threads
// there were, which of them was first, or when it ran.

import type { WindowRun } from './runs/window-run.js'
import type { SweepSettings } from './schema.js'
import { ranking, type SearchedTrial, type SearchOptions } from './search/search.js'
import type { Window, Windows } from './search/windows.js'
import type { Parameter, Value } from './space/parameter.js'
import { type Overfitting, overfittingOf, type TrialReturns } from './statistics/overfitting.js'
import { leastFills, objectiveOf, type Totals, totalsOf, worstModel } from './statistics/totals.js'
import { type WalkStep, walkForward } from './statistics/walk-forward.js'

export interface TrialResult {
  /** 0: the configuration as it is. */
  readonly number: number
  /** One for each parameter; none for the configuration as it is. */
  readonly values: readonly Value[]
  /** `stopped`: left the halving before the last fold. */
  readonly state: 'ranked' | 'few-fills' | 'stopped' | 'failed'
  /** Folds that it ran on. */
  readonly folds: number
  readonly objective?: number
  /** By queue model, over these folds. */
  readonly searched: readonly Totals[]
  /** By queue model, on the hold-out; only for the best and the configuration as it is. */
  readonly heldOut?: readonly Totals[]
  readonly reason?: string
}

export interface SweepResult {
  readonly tape: string
  readonly records: number
  readonly strategy: string
  readonly version: string
  readonly settings: Pick<SweepSettings, 'search' | 'runs' | 'seed' | 'objective' | 'minFills'>
  readonly models: readonly string[]
  readonly parameters: readonly Parameter[]
  readonly folds: readonly Window[]
  readonly holdOut?: Window
  /** Of the profit's changes, milliseconds. */
  readonly intervalMs: number
  /** The values as they are configured, one for each parameter; absent where a default is none. */
  readonly configured: readonly (Value | undefined)[]
  readonly asConfigured: TrialResult
  /** Best first; then with too few fills, then stopped, then failed. */
  readonly trials: readonly TrialResult[]
  /** Number of the best; absent where nothing can be called so. */
  readonly best?: number
  readonly walkForward: readonly WalkStep[]
  readonly overfitting?: Overfitting
  readonly warnings: readonly string[]
}

export interface FoundOptions
  extends Pick<
    SweepResult,
    'tape' | 'records' | 'strategy' | 'version' | 'settings' | 'parameters' | 'intervalMs' | 'configured'
  > {
  readonly models: readonly string[]
  readonly windows: Windows
  readonly trials: readonly SearchedTrial[]
  readonly asConfigured: SearchedTrial
  /** Runs on the hold-out by number of the trial, where there is one. */
  readonly heldOut: ReadonlyMap<number, WindowRun>
  /** What a reader must know besides. */
  readonly notes: readonly string[]
}

/** Best of those that ran on every fold with enough fills. */
export function bestOf(
  trials: readonly SearchedTrial[],
  options: Pick<SearchOptions, 'objective' | 'minFills'> & { readonly folds: number },
): SearchedTrial | undefined {
  const whole = trials.filter(({ folds }) => folds.length === options.folds)
  const [best] = ranking(whole, options)
  return best !== undefined && leastFills(totalsOf(best.folds)) >= options.minFills ? best : undefined
}

export function sweepResult(options: FoundOptions): SweepResult {
  const { windows, trials, asConfigured, settings } = options
  const best = bestOf(trials, { ...settings, folds: windows.folds.length })
  const results = orderedTrials(options).map((each) => trialResult(each, options))
  const overfitting = best === undefined ? undefined : judged(best, options)
  const { tape, records, strategy, version, models, parameters, intervalMs } = options
  const result = {
    ...{ tape, records, strategy, version, settings, models, parameters, intervalMs },
    folds: windows.folds,
    ...(windows.holdOut === undefined ? {} : { holdOut: windows.holdOut }),
    configured: options.configured,
    asConfigured: trialResult(asConfigured, options),
    trials: results,
    ...(best === undefined ? {} : { best: best.trial.number }),
    walkForward: walkForward(
      trials
        .filter(({ failure }) => failure === undefined)
        .map(({ trial, folds }) => ({ number: trial.number, folds })),
      settings,
    ),
    ...(overfitting === undefined ? {} : { overfitting }),
  }
  return { ...result, warnings: [...options.notes, ...warningsOf(result)] }
}

/** Whole ones by rank, those that left the halving by how far they came and then by rank, failed ones at the end. */
function orderedTrials({ trials, settings }: FoundOptions): readonly SearchedTrial[] {
  const ranked = ranking(trials, settings)
  const failed = trials.filter(({ failure }) => failure !== undefined)
  return [...[...ranked].sort((a, b) => b.folds.length - a.folds.length), ...failed]
}

function trialResult({ trial, folds, failure }: SearchedTrial, options: FoundOptions): TrialResult {
  const searched = totalsOf(folds)
  const { settings, windows, heldOut } = options
  const held = heldOut.get(trial.number)
  const state = failure !== undefined ? 'failed' : folds.length < windows.folds.length ? 'stopped' : undefined
  return {
    ...{ number: trial.number, values: trial.values, folds: folds.length, searched },
    state: state ?? (leastFills(searched) < settings.minFills ? 'few-fills' : 'ranked'),
    ...(folds.length === 0 ? {} : { objective: objectiveOf(settings.objective, searched) }),
    ...(held === undefined ? {} : { heldOut: totalsOf([held]) }),
    ...(failure === undefined ? {} : { reason: failure }),
  }
}

function judged(best: SearchedTrial, { trials, settings }: FoundOptions): Overfitting {
  return overfittingOf({
    best: returnsOf(best.folds),
    all: trials
      .filter(({ folds, failure }) => folds.length > 0 && failure === undefined)
      .map(({ folds }) => returnsOf(folds)),
    fills: leastFills(totalsOf(best.folds)),
    minFills: settings.minFills,
  })
}

function returnsOf(folds: readonly WindowRun[]): TrialReturns {
  const worst = worstModel(totalsOf(folds))
  return {
    changes: folds.flatMap(({ models }) => models[worst]?.changes ?? []),
    signature: folds.flatMap(({ models }) => models.map(({ decisionHash }) => decisionHash)).join(' '),
  }
}

const lowest = (totals: readonly Totals[]) => objectiveOf('pnl', totals)

function warningsOf(result: Omit<SweepResult, 'warnings'>): string[] {
  const { trials, overfitting, best, settings, asConfigured } = result
  const warnings: string[] = []
  const failed = trials.filter(({ state }) => state === 'failed')
  if (failed.length > 0) {
    warnings.push(`${failed.length} of ${trials.length} configurations failed, the first by: ${failed[0]?.reason}`)
  }
  if (best === undefined) {
    warnings.push(
      `no configuration has the ${settings.minFills} fills that sweep.minFills asks for: nothing is called the best`,
    )
  }
  const winner = trials.find(({ number }) => number === best)
  if (winner?.heldOut && leastFills(winner.heldOut) === 0) {
    warnings.push('the best has no fills on the hold-out, which so says nothing of what it is worth')
  } else if (winner?.heldOut && lowest(winner.searched) > 0 && lowest(winner.heldOut) <= 0) {
    warnings.push('the best earns on the searched part and loses on the hold-out, which it was not chosen by')
  }
  if (winner?.heldOut && asConfigured.heldOut && lowest(winner.heldOut) < lowest(asConfigured.heldOut)) {
    warnings.push('on the hold-out the configuration as it is earns more than the best')
  }
  const faults = trials.flatMap(({ searched }) => searched.find(({ fault }) => fault !== undefined)?.fault ?? [])
  if (faults.length > 0) {
    const amongThem = winner?.searched.some(({ fault }) => fault !== undefined) ? ', the best among them' : ''
    warnings.push(
      `the strategy failed in ${faults.length} of ${trials.length} configurations${amongThem}; first: ${faults[0]}`,
    )
  }
  const halted = trials.filter(({ searched }) => searched.some((totals) => totals.halted !== undefined)).length
  if (halted > 0) warnings.push(`the bot halted in ${halted} of ${trials.length} configurations`)
  if (overfitting !== undefined && overfitting.verdict !== 'holds') warnings.push(overfitting.sentence)
  return warnings
}
