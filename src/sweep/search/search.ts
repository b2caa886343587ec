// The search itself: which configuration runs on which folds. Runs come from outside, in any order; what is chosen depends on their results alone.

import type { WindowRun } from '../runs/window-run.js'
import type { Trial } from '../space/trials.js'
import { leastFills, type Objective, objectiveOf, totalsOf } from '../statistics/totals.js'
import { rungsOf, survivors } from './halving.js'
import type { Window } from './windows.js'

export interface RunRequest {
  readonly trial: Trial
  readonly window: Window
}

export type RunOutcome =
  | { readonly ok: true; readonly run: WindowRun }
  /** This run alone failed: a fault of the strategy, or of the thread that it ran in. */
  | { readonly ok: false; readonly reason: string }

/** One outcome for each request, in their order; `undefined` where the sweep was stopped. */
export type RunAll = (requests: readonly RunRequest[]) => Promise<readonly RunOutcome[] | undefined>

export interface SearchedTrial {
  readonly trial: Trial
  /** Of the folds that it ran on, from the first on. */
  readonly folds: readonly WindowRun[]
  /** Why it did not run to its end. */
  readonly failure?: string
}

export interface SearchOptions {
  /** Chosen among. */
  readonly trials: readonly Trial[]
  /** Runs on every fold, whatever it earns. */
  readonly reference: Trial
  readonly folds: readonly Window[]
  readonly halving: boolean
  readonly objective: Objective
  readonly minFills: number
  readonly runAll: RunAll
}

export interface Searched {
  /** In the order in which they were made. */
  readonly trials: readonly SearchedTrial[]
  readonly reference: SearchedTrial
}

/** `undefined` where it was stopped. */
export async function search(options: SearchOptions): Promise<Searched | undefined> {
  const { folds, halving, runAll } = options
  const rungs = halving ? rungsOf(folds.length) : [folds.length]
  let reference: SearchedTrial = { trial: options.reference, folds: [] }
  const all = new Map(options.trials.map((trial): [number, SearchedTrial] => [trial.number, { trial, folds: [] }]))
  let active: readonly SearchedTrial[] = [...all.values()]
  for (const [i, seen] of rungs.entries()) {
    const windows = folds.slice(rungs[i - 1] ?? 0, seen)
    const going = [reference, ...active]
    const outcomes = await runAll(going.flatMap(({ trial }) => windows.map((window) => ({ trial, window }))))
    if (outcomes === undefined) return undefined
    const [first, ...rest] = going.map((each, place) =>
      continued(each, outcomes.slice(place * windows.length, (place + 1) * windows.length)),
    )
    reference = first ?? reference
    for (const each of rest) all.set(each.trial.number, each)
    const ranked = ranking(rest, { ...options, minFills: (options.minFills * seen) / folds.length })
    active = ranked.slice(0, survivors(rest.length))
  }
  return { trials: [...all.values()], reference }
}

/** How many runs a search has before it begins; failures make it less. */
export function plannedRuns({
  trials,
  folds,
  halving,
}: {
  readonly trials: number
  readonly folds: number
  readonly halving: boolean
}): number {
  let [going, planned, before] = [trials, 0, 0]
  for (const seen of halving ? rungsOf(folds) : [folds]) {
    planned += (going + 1) * (seen - before)
    before = seen
    going = survivors(going)
  }
  return planned
}

function continued(before: SearchedTrial, outcomes: readonly RunOutcome[]): SearchedTrial {
  if (before.failure !== undefined) return before
  const folds = [...before.folds]
  for (const outcome of outcomes) {
    if (!outcome.ok) return { ...before, folds, failure: outcome.reason }
    folds.push(outcome.run)
  }
  return { ...before, folds }
}

/** Best first, without those that failed: who has too few fills stands behind who has enough, equals in the order in which they were made. */
export function ranking(
  trials: readonly SearchedTrial[],
  { objective, minFills }: Pick<SearchOptions, 'objective' | 'minFills'>,
): readonly SearchedTrial[] {
  const judged = trials
    .filter(({ failure, folds }) => failure === undefined && folds.length > 0)
    .map((each) => {
      const totals = totalsOf(each.folds)
      return { each, value: objectiveOf(objective, totals), isEnough: leastFills(totals) >= minFills }
    })
  return judged
    .sort(
      (a, b) =>
        Number(b.isEnough) - Number(a.isEnough) || b.value - a.value || a.each.trial.number - b.each.trial.number,
    )
    .map(({ each }) => each)
}
