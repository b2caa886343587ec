// The last check before a place, while old orders may still live: limits, funds and self-cross against all of them.

import type { LiveOrder, MarketPosition } from '../domain/exposure.js'
import type { ConditionId } from '../domain/market.js'
import type { Quote } from '../domain/quote.js'
import type { Outcome } from '../domain/side.js'
import type { Breach } from './breach.js'
import { Headroom } from './headroom.js'
import { asLiveOrder, lockedRaw } from './market-exposure.js'
import type { RiskLimits } from './schema.js'
import { selfCross } from './self-cross.js'

export interface GateContext {
  /** One for every market that has an order, and the candidate's. */
  readonly positions: ReadonlyMap<ConditionId, MarketPosition>
  /** Raw collateral that all own orders together, `live` and candidate, may lock. */
  readonly collateralRaw: bigint
  /** Raw tokens that all own SELL orders together, `live` and candidate, may lock. */
  readonly heldRaw: (conditionId: ConditionId, outcome: Outcome) => bigint
  readonly limits: RiskLimits
}

/**
 * Why `candidate` may not be sent while every order of `live` may still be matched; `undefined` when it may.
 * Sending several: the ones let through join `live` (see `asLiveOrder`) before the next is asked for.
 */
export function fits(candidate: Quote, live: readonly LiveOrder[], context: GateContext): Breach | undefined {
  const position = context.positions.get(candidate.conditionId)
  if (position === undefined) {
    return { reason: 'market-not-open', detail: 'the position of the market is not known' }
  }
  const crossing = selfCross(candidate, live, position.market)
  if (crossing !== undefined) return crossing
  const { positions, collateralRaw, heldRaw, limits } = context
  const lockedByLive = live.reduce((sum, order) => {
    const market = positions.get(order.conditionId)?.market
    return market === undefined ? sum : sum + lockedRaw(order, market)
  }, 0n)
  const headroom = new Headroom({
    positions,
    orders: live,
    freeCollateralRaw: collateralRaw - lockedByLive,
    sellableRaw: (conditionId, outcome) => heldRaw(conditionId, outcome) - soldRaw(live, conditionId, outcome),
    limits,
  })
  return headroom.breaches([asLiveOrder(candidate, position.market)])[0]
}

function soldRaw(live: readonly LiveOrder[], conditionId: ConditionId, outcome: Outcome): bigint {
  return live
    .filter((order) => order.side === 'SELL' && order.conditionId === conditionId && order.outcome === outcome)
    .reduce((sum, order) => sum + order.sizeRaw, 0n)
}
