// Who an incoming order would trade with, best price for it first, then time.
//
//   taker BUY o  at p:   SELL o at a <= p  (price a)      BUY  other at q with p + q >= 1  (price 1 - q)
//   taker SELL o at p:   BUY  o at b >= p  (price b)      SELL other at q with p + q <= 1  (price 1 - q)

import { complement, type Ticks } from '../../../../domain/amounts/price.js'
import { otherOutcome, otherSide } from '../../../../domain/market/side.js'
import type { PublicTrade } from '../../../../domain/orders/fill.js'
import { ladderOf, type MarketState } from '../markets/market-state.js'
import type { NewOrder } from '../orders/new-order.js'
import type { OrderState } from '../orders/order-state.js'

export interface Counterparty {
  readonly maker: OrderState
  /** Execution price on the taker's outcome. */
  readonly price: Ticks
  readonly matchType: PublicTrade['matchType']
}

/** Goes on correctly when the order just yielded leaves the book. */
export function* counterparties(market: MarketState, taker: NewOrder): Generator<Counterparty> {
  const { outcome, side, price: limit } = taker
  const { ticksPerUnit } = market.spec
  const direct = ladderOf(market, outcome, otherSide(side))
  const opposite = ladderOf(market, otherOutcome(outcome), side)
  const viaComplement = side === 'BUY' ? 'mint' : 'merge'
  // what the taker pays (BUY) or forgoes (SELL): lower is better
  const burden = (price: number) => (side === 'BUY' ? price : -price)
  let a = direct.first()
  let b = opposite.first()
  while (a !== undefined || b !== undefined) {
    const priceA = a?.terms.price
    const priceB = b && complement(b.terms.price, ticksPerUnit)
    const takeA =
      priceB === undefined ||
      (priceA !== undefined && (burden(priceA) - burden(priceB) || (a?.arrival ?? 0) - (b?.arrival ?? 0)) < 0)
    const maker = takeA ? a : b
    const price = takeA ? priceA : priceB
    if (maker === undefined || price === undefined || burden(price) > burden(limit)) return
    if (takeA) a = direct.after(maker)
    else b = opposite.after(maker)
    yield { maker, price, matchType: takeA ? 'direct' : viaComplement }
  }
}

export function wouldMatch(market: MarketState, order: NewOrder): boolean {
  return counterparties(market, order).next().done !== true
}

/** Lots of `taker` that would match before its own orders stop it. */
export function matchableLots(market: MarketState, taker: NewOrder): number {
  let found = 0
  for (const { maker } of counterparties(market, taker)) {
    if (maker.terms.account === taker.account || found >= taker.size) break
    found += maker.restingLots
  }
  return Math.min(found, taker.size)
}
