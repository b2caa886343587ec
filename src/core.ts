// The picture as code: an event comes in, commands go out, with a record of the decision. Pure: no clock, no chance, no waiting.
// The only file that knows the order of the stages:  state -> strategy -> quoting -> risk -> execution.

import { type CoreSettings, plannerSettings, readSettings } from './core-settings.js'
import { takeSnapshot } from './core-snapshot.js'
import { byMarket } from './domain/by-market.js'
import { type Command, requestCost } from './domain/command.js'
import type { CoreEvent } from './domain/core-event.js'
import type { Decision, MarketDecision } from './domain/decision.js'
import { ERROR_REACTIONS, type Failure } from './domain/error.js'
import type { ConditionId, Market } from './domain/market.js'
import type { OwnOrder } from './domain/own-order.js'
import type { Quote, Refusal } from './domain/quote.js'
import type { Outcome } from './domain/side.js'
import { lotsToRaw } from './domain/size.js'
import type { BotSnapshot } from './domain/snapshot.js'
import type { Instant } from './domain/time.js'
import { BudgetPlanner } from './execution/budget-planner.js'
import { legKey } from './execution/leg-back-off.js'
import { orderLifetimeSec } from './execution/lifetime.js'
import { type OrderPlan, OrderPlanner, type PlaceGate } from './execution/order-planner.js'
import { ReadSchedule } from './execution/read-schedule.js'
import { legalise } from './quoting/legalise.js'
import { type Approval, approve } from './risk/approve.js'
import { fits } from './risk/gate.js'
import { KillSwitch } from './risk/kill-switch.js'
import { asLiveOrder } from './risk/market-exposure.js'
import { Beliefs } from './state/beliefs.js'
import { expireOverdue } from './state/expiry.js'
import { asLive, isZombie, lockedCollateralRaw, lockedTokensRaw, positionsOf } from './state/exposures.js'
import { intended } from './state/order-reducer.js'
import { buildView } from './strategy/build-view.js'

interface Target {
  readonly quotes: readonly Quote[]
  readonly refused: readonly Refusal[]
  readonly fair?: number
  readonly note?: string
}

const NOTHING: Target = { quotes: [], refused: [] }
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
  readonly #targets = new Map<ConditionId, Target>()
  #operatorHalt: { readonly reason: string; readonly actor: string } | undefined
  #draining = false
  #lastSeq = 0

  constructor(settings: CoreSettings) {
    this.#settings = settings
    this.beliefs = new Beliefs({ ...settings, pollStaleAfterMs: settings.feed.pollStaleAfterMs })
    this.kill = new KillSwitch(settings.risk.killSwitch)
    this.#planner = new OrderPlanner(this.budget, plannerSettings(settings))
    this.#reads = new ReadSchedule(this.budget, readSettings(settings))
  }

  /** One event, one decision. Events must come in the order of their numbers. */
  step(event: CoreEvent): Decision {
    this.#lastSeq = event.seq
    const changed = this.beliefs.apply(event)
    const stop = this.#react(event)
    expireOverdue(this.beliefs.orders, event.at, this.#settings)
    const dirty = changed === 'all' ? this.beliefs.markets.keys() : changed
    let moved = !isMarketData(event)
    for (const conditionId of dirty) moved = this.#aim(conditionId, event.at) || moved
    // a book that changes nothing we want changes nothing we do
    const orders = moved ? this.#decide(event) : UNCHANGED
    const reads = moved ? this.#reads.plan(this.#readNeeds(event)) : UNCHANGED
    const commands: Command[] = [...stop, ...orders.commands, ...reads.commands]
    this.beliefs.asked(commands)
    for (const command of commands) {
      for (let i = requestCost(command).requests; i > 0; i--) this.kill.onRequest(event.at.monoMs)
    }
    const wakes = [orders.wakeAtMonoMs, reads.wakeAtMonoMs, event.at.monoMs + LOOK_AROUND_MS]
    return {
      seq: event.seq,
      markets: orders.markets,
      commands,
      ended: this.beliefs.takeEnded(),
      wakeAtMonoMs: Math.max(event.at.monoMs + 10, Math.min(...wakes.filter((w) => w !== undefined))),
    }
  }

  #decide(event: CoreEvent): Pick<OrderPlan, 'commands' | 'wakeAtMonoMs'> & Pick<Decision, 'markets'> {
    this.#trip()
    const targets = [...this.#targets.values()].flatMap((t) => t.quotes)
    const approval = this.#approve(targets, event.at)
    const plan = this.#plan(approval, event)
    return { ...plan, markets: this.#explain(approval, plan.waiting) }
  }

  get halted(): { readonly reason: string; readonly actor: string } | undefined {
    const tripped = this.kill.tripped
    return this.#operatorHalt ?? (tripped && { reason: tripped.reason, actor: 'kill switch' })
  }

  snapshot(at: Instant): BotSnapshot {
    return takeSnapshot({ beliefs: this.beliefs, budget: this.budget, halted: this.halted, seq: this.#lastSeq, at })
  }

  /** What an event means besides what is believed: budgets, back-off, halts. */
  #react(event: CoreEvent): Command[] {
    this.#reads.note(event)
    switch (event.kind) {
      case 'budget':
        this.budget.limit(event.routeClass, event)
        this.#planner.setLifetime(this.#lifetimeSec())
        return []
      case 'fee':
        this.#planner.fees.answered(event.conditionId)
        return []
      case 'submitted':
        this.#submitted(event.intentId, event.status === 'cancelled_local', event.at)
        return []
      case 'operator':
        this.#operate(event)
        return []
      case 'submit-failed':
        this.#refused(event.intentId, event.failure, event.at)
        return this.#failed(event.failure, event.at)
      case 'cancel-failed':
      case 'look-up-failed':
        return this.#failed(event.failure, event.at)
      case 'read-failed':
        if (event.read === 'fee' && event.conditionId) this.#planner.fees.answered(event.conditionId)
        return this.#failed(event.failure, event.at)
      default:
        return []
    }
  }

  #failed(failure: Failure, at: Instant): Command[] {
    this.kill.onError(failure.code, at.monoMs)
    return ERROR_REACTIONS[failure.code] === 'stop'
      ? [{ kind: 'stop', reason: `${failure.code}: ${failure.message}` }]
      : []
  }

  #submitted(intentId: number, refused: boolean, at: Instant): void {
    const order = this.beliefs.orders.byIntent(intentId)
    if (!order) return
    if (refused) this.#planner.backOff.refused(legKey(order.draft), at.monoMs)
    else this.#planner.backOff.accepted(legKey(order.draft))
  }

  #refused(intentId: number, failure: Failure, at: Instant): void {
    const order = this.beliefs.orders.byIntent(intentId)
    if (!order) return
    const { conditionId } = order.draft
    // a fee from before a refusal is never signed again
    this.beliefs.fees.delete(conditionId)
    if (failure.code === 'insufficient-balance') this.beliefs.accountStale = true
    if (failure.code !== 'fee-stale')
      this.#planner.backOff.refused(legKey(order.draft), at.monoMs, failure.notBeforeMonoMs)
  }

  #operate(event: Extract<CoreEvent, { kind: 'operator' }>): void {
    if (event.action === 'halt') this.#operatorHalt = { reason: event.reason, actor: event.actor }
    if (event.action === 'drain') this.#draining = true
    if (event.action === 'resume') {
      this.#operatorHalt = undefined
      this.kill.resume()
    }
  }

  /** What should rest in one market, before risk. Returns whether it differs from before. */
  #aim(conditionId: ConditionId, at: Instant): boolean {
    const market = this.beliefs.markets.get(conditionId)
    const skip = !market || this.#draining || this.beliefs.dropped.has(conditionId) || market.status !== 'OPEN'
    const before = this.#targets.get(conditionId)
    const target = skip ? NOTHING : this.#quote(market, at)
    this.#targets.set(conditionId, target)
    return before === undefined || !sameQuotes(before.quotes, target.quotes)
  }

  #quote(market: Market, at: Instant): Target {
    const { beliefs } = this
    const { conditionId } = market
    const others = beliefs.others(market)
    const fair = beliefs.estimates.fair(market)
    const feeRateBps = this.#settings.makerPaysFee
      ? (beliefs.fees.get(conditionId)?.feeRateBps ?? market.feeRateBps)
      : 0
    const view = buildView({
      market,
      others,
      nowVenueMs: at.venueMs,
      fair,
      degraded: beliefs.feeds.health(conditionId, at.monoMs).health === 'polled',
      volatility: beliefs.estimates.volatility(conditionId),
      tokensRaw: beliefs.positions.position(market).tokensRaw,
      feeRateBps,
      orders: beliefs.ordersOf(conditionId),
    })
    const wish = this.#settings.quoter(view)
    const { quotes, refused } = legalise(wish, {
      market,
      others,
      heldRaw: [beliefs.funds.heldRaw(conditionId, 0), beliefs.funds.heldRaw(conditionId, 1)],
      feeRateBps,
      ...(fair === undefined ? {} : { fair }),
      useHeld: this.#settings.execution.useHeldTokens,
      maxLevels: this.#settings.maxLevels,
    })
    return {
      quotes,
      refused,
      ...(wish.fair === undefined ? {} : { fair: wish.fair }),
      ...(wish.note === undefined ? {} : { note: wish.note }),
    }
  }

  #trip(): void {
    let total = 0
    for (const market of this.beliefs.markets.values()) {
      total += this.beliefs.positions.pnl(market, this.beliefs.estimates.fair(market)).total
    }
    this.kill.onPnl(total)
  }

  #approve(targets: readonly Quote[], at: Instant): Approval {
    const { beliefs, halted } = this
    const zombies = beliefs.orders.live().filter(isZombie)
    return approve(
      {
        targets,
        positions: positionsOf(beliefs),
        zombies: zombies.map(asLive),
        freeCollateralRaw: beliefs.funds.collateralRaw() - lockedCollateralRaw(zombies, beliefs),
        heldSellableRaw: (conditionId, outcome) =>
          beliefs.funds.heldRaw(conditionId, outcome) - lockedTokensRaw(zombies, conditionId, outcome),
        states: new Map([...beliefs.markets.values()].map((m) => [m.conditionId, this.#readiness(m, at)])),
        clockErrorMs: beliefs.clockErrorMs,
        ...(halted ? { halted } : {}),
      },
      this.#settings.risk,
    )
  }

  #readiness(market: Market, at: Instant) {
    const { health, reason } = this.beliefs.feeds.health(market.conditionId, at.monoMs)
    return {
      open: market.status === 'OPEN' && market.registration === 'REGISTERED',
      fresh: health !== 'stale',
      staleReason: reason,
      paused: this.beliefs.paused.has(market.conditionId),
    }
  }

  #plan(approval: Approval, event: CoreEvent) {
    const { beliefs } = this
    const approvedBy = byMarket(approval.approved, (q) => q.conditionId)
    const live = beliefs.orders.live()
    const liveBy = byMarket(live, (o) => o.draft.conditionId)
    const plan = this.#planner.plan({
      markets: [...beliefs.markets.values()].map((market) => ({
        market,
        approved: approvedBy.get(market.conditionId) ?? [],
        orders: liveBy.get(market.conditionId) ?? [],
        fee: beliefs.fees.get(market.conditionId),
        closedFor: this.#closedFor(liveBy.get(market.conditionId) ?? []),
      })),
      now: event.at,
      gate: this.#gate(live),
      nextIntentId: () => beliefs.orders.nextIntentId(),
    })
    for (const order of plan.cancelled) beliefs.orders.cancelSent(order.intentId, event.at.monoMs)
    for (const command of plan.commands) if (command.kind === 'place') this.#intend(command, event)
    return plan
  }

  #closedFor(orders: readonly OwnOrder[]): string | undefined {
    if (!this.beliefs.signedIn) return 'the sign-in'
    if (!this.beliefs.funds.isKnown) return 'the account to be read'
    return orders.some((o) => o.phase === 'unknown') ? 'an order of unknown outcome' : undefined
  }

  /** The last check before a place: every order that may still live counts, and what was let through before it. */
  #gate(live: readonly OwnOrder[]): PlaceGate {
    const { beliefs } = this
    const orders = live.map(asLive)
    const context = {
      positions: positionsOf(beliefs),
      collateralRaw: beliefs.funds.collateralRaw(),
      heldRaw: (conditionId: ConditionId, outcome: Outcome) => beliefs.funds.heldRaw(conditionId, outcome),
      limits: this.#settings.risk,
    }
    return {
      refuses(quote) {
        const breach = fits(quote, orders, context)
        return breach && `room: ${breach.detail}`
      },
      sent(quote) {
        const market = beliefs.markets.get(quote.conditionId)
        if (market) orders.push(asLiveOrder(quote, market))
      },
    }
  }

  #intend(command: Extract<Command, { kind: 'place' }>, event: CoreEvent): void {
    const market = this.beliefs.markets.get(command.conditionId)
    if (!market) return
    for (const { intentId, draft } of command.intents) {
      const originalRaw = lotsToRaw(draft.size, market.lotRaw)
      this.beliefs.orders.add(intended({ draft, originalRaw, intentId, atMonoMs: event.at.monoMs, seq: event.seq }))
    }
  }

  #readNeeds(event: CoreEvent) {
    const { beliefs } = this
    const now = event.at.monoMs
    const orders = [...beliefs.orders.all()]
    const wanted = [...beliefs.markets.values()].filter(
      (m) => m.status === 'OPEN' && !beliefs.dropped.has(m.conditionId),
    )
    return {
      nowMonoMs: now,
      nowVenueMs: event.at.venueMs,
      seq: event.seq,
      signedIn: beliefs.signedIn,
      markets: wanted.map(({ conditionId }) => ({
        conditionId,
        trusted: beliefs.feeds.trustsSocket(conditionId, now),
        needsResync: beliefs.resync.has(conditionId),
        needsRecheck: beliefs.recheck.has(conditionId),
      })),
      unknown: orders.flatMap((o) =>
        o.phase === 'unknown' && o.hash
          ? [
              {
                hash: o.hash,
                dueMonoMs: o.lookUpAtMonoMs ?? now,
                resend: o.lookUps >= 2 && o.lookUps % 2 === 0 && !o.foreign,
              },
            ]
          : [],
      ),
      accountStale: beliefs.accountStale,
      fillsPending: orders.some((o) => o.pendingRaw > 0n),
    }
  }

  #lifetimeSec(): number {
    return orderLifetimeSec({
      configured: this.#settings.execution.orderLifetimeSec,
      quotes: Math.max(2, this.beliefs.markets.size * 2),
      writesPerMinute: this.budget.perMinute('write'),
      stopMatchingBeforeSec: this.#settings.stopMatchingBeforeSec,
      minLifetimeSec: this.#settings.minLifetimeSec,
    })
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

/** Events that matter only through what they make us want. */
function isMarketData({ kind }: CoreEvent): boolean {
  return kind === 'level' || kind === 'trade' || kind === 'settlement'
}

function sameQuotes(a: readonly Quote[], b: readonly Quote[]): boolean {
  return (
    a.length === b.length &&
    a.every((quote, i) => {
      const other = b[i]
      return (
        other !== undefined &&
        quote.outcome === other.outcome &&
        quote.side === other.side &&
        quote.price === other.price &&
        quote.size === other.size
      )
    })
  )
}
