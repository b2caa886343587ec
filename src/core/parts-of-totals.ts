// What a market that is over has in the totals of all, and what redeeming pays.

import { type Market, rawToShares } from '../domain/market/market.js'
import { payoutRaw } from '../domain/market/payout.js'
import type { OverSnapshot, PartOfTotals } from '../domain/run/snapshot.js'
import { worstCaseRaw } from '../risk/totals/worst-case.js'
import type { Beliefs } from '../state/beliefs.js'

type Valued = Pick<Beliefs, 'estimates' | 'positions'>

/** No order lives in it. */
export function pastPart(market: Market, { positions, estimates }: Valued): PartOfTotals {
  return {
    pnl: positions.pnl(market, estimates.marks(market).fair),
    fills: positions.fills(market.conditionId),
    worstCaseLoss: rawToShares(-worstCaseRaw(positions.position(market), []), market),
  }
}

/** What redeeming pays, units of collateral; `undefined` of a market that is not over. */
export function payoutOf(market: Market, { positions }: Pick<Beliefs, 'positions'>): number | undefined {
  const paidRaw = payoutRaw(market, positions.tokensRaw(market.conditionId))
  return paidRaw === undefined ? undefined : rawToShares(paidRaw, market)
}

/** `undefined` where what is held pays nothing, or the market is not over. */
export function overOf(market: Market, beliefs: Valued): OverSnapshot | undefined {
  const payout = payoutOf(market, beliefs)
  if (payout === undefined || payout === 0) return undefined
  const { positions, estimates } = beliefs
  const { conditionId, question, status } = market
  const [yes, no] = positions.tokensRaw(conditionId)
  const shares = [rawToShares(yes, market), rawToShares(no, market)] as const
  return { conditionId, question, status, shares, pnl: positions.pnl(market, estimates.marks(market).fair), payout }
}

export function addedUp(parts: readonly PartOfTotals[]): PartOfTotals {
  const pnl = { spread: 0, inventory: 0, fees: 0, total: 0 }
  let fills = 0
  let worstCaseLoss = 0
  for (const part of parts) {
    pnl.spread += part.pnl.spread
    pnl.inventory += part.pnl.inventory
    pnl.fees += part.pnl.fees
    pnl.total += part.pnl.total
    fills += part.fills
    worstCaseLoss += part.worstCaseLoss
  }
  return { pnl, fills, worstCaseLoss }
}
