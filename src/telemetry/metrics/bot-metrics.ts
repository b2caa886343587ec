// Moves the metrics as the bot works: one call per event, step, snapshot and request.

import { Registry } from 'prom-client'
import { LetGo } from '../../domain/collections/let-go.js'
import { type ConditionId, type Market, rawToShares } from '../../domain/market/market.js'
import { ROUTE_CLASSES } from '../../domain/permit.js'
import type { CoreEvent, CoreInput } from '../../domain/run/core-event.js'
import type { Decision } from '../../domain/run/decision.js'
import type { FleetView } from '../../domain/run/market-claim.js'
import { SinceStart } from '../../domain/run/since-start.js'
import type { BotSnapshot, MassCancelSnapshot } from '../../domain/run/snapshot.js'
import { WAIT_CAUSES } from '../../domain/run/standing.js'
import type { Instant } from '../../domain/time.js'
import { MarketMetrics, showPnl } from './market-metrics.js'
import { type BuildInfo, createInstruments, type Instruments, type RequestReport } from './metrics.js'
import type { QuotedMarkets } from './quoting-time.js'
import { SentOrders } from './sent-orders.js'

const STANDBY = ['quoin_build_info', 'quoin_ready', 'quoin_lease_held', 'process_start_time_seconds']

export class BotMetrics {
  readonly registry = new Registry()
  readonly #at: Instruments
  readonly #markets = new Map<ConditionId, Market>()
  readonly #gone = new LetGo()
  readonly #ofMarkets: MarketMetrics
  readonly #sent = new SentOrders()
  readonly #isLive: boolean
  #signedInMonoMs: number | undefined
  #wasLinked = false
  #turnEndMonoMs: number | undefined
  #aheadMs = 0
  readonly #sinceStart = new SinceStart()
  #startVenueMs = Number.NEGATIVE_INFINITY
  #journalBytes: (() => Promise<number>) | undefined

  constructor(build: BuildInfo, options: { readonly processMetrics: boolean } = { processMetrics: true }) {
    this.#at = createInstruments(this.registry, options)
    this.#ofMarkets = new MarketMetrics(this.#at, this.#markets)
    this.#isLive = build.mode === 'live'
    // without a value until there is one
    for (const gauge of [this.#at.signInAge, this.#at.journalBytes, this.#at.chainGas]) gauge.remove()
    this.#at.build.set({ version: build.version, strategy: build.strategy, mode: build.mode }, 1)
    // a series that begins with its first count shows no increase: what is alerted on begins with 0
    for (const result of ['sent', 'failed', 'dropped']) this.#at.alerts.inc({ result }, 0)
    for (const routeClass of ROUTE_CLASSES) this.#at.requests.inc({ class: routeClass, status: '429' }, 0)
  }

  /** How orders are signed. */
  onSigning(path: string): void {
    this.#at.signing.set({ path }, 1)
  }

  /** A configuration counts from now on. */
  onConfig(hash: string, atMs: number): void {
    this.#at.config.reset()
    this.#at.config.set({ hash }, 1)
    this.#at.configLoaded.set(atMs / 1000)
  }

  /** A message to people: taken, to be tried again, or given up. */
  onAlert(result: 'sent' | 'failed' | 'dropped'): void {
    this.#at.alerts.inc({ result })
  }

  /** Another one was asked for. */
  onReload(result: 'applied' | 'refused'): void {
    this.#at.reloads.inc({ result })
  }

  /** From now on it is measured how long markets are quoted. */
  onMarkets(markets: QuotedMarkets): void {
    this.#ofMarkets.measure(markets)
  }

  /** Since when something of ours has rested in the market, or nothing has, monotonic; `undefined` before it is measured. */
  turnedMonoMs(conditionId: ConditionId): number | undefined {
    return this.#ofMarkets.turnedMonoMs(conditionId)
  }

  /** The venue's clock, as events carry it, is so far ahead of its stamps, milliseconds. */
  onClockAhead(aheadMs: number): void {
    this.#aheadMs = aheadMs
  }

  /** The journal is open; asked at each scrape. */
  onJournal(bytes: () => Promise<number>): void {
    this.#journalBytes = bytes
  }

  /** The connection of the feeds. */
  onLink(state: 'up' | 'down'): void {
    if (state === 'down') return
    if (this.#wasLinked) this.#at.reconnects.inc()
    this.#wasLinked = true
  }

  onEvent(event: CoreInput | CoreEvent): void {
    this.#at.events.inc({ kind: event.kind })
    if ('conditionId' in event && event.conditionId !== undefined) this.#ofMarkets.touched(event.conditionId)
    if ('at' in event) this.#passed(event, event.at)
    for (const taken of this.#sent.heard(event)) {
      if (taken === 'killed') this.#at.ordersRefused.inc({ reason: 'killed' })
      else this.#at.ordersPlaced.inc()
    }
    switch (event.kind) {
      case 'market':
        this.#gone.takeUp(event.market.conditionId)
        this.#markets.set(event.market.conditionId, event.market)
        break
      case 'market-dropped':
        this.#dropped(event.conditionId)
        break
      case 'feed':
        if (event.health === 'stale') this.#ofMarkets.lost(event.conditionId)
        break
      case 'submit-failed':
        if (event.failure.mayHaveHappened) this.#at.ordersUnknown.inc()
        else this.#at.ordersRefused.inc({ reason: event.failure.code })
        break
      case 'cancel-answered':
        this.#at.ordersCancelled.inc(event.cancelled.length)
        break
      case 'read-failed':
        this.#at.readsFailed.inc({ read: event.read, reason: event.failure.code })
        break
      case 'chain-ended':
        this.#transacted(event)
        break
      case 'chain-read-failed':
        this.#at.readsFailed.inc({ read: 'chain', reason: event.failure.code })
        break
      case 'fills-listed':
        // one of before was counted by the run in which it happened
        for (const fill of event.fills) if (!(fill.venueMs < this.#startVenueMs)) this.#ofMarkets.filled(fill)
        break
    }
  }

  /** `durationMs`: from the event to its commands. */
  onStep(decision: Decision, durationMs: number): void {
    this.#at.step.observe(durationMs / 1000)
    for (const hash of decision.ended) this.#sent.ended(hash)
    for (const command of decision.commands) this.#at.commands.inc({ kind: command.kind })
    this.#at.decisions.inc(decision.markets.length)
    this.#ofMarkets.decided(decision)
    if (this.#turnEndMonoMs === undefined) return
    this.#ofMarkets.turnEnded(this.#turnEndMonoMs)
    this.#turnEndMonoMs = undefined
  }

  /** A call of the strategy. */
  onAsked(durationMs: number): void {
    this.#at.asked.observe(durationMs / 1000)
  }

  /** A source of signals could not be read. */
  onSignalFailed(source: string): void {
    this.#at.signalFailures.inc({ source })
  }

  /** Of the API key. */
  onKeySharing({ bots, isKnown }: { readonly bots: number; readonly isKnown: boolean }): void {
    this.#at.budgetSharers.reset()
    this.#at.budgetSharers.set({ source: isKnown ? 'redis' : 'assumed' }, bots)
  }

  /** Of the wallet. */
  onLease({ isHeld, fence }: { readonly isHeld: boolean; readonly fence: number }): void {
    this.#at.leaseHeld.set(isHeld ? 1 : 0)
    this.#at.leaseFence.set(fence)
  }

  /** Of the bots that divide the markets. */
  onFleet({ bots, markets }: Pick<FleetView, 'bots' | 'markets'>): void {
    this.#at.fleetBots.set(bots)
    for (const [whose, count] of Object.entries(markets)) this.#at.fleetMarkets.set({ whose }, count)
  }

  /** Whether it can quote. */
  onReady(isReady: boolean): void {
    this.#at.ready.set(isReady ? 1 : 0)
  }

  /** Everything is cancelled. */
  onMassCancel(cause: MassCancelSnapshot['cause']): void {
    this.#at.massCancels.inc({ cause })
  }

  onRequest({ routeClass, route, status, durationMs }: RequestReport): void {
    this.#at.requests.inc({ class: routeClass, status })
    this.#at.latency.observe({ class: routeClass, route }, durationMs / 1000)
  }

  /** Each second, whether anybody scrapes or not. */
  look(snapshot: Pick<BotSnapshot, 'markets' | 'monoMs'>): void {
    this.#ofMarkets.look(snapshot)
  }

  onSnapshot(snapshot: BotSnapshot): void {
    const at = this.#at
    this.#ofMarkets.show(snapshot)
    showPnl(snapshot.totals, (part, value) => at.totalPnl.set({ part }, value))
    at.totalWorstCase.set(snapshot.totals.worstCaseLoss)
    at.openOrders.set(snapshot.totals.openOrders)
    at.unknownOrders.set(snapshot.totals.unknownOrders)
    at.ramp.set(snapshot.ramp ?? 1)
    at.halted.set(snapshot.halted === undefined ? 0 : 1)
    const { massCancel } = snapshot
    at.massCancelUnverified.set(massCancel !== undefined && massCancel.verifiedMs === undefined ? 1 : 0)
    for (const cause of WAIT_CAUSES) at.waiting.set({ cause }, snapshot.waiting?.cause === cause ? 1 : 0)
    at.clockError.set(snapshot.clockErrorMs / 1000)
    at.answersBehind.set(snapshot.answersBehindMs / 1000)
    at.signalAge.reset()
    if (this.#signedInMonoMs !== undefined) at.signInAge.set((snapshot.monoMs - this.#signedInMonoMs) / 1000)
    for (const { name, conditionId = 'all', ageMs } of snapshot.signals) {
      at.signalAge.set({ signal: name, market: conditionId }, ageMs / 1000)
    }
    this.#showCapital(snapshot.capital)
    if (snapshot.collateral !== undefined) {
      for (const [part, value] of Object.entries(snapshot.collateral)) at.collateral.set({ part }, value)
    }
    for (const budget of snapshot.budgets) {
      const labels = { class: budget.routeClass }
      at.budgetLeft.set(labels, budget.leftInMinute)
      at.budgetLimit.set({ ...labels, window: 'second' }, budget.perSecond)
      at.budgetLimit.set({ ...labels, window: 'minute' }, budget.perMinute)
      at.budgetBlocked.set(labels, budget.blockedForMs / 1000)
    }
  }

  /** The text that Prometheus reads. */
  async text(): Promise<string> {
    if (this.#journalBytes !== undefined) this.#at.journalBytes.set(await this.#journalBytes())
    return this.registry.metrics()
  }

  /** Of a process that waits for its wallet: what it is, and that it cannot quote. The rest would speak of a bot that there is not. */
  async standbyText(): Promise<string> {
    const texts = STANDBY.map((name) => this.registry.getSingleMetricAsString(name))
    return `${(await Promise.all(texts)).join('\n')}\n`
  }

  #dropped(conditionId: ConditionId): void {
    const first = this.#gone.letGo(conditionId)
    if (first !== undefined) this.#markets.delete(first)
  }

  /** What an event says of the time. */
  #passed(event: CoreInput, at: Instant): void {
    this.#startVenueMs = this.#sinceStart.startVenueMs(at)
    if (event.kind === 'turn-end') this.#turnEndMonoMs = at.monoMs
    else if (event.kind === 'level') {
      if (event.venueMs !== undefined) this.#lagged(at.venueMs - event.venueMs)
    } else if (event.kind === 'trade') this.#lagged(at.venueMs - event.trade.venueMs)
    else if (event.kind === 'session' && event.signedIn && this.#isLive) this.#signedInMonoMs = at.monoMs
  }

  /** Within the error of the venue's clock news may seem to be there before they were told. */
  #lagged(ms: number): void {
    this.#at.feedLag.observe(Math.max(0, ms - this.#aheadMs) / 1000)
  }

  #transacted({ act, outcome, cost }: Extract<CoreInput, { kind: 'chain-ended' }>): void {
    const at = this.#at
    at.chainTransactions.inc({ act: act.kind, outcome })
    at.chainCost.inc(cost)
    if (outcome !== 'confirmed' || (act.kind !== 'merge' && act.kind !== 'redeem')) return
    const market = this.#markets.get(act.conditionId)
    const paidRaw = act.kind === 'redeem' ? act.paidRaw : act.setsRaw
    if (market !== undefined) at.chainReturned.inc({ act: act.kind }, rawToShares(paidRaw, market))
  }

  #showCapital(capital: BotSnapshot['capital']): void {
    const at = this.#at
    at.chainPending.set(capital?.pending === undefined ? 0 : 1)
    at.chainReplaced.set(capital?.pending?.replaced ?? 0)
    if (capital?.gas !== undefined) at.chainGas.set(capital.gas)
    for (const { spender, amount } of capital?.allowances ?? []) at.chainAllowance.set({ spender }, amount)
  }
}
