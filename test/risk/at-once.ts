// Risk asked about everything at once, as if nothing had been granted before: what one settling of all markets says.

import type { LiveOrder, MarketPosition } from '../../src/domain/account/exposure.js'
import { byMarket } from '../../src/domain/collections/by-market.js'
import type { ConditionId } from '../../src/domain/market/market.js'
import type { Outcome } from '../../src/domain/market/side.js'
import type { Quote, Refusal } from '../../src/domain/orders/quote.js'
import type { Breach } from '../../src/risk/limits/breach.js'
import { fits } from '../../src/risk/limits/gate.js'
import { type GateInput, type MarketReadiness, marketStop } from '../../src/risk/limits/market-gate.js'
import type { RiskLimits } from '../../src/risk/schema.js'
import { type Approval, Grants } from '../../src/risk/totals/grants.js'
import { Headroom } from '../../src/risk/totals/headroom.js'
import { lockedRaw } from '../../src/risk/totals/market-exposure.js'

export interface RiskInput extends GateInput {
  readonly targets: readonly Quote[]
  /** One for every market that has a target or a unconfirmed. */
  readonly positions: ReadonlyMap<ConditionId, MarketPosition>
  readonly unconfirmed: readonly LiveOrder[]
  /** Raw collateral beside what unconfirmed lock. */
  readonly freeCollateralRaw: bigint
  /** Raw tokens to sell beside what unconfirmed sell. */
  readonly heldSellableRaw: (conditionId: ConditionId, outcome: Outcome) => bigint
  readonly states: ReadonlyMap<ConditionId, MarketReadiness>
}

export function approve(input: RiskInput, limits: RiskLimits): Approval {
  const { positions, unconfirmed, targets } = input
  const locked = unconfirmed.reduce((sum, order) => {
    const market = positions.get(order.conditionId)?.market
    return market ? sum + lockedRaw(order, market) : sum
  }, 0n)
  const sold = (conditionId: ConditionId, outcome: Outcome) =>
    unconfirmed
      .filter((o) => o.side === 'SELL' && o.conditionId === conditionId && o.outcome === outcome)
      .reduce((sum, o) => sum + o.sizeRaw, 0n)
  const grants = new Grants({
    limits,
    collateralRaw: () => input.freeCollateralRaw + locked,
    heldRaw: (conditionId, outcome) => input.heldSellableRaw(conditionId, outcome) + sold(conditionId, outcome),
  })
  const wanted = byMarket(targets, (q) => q.conditionId)
  const resting = byMarket(unconfirmed, (o) => o.conditionId)
  grants.settle(
    [...positions].map(([conditionId, position]) => ({
      position,
      targets: wanted.get(conditionId) ?? [],
      unconfirmed: resting.get(conditionId) ?? [],
      stop: marketStop(input.states.get(conditionId), input, limits),
    })),
    0,
  )
  const unknown = targets
    .filter((quote) => !positions.has(quote.conditionId))
    .map((quote): Refusal => ({ quote, reason: 'market-not-open', detail: 'nothing is known of the market' }))
  const all = [...positions.keys()].map((conditionId) => grants.approval(conditionId))
  const order = (a: Quote | Refusal['quote']) => targets.findIndex((t) => isLeg(t, a))
  return {
    approved: all.flatMap((a) => a.approved).sort((a, b) => order(a) - order(b)),
    refused: [...unknown, ...all.flatMap((a) => a.refused)].sort((a, b) => order(a.quote) - order(b.quote)),
  }
}

function isLeg(a: Quote, b: Quote | Refusal['quote']): boolean {
  return a.conditionId === b.conditionId && a.outcome === b.outcome && a.side === b.side && a.price === b.price
}

export interface AtOnce {
  readonly positions: ReadonlyMap<ConditionId, MarketPosition>
  readonly collateralRaw: bigint
  readonly heldRaw: (conditionId: ConditionId, outcome: Outcome) => bigint
  readonly limits: RiskLimits
}

export function fitsAtOnce(candidate: Quote, live: readonly LiveOrder[], context: AtOnce): Breach | undefined {
  const { positions, collateralRaw, heldRaw, limits } = context
  const room = new Headroom({ limits, collateralRaw: () => collateralRaw, heldRaw })
  const orders = byMarket(live, (order) => order.conditionId)
  for (const [conditionId, position] of positions) room.count(position, orders.get(conditionId) ?? [])
  return fits(candidate, live, { position: positions.get(candidate.conditionId), room })
}
