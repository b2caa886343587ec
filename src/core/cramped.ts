// Quotes that are approved and find no room beside what rests, though what is approved has room together: somewhere an order within the
// tolerances of price and size takes more than is approved in its place. Whoever takes most of it gives it back, one market after the other.

import { rawToLots } from '../domain/amounts/size.js'
import type { ConditionId, Market } from '../domain/market/market.js'
import { LEGS, legIndex, NO, YES } from '../domain/market/side.js'
import type { LivingOrder } from '../domain/orders/own-order.js'
import type { Quote } from '../domain/orders/quote.js'
import type { OrderPlan } from '../execution/planning/plan-draft.js'
import { OrderSums } from '../risk/totals/order-sums.js'

/** A cancel on its way gives room back within this. */
const PATIENCE_MS = 2000
/** What has been taken from one market has to show before the next is asked. */
const NEXT_MS = 1000

export interface Taker {
  readonly market: Market
  readonly approved: readonly Quote[]
  readonly orders: readonly LivingOrder[]
}

export class Cramped {
  /** Since when, monotonic. */
  readonly #markets = new Map<ConditionId, number>()
  #notBeforeMonoMs = Number.NEGATIVE_INFINITY

  /** These have been planned. */
  planned(
    cells: readonly { readonly conditionId: ConditionId }[],
    plans: readonly OrderPlan[],
    nowMonoMs: number,
  ): void {
    if (this.#markets.size === 0 && plans.every(({ cramped }) => cramped === undefined)) return
    for (const { conditionId } of cells) {
      if (!plans.some(({ cramped }) => cramped?.has(conditionId) === true)) this.#markets.delete(conditionId)
      else if (!this.#markets.has(conditionId)) this.#markets.set(conditionId, nowMonoMs)
    }
  }

  /** The market leaves the work. */
  remove(conditionId: ConditionId): void {
    this.#markets.delete(conditionId)
  }

  /**
   * The market that takes most beyond what is approved there, where somebody has waited for room; none where nobody takes any. `lacksRoom`: by
   * what is approved and rests now, which may be something else than when it was planned last.
   */
  giver(
    takers: () => Iterable<Taker>,
    lacksRoom: (conditionId: ConditionId) => boolean,
    nowMonoMs: number,
  ): ConditionId | undefined {
    if (this.#markets.size === 0 || nowMonoMs < this.#notBeforeMonoMs) return undefined
    const hasWaited = ([conditionId, sinceMonoMs]: readonly [ConditionId, number]) =>
      sinceMonoMs + PATIENCE_MS <= nowMonoMs && lacksRoom(conditionId)
    if (![...this.#markets].some(hasWaited)) return undefined
    this.#notBeforeMonoMs = nowMonoMs + NEXT_MS
    let most = 0
    let giver: ConditionId | undefined
    for (const taker of takers()) {
      const taken = excess(taker)
      if (taken > most) [most, giver] = [taken, taker.market.conditionId]
    }
    return giver
  }
}

/**
 * What open orders may lose beyond what those may that are approved in their place, leg by leg, raw. One that takes too much may keep out what
 * is approved on another leg of its own market.
 */
function excess({ market, approved, orders }: Taker): number {
  let more = 0
  for (let leg = 0; leg < LEGS; leg++) {
    const [resting, due] = [new OrderSums(), new OrderSums()]
    for (const { phase, draft, restingRaw } of orders)
      if (phase === 'open' && legIndex(draft) === leg) resting.add(draft, rawToLots(restingRaw, market.lotRaw), market)
    for (const quote of approved) if (legIndex(quote) === leg) due.add(quote, quote.size, market)
    more += Math.max(0, lostIn(resting) - lostIn(due))
  }
  return (more / (2 * market.ticksPerUnit)) * Number(market.lotRaw)
}

/** Of one leg: it loses where one of the two comes. */
const lostIn = (sums: OrderSums) => sums.lost(YES) + sums.lost(NO)
