// execution: what is done about what may rest, and which markets wait for nothing but a budget.

import type { ConditionId, Market } from '../domain/market/market.js'
import { legIndex } from '../domain/market/side.js'
import { isStanding } from '../domain/orders/own-order.js'
import type { CoreEvent } from '../domain/run/core-event.js'
import type { Instant } from '../domain/time.js'
import type { PlanMarket } from '../execution/planning/market-plan.js'
import type { OrderPlanner } from '../execution/planning/order-planner.js'
import type { PlaceGate } from '../execution/planning/place-gate.js'
import type { OrderPlan } from '../execution/planning/plan-draft.js'
import { mostPressing, type Pressure } from '../execution/planning/starved.js'
import type { Beliefs } from '../state/beliefs.js'
import type { Cell, Cells } from './cells.js'
import { Cramped, type Taker } from './cramped.js'
import type { RiskStage } from './risk-stage.js'
import { LeftAlone } from './standing/left-alone.js'
import { closedFor } from './standing/market-stop.js'
import { eachAlone } from './strategy/alone.js'
import { feeMayKeepBack } from './strategy/wanted-quotes.js'

const NONE: readonly ConditionId[] = []

export interface PlanningStageParts {
  readonly beliefs: Beliefs
  readonly cells: Cells
  readonly planner: OrderPlanner
  readonly risk: RiskStage
  /** Another program trades with the wallet: orders that are not ours are left alone. */
  readonly givingWay: () => boolean
  /** Why nothing may be placed anywhere yet. */
  readonly unverified: () => string | undefined
  /** Rate that a fill of an order signed now pays, basis points; `undefined` where makers are free. */
  readonly paidBps: (market: Market) => number | undefined
  readonly onFault: (conditionId: ConditionId, error: unknown, at: Instant) => void
}

export class PlanningStage {
  readonly #parts: PlanningStageParts
  /** Markets that wait for nothing but a budget. */
  readonly #starved = new Map<ConditionId, Pressure>()
  readonly #cramped = new Cramped()
  readonly #leftAlone: LeftAlone
  /** The market that has to give back what it takes beyond its approvals, in this turn. */
  #giver: ConditionId | undefined
  readonly #takersNow = () => this.#takers()

  constructor(parts: PlanningStageParts) {
    this.#parts = parts
    const { beliefs, risk } = parts
    this.#leftAlone = new LeftAlone({ beliefs, stopOf: (conditionId, at) => risk.stopOf(conditionId, at) })
  }

  /**
   * The cells, and those that wait for a budget where there is one again: it goes to the most pressing of all, not to those that changed
   * last. And the one that takes the room of others, where they have waited for it. `quotes`: approved in all markets.
   */
  withWaiting(cells: readonly Cell[], quotes: number, at: Instant): readonly Cell[] {
    const { monoMs } = at
    const pressing =
      this.#starved.size === 0 ? NONE : mostPressing(this.#starved, this.#parts.planner.room(quotes, monoMs))
    this.#giver = this.#cramped.giver(this.#takersNow, (conditionId) => this.#lacksRoom(conditionId, at), monoMs)
    if (pressing.length === 0 && this.#giver === undefined) return cells
    return this.#cellsWith(cells, this.#giver === undefined ? pressing : [...pressing, this.#giver])
  }

  /** Plans these cells, and takes note of what is sent. */
  plan(cells: readonly Cell[], quotes: number, event: CoreEvent): readonly OrderPlan[] {
    const { beliefs, planner, onFault } = this.#parts
    const gate = this.#gate(event.at)
    const known = cells.filter((cell) => beliefs.markets.has(cell.conditionId) && !this.#isLeftAlone(cell, event.at))
    const plans = eachAlone(
      known,
      (some) =>
        planner.plan({
          markets: this.#planMarkets(some),
          quotes,
          now: event.at,
          gate,
          nextIntentId: () => beliefs.orders.nextIntentId(),
        }),
      ({ conditionId }, error) => onFault(conditionId, error, event.at),
    )
    for (const { conditionId } of known) this.#starved.delete(conditionId)
    this.#cramped.planned(known, plans, event.at.monoMs)
    for (const { starved } of plans) for (const [id, pressure] of starved) this.#starved.set(id, pressure)
    for (const plan of plans) this.#note(plan, event)
    return plans
  }

  /** When those that wait for a budget may be planned again, monotonic. */
  nextMonoMs(quotes: number, nowMonoMs: number): number {
    return this.#starved.size === 0 ? Number.POSITIVE_INFINITY : this.#parts.planner.nextRoomMonoMs(quotes, nowMonoMs)
  }

  isStarved(conditionId: ConditionId): boolean {
    return this.#starved.has(conditionId)
  }

  /** The market leaves the work. */
  remove(conditionId: ConditionId): void {
    this.#starved.delete(conditionId)
    this.#cramped.remove(conditionId)
    this.#parts.planner.remove(conditionId)
  }

  #isLeftAlone(cell: Cell, at: Instant): boolean {
    const untilMonoMs = this.#leftAlone.untilMonoMs(cell.conditionId, at)
    if (untilMonoMs === undefined) return false
    this.#parts.cells.dueBy(cell, untilMonoMs)
    return true
  }

  #cellsWith(cells: readonly Cell[], more: readonly ConditionId[]): readonly Cell[] {
    const others = more.flatMap((id) => this.#parts.cells.get(id) ?? [])
    return [...new Set([...cells, ...others])].sort((a, b) => a.index - b.index)
  }

  #note({ due, cancelled, commands }: OrderPlan, event: CoreEvent): void {
    const { beliefs, cells } = this.#parts
    for (const [id, monoMs] of due) cells.dueBy(cells.open(id), monoMs)
    for (const order of cancelled) beliefs.orders.cancelSent(order.intentId, event.at.monoMs)
    for (const command of commands) if (command.kind === 'place') beliefs.intend(command, event)
  }

  /** What rests in each market, beside what is approved there. */
  *#takers(): Iterable<Taker> {
    const { beliefs, cells, risk } = this.#parts
    for (const { conditionId } of cells.all()) {
      const market = beliefs.markets.get(conditionId)
      const orders = beliefs.orders.livingOf(conditionId)
      if (market && orders.length > 0) yield { market, orders, approved: risk.approval(conditionId).approved }
    }
  }

  /** Something that is approved there does not rest, and finds no room beside what may still be matched. */
  #lacksRoom(conditionId: ConditionId, at: Instant): boolean {
    const { approved } = this.#parts.risk.approval(conditionId)
    const standing = this.#parts.beliefs.orders.livingOf(conditionId).filter(isStanding)
    const gate = this.#gate(at)
    return approved.some((quote) => {
      const leg = legIndex(quote)
      const resting = standing.filter(({ draft }) => legIndex(draft) === leg).length
      const isMissing = approved.filter((other) => legIndex(other) === leg).length > resting
      return isMissing && gate.refuses(quote)?.hasNoRoom === true
    })
  }

  #gate(at: Instant): PlaceGate {
    return this.#parts.risk.gate(at, (conditionId) => this.#isReduceOnly(conditionId))
  }

  #isReduceOnly(conditionId: ConditionId): boolean {
    return this.#parts.cells.get(conditionId)?.wanted.reduceOnly === true
  }

  #planMarkets(cells: readonly Cell[]): readonly PlanMarket[] {
    const planned: PlanMarket[] = []
    for (const cell of cells) {
      const market = this.#parts.beliefs.markets.get(cell.conditionId)
      if (market) planned.push(this.#planMarket(cell, market))
    }
    return planned
  }

  #planMarket({ conditionId, wanted }: Cell, market: Market): PlanMarket {
    const { beliefs, risk, givingWay, unverified, paidBps } = this.#parts
    const all = beliefs.orders.livingOf(conditionId)
    // the other writer's orders are its own affair once we give way
    const living = givingWay() ? all.filter((order) => order.origin !== 'listed') : all
    return {
      market,
      approved: risk.approval(conditionId).approved,
      orders: living,
      closedFor: unverified() ?? closedFor(conditionId, beliefs, living),
      isOverLimit: () => this.#isReduceOnly(conditionId) || risk.isOverLimit(conditionId),
      givesRoom: conditionId === this.#giver,
      paidBps: paidBps(market),
      feeKeepsBack: feeMayKeepBack(wanted),
    }
  }
}
