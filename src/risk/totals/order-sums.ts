// What orders add to one market's exposure, as numbers: lots, and lots times ticks. Whole numbers below 2^53, so that every sum is exact.
//
//   lost(end)   lots times half ticks that fills would cost if it came: sum of size * max(0, price - payoff), for a sale the other way

import type { End } from '../../domain/market/end.js'
import type { Market } from '../../domain/market/market.js'
import { type Outcome, YES } from '../../domain/market/side.js'
import type { Quote } from '../../domain/orders/quote.js'

type Leg = Pick<Quote, 'outcome' | 'side' | 'price'>

export class OrderSums {
  /** Lots whose fills raise the net position YES - NO, and that lower it. */
  raising = 0
  lowering = 0
  /** Lots times ticks behind BUY orders. */
  locked = 0
  #soldYes = 0
  #soldNo = 0
  #lostYes = 0
  #lostNo = 0
  #lostNeither = 0
  /** Lots times half ticks in a unit: no other sum is larger. */
  #bound = 0

  copy(): OrderSums {
    const copy = new OrderSums()
    copy.raising = this.raising
    copy.lowering = this.lowering
    copy.locked = this.locked
    copy.#soldYes = this.#soldYes
    copy.#soldNo = this.#soldNo
    copy.#lostYes = this.#lostYes
    copy.#lostNo = this.#lostNo
    copy.#lostNeither = this.#lostNeither
    copy.#bound = this.#bound
    return copy
  }

  /** One order more. Returns false, and adds nothing, where the sums would not be exact any more. */
  add({ outcome, side, price }: Leg, lots: number, { ticksPerUnit }: Pick<Market, 'ticksPerUnit'>): boolean {
    const bound = this.#bound + lots * 2 * ticksPerUnit
    if (!(bound <= Number.MAX_SAFE_INTEGER && lots >= 0 && price >= 0 && price <= ticksPerUnit)) return false
    this.#bound = bound
    const isBuy = side === 'BUY'
    if ((outcome === YES) === isBuy) this.raising += lots
    else this.lowering += lots
    if (isBuy) this.locked += lots * price
    else if (outcome === YES) this.#soldYes += lots
    else this.#soldNo += lots
    // a bid loses its price where its token pays nothing, a sale what the token would have paid beyond its price
    const lost = lots * 2 * (isBuy ? price : ticksPerUnit - price)
    if ((outcome === YES) === isBuy) this.#lostNo += lost
    else this.#lostYes += lost
    this.#lostNeither += Math.max(0, lost - lots * ticksPerUnit)
    return true
  }

  /** Lots times half ticks, at least 0. */
  lost(end: End): number {
    if (end === 'neither') return this.#lostNeither
    return end === YES ? this.#lostYes : this.#lostNo
  }

  /** Lots behind SELL orders of an outcome. */
  sold(outcome: Outcome): number {
    return outcome === YES ? this.#soldYes : this.#soldNo
  }
}
