// How much of the best Sharpe ratio is luck: whoever tries often enough finds a good one where there is nothing to find.
//
// Bailey & López de Prado, "The Deflated Sharpe Ratio: Correcting for Selection Bias, Backtest Overfitting, and Non-Normality",
// The Journal of Portfolio Management 40 (5), 2014.

import { normalCdf, normalQuantile } from '../../models/normal.js'

/** Euler and Mascheroni's constant. */
const EULER_GAMMA = 0.577_215_664_901_532_9

export interface Moments {
  readonly count: number
  readonly mean: number
  /** With n - 1. */
  readonly deviation: number
  /** Third standardised moment, of the population: 0 of a normal. */
  readonly skewness: number
  /** Fourth standardised moment, of the population, not in excess: 3 of a normal. */
  readonly kurtosis: number
}

/** `undefined` for fewer than two values, or where all are the same. */
export function momentsOf(values: readonly number[]): Moments | undefined {
  const count = values.length
  if (count < 2) return undefined
  const mean = values.reduce((sum, value) => sum + value, 0) / count
  const central = (power: number) => values.reduce((sum, value) => sum + (value - mean) ** power, 0) / count
  const variance = central(2)
  if (variance <= 1e-24) return undefined
  return {
    ...{ count, mean },
    deviation: Math.sqrt((variance * count) / (count - 1)),
    skewness: central(3) / variance ** 1.5,
    kurtosis: central(4) / variance ** 2,
  }
}

/**
 * The highest Sharpe ratio to expect of `trials` independent tries without any skill, whose ratios have the standard deviation `deviation`:
 *
 *   SR0 = deviation ((1 - g) Z(1 - 1/N) + g Z(1 - 1/(N e)))      g Euler's constant, Z the normal quantile, N the trials
 *
 * 0 for one try: nothing was selected.
 */
export function expectedBestSharpe(trials: number, deviation: number): number {
  if (trials <= 1) return 0
  const quantile = (share: number) => normalQuantile(1 - 1 / share)
  return deviation * ((1 - EULER_GAMMA) * quantile(trials) + EULER_GAMMA * quantile(trials * Math.E))
}

/**
 * Probability that the true Sharpe ratio is above `benchmark`, of returns with these moments (the probabilistic Sharpe ratio):
 *
 *   Phi((SR - benchmark) sqrt(T - 1) / sqrt(V))      V = 1 - skewness s + (kurtosis - 1) / 4 s^2      T the returns, SR per return
 *
 * V at s = SR or at s = benchmark, whichever is more. At SR it is the paper's, and a few large gains, as of markets that happened to end well,
 * make it next to nothing; at the benchmark it is what a strategy that is no better shows (López de Prado, Lipton & Zoonekynd 2025).
 * With `expectedBestSharpe` as the benchmark it is the deflated Sharpe ratio. In [0, 1]; `undefined` where the root is of nothing.
 */
export function probabilisticSharpe(
  ratio: number,
  benchmark: number,
  { count, skewness, kurtosis }: Pick<Moments, 'count' | 'skewness' | 'kurtosis'>,
): number | undefined {
  const varianceAt = (sharpe: number) => 1 - skewness * sharpe + ((kurtosis - 1) / 4) * sharpe ** 2
  const variance = Math.max(varianceAt(ratio), varianceAt(benchmark))
  if (count < 2 || variance <= 0) return undefined
  return normalCdf(((ratio - benchmark) * Math.sqrt(count - 1)) / Math.sqrt(variance))
}
