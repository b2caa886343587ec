// The picture as code: an event comes in, commands go out, with a record of the decision. Pure: no clock, no chance, no waiting.
// The only file that knows the order of the stages:  state -> strategy -> quoting -> risk -> execution.

import { Reactions } from './core/reactions.js'
import { type CoreSettings, plannerSettings, readSettings } from './core/settings.js'
import { takeSnapshot } from './core/snapshot.js'
import { closedFor, placeGate, readNeeds, riskInput } from './core/stage-inputs.js'
import { NO_TARGET, sameQuotes, type Target, targetFor } from './core/target.js'
import { byMarket } from './domain/by-market.js'
import { type Command, requestCost } from './domain/command.js'
import type { CoreEvent } from './domain/core-event.js'
import type { Decision, MarketDecision } from './domain/decision.js'
import type { ConditionId } from './domain/market.js'
import { lotsToRaw } from './domain/size.js'
import type { BotSnapshot } from './domain/snapshot.js'
import type { Instant } from './domain/time.js'
import { BudgetPlanner } from './execution/budget-planner.js'
import { OrderPlanner } from './execution/order-planner.js'
import { ReadSchedule } from './execution/read-schedule.js'
import { type Approval, approve } from './risk/approve.js'
import { KillSwitch } from './risk/kill-switch.js'
import { Beliefs } from './state/beliefs.js'
import { expireOverdue } from './state/expiry.js'
import { intended } from './state/order-reducer.js'

const UNCHANGED = { commands: [], markets: [], wakeAtMonoMs: undefined }
/** With nothing else to wait for, the core looks around this often. */
const LOOK_AROUND_MS = 1000

export class Core {
  readonly beliefs: Beliefs
  readonly budget = new BudgetPlanner()
  readonly kill: KillSwitch
  readonly #settings: CoreSettings
  readonly #planner: OrderPlanner
  readonly #reads: ReadSchedule
  readonly #reactions: Reactions
  readonly #targets = new Map<ConditionId, Target>()
  #lastSeq = 0

  constructor(settings: CoreSettings) {
    this.#settings = settings
    this.beliefs = new Beliefs({ ...settings, ...settings.feed })
    this.kill = new KillSwitch(settings.risk.killSwitch)
    this.#planner = new OrderPlanner(this.budget, plannerSettings(settings))
    this.#reads = new ReadSchedule(this.budget, readSettings(settings))
    const { beliefs, budget, kill } = this
    this.#reactions = new Reactions({ beliefs, budget, kill, settings, planner: this.#planner, reads: this.#reads })
  }

  get halted(): { readonly reason: string; readonly actor: string } | undefined {
    return this.#reactions.halted
  }

  snapshot(at: Instant): BotSnapshot {
    return takeSnapshot({ beliefs: this.beliefs, budget: this.budget, halted: this.halted, seq: this.#lastSeq, at })
  }

  /** One event, one decision. Events must come in the order of their numbers. */
  step(event: CoreEvent): Decision {
    this.#lastSeq = event.seq
    const changed = this.beliefs.apply(event)
    const stop = this.#reactions.react(event)
    expireOverdue(this.beliefs.orders, event.at, this.#settings)
    const convicted = this.beliefs.bookWatch.takeConvicted()
    let moved = !isMarketData(event) || convicted.size > 0
    for (const id of convicted) this.#aim(id, event.at)
    for (const id of changed === 'all' ? this.beliefs.markets.keys() : changed) moved = this.#aim(id, event.at) || moved
    // a book that changes nothing we want changes nothing we do
    const orders = moved ? this.#decide(event) : UNCHANGED
    const reads = moved ? this.#reads.plan(readNeeds(this.beliefs, event, quotedIn(orders.markets))) : UNCHANGED
    const commands: Command[] = [...stop, ...orders.commands, ...reads.commands]
    this.#count(commands, event.at)
    const wakes = [
      orders.wakeAtMonoMs,
      reads.wakeAtMonoMs,
      this.beliefs.bookWatch.nextMonoMs(),
      event.at.monoMs + LOOK_AROUND_MS,
    ]
    return {
      seq: event.seq,
      markets: orders.markets,
      commands,
      ended: this.beliefs.takeEnded(),
      corrected: this.beliefs.ledger.takeCorrected(),
      wakeAtMonoMs: Math.max(event.at.monoMs + 10, Math.min(...wakes.filter((w) => w !== undefined))),
    }
  }

  /** state -> strategy -> quoting: what should rest in one market. Returns whether it differs from before. */
  #aim(conditionId: ConditionId, at: Instant): boolean {
    const { beliefs } = this
    const market = beliefs.markets.get(conditionId)
    const skip = !market || this.#reactions.draining || beliefs.dropped.has(conditionId) || market.status !== 'OPEN'
    const before = this.#targets.get(conditionId)
    const target = skip ? NO_TARGET : targetFor({ market, at, beliefs, settings: this.#settings })
    this.#targets.set(conditionId, target)
    return before === undefined || !sameQuotes(before.quotes, target.quotes)
  }

  /** risk -> execution: what of it may rest, and what is done about it. */
  #decide(event: CoreEvent) {
    this.#watchLoss()
    const targets = [...this.#targets.values()].flatMap((t) => t.quotes)
    const pulledFor = (conditionId: ConditionId) => this.#reactions.pulledFor(conditionId, event.at.monoMs)
    const question = { targets, halted: this.halted, pulledFor, at: event.at }
    const approval = approve(riskInput(this.beliefs, question), this.#settings.risk)
    const plan = this.#plan(approval, event)
    return { ...plan, markets: this.#explain(approval, plan.waiting) }
  }

  #plan(approval: Approval, event: CoreEvent) {
    const { orders, markets, fees } = this.beliefs
    const approved = byMarket(approval.approved, (q) => q.conditionId)
    const live = orders.live().filter((order) => !(this.#reactions.givingWay && order.isStrange))
    const liveBy = byMarket(live, (o) => o.draft.conditionId)
    const plan = this.#planner.plan({
      markets: [...markets.values()].map((market) => ({
        market,
        approved: approved.get(market.conditionId) ?? [],
        orders: liveBy.get(market.conditionId) ?? [],
        fee: fees.get(market.conditionId),
        closedFor: closedFor(this.beliefs, liveBy.get(market.conditionId) ?? []),
      })),
      now: event.at,
      gate: placeGate(this.beliefs, live, this.#settings.risk),
      nextIntentId: () => orders.nextIntentId(),
    })
    for (const order of plan.cancelled) orders.cancelSent(order.intentId, event.at.monoMs)
    for (const command of plan.commands) if (command.kind === 'place') this.#intend(command, event)
    return plan
  }

  #intend(command: Extract<Command, { kind: 'place' }>, event: CoreEvent): void {
    const market = this.beliefs.markets.get(command.conditionId)
    if (!market) return
    for (const { intentId, draft } of command.intents) {
      const originalRaw = lotsToRaw(draft.size, market.lotRaw)
      this.beliefs.orders.add(intended({ draft, originalRaw, intentId, atMonoMs: event.at.monoMs, seq: event.seq }))
    }
  }

  #watchLoss(): void {
    let total = 0
    for (const market of this.beliefs.markets.values()) {
      total += this.beliefs.positions.pnl(market, this.beliefs.estimates.fair(market)).total
    }
    this.kill.onPnl(total)
  }

  #count(commands: readonly Command[], at: Instant): void {
    this.beliefs.asked(commands)
    for (const command of commands) {
      for (let i = requestCost(command).requests; i > 0; i--) this.kill.onRequest(at.monoMs)
    }
  }

  #explain(approval: Approval, waiting: ReadonlyMap<ConditionId, readonly string[]>): MarketDecision[] {
    return [...this.#targets].map(([conditionId, target]) => ({
      conditionId,
      approved: approval.approved.filter((q) => q.conditionId === conditionId),
      refused: [...target.refused, ...approval.refused.filter((r) => r.quote.conditionId === conditionId)],
      waiting: waiting.get(conditionId) ?? [],
      ...(target.fair === undefined ? {} : { fair: target.fair }),
      ...(target.note === undefined ? {} : { note: target.note }),
    }))
  }
}

/** Markets in which something may rest. */
function quotedIn(markets: readonly MarketDecision[]): ReadonlySet<ConditionId> {
  return new Set(markets.filter((m) => m.approved.length > 0).map((m) => m.conditionId))
}

/** Events that matter only through what they make us want. */
function isMarketData({ kind }: CoreEvent): boolean {
  return kind === 'level' || kind === 'trade' || kind === 'settlement'
}
