// A fill as a report tells it: probabilities, shares and units of collateral instead of ticks and raw amounts.

import { type Market, rawToShares } from '../../domain/market/market.js'
import { type Fill, fillPrice } from '../../domain/orders/fill.js'
import type { RunFill } from '../result.js'

export function runFill(fill: Fill, market: Market, more: Pick<RunFill, 'isEstimate' | 'mid' | 'midAfter'>): RunFill {
  const { conditionId, outcome, side, liquidity, status } = fill
  const price = fillPrice(fill, market.ticksPerUnit)
  const fee = rawToShares(fill.feeRaw, market)
  return {
    atMs: fill.venueMs,
    ...{ conditionId, outcome, side, price, liquidity, status },
    shares: rawToShares(fill.sizeRaw, market),
    // on a BUY the fee is taken in tokens
    fee: side === 'BUY' ? fee * price : fee,
    ...more,
  }
}
