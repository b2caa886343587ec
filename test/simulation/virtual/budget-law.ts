// What the budget of a key does to quotes: how long dangerous ones rest, how long wished ones are missing, and who gets the first writes.

import type { Bot } from '../../../src/bot/bot.js'
import type { ConditionId } from '../../../src/domain/market/market.js'
import { netDirection } from '../../../src/domain/market/yes-view.js'
import type { OwnOrder } from '../../../src/domain/orders/own-order.js'
import type { Quote } from '../../../src/domain/orders/quote.js'
import type { Decision, MarketDecision } from '../../../src/domain/run/decision.js'

const TICKS_PER_UNIT = 100
/** With less of the wished edge than this an order is dangerous, as for the planner. */
const EDGE_KEPT = 0.1

const rests = ({ phase }: OwnOrder) => phase === 'open' || phase === 'cancelling'

function isDangerous({ draft }: OwnOrder, approved: readonly Quote[]): boolean {
  const wished = approved.filter(({ outcome, side }) => outcome === draft.outcome && side === draft.side)
  return wished.every(({ edge, price }) => {
    const ticks = draft.side === 'BUY' ? draft.price - price : price - draft.price
    return edge > 0 && ticks > 0 && edge - ticks / TICKS_PER_UNIT < edge * EDGE_KEPT
  })
}

export class BudgetLaw {
  readonly #bot: Bot
  readonly #last = new Map<ConditionId, MarketDecision>()
  /** Dangerous orders that rest, by intent: since when, monotonic. */
  readonly #dangerous = new Map<number, number>()
  /** Milliseconds that a dangerous order rested. */
  readonly goneMs: number[] = []
  /** Markets that have had their pair: when, milliseconds after the start. */
  readonly firstPairMs = new Map<ConditionId, number>()
  #wished = 0
  #both = 0

  constructor(bot: Bot) {
    this.#bot = bot
  }

  /** Share of the looks at markets whose two sides are approved that found both resting. */
  get twoSided(): number {
    return this.#both / this.#wished
  }

  decided(decision: Decision, nowMonoMs: number): void {
    const { orders } = this.#bot.core.beliefs
    for (const market of decision.markets) {
      this.#last.set(market.conditionId, market)
      for (const order of orders.livingOf(market.conditionId)) {
        if (!rests(order)) continue
        if (!isDangerous(order, market.approved)) this.#dangerous.delete(order.intentId)
        else if (!this.#dangerous.has(order.intentId)) this.#dangerous.set(order.intentId, nowMonoMs)
      }
    }
    for (const [intentId, sinceMonoMs] of this.#dangerous) {
      const order = orders.byIntent(intentId)
      if (order !== undefined && rests(order)) continue
      this.goneMs.push(nowMonoMs - sinceMonoMs)
      this.#dangerous.delete(intentId)
    }
  }

  /** One look, so many milliseconds after the start; `counts`: whether it is one at the two sides, too. */
  look(ms: number, counts: boolean): void {
    const { orders, markets } = this.#bot.core.beliefs
    for (const [conditionId, { approved }] of this.#last) {
      if (markets.get(conditionId)?.status !== 'OPEN') continue
      const resting = orders.livingOf(conditionId).filter(rests)
      const hasPair = new Set(resting.map(({ draft }) => netDirection(draft))).size === 2
      if (hasPair && !this.firstPairMs.has(conditionId)) this.firstPairMs.set(conditionId, ms)
      if (!counts || new Set(approved.map(netDirection)).size < 2) continue
      this.#wished++
      if (hasPair) this.#both++
    }
  }
}
