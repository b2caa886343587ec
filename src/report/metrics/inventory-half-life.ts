// How long it takes for half of an inventory to be gone.

import type { MarketRun } from '../result.js'
import { changesOf, evenGrid, onGrid } from './even-grid.js'

/** Milliseconds. Of all markets together, at the interval of their looks; each over the time in which it was looked at. */
export function halfLifeMs(markets: readonly MarketRun[], inIntervals: typeof inventoryHalfLife): number | undefined {
  const stepMs = Math.min(...markets.map(({ samples }) => spacing(samples)))
  if (!Number.isFinite(stepMs)) return undefined
  const series = markets.flatMap(({ samples }) => {
    const [first, last] = [samples[0], samples.at(-1)]
    if (first === undefined || last === undefined) return []
    return [onGrid(samples, evenGrid(first.atMs, last.atMs, stepMs)).map((sample) => sample?.inventory ?? 0)]
  })
  const steps = inIntervals(series)
  return steps === undefined ? undefined : steps * stepMs
}

/** Median milliseconds between looks. Two looks say nothing: a payoff is noted a millisecond after the last one. */
function spacing(samples: readonly { readonly atMs: number }[]): number {
  const gaps = changesOf(samples.map(({ atMs }) => atMs)).sort((a, b) => a - b)
  return gaps.length < 2 ? Number.POSITIVE_INFINITY : (gaps[gaps.length >> 1] ?? Number.POSITIVE_INFINITY)
}

/**
 * In intervals: `ln 1/2 / ln phi`, phi the slope of an autoregression of order one, `q[t+1] = a + phi * q[t]`. Of several markets: one slope,
 * each with an intercept of its own. `undefined` where phi is outside (0, 1): the inventory does not return, or flips at once.
 */
export function inventoryHalfLife(markets: readonly (readonly number[])[]): number | undefined {
  return halfLifeAt(autoregression(markets))
}

/**
 * The same on the way to nothing, `q[t+1] = phi * q[t]`, without the bias of short series: least squares finds `phi (1 - 2 / n)` of n steps
 * (White 1961). With an intercept the bias is more than twice that, and three minutes of looks would find a third of the true half-life.
 * Inventory that stays away from nothing makes it longer.
 */
export function unwindHalfLife(markets: readonly (readonly number[])[]): number | undefined {
  let [products, squares, steps] = [0, 0, 0]
  for (const series of markets) {
    for (const [i, q] of series.slice(0, -1).entries()) {
      products += q * (series[i + 1] ?? 0)
      squares += q ** 2
      steps += 1
    }
  }
  return squares > 0 ? halfLifeAt((products / squares) * (1 + 2 / steps)) : undefined
}

const halfLifeAt = (phi: number | undefined): number | undefined =>
  phi !== undefined && phi > 0 && phi < 1 ? Math.log(0.5) / Math.log(phi) : undefined

/** The pooled least-squares slope; `undefined` where nothing moves. */
export function autoregression(markets: readonly (readonly number[])[]): number | undefined {
  let [covariance, variance] = [0, 0]
  for (const series of markets) {
    const n = series.length - 1
    if (n < 2) continue
    const [before, after] = [series.slice(0, -1), series.slice(1)]
    const [meanBefore, meanAfter] = [before, after].map((part) => part.reduce((sum, q) => sum + q, 0) / n)
    if (meanBefore === undefined || meanAfter === undefined) continue
    for (const [i, q] of before.entries()) {
      covariance += (q - meanBefore) * ((after[i] ?? 0) - meanAfter)
      variance += (q - meanBefore) ** 2
    }
  }
  return variance > 0 ? covariance / variance : undefined
}
