// Fair value and volatility of every market, from the books of the others.
//
//   observation   microprice of the two best bids of the others (the size-weighted mid)
//   fair          logit average of the observations; degraded when it rests on best bids alone
//   volatility    decayed variance of the fair value, sampled at least `SAMPLE_GAP_MS` apart

import { bestPair } from '../domain/best-pair.js'
import type { MarketBook } from '../domain/book.js'
import type { ConditionId, Market } from '../domain/market.js'
import { microprice } from '../models/complement.js'
import { averageLogit, averageProbability, type LogitAverage } from '../models/logit-average.js'
import { averageVolatility, type VolatilityAverage, volatilityOf } from '../models/volatility-average.js'

const SAMPLE_GAP_MS = 5000

export interface EstimateSettings {
  /** Memory of the fair value, milliseconds. */
  readonly fairTauMs: number
  /** Memory of the volatility, milliseconds. */
  readonly volatilityTauMs: number
}

interface Estimate {
  fair?: LogitAverage
  volatility?: VolatilityAverage
}

export class Estimates {
  readonly #estimates = new Map<ConditionId, Estimate>()
  readonly #settings: EstimateSettings

  constructor(settings: EstimateSettings) {
    this.#settings = settings
  }

  /** Takes the others' book into account. One-sided or crossed books say nothing and change nothing. */
  observe(market: Market, others: MarketBook, nowMonoMs: number): void {
    const [yes, no] = bestPair(others, market.ticksPerUnit)
    if (!yes || !no || yes.price + no.price >= 1) return
    const estimate = this.#estimates.get(market.conditionId) ?? {}
    this.#estimates.set(market.conditionId, estimate)
    const observed = Math.min(1 - 1e-6, Math.max(1e-6, microprice(yes, no)))
    const sample = { p: observed, atMs: nowMonoMs }
    estimate.fair = averageLogit(estimate.fair, sample, this.#settings.fairTauMs)
    estimate.volatility = averageVolatility(
      estimate.volatility,
      { value: averageProbability(estimate.fair), atMs: nowMonoMs },
      { tauMs: this.#settings.volatilityTauMs, minGapMs: SAMPLE_GAP_MS },
    )
  }

  /** Fair probability of YES, `undefined` before the first two-sided book; the payout once the market is resolved. */
  fair(market: Market): number | undefined {
    if (market.status === 'RESOLVED' && market.winner !== undefined) return market.winner === 0 ? 1 : 0
    if (market.status === 'CANCELLED') return 0.5
    const average = this.#estimates.get(market.conditionId)?.fair
    return average && averageProbability(average)
  }

  /** Standard deviation of the fair value per square root of a second. */
  volatility(conditionId: ConditionId): number | undefined {
    return volatilityOf(this.#estimates.get(conditionId)?.volatility)
  }
}
