// The picture as code: events come in, commands go out at the end of a turn, with a record of the decision. Pure: no clock, no chance, no
// waiting. The only file that knows the order of the stages:  state -> strategy -> quoting -> risk -> execution.
//
// An event changes facts (the beliefs) and marks the markets that it concerns. The end of the turn works on the marked ones alone.

import { type Command, requestCost } from '../domain/command.js'
import type { CoreEvent } from '../domain/core-event.js'
import type { Decision, MarketDecision } from '../domain/decision.js'
import { toFailure } from '../domain/error.js'
import { type ConditionId, isFinal } from '../domain/market.js'
import { lotsToRaw } from '../domain/size.js'
import type { BotSnapshot } from '../domain/snapshot.js'
import type { Instant } from '../domain/time.js'
import { BudgetPlanner } from '../execution/planning/budget-planner.js'
import { type OrderPlan, OrderPlanner, type PlanMarket } from '../execution/planning/order-planner.js'
import { ReadSchedule } from '../execution/reads/read-schedule.js'
import { KillSwitch } from '../risk/kill-switch.js'
import { Beliefs } from '../state/beliefs.js'
import { eachAlone } from './alone.js'
import { type Cell, Cells, markFor } from './cells.js'
import { explain } from './explain.js'
import { MarketFaults } from './market-faults.js'
import { clockTrouble, closedFor } from './market-stop.js'
import { Reactions } from './reactions.js'
import { readNeeds } from './read-needs.js'
import { RiskStage } from './risk-stage.js'
import { type CoreSettings, plannerSettings, readSettings } from './settings.js'
import { takeSnapshot } from './snapshot.js'
import { StrategyStage } from './strategy-stage.js'
import { NOTHING_WANTED, sameQuotes } from './wanted-quotes.js'

/** What changes by time alone (ages, time left) is looked at this often. */
const LOOK_AROUND_MS = 1000
/** Marks that arose at the end of a turn are worked on this much later, if nothing happens before. */
const LEFT_OVER_MS = 10
const MICRO = 1e6

export class Core {
  readonly beliefs: Beliefs
  readonly budget = new BudgetPlanner()
  readonly kill: KillSwitch
  readonly #settings: CoreSettings
  readonly #planner: OrderPlanner
  readonly #reads: ReadSchedule
  readonly #reactions: Reactions
  readonly #cells = new Cells()
  readonly #faults = new MarketFaults()
  readonly #strategyStage: StrategyStage
  readonly #risk: RiskStage
  /** Markets that wait for nothing but a budget. */
  readonly #starved = new Set<ConditionId>()
  #approved = 0
  #pnlMicro = 0
  #stoppedFor: string | undefined
  #readsAtMonoMs = 0
  #lastSeq = 0

  constructor(settings: CoreSettings) {
    this.#settings = settings
    this.beliefs = new Beliefs({ ...settings, ...settings.feed })
    this.kill = new KillSwitch(settings.risk.killSwitch)
    this.#planner = new OrderPlanner(this.budget, plannerSettings(settings))
    this.#reads = new ReadSchedule(this.budget, readSettings(settings))
    const { beliefs, budget, kill } = this
    this.#reactions = new Reactions({ beliefs, budget, kill, settings, planner: this.#planner, reads: this.#reads })
    this.#strategyStage = new StrategyStage({
      ...{ beliefs, settings, cells: this.#cells, faults: this.#faults },
      onProgramFault: (conditionId, error, at) => this.#programFault(conditionId, error, at),
    })
    this.#risk = new RiskStage({
      ...{ beliefs, limits: settings.risk },
      halted: () => this.halted,
      pulledFor: (conditionId, nowMonoMs) => this.#reactions.pulledFor(conditionId, nowMonoMs),
      faultOf: (conditionId, nowMonoMs) => this.#faults.stop(conditionId, nowMonoMs),
      onFault: (conditionId, error, at) => this.#programFault(conditionId, error, at),
    })
  }

  get halted(): { readonly reason: string; readonly actor: string } | undefined {
    return this.#reactions.halted
  }

  snapshot(at: Instant): BotSnapshot {
    const { beliefs, budget, halted } = this
    const troubleOf = (conditionId: ConditionId) => ({
      fault: this.#faults.faultOf(conditionId),
      isSlowed: this.#strategyStage.isSlowed(conditionId),
    })
    return takeSnapshot({ beliefs, budget, halted, troubleOf, seq: this.#lastSeq, at })
  }

  /** One event. Events must come in the order of their numbers; what follows from them is decided when their turn ends. */
  step(event: CoreEvent): Decision {
    this.#lastSeq = event.seq
    this.beliefs.apply(event)
    const stop = this.#reactions.react(event)
    if (event.kind === 'operator' && event.action === 'resume') this.#faults.resume(event.conditionId)
    this.#strategyStage.hear(event)
    this.#mark(event)
    const { markets, commands } = event.kind === 'turn-end' ? this.#endTurn(event) : { markets: [], commands: [] }
    const all = [...stop, ...commands]
    this.#count(all, event.at)
    return {
      seq: event.seq,
      markets,
      commands: all,
      ended: this.beliefs.takeEnded(),
      corrected: this.beliefs.ledger.takeCorrected(),
      faults: this.#faults.take(),
      ...(event.kind === 'turn-end' ? { wakeAtMonoMs: this.#wakeAt(event.at.monoMs) } : {}),
    }
  }

  /** The event has changed these markets; a book that changes nothing we want changes nothing we do. */
  #mark(event: CoreEvent): void {
    const touched = this.beliefs.takeTouched()
    this.#reads.touch(touched)
    if (touched === 'all') this.#cells.markAll()
    else for (const id of touched) this.#cells.mark(this.#cells.open(id), markFor(event))
    const judged = this.beliefs.bookWatch.takeJudged()
    this.#reads.touch(judged)
    for (const id of judged) this.#cells.mark(this.#cells.open(id), 'replan')
  }

  #endTurn(event: CoreEvent): { readonly markets: MarketDecision[]; readonly commands: Command[] } {
    const { at } = event
    this.beliefs.orders.expireOverdue(at, this.#settings)
    this.#mark(event)
    this.#cells.markDue(at.monoMs)
    const toRequote = this.#strategyStage.begin(
      this.#cells.takeRequote(),
      event.kind === 'turn-end' ? event.strategyCalls : undefined,
    )
    for (const cell of toRequote) if (this.#requote(cell, at)) this.#cells.mark(cell, 'replan')
    this.kill.onPnl(this.#pnlMicro / MICRO)
    // what concerns every market
    const stoppedFor = this.halted?.reason ?? clockTrouble(this.beliefs, this.#settings.risk)
    if (stoppedFor !== this.#stoppedFor) this.#cells.markAll()
    this.#stoppedFor = stoppedFor
    const settled = this.#settle(this.#cells.takeReplan(), at)
    // marks of this turn alone asked for an aim, and that is done
    this.#cells.takeRequote()
    const plans = this.#plan(this.#withStarved(settled, at), event)
    const reads = this.#read(event)
    const markets = settled.map((cell) =>
      explain(cell, {
        approval: this.#risk.approval(cell.conditionId),
        plans,
        stop: this.#risk.stopOf(cell.conditionId, at),
      }),
    )
    this.#close(settled)
    return { markets, commands: [...plans.flatMap(({ commands }) => commands), ...reads] }
  }

  /** state -> strategy -> quoting: what should rest in one market. Returns whether it differs from before. */
  #requote(cell: Cell, at: Instant): boolean {
    const { conditionId } = cell
    const { beliefs } = this
    const market = beliefs.markets.get(conditionId)
    if (!market) return false
    this.#value(cell)
    this.#cells.dueBy(cell, Math.min(at.monoMs + LOOK_AROUND_MS, beliefs.estimates.nextMonoMs(conditionId)))
    const skip = this.#reactions.draining || beliefs.dropped.has(conditionId) || market.status !== 'OPEN'
    const before = cell.wanted
    cell.wanted =
      skip || this.#faults.stop(conditionId, at.monoMs) ? NOTHING_WANTED : this.#strategyStage.wantedQuotes(cell, at)
    return !sameQuotes(before.quotes, cell.wanted.quotes)
  }

  #programFault(conditionId: ConditionId, error: unknown, at: Instant): void {
    const { message } = toFailure(error)
    if (this.#faults.program(conditionId, message, at.monoMs)) this.#reactions.halt(`program faults: ${message}`)
  }

  /** P&L of the market as it stands, at the worst price for what is held; the total follows by difference. */
  #value(cell: Cell): void {
    const market = this.beliefs.markets.get(cell.conditionId)
    if (!market) return
    const worst = this.beliefs.positions.worstPnl(market, this.beliefs.estimates.marks(market))
    const pnlMicro = Math.round(worst * MICRO)
    this.#pnlMicro += pnlMicro - cell.pnlMicro
    cell.pnlMicro = pnlMicro
  }

  /** risk: what of it may rest. Returns the cells to be planned: these, and others whose grant has changed by it. */
  #settle(cells: readonly Cell[], at: Instant): Cell[] {
    const settled = new Set(cells.filter((cell) => this.beliefs.markets.has(cell.conditionId)))
    for (const id of this.#risk.settle(cells, at)) settled.add(this.#cells.open(id))
    for (const cell of settled) {
      const { length } = this.#risk.approval(cell.conditionId).approved
      this.#approved += length - cell.approved
      cell.approved = length
    }
    return [...settled].sort((a, b) => a.index - b.index)
  }

  /** Where there is a budget again, it goes to the most pressing of all, not to those that changed last. */
  #withStarved(cells: readonly Cell[], { monoMs }: Instant): readonly Cell[] {
    if (this.#starved.size === 0 || !this.#planner.hasRoom(this.#approved, monoMs)) return cells
    const starved = [...this.#starved].flatMap((id) => this.#cells.get(id) ?? [])
    return [...new Set([...cells, ...starved])].sort((a, b) => a.index - b.index)
  }

  /** execution: what is done about it. */
  #plan(cells: readonly Cell[], event: CoreEvent): readonly OrderPlan[] {
    const { orders, markets } = this.beliefs
    const gate = this.#risk.gate()
    const known = cells.filter(({ conditionId }) => markets.has(conditionId))
    const plans = eachAlone(
      known,
      (some) =>
        this.#planner.plan({
          markets: some.flatMap((cell) => this.#planMarket(cell) ?? []),
          ...{ quotes: this.#approved, now: event.at, gate },
          nextIntentId: () => orders.nextIntentId(),
        }),
      ({ conditionId }, error) => this.#programFault(conditionId, error, event.at),
    )
    for (const { conditionId } of known) {
      if (plans.some(({ starved }) => starved.has(conditionId))) this.#starved.add(conditionId)
      else this.#starved.delete(conditionId)
    }
    for (const { due, cancelled, commands } of plans) {
      for (const [id, monoMs] of due) this.#cells.dueBy(this.#cells.open(id), monoMs)
      for (const order of cancelled) orders.cancelSent(order.intentId, event.at.monoMs)
      for (const command of commands) if (command.kind === 'place') this.#intend(command, event)
    }
    this.#mark(event)
    return plans
  }

  #planMarket({ conditionId }: Cell): PlanMarket | undefined {
    const market = this.beliefs.markets.get(conditionId)
    if (!market) return undefined
    const all = this.beliefs.orders.livingOf(conditionId)
    // the other writer's orders are its own affair once we give way
    const living = this.#reactions.givingWay ? all.filter(({ origin }) => origin !== 'listed') : all
    return {
      market,
      approved: this.#risk.approval(conditionId).approved,
      orders: living,
      fee: this.beliefs.fees.get(conditionId),
      closedFor: closedFor(this.beliefs, living),
    }
  }

  /** Markets that are over, and in which nothing lives or settles any more, leave the work. */
  #close(cells: readonly Cell[]): void {
    const { markets, orders } = this.beliefs
    for (const cell of cells) {
      const { conditionId } = cell
      const market = markets.get(conditionId)
      if (!market || !isFinal(market) || orders.livingOf(conditionId).length > 0) continue
      if ([...orders.settling()].some((o) => o.draft.conditionId === conditionId)) continue
      this.#cells.close(cell)
      this.#starved.delete(conditionId)
      this.#risk.remove(conditionId)
    }
  }

  #intend(command: Extract<Command, { kind: 'place' }>, event: CoreEvent): void {
    const market = this.beliefs.markets.get(command.conditionId)
    if (!market) return
    for (const { intentId, draft } of command.intents) {
      const originalRaw = lotsToRaw(draft.size, market.lotRaw)
      this.beliefs.orders.intend({ draft, originalRaw, intentId, atMonoMs: event.at.monoMs })
    }
  }

  #read(event: CoreEvent): readonly Command[] {
    const isQuoted = (id: ConditionId) => this.#risk.approval(id).approved.length > 0
    const { commands, wakeAtMonoMs } = this.#reads.plan(readNeeds(this.beliefs, event, isQuoted))
    this.#readsAtMonoMs = wakeAtMonoMs
    return commands
  }

  #wakeAt(nowMonoMs: number): number {
    if (this.#cells.isMarked) return nowMonoMs + LEFT_OVER_MS
    const first = Math.min(
      this.#cells.nextMonoMs,
      this.#readsAtMonoMs,
      this.#risk.dueMonoMs,
      this.beliefs.bookWatch.nextMonoMs(),
      nowMonoMs + LOOK_AROUND_MS,
    )
    return Math.max(nowMonoMs + LEFT_OVER_MS, first)
  }

  #count(commands: readonly Command[], at: Instant): void {
    this.beliefs.asked(commands)
    for (const command of commands) {
      for (let i = requestCost(command).requests; i > 0; i--) this.kill.onRequest(at.monoMs)
    }
  }
}
