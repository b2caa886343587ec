// Moves a wish onto the grid, never towards the trade: bids down, asks up, sizes down; a size below the minimum is dropped, never raised.
// The wished price includes the fee, so the bid is the largest tick P with P / (1 - phi(P)) at most the wish.

import { lotsToShares, sharesToLots } from '../domain/market/market.js'
import type { WishedQuote } from '../domain/orders/wish.js'
import { highestBid, lowestAsk } from '../models/fee-adjusted.js'
import type { GridQuote, QuotingContext, Refuse } from './quoting-context.js'

/** The wish as whole ticks and lots; `undefined`, with the reason booked, when there is no such quote. */
export function snap(wish: WishedQuote, context: QuotingContext, refuse: Refuse): GridQuote | undefined {
  const { market, feeRateBps } = context
  const { outcome, side } = wish
  if (!(wish.price > 0 && wish.price < 1)) {
    refuse(wish, 'off-range', `price: expected inside (0, 1), got ${wish.price}`)
    return undefined
  }
  const grid = { feeRateBps, ticksPerUnit: market.ticksPerUnit }
  const price = side === 'BUY' ? highestBid(wish.price, grid) : lowestAsk(wish.price, grid)
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
