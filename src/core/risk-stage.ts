// risk: what of the wanted quotes may rest, and the room that is left to what is sent.

import type { LiveOrder } from '../domain/account/exposure.js'
import { largerRaw, smallerRaw } from '../domain/amounts/money.js'
import type { ConditionId, Market } from '../domain/market/market.js'
import type { Halt, Pause, Wait } from '../domain/run/standing.js'
import type { Instant } from '../domain/time.js'
import type { PlaceGate } from '../execution/planning/place-gate.js'
import { withEdges } from '../quoting/apply-rules.js'
import { type Breach, limitRaw } from '../risk/limits/breach.js'
import { OrderRate } from '../risk/limits/order-rate.js'
import type { RiskLimits } from '../risk/schema.js'
import { type Approval, Grants, type MarketClaims } from '../risk/totals/grants.js'
import { Headroom, type HeadroomParts } from '../risk/totals/headroom.js'
import type { Beliefs } from '../state/beliefs.js'
import { asLive, isUnconfirmed, mayBeMatched } from '../state/orders/exposures.js'
import type { Cell } from './cells.js'
import type { Cautions } from './standing/cautions.js'
import { placeGate } from './standing/last-check.js'
import { stopOf } from './standing/market-stop.js'
import { eachAlone } from './strategy/alone.js'
import type { WantedQuotes } from './strategy/wanted-quotes.js'

export interface RiskStageParts {
  readonly beliefs: Beliefs
  readonly limits: RiskLimits
  /** Those of now: the operator may correct them. */
  readonly exclusiveGroups: () => Readonly<Record<string, number>> | undefined
  readonly cautions: Cautions
  /** Why everything is pulled. */
  readonly halted: () => Halt | undefined
  /** What is waited for. */
  readonly waiting: () => Wait | undefined
  /** Who has paused a market, and why. */
  readonly pauseOf: (conditionId: ConditionId) => Pause | undefined
  /** Why one market is pulled although its book is good. */
  readonly pulledFor: (conditionId: ConditionId, nowMonoMs: number) => string | undefined
  /** What went wrong in one market. */
  readonly faultOf: (conditionId: ConditionId, nowMonoMs: number) => Breach | undefined
  readonly onFault: (conditionId: ConditionId, error: unknown, at: Instant) => void
}

export class RiskStage {
  readonly #parts: RiskStageParts
  /** What may rest: holdings, unconfirmed and grants. */
  readonly #grants: Grants
  /** What may still be matched: holdings and every order that lives. */
  #living: Headroom
  readonly #room: HeadroomParts
  #rate: OrderRate

  constructor(parts: RiskStageParts) {
    this.#parts = parts
    const { funds } = parts.beliefs
    this.#room = {
      limits: parts.limits,
      exclusiveGroups: parts.exclusiveGroups,
      endsOf: (groupId) => parts.beliefs.groupMembers.of(groupId),
      collateralRaw: () => funds.collateralRaw(),
      heldRaw: (conditionId: ConditionId, outcome: 0 | 1) => funds.heldOf(conditionId)[outcome],
      beside: () => parts.beliefs.ledger.unread.sum,
    }
    this.#grants = new Grants(this.#room)
    this.#living = new Headroom(this.#room)
    this.#rate = new OrderRate(parts.limits.orderRate)
  }

  /** They have been written over: whoever is settled from now on counts by the new ones. Who has a grant keeps its rank. */
  limitsChanged(): void {
    this.#grants.limitsChanged()
    this.#living = new Headroom(this.#room)
    this.#rate = this.#rate.with(this.#parts.limits.orderRate)
  }

  /** Some limit is passed by what lives in the market, or in all of them: as after it was lowered. */
  isOverLimit(conditionId: ConditionId): boolean {
    return this.#living.isOver(conditionId)
  }

  /** When a rebalance is due, monotonic. */
  get dueMonoMs(): number {
    return this.#grants.dueMonoMs ?? Number.POSITIVE_INFINITY
  }

  /** Running sums: what may rest, and what may still be matched. */
  get totals(): { readonly granted: Headroom['totals']; readonly living: Headroom['totals'] } {
    return { granted: this.#grants.totals, living: this.#living.totals }
  }

  /** What each group may lose: what may rest, and what may still be matched; nothing where they have no limit. */
  get groupLosses() {
    return { granted: this.#grants.groupLosses, living: this.#living.groupLosses }
  }

  approval(conditionId: ConditionId): Approval {
    return this.#grants.approval(conditionId)
  }

  /** Of these, those that were cut down, and why. */
  cuts(conditionId: ConditionId): ReturnType<Grants['cuts']> {
    return this.#grants.cuts(conditionId)
  }

  /** Raw collateral that a bid of the market may lock at most: all that there is, and what its limits leave beside what is held. */
  lockableRaw(market: Market): bigint {
    const { beliefs, limits } = this.#parts
    const { collateralRaw, lockedRaw } = this.#living.totals
    const own = limitRaw(limits.maxMarketCollateral, market.unitRaw) - beliefs.positions.position(market).costRaw
    const all = limitRaw(limits.maxTotalCollateral, market.unitRaw) - (collateralRaw - lockedRaw)
    return largerRaw(0n, smallerRaw(beliefs.funds.collateralRaw(), smallerRaw(own, all)))
  }

  /** An order has left. */
  sent(atMonoMs: number): void {
    this.#rate.sent(atMonoMs)
  }

  /** For one plan; `isReduceOnly`: nothing may add to the position of a market. */
  gate({ monoMs }: Instant, isReduceOnly: (conditionId: ConditionId) => boolean): PlaceGate {
    const { beliefs } = this.#parts
    return placeGate({ beliefs, isReduceOnly, room: this.#living, rate: this.#rate, nowMonoMs: monoMs })
  }

  /** Settles these markets. Returns those whose approval is another than before, others among them. */
  settle(cells: readonly Cell[], at: Instant): ReadonlySet<ConditionId> {
    const changed = eachAlone(
      cells,
      (some) => this.#grants.settle(this.#claims(some, at), at.monoMs),
      ({ conditionId }, error) => this.#parts.onFault(conditionId, error, at),
    )
    const [first] = changed
    return changed.length === 1 && first !== undefined ? first : new Set(changed.flatMap((ids) => [...ids]))
  }

  /** The market is over and counts no more. */
  remove(conditionId: ConditionId): void {
    this.#grants.remove(conditionId)
    this.#living.remove(conditionId)
  }

  /** Why nothing of a market may rest now. */
  stopOf(conditionId: ConditionId, at: Instant): Breach | undefined {
    const { beliefs, limits, cautions, pulledFor, pauseOf, faultOf } = this.#parts
    const market = beliefs.markets.get(conditionId)
    if (!market) return undefined
    const halted = this.#parts.halted()
    const waiting = this.#parts.waiting()
    return (
      faultOf(conditionId, at.monoMs) ??
      stopOf(market, beliefs, { halted, waiting, pauseOf, pulledFor, at, limits }) ??
      cautions.stopOf(market, at)
    )
  }

  #claims(cells: readonly Cell[], at: Instant): MarketClaims[] {
    const { beliefs } = this.#parts
    const claims: MarketClaims[] = []
    for (const { conditionId, wanted } of cells) {
      const market = beliefs.markets.get(conditionId)
      if (!market) continue
      const own = claimsOf(market, beliefs, wanted, this.stopOf(conditionId, at))
      this.#living.count(own.position, mayBeMatched(beliefs.orders, conditionId))
      claims.push(own)
    }
    return claims
  }
}

const NO_ORDERS: readonly LiveOrder[] = []

/** What a market asks of risk. */
function claimsOf(market: Market, beliefs: Beliefs, wanted: WantedQuotes, stop: Breach | undefined): MarketClaims {
  const living = beliefs.orders.livingOf(market.conditionId)
  const untold = beliefs.orders.untoldOf(market.conditionId)
  const unconfirmed = living.some(isUnconfirmed) ? living.filter(isUnconfirmed).map(asLive) : NO_ORDERS
  return {
    position: beliefs.positions.position(market),
    targets: withEdges(wanted.quotes, wanted.worth, market),
    unconfirmed: untold.length === 0 ? unconfirmed : [...unconfirmed, ...untold],
    stop,
  }
}
