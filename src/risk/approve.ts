// Target quotes in, approved and refused(reason) out: every target comes out exactly once, approved perhaps smaller.

import type { LiveOrder, MarketPosition } from '../domain/exposure.js'
import type { ConditionId } from '../domain/market.js'
import type { Quote, Refusal } from '../domain/quote.js'
import type { Outcome } from '../domain/side.js'
import { allocate, type Claim } from './allocation.js'
import type { Breach } from './breach.js'
import { Headroom } from './headroom.js'
import { type GateInput, type MarketReadiness, marketStop, outsideBand } from './market-gate.js'
import type { RiskLimits } from './schema.js'

export interface RiskInput extends GateInput {
  readonly targets: readonly Quote[]
  /** One for every market that has a target or a zombie. */
  readonly positions: ReadonlyMap<ConditionId, MarketPosition>
  /** Orders that may still live and are not among the targets: unknown, or being cancelled. */
  readonly zombies: readonly LiveOrder[]
  /** Raw collateral that new and kept orders together may lock; what zombies lock is already taken off. */
  readonly freeCollateralRaw: bigint
  /** Raw tokens that new and kept SELL orders together may lock; what zombies lock is already taken off. */
  readonly heldSellableRaw: (conditionId: ConditionId, outcome: Outcome) => bigint
  readonly states: ReadonlyMap<ConditionId, MarketReadiness>
}

export interface Approval {
  /** In the order of the targets; a size may be smaller than asked. */
  readonly approved: readonly Quote[]
  readonly refused: readonly Refusal[]
}

/** Throws `internal` when a zombie's market has no position, or markets differ in collateral. */
export function approve(input: RiskInput, limits: RiskLimits): Approval {
  const stops = new Map<ConditionId, Breach | undefined>()
  for (const { conditionId } of input.targets) {
    if (!stops.has(conditionId)) stops.set(conditionId, marketStop(input.states.get(conditionId), input, limits))
  }
  const verdicts = input.targets.map((quote): Claim | Refusal => {
    const position = input.positions.get(quote.conditionId)
    const breach =
      stops.get(quote.conditionId) ??
      (position === undefined ? NO_POSITION : outsideBand(quote, position.market, limits))
    return breach === undefined && position !== undefined ? { quote, position } : { quote, ...(breach ?? NO_POSITION) }
  })
  const claims = verdicts.filter((verdict): verdict is Claim => 'position' in verdict)
  if (claims.length > 0) {
    const { positions, zombies, freeCollateralRaw, heldSellableRaw } = input
    const headroom = new Headroom({
      positions,
      orders: zombies,
      freeCollateralRaw,
      sellableRaw: heldSellableRaw,
      limits,
    })
    allocate(claims, headroom)
  }
  return sorted(verdicts)
}

const NO_POSITION: Breach = { reason: 'market-not-open', detail: 'the position of the market is not known' }
const UNSETTLED: Breach = { reason: 'no-collateral', detail: 'not considered' }

function sorted(verdicts: readonly (Claim | Refusal)[]): Approval {
  const approved: Quote[] = []
  const refused: Refusal[] = []
  for (const verdict of verdicts) {
    if (!('position' in verdict)) refused.push(verdict)
    else if (verdict.granted !== undefined) approved.push({ ...verdict.quote, size: verdict.granted })
    else refused.push({ quote: verdict.quote, ...(verdict.breach ?? UNSETTLED) })
  }
  return { approved, refused }
}
