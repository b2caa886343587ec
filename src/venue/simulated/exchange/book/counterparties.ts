// Who an incoming order would trade with, best price for it first, then time.
//
//   taker BUY o  at p:   SELL o at a <= p  (price a)      BUY  other at q with p + q >= 1  (price 1 - q)
//   taker SELL o at p:   BUY  o at b >= p  (price b)      SELL other at q with p + q <= 1  (price 1 - q)

import { complement, type Ticks } from '../../../../domain/amounts/price.js'
import { otherOutcome, otherSide } from '../../../../domain/market/side.js'
import { ladderOf } from '../markets/market-state.js'
import type { NewOrder } from '../orders/new-order.js'
import type { MarketState, OrderState } from '../orders/order-state.js'

/**
 * Meets them one after the other for as long as `meet` says so; it gets the price on the taker's outcome.
 * Nothing leaves the book meanwhile.
 */
export function meetCounterparties(
  market: MarketState,
  taker: NewOrder,
  meet: (maker: OrderState, price: Ticks) => boolean,
): void {
  const { outcome, side, price: limit } = taker
  const { ticksPerUnit } = market.spec
  const direct = ladderOf(market, outcome, otherSide(side))
  const opposite = ladderOf(market, otherOutcome(outcome), side)
  // what the taker pays (BUY) or forgoes (SELL): lower is better
  const sign = side === 'BUY' ? 1 : -1
  let a = direct.first()
  let b = opposite.first()
  while (a !== undefined || b !== undefined) {
    const priceA = a?.terms.price
    const priceB = b && complement(b.terms.price, ticksPerUnit)
    const takeA =
      priceB === undefined ||
      (priceA !== undefined && (sign * (priceA - priceB) || (a?.arrival ?? 0) - (b?.arrival ?? 0)) < 0)
    const maker = takeA ? a : b
    const price = takeA ? priceA : priceB
    if (maker === undefined || price === undefined || sign * (price - limit) > 0 || !meet(maker, price)) return
    if (takeA) a = direct.after(maker)
    else b = opposite.after(maker)
  }
}

export function wouldMatch(market: MarketState, { outcome, side, price: limit }: NewOrder): boolean {
  const sign = side === 'BUY' ? 1 : -1
  const direct = ladderOf(market, outcome, otherSide(side)).first()
  if (direct !== undefined && sign * (direct.terms.price - limit) <= 0) return true
  const opposite = ladderOf(market, otherOutcome(outcome), side).first()
  return opposite !== undefined && sign * (complement(opposite.terms.price, market.spec.ticksPerUnit) - limit) <= 0
}

/** Lots of `taker` that would match before its own orders stop it. */
export function matchableLots(market: MarketState, taker: NewOrder): number {
  let found = 0
  meetCounterparties(market, taker, (maker) => {
    if (maker.terms.account === taker.account) return false
    found += maker.restingLots
    return found < taker.size
  })
  return Math.min(found, taker.size)
}
