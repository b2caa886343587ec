// Moves a wish onto the grid, never towards the trade: bids down, asks up, sizes down; a size below the minimum is dropped, never raised.
// The wished price includes the fee, so the bid is the largest tick P with P / (1 - phi(P)) at most the wish.

import type { Ticks } from '../domain/amounts/price.js'
import { lotsToShares, sharesToLots } from '../domain/market/market.js'
import type { WishedQuote } from '../domain/orders/wish.js'
import { highestBid, lowestAsk } from '../models/fee-adjusted.js'
import type { GridQuote, QuotingContext, Refuse } from './quoting-context.js'

/** Whether that is what the wish becomes. `before`: one of the same market that has become it. */
export function isSnappedTo(to: GridQuote, wish: WishedQuote, before: WishedQuote, context: QuotingContext): boolean {
  const { market } = context
  if (wish.outcome !== to.outcome || wish.side !== to.side || tickOf(wish, context) !== to.price) return false
  // sizes seldom move
  return wish.size === before.size || sharesToLots(wish.size, market) === to.size
}

/** `undefined` where there is none. */
function tickOf({ side, price }: WishedQuote, { market, feeRateBps }: QuotingContext): Ticks | undefined {
  if (!(price > 0 && price < 1)) return undefined
  const grid = { feeRateBps, ticksPerUnit: market.ticksPerUnit }
  return side === 'BUY' ? highestBid(price, grid) : lowestAsk(price, grid)
}

/** The wish as whole ticks and lots; `undefined`, with the reason booked, when there is no such quote. */
export function snap(wish: WishedQuote, context: QuotingContext, refuse: Refuse): GridQuote | undefined {
  const { market, feeRateBps } = context
  const { outcome, side } = wish
  if (!(wish.price > 0 && wish.price < 1)) {
    refuse(wish, 'off-range', `price: expected inside (0, 1), got ${wish.price}`)
    return undefined
  }
  const price = tickOf(wish, context)
  if (price === undefined) {
    const step = 1 / market.ticksPerUnit
    refuse(wish, 'off-range', `price: no step of ${step} is left for ${wish.price} with a fee of ${feeRateBps} bps`)
    return undefined
  }
  const size = sharesToLots(wish.size, market)
  if (!Number.isSafeInteger(size)) {
    refuse(wish, 'off-range', `size: expected a number of shares, got ${wish.size}`)
    return undefined
  }
  if (size < Math.max(1, market.minLots)) {
    const [least, got] = [lotsToShares(market.minLots, market), lotsToShares(size, market)]
    refuse(wish, 'below-minimum', `size: expected at least ${least} shares, got ${got}`)
    return undefined
  }
  return { outcome, side, price, size }
}
