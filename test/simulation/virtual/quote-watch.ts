// Measures what a bot's quotes were worth having: two-sided time per market, and how long a reprice takes.

import type { Bot } from '../../../src/bot/bot.js'
import type { ConditionId } from '../../../src/domain/market/market.js'
import { netDirection } from '../../../src/domain/market/yes-view.js'
import type { Quote } from '../../../src/domain/orders/quote.js'
import type { Decision } from '../../../src/domain/run/decision.js'

export interface UptimeOptions {
  /** Only these markets count; all OPEN ones by default. */
  readonly counts?: (conditionId: ConditionId) => boolean
}

export class QuoteWatch {
  readonly #bot: Bot
  readonly #legs = new Map<string, number>()
  readonly delaysMs: number[] = []
  samples = 0
  twoSided = 0

  constructor(bot: Bot) {
    this.#bot = bot
  }

  /** One look at every open market: both directions rest at the venue as far as the bot knows. */
  sample({ counts = () => true }: UptimeOptions = {}): void {
    for (const market of this.#bot.snapshot().markets) {
      if (market.status !== 'OPEN' || !counts(market.conditionId)) continue
      const resting = market.ownQuotes.filter((q) => q.phase === 'open' || q.phase === 'cancelling')
      const directions = new Set(resting.map(netDirection))
      this.samples++
      if (directions.size === 2) this.twoSided++
    }
  }

  /** From the moment a quote is wanted elsewhere (more than a tick away, or not there) to the moment it rests there. */
  decided(decision: Decision, nowMs: number): void {
    const { beliefs } = this.#bot.core
    for (const { conditionId, approved } of decision.markets) {
      // what is not wished any more waits for nothing
      const wished = new Set(approved.map((quote) => legOf(conditionId, quote)))
      for (const leg of this.#legs.keys()) if (leg.startsWith(conditionId) && !wished.has(leg)) this.#legs.delete(leg)
      const resting = [...beliefs.orders.living()].filter(
        (o) => o.draft.conditionId === conditionId && o.phase === 'open',
      )
      for (const quote of approved) {
        const leg = legOf(conditionId, quote)
        const there = resting.some(
          (o) =>
            o.draft.outcome === quote.outcome &&
            o.draft.side === quote.side &&
            Math.abs(o.draft.price - quote.price) <= 1,
        )
        const since = this.#legs.get(leg)
        if (there && since !== undefined) {
          this.delaysMs.push(nowMs - since)
          this.#legs.delete(leg)
        } else if (!there && since === undefined) this.#legs.set(leg, nowMs)
      }
    }
  }

  get uptime(): number {
    return this.twoSided / this.samples
  }

  /** Milliseconds. */
  delay(quantile: number): number {
    const sorted = [...this.delaysMs].sort((a, b) => a - b)
    return sorted[Math.min(sorted.length - 1, Math.floor(quantile * sorted.length))] ?? 0
  }
}

const legOf = (conditionId: ConditionId, { outcome, side }: Pick<Quote, 'outcome' | 'side'>) =>
  `${conditionId}/${outcome}/${side}`
