// What our best bids of the others have been lately, by their prices: an answer of the venue that says what they were, and are no more, is late.

import { MarketMap } from '../../domain/collections/market-map.js'
import type { BestBids } from '../../domain/market/book.js'
import type { ConditionId } from '../../domain/market/market.js'

/** An answer from further back is no late one: a stream that is wrong, snapshots and all, is believed no longer than that for it; milliseconds. */
const KEPT_MS = 30_000
/** Old ones go when there are so many. */
const MANY = 64

interface Shown {
  bids: BestBids
  prices: string
  sinceMonoMs: number
  /** When they became others; by those they were. */
  readonly leftMonoMs: Map<string, number>
}

/** As one word; sizes aside. */
export function pricesOf(bids: BestBids): string {
  return `${bids[0]?.price ?? '-'}/${bids[1]?.price ?? '-'}`
}

export function haveSamePrices(a: BestBids, b: BestBids): boolean {
  return a[0]?.price === b[0]?.price && a[1]?.price === b[1]?.price
}

export class ShownBids {
  readonly #markets = new MarketMap<Shown>()

  /** Ours are these now. */
  show(conditionId: ConditionId, bids: BestBids, nowMonoMs: number): void {
    const shown = this.#markets.get(conditionId)
    // most changes of a book leave its best prices where they are
    if (shown !== undefined && haveSamePrices(shown.bids, bids)) return
    const prices = pricesOf(bids)
    if (shown === undefined) {
      this.#markets.set(conditionId, { bids, prices, sinceMonoMs: nowMonoMs, leftMonoMs: new Map() })
      return
    }
    const { leftMonoMs } = shown
    leftMonoMs.set(shown.prices, nowMonoMs)
    shown.bids = bids
    shown.prices = prices
    shown.sinceMonoMs = nowMonoMs
    if (leftMonoMs.size <= MANY) return
    for (const [former, atMonoMs] of leftMonoMs) if (nowMonoMs - atMonoMs > KEPT_MS) leftMonoMs.delete(former)
  }

  /** Since when ours have been what they are, monotonic; of a market never shown: never. */
  sinceMonoMs(conditionId: ConditionId): number {
    return this.#markets.get(conditionId)?.sinceMonoMs ?? Number.POSITIVE_INFINITY
  }

  /** When ours have last ceased to be these, monotonic; `undefined` where that was more than half a minute ago, or they never were. */
  leftMonoMs(conditionId: ConditionId, prices: string, nowMonoMs: number): number | undefined {
    const leftMonoMs = this.#markets.get(conditionId)?.leftMonoMs.get(prices)
    return leftMonoMs === undefined || nowMonoMs - leftMonoMs > KEPT_MS ? undefined : leftMonoMs
  }

  forgetMarket(conditionId: ConditionId): void {
    this.#markets.delete(conditionId)
  }
}
