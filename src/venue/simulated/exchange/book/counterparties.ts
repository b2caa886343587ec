// Who an incoming order would trade with, best price for it first, then time.
//
//   taker BUY o  at p:   SELL o at a <= p  (price a)      BUY  other at q with p + q >= 1  (price 1 - q)
//   taker SELL o at p:   BUY  o at b >= p  (price b)      SELL other at q with p + q <= 1  (price 1 - q)

import { ladderOf, type MarketState } from '../markets/market-state.js'
import type { OrderTable } from '../orders/order-table.js'
import { NONE } from '../slot.js'
import type { Ladder } from './ladder.js'

/** From a leg to its outcome's other side, and to its side of the other outcome. */
const OTHER_SIDE = 1
const OTHER_OUTCOME = 2

/** Walks over them, from one taker to the next: `start`, then `next` for as long as there is one. Nothing leaves the book meanwhile. */
export class Counterparties {
  readonly #orders: OrderTable
  #direct: Ladder | undefined
  #opposite: Ladder | undefined
  #ticksPerUnit = 0
  /** What the taker pays (BUY) or forgoes (SELL) is the price times this: lower is better. */
  #sign = 1
  #limit = 0
  /** The next of each ladder. */
  #a: number = NONE
  #b: number = NONE
  #price = 0

  constructor(orders: OrderTable) {
    this.#orders = orders
  }

  /** Of the one that `next` returned last, on the taker's outcome. */
  get price(): number {
    return this.#price
  }

  start(taker: number): void {
    const market = this.#orders.market(taker)
    const leg = this.#orders.leg(taker)
    this.#direct = ladderOf(market, leg ^ OTHER_SIDE)
    this.#opposite = ladderOf(market, leg ^ OTHER_OUTCOME)
    this.#ticksPerUnit = market.spec.ticksPerUnit
    this.#sign = signOf(leg)
    this.#limit = this.#orders.price(taker)
    this.#a = this.#direct.first()
    this.#b = this.#opposite.first()
  }

  /** `NONE` when nobody is left within the limit. */
  next(): number {
    const [orders, a, b] = [this.#orders, this.#a, this.#b]
    const priceA = a === NONE ? Number.NaN : orders.price(a)
    const priceB = b === NONE ? Number.NaN : this.#ticksPerUnit - orders.price(b)
    const takesA =
      b === NONE || (a !== NONE && (this.#sign * (priceA - priceB) || orders.arrival(a) - orders.arrival(b)) < 0)
    const price = takesA ? priceA : priceB
    // no price is within no limit
    if (!(this.#sign * (price - this.#limit) <= 0)) return NONE
    this.#price = price
    if (takesA) this.#a = this.#direct?.after(a) ?? NONE
    else this.#b = this.#opposite?.after(b) ?? NONE
    return takesA ? a : b
  }
}

/** Whether an order of the leg at this price would trade. */
export function wouldMatch(market: MarketState, leg: number, price: number): boolean {
  const sign = signOf(leg)
  const direct = ladderOf(market, leg ^ OTHER_SIDE).bestPrice
  if (direct !== NONE && sign * (direct - price) <= 0) return true
  const opposite = ladderOf(market, leg ^ OTHER_OUTCOME).bestPrice
  return opposite !== NONE && sign * (market.spec.ticksPerUnit - opposite - price) <= 0
}

function signOf(leg: number): number {
  return (leg & 1) === 0 ? 1 : -1
}
