// The picture as code: events come in, commands go out at the end of a turn, with a record of the decision. Pure: no clock, no chance, no
// waiting. The only file that knows the order of the stages:  state -> strategy -> quoting -> risk -> execution.
//
// An event changes facts (the beliefs) and marks the markets that it concerns. The end of the turn works on the marked ones alone.

import { toFailure } from '../domain/error.js'
import { type ConditionId, isFinal, type Market } from '../domain/market/market.js'
import { isSameGrid } from '../domain/market/market-terms.js'
import { areSameQuotes } from '../domain/orders/quote.js'
import type { Command } from '../domain/run/command.js'
import type { CoreEvent } from '../domain/run/core-event.js'
import type { Decision } from '../domain/run/decision.js'
import type { BotSnapshot } from '../domain/run/snapshot.js'
import type { Instant } from '../domain/time.js'
import { Budget } from '../execution/budget/budget.js'
import { FeeBook } from '../execution/fees/fee-book.js'
import { OrderPlanner } from '../execution/planning/order-planner.js'
import { commandsOf, type OrderPlan } from '../execution/planning/plan-draft.js'
import { ReadSchedule } from '../execution/reads/read-schedule.js'
import { KillSwitch } from '../risk/kill-switch.js'
import { Beliefs } from '../state/beliefs.js'
import { forgetMarket } from '../state/former-markets.js'
import { CapitalStage } from './capital-stage.js'
import { type Cell, Cells, markFor } from './cells.js'
import { type Conclusions, concluded } from './conclusions.js'
import { explainAll } from './explain.js'
import { LOOK_AROUND_MS, nextLookMonoMs } from './next-look.js'
import { paidBps } from './paid-rate.js'
import { PlanningStage } from './planning-stage.js'
import { PnlSum } from './pnl-sum.js'
import { Reactions } from './reactions.js'
import { mayRest } from './read-needs.js'
import { ReadingStage } from './reading-stage.js'
import { RiskStage } from './risk-stage.js'
import { type CoreSettings, plannerSettings, type SettingsChange } from './settings.js'
import { SettingsInForce } from './settings-in-force.js'
import { BotStanding } from './standing/bot-standing.js'
import { Cautions } from './standing/cautions.js'
import { MarketFaults } from './standing/market-faults.js'
import { createStrategyStage } from './strategy/create-strategy-stage.js'
import type { StrategyStage, StrategyStageParts } from './strategy/strategy-stage.js'
import { takeSnapshot } from './take-snapshot.js'

/** Marks that arose at the end of a turn are worked on this much later, if nothing happens before. */
const LEFT_OVER_MS = 10

type TurnResult = Pick<Decision, 'markets' | 'commands'>

const NOTHING_DONE: TurnResult = { markets: [], commands: [] }

export class Core {
  readonly beliefs: Beliefs
  readonly budget = new Budget()
  readonly fees: FeeBook
  readonly settings: SettingsInForce
  /** Whether it may quote at all. */
  readonly standing: BotStanding
  readonly #reads: ReadingStage
  readonly #reactions: Reactions
  readonly #cells = new Cells()
  readonly #faults = new MarketFaults()
  readonly #cautions: Cautions
  readonly #strategyParts: StrategyStageParts
  #strategyStage: StrategyStage
  readonly #risk: RiskStage
  readonly #planning: PlanningStage
  readonly #capital: CapitalStage
  readonly #isQuoted = (id: ConditionId) => mayRest(this.#risk.approval(id))
  #approved = 0
  readonly #pnl: PnlSum
  #stoppedFor: string | undefined
  #lastSeq = 0

  constructor(given: CoreSettings) {
    this.settings = new SettingsInForce(given)
    const settings = this.settings.core
    this.beliefs = new Beliefs(this.settings.beliefs)
    this.fees = new FeeBook(settings.execution.feeMaxAgeMs)
    const planner = new OrderPlanner(this.budget, this.fees, plannerSettings(settings), () => beliefs.orders.hasUnknown)
    const { beliefs, budget, fees } = this
    const [kill, faults] = [new KillSwitch(settings.risk.killSwitch), this.#faults]
    const [pnl, unexplained] = [new PnlSum(beliefs, this.#cells), settings.execution.reconcile.positions]
    const standing = new BotStanding({ beliefs, budget, kill, faults, risk: settings.risk, unexplained, pnl })
    this.standing = standing
    const reads = new ReadSchedule(budget, this.settings.reads)
    this.#reads = new ReadingStage(beliefs, reads, standing)
    this.#pnl = pnl
    this.#reactions = new Reactions({ beliefs, budget, fees, standing, settings, planner, reads })
    const onFault = (id: ConditionId, error: unknown, at: Instant) => this.#programFault(id, error, at)
    const cautions = new Cautions(settings.risk, { estimates: beliefs.estimates, standing })
    this.#cautions = cautions
    this.#strategyParts = {
      risk: () => this.#risk,
      ...{ beliefs, fees, settings, cautions, cells: this.#cells, faults, onProgramFault: onFault },
    }
    this.#strategyStage = createStrategyStage(this.#strategyParts)
    this.#risk = new RiskStage({
      pulledFor: (conditionId, nowMonoMs) => this.#reactions.pulledFor(conditionId, nowMonoMs),
      ...{ beliefs, limits: settings.risk, exclusiveGroups: () => settings.exclusiveGroups, cautions, onFault },
      ...{ halted: () => standing.halted, waiting: () => standing.waiting, pauseOf: (id) => standing.pauseOf(id) },
      faultOf: (conditionId, nowMonoMs) => this.#faults.stop(conditionId, nowMonoMs),
    })
    this.#planning = new PlanningStage({
      givingWay: () => this.#reactions.givingWay,
      ...{ beliefs, planner, cells: this.#cells, risk: this.#risk, onFault },
      ...{ unverified: () => standing.unverified, paidBps: (market: Market) => paidBps(market, fees, settings) },
    })
    const stopped = () => standing.stoppedFor !== undefined || this.#reactions.draining
    this.#capital = new CapitalStage({ beliefs, cells: this.#cells, policy: settings.chain, stopped })
  }

  /** Whether something in the market is left as it is for want of requests, and of nothing else. */
  isStarved(conditionId: ConditionId): boolean {
    return this.#planning.isStarved(conditionId)
  }

  /** What is concluded now, with its running sums: for whoever derives the same from the beliefs alone, and compares. */
  conclusions(): Conclusions {
    return concluded({ cells: this.#cells, risk: this.#risk, pnl: this.#pnl, approved: this.#approved })
  }

  snapshot(at: Instant): BotSnapshot {
    const { beliefs, budget, standing } = this
    const wordOf = (market: Market) => ({
      widened: this.#cautions.of(market, at).widen,
      fault: this.#faults.faultOf(market.conditionId),
      isSlowed: this.#strategyStage.isSlowed(market.conditionId),
      wanted: this.#cells.get(market.conditionId)?.wanted,
    })
    const capital = this.#capital.snapshot()
    return takeSnapshot({ beliefs, budget, standing, capital, wordOf, seq: this.#lastSeq, at })
  }

  /** One event. Events must come in the order of their numbers; what follows from them is decided when their turn ends. */
  step(event: CoreEvent): Decision {
    this.#lastSeq = event.seq
    this.#reads.hear(event)
    if (event.kind === 'market') this.#leaveOldGrid(event.market)
    this.beliefs.apply(event)
    const stop = this.#reactions.react(event)
    if (event.kind === 'operator' && event.action === 'resume') this.#faults.resume(event.conditionId)
    if (event.kind === 'settings') this.#change(event)
    if (event.kind === 'signed') this.#risk.sent(event.at.monoMs)
    this.#strategyStage.hear(event)
    this.#capital.hear(event)
    this.#mark(event)
    if (event.kind !== 'turn-end') return this.#told(event, stop)
    // whoever waits for a permit, as a sign-in or a list half read, comes before what is planned now
    const others = this.budget.takeCommands(event.at.monoMs)
    const { markets, commands } = this.#endTurn(event)
    const all = stop.length + others.length === 0 ? commands : [...stop, ...commands, ...others]
    if (all.length > 0) this.beliefs.asked(all)
    // written out: a field that is added later moves the others
    return {
      seq: event.seq,
      markets,
      commands: all,
      ended: this.beliefs.takeEnded(),
      corrected: this.beliefs.ledger.takeCorrected(),
      faults: this.#faults.take(),
      wakeAtMonoMs: this.#wakeAt(event.at.monoMs),
    }
  }

  /** Everything is looked at again with other settings; with another strategy everybody is asked anew. */
  #change(event: SettingsChange): void {
    const parts = { ...this.#strategyParts, fees: this.fees, reactions: this.#reactions, risk: this.#risk }
    if (this.settings.change(event, parts) !== 'another strategy') return
    this.#strategyStage = createStrategyStage(this.#strategyParts)
    for (const cell of this.#cells.all()) cell.asked = undefined
  }

  /** Nothing is decided before the turn ends; a command that stops the bot waits for nothing. */
  #told({ seq }: CoreEvent, commands: readonly Command[]): Decision {
    if (commands.length > 0) this.beliefs.asked(commands)
    const ended = this.beliefs.takeEnded()
    const corrected = this.beliefs.ledger.takeCorrected()
    return { seq, markets: NOTHING_DONE.markets, commands, ended, corrected, faults: this.#faults.take() }
  }

  /** The event has changed these markets; a book that changes nothing we want changes nothing we do. */
  #mark(event: CoreEvent): void {
    const touched = this.beliefs.takeTouched()
    this.#reads.touch(touched, event)
    if (touched === 'all') this.#cells.markAll(markFor(event))
    else for (const id of touched) this.#cells.touch(id, markFor(event))
    for (const id of this.beliefs.ledger.takeValued()) this.#cells.mark(this.#cells.open(id), 'replan')
    const judged = this.beliefs.bookWatch.takeJudged()
    for (const id of judged) this.#cells.mark(this.#cells.open(id), 'replan')
    if (judged.length > 0) this.#reads.judged(judged)
  }

  #endTurn(event: Extract<CoreEvent, { kind: 'turn-end' }>): TurnResult {
    const { at } = event
    this.beliefs.unknowns.expire(at, this.beliefs)
    this.#mark(event)
    this.#cells.markDue(at.monoMs)
    if (this.standing.judgeRamp(at) || this.#cautions.isOtherTime(at)) this.#cells.markAll()
    const transactions = this.#capital.decide(event)
    const toRequote = this.#strategyStage.begin(this.#cells.takeRequote(), at, event.strategyCalls)
    for (const cell of toRequote) if (this.#requote(cell, at)) this.#cells.mark(cell, 'replan')
    this.standing.judge(at, this.#pnl.units)
    // what concerns every market
    const { stoppedFor } = this.standing
    const isOther = stoppedFor !== this.#stoppedFor
    if (isOther) this.#cells.markAll()
    this.#stoppedFor = stoppedFor
    const settled = this.#settle(this.#cells.takeReplan(), at)
    // marks of this turn alone asked for quotes, and that is done, but by a strategy that is shown what has stopped or begun since
    if (!isOther || !this.#strategyStage.showsStops) this.#cells.takeRequote()
    const planned = this.#planning.withWaiting(settled, this.#approved, at)
    const plans = planned.length > 0 ? this.#plan(planned, event) : []
    const reads = this.#reads.plan(event, this.#isQuoted)
    if (planned.length + reads.length + transactions.length === 0) return NOTHING_DONE
    const markets = explainAll(settled, { risk: this.#risk, plans, at })
    this.#close(settled)
    return { markets, commands: [...commandsOf(plans), ...reads, ...transactions] }
  }

  /** state -> strategy -> quoting: what should rest in one market. Returns whether it, or the value of what is held, differs from before. */
  #requote(cell: Cell, at: Instant): boolean {
    const { beliefs } = this
    const { conditionId, wanted: before } = cell
    const market = beliefs.markets.get(conditionId)
    if (!market) return false
    const isValued = this.#pnl.value(cell, market)
    const { pollStaleAfterMs } = this.settings.core.feed
    const nextMonoMs = nextLookMonoMs(beliefs, conditionId, { nowMonoMs: at.monoMs, pollStaleAfterMs })
    const pauseEndMonoMs = this.#faults.pauseEndMonoMs(conditionId, at.monoMs)
    this.#cells.dueBy(cell, Math.min(nextMonoMs, pauseEndMonoMs, this.#cautions.nextMonoMs(market, at)))
    const skip = this.#reactions.draining || beliefs.dropped.has(conditionId) || market.status !== 'OPEN'
    const shut = skip || this.#faults.stop(conditionId, at.monoMs) !== undefined
    cell.wanted = shut ? this.#strategyStage.leave(cell) : this.#strategyStage.wantedQuotes(cell, market, at)
    return isValued || before.reduceOnly !== cell.wanted.reduceOnly || !areSameQuotes(before.quotes, cell.wanted.quotes)
  }

  #programFault(conditionId: ConditionId, error: unknown, at: Instant): void {
    const { message } = toFailure(error)
    if (this.#faults.program(conditionId, message, at.monoMs))
      this.standing.halt('program-fault', `program faults: ${message}`, at)
  }

  /** risk: what of it may rest. Returns the cells to be planned: these, and others whose grant has changed by it. */
  #settle(cells: readonly Cell[], at: Instant): readonly Cell[] {
    if (cells.length === 0 && this.#risk.dueMonoMs > at.monoMs) return cells
    const known = cells.filter((cell) => this.beliefs.markets.has(cell.conditionId))
    const settled = this.#cells.with(known, this.#risk.settle(cells, at))
    for (const cell of settled) {
      const { length } = this.#risk.approval(cell.conditionId).approved
      this.#approved += length - cell.approved
      cell.approved = length
    }
    return settled
  }

  /** Markets that are over, and in which nothing lives or settles any more, leave the work. */
  #close(cells: readonly Cell[]): void {
    const { markets, orders } = this.beliefs
    for (const cell of cells) {
      const market = markets.get(cell.conditionId)
      if (!market || !isFinal(market) || !orders.isSettled(cell.conditionId)) continue
      this.#leave(cell)
      forgetMarket(this, cell.conditionId)
    }
  }

  #leave(cell: Cell): void {
    this.#cells.close(cell)
    this.#approved -= cell.approved
    this.#strategyStage.remove(cell)
    for (const stage of [this.#planning, this.#risk, this.#cautions]) stage.remove(cell.conditionId)
  }

  /** On another tick or size step nothing holds that was concluded on the old one; what is known of the market itself does. */
  #leaveOldGrid(market: Market): void {
    const known = this.beliefs.markets.get(market.conditionId)
    if (known && !isSameGrid(known, market)) this.#leave(this.#cells.open(market.conditionId))
  }

  #plan(cells: readonly Cell[], event: CoreEvent): readonly OrderPlan[] {
    const plans = this.#planning.plan(cells, this.#approved, event)
    if (plans.some(({ commands }) => commands.length > 0)) this.#reads.sent()
    this.#mark(event)
    return plans
  }

  #wakeAt(nowMonoMs: number): number {
    if (this.#cells.isMarked) return nowMonoMs + LEFT_OVER_MS
    const first = Math.min(
      this.#cells.nextMonoMs,
      this.#reads.dueMonoMs,
      this.#risk.dueMonoMs,
      this.beliefs.bookWatch.nextMonoMs(),
      this.#planning.nextMonoMs(this.#approved, nowMonoMs),
      this.budget.nextServeMonoMs(nowMonoMs),
      nowMonoMs + LOOK_AROUND_MS,
    )
    return Math.max(nowMonoMs + LEFT_OVER_MS, first)
  }
}
