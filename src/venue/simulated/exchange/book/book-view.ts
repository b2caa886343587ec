// The book as clients see it: each outcome's own orders; an order of the complement is not mirrored in.

import { lots } from '../../../../domain/amounts/size.js'
import type { BestBids, Level, MarketBook, OutcomeBook } from '../../../../domain/market/book.js'
import type { Address } from '../../../../domain/market/market.js'
import { NO, type Outcome, YES } from '../../../../domain/market/side.js'
import { ladderOf } from '../markets/market-state.js'
import type { MarketState } from '../orders/order-state.js'

export function bookOf(market: MarketState): MarketBook {
  const side = (outcome: Outcome): OutcomeBook => ({
    bids: [...ladderOf(market, outcome, 'BUY').levels()],
    asks: [...ladderOf(market, outcome, 'SELL').levels()],
  })
  return [side(YES), side(NO)]
}

/** Best BUY level of each outcome, the orders of `excludeMaker` not counted. */
export function bestBidsOf(market: MarketState, excludeMaker: Address | undefined): BestBids {
  return [bestBid(market, YES, excludeMaker), bestBid(market, NO, excludeMaker)]
}

function bestBid(market: MarketState, outcome: Outcome, excludeMaker: Address | undefined): Level | undefined {
  const ladder = ladderOf(market, outcome, 'BUY')
  if (excludeMaker === undefined) {
    const first = ladder.first()
    return first && { price: first.terms.price, size: ladder.totalAt(first.terms.price) }
  }
  let best: Level | undefined
  for (const { terms, restingLots } of ladder.orders()) {
    if (best !== undefined && terms.price !== best.price) break
    if (terms.account !== excludeMaker) best = { price: terms.price, size: lots((best?.size ?? 0) + restingLots) }
  }
  return best
}
