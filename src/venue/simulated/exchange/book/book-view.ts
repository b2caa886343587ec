// The book as clients see it: each outcome's own orders; an order of the complement is not mirrored in.

import { ticks } from '../../../../domain/amounts/price.js'
import { lots } from '../../../../domain/amounts/size.js'
import type { BestBids, Level, MarketBook, OutcomeBook } from '../../../../domain/market/book.js'
import type { Address } from '../../../../domain/market/market.js'
import { legIndex, NO, type Outcome, type Side, YES } from '../../../../domain/market/side.js'
import { ladderOf, type MarketState } from '../markets/market-state.js'
import type { OrderTable } from '../orders/order-table.js'
import { NONE } from '../slot.js'
import type { Ladder } from './ladder.js'

export function bookOf(market: MarketState): MarketBook {
  const levels = (outcome: Outcome, side: Side) => [...ladderOf(market, legIndex({ outcome, side })).levels()]
  const book = (outcome: Outcome): OutcomeBook => ({ bids: levels(outcome, 'BUY'), asks: levels(outcome, 'SELL') })
  return [book(YES), book(NO)]
}

/** Best BUY level of each outcome, the orders of `excludeMaker` not counted. */
export function bestBidsOf(orders: OrderTable, market: MarketState, excludeMaker: Address | undefined): BestBids {
  const best = (outcome: Outcome) => {
    const ladder = ladderOf(market, legIndex({ outcome, side: 'BUY' }))
    return excludeMaker === undefined ? bestLevel(ladder) : bestLevelWithout(orders, ladder, excludeMaker)
  }
  return [best(YES), best(NO)]
}

function bestLevel(ladder: Ladder): Level | undefined {
  if (ladder.bestPrice === NONE) return undefined
  const price = ticks(ladder.bestPrice)
  return { price, size: ladder.totalAt(price) }
}

function bestLevelWithout(orders: OrderTable, ladder: Ladder, maker: Address): Level | undefined {
  let best: Level | undefined
  for (const slot of ladder.orders()) {
    const price = ticks(orders.price(slot))
    if (best !== undefined && price !== best.price) break
    if (orders.account(slot).address !== maker) {
      best = { price, size: lots((best?.size ?? 0) + orders.restingLots(slot)) }
    }
  }
  return best
}
