// A market and two traders of their own on the common server, and what every test of matches does with them.

import type { Market } from './client/shapes.js'
import type { Trader, Wish } from './client/trader.js'
import { commonVenue } from './common-venue.js'
import { eventually } from './eventually.js'

/** Raw collateral that each trader of a scene begins with. */
export const start = 1_000_000_000n

/** Raw tokens of a match whose fees do not come out even. */
export const size = 12_345_700n

export interface Scene {
  market: Market
  maker: Trader
  taker: Trader
}

/** A market of its own with this fee, and two traders. */
export async function scene(feeRateBps = 0): Promise<Scene> {
  const venue = await commonVenue()
  const fresh = await venue.freshMarket('fine')
  if (feeRateBps > 0) await venue.sandbox('fees', { scope: 'market', marketId: fresh.id, feeRateBps })
  const [market, maker, taker] = await Promise.all([venue.market(fresh.id), venue.trader(start), venue.trader(start)])
  return { market, maker, taker }
}

export function wish(
  market: Market,
  outcome: 0 | 1,
  side: 'BUY' | 'SELL',
  rest: { price: string; size: bigint },
): Wish {
  return { market, outcome, side, ...rest }
}

/** Collateral into as many tokens of both outcomes. */
export async function split(trader: Trader, market: Market, amount: bigint): Promise<void> {
  const body = { conditionId: market.conditionId, amount: String(amount) }
  await trader.send('POST', '/sandbox/split', { body, check: (v) => v })
}

/** Waits until every match of these traders is over. */
export async function settled(...traders: Trader[]): Promise<void> {
  for (const trader of traders) {
    await eventually(
      () => trader.trades(),
      (trades) => trades.length > 0 && trades.every((t) => t.status !== 'pending'),
    )
  }
}

/** Raw collateral, locked or not, and raw tokens of both outcomes. */
export async function wealth(
  trader: Trader,
  market: Market,
): Promise<{ collateral: bigint; tokens: [bigint, bigint] }> {
  const { collateral } = await trader.balances()
  return { collateral: collateral.total, tokens: [await trader.held(market, 0), await trader.held(market, 1)] }
}
