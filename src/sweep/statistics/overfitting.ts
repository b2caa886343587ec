// Whether the best of a sweep is more than the luckiest of it, in numbers and as one plain sentence.

import { expectedBestSharpe, momentsOf, probabilisticSharpe } from './deflated-sharpe.js'

export interface TrialReturns {
  /** Changes of the profit over equal intervals, of the model whose profit is lowest. */
  readonly changes: readonly number[]
  /** Of all its decisions: trials that decide the same are one. */
  readonly signature: string
}

export interface Overfitting {
  /** Trials that decide differently. */
  readonly trials: number
  /** Intervals of the best one's profit. */
  readonly intervals: number
  /** Per interval. */
  readonly sharpe?: number
  /** Per interval: what the best of so many tries would show without any skill. */
  readonly expectedSharpe?: number
  /** Deflated Sharpe ratio: probability that the best is better than nothing, after the selection. */
  readonly probability?: number
  readonly verdict: 'holds' | 'may-be-luck' | 'cannot-say'
  readonly sentence: string
}

/** As usual: below this a result is not told from luck. */
const SURE = 0.95
const LEAST_INTERVALS = 30

export interface OverfittingOptions {
  readonly best: TrialReturns
  /** Every one that ran, the best included. */
  readonly all: readonly TrialReturns[]
  /** Fills of the best under the model with the fewest, and how many would be enough. */
  readonly fills: number
  readonly minFills: number
}

export function overfittingOf({ best, all, fills, minFills }: OverfittingOptions): Overfitting {
  const different = [...new Map(all.map((trial) => [trial.signature, trial])).values()]
  const counts = { trials: different.length, intervals: best.changes.length }
  const cannot = (why: string): Overfitting => ({
    ...counts,
    verdict: 'cannot-say',
    sentence: `Whether the best is more than luck cannot be said: ${why}.`,
  })
  if (different.length < 2) return cannot('no two configurations decided differently')
  if (fills < minFills) return cannot(`it has ${fills} fills, and ${minFills} are asked for`)
  const moments = momentsOf(best.changes)
  if (moments === undefined) return cannot('its profit never moved')
  if (moments.count < LEAST_INTERVALS)
    return cannot(`its profit was looked at ${moments.count} times, which is too few`)
  const ratio = sharpeOf(best.changes)
  const expected = expectedBestSharpe(different.length, deviationOf(different, moments.count))
  const probability = probabilisticSharpe(ratio, expected, moments)
  if (probability === undefined) return cannot('its profits are too lopsided')
  const verdict = probability >= SURE ? 'holds' : 'may-be-luck'
  return {
    ...counts,
    ...{ sharpe: ratio, expectedSharpe: expected, probability, verdict },
    sentence: sentenceOf({ trials: different.length, ratio, expected, probability }),
  }
}

/**
 * Of the trials' ratios. One of less time swings more, and says nothing of how those of all the time differ: where the halving has left some
 * early, it is the deviation of tries without skill, 1 / sqrt(T - 1) (Lo 2002, at a ratio of 0).
 */
function deviationOf(trials: readonly TrialReturns[], count: number): number {
  if (trials.some(({ changes }) => changes.length !== count)) return 1 / Math.sqrt(count - 1)
  return momentsOf(trials.map(({ changes }) => sharpeOf(changes)))?.deviation ?? 0
}

/** A profit that never moved counts as 0. */
function sharpeOf(changes: readonly number[]): number {
  const moments = momentsOf(changes)
  return moments === undefined ? 0 : moments.mean / moments.deviation
}

function sentenceOf(found: Readonly<Record<'trials' | 'ratio' | 'expected' | 'probability', number>>): string {
  const { trials, ratio, expected, probability } = found
  const ratios = `a Sharpe ratio of ${ratio.toFixed(3)} per interval, where the best of ${trials} tries without any skill would show ${expected.toFixed(3)}`
  const chance = `${(100 * probability).toFixed(0)} %`
  return probability >= SURE
    ? `The best has ${ratios}: the probability that it is better than nothing is ${chance} after the selection (deflated Sharpe ratio).`
    : `The best may be luck: it has ${ratios}, and the probability that it is better than nothing is ${chance} after the selection (deflated Sharpe ratio; below 95 % do not rely on it).`
}
