// What a bot's own books say of one market, in shares and units of collateral, whether it is over or not.

import { type Market, rawToShares } from '../domain/market/market.js'
import type { Bot } from './bot.js'

/** Changes nothing: whoever looks on from beside the core may ask. */
export function marketBooks(
  { positions, estimates }: Pick<Bot['core']['beliefs'], 'positions' | 'estimates'>,
  market: Market,
) {
  const { tokensRaw } = positions.position(market)
  return {
    pnl: positions.pnl(market, estimates.seenMarks(market).fair),
    shares: [rawToShares(tokensRaw[0], market), rawToShares(tokensRaw[1], market)] as const,
  }
}
