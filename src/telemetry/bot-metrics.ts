// Moves the metrics as the bot works: one call per event, step, snapshot and request.

import { Registry } from 'prom-client'
import { type ConditionId, type Market, rawToShares } from '../domain/market/market.js'
import type { Fill } from '../domain/orders/fill.js'
import { ROUTE_CLASSES } from '../domain/permit.js'
import type { CoreInput } from '../domain/run/core-event.js'
import type { Decision } from '../domain/run/decision.js'
import type { FleetView } from '../domain/run/market-claim.js'
import type { BotSnapshot, MarketSnapshot, MassCancelSnapshot, ProfitAndLoss } from '../domain/run/snapshot.js'
import { WAIT_CAUSES } from '../domain/run/standing.js'
import { type BuildInfo, createInstruments, type Instruments, type RequestReport } from './metrics.js'
import { SeenFills } from './seen-fills.js'
import { SentOrders } from './sent-orders.js'

const FAULT_KINDS = ['strategy', 'slow', 'program'] as const
const OUTCOME_NAMES = ['yes', 'no'] as const

export class BotMetrics {
  readonly registry = new Registry()
  readonly #at: Instruments
  readonly #markets = new Map<ConditionId, Market>()
  readonly #seenFills = new SeenFills()
  readonly #sent = new SentOrders()
  readonly #shown = new Set<string>()

  constructor(build: BuildInfo, options: { readonly processMetrics: boolean } = { processMetrics: true }) {
    this.#at = createInstruments(this.registry, options)
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

  onEvent(event: CoreInput): void {
    this.#at.events.inc({ kind: event.kind })
    for (const taken of this.#sent.heard(event)) {
      if (taken === 'killed') this.#at.ordersRefused.inc({ reason: 'killed' })
      else this.#at.ordersPlaced.inc()
    }
    switch (event.kind) {
      case 'market':
        this.#markets.set(event.market.conditionId, event.market)
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
        for (const fill of event.fills) this.#countFill(fill)
        break
    }
  }

  /** `durationMs`: from the event to its commands. */
  onStep(decision: Decision, durationMs: number): void {
    this.#at.step.observe(durationMs / 1000)
    for (const hash of decision.ended) this.#sent.ended(hash)
    for (const command of decision.commands) this.#at.commands.inc({ kind: command.kind })
    for (const { conditionId } of decision.corrected) {
      this.#shown.add(conditionId)
      this.#at.holdingsCorrected.inc({ market: conditionId })
    }
    for (const { conditionId, kind } of decision.faults) {
      this.#shown.add(conditionId)
      this.#at.marketFaults.inc({ market: conditionId, kind })
    }
    for (const market of decision.markets) {
      for (const { reason } of market.refused) this.#at.quotesRefused.inc({ reason })
    }
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

  onRequest({ routeClass, status, durationMs }: RequestReport): void {
    this.#at.requests.inc({ class: routeClass, status })
    this.#at.latency.observe({ class: routeClass }, durationMs / 1000)
  }

  onSnapshot(snapshot: BotSnapshot): void {
    const at = this.#at
    for (const gauge of [at.marketInfo, at.quotePrice, at.othersBid]) gauge.reset()
    for (const market of snapshot.markets) {
      this.#showMarket(market)
      this.#showPrices(market)
    }
    this.#forgetMarketsNotIn(snapshot)
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
    at.signalAge.reset()
    at.notQuoting.reset()
    for (const { conditionId, notQuoting } of snapshot.markets) {
      if (notQuoting) at.notQuoting.set({ market: conditionId, reason: notQuoting.reason }, 1)
    }
    for (const { name, conditionId = 'all', ageMs } of snapshot.signals) {
      at.signalAge.set({ signal: name, market: conditionId }, ageMs / 1000)
    }
    this.#showCapital(snapshot.capital)
    if (snapshot.collateral !== undefined) {
      at.collateral.set({ part: 'total' }, snapshot.collateral.total)
      at.collateral.set({ part: 'available' }, snapshot.collateral.available)
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
  text(): Promise<string> {
    return this.registry.metrics()
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

  #countFill(fill: Fill): void {
    if (!this.#seenFills.isNew(fill)) return
    this.#shown.add(fill.conditionId)
    this.#at.fills.inc({ market: fill.conditionId })
    const market = this.#markets.get(fill.conditionId)
    if (market === undefined) return
    const side = fill.side === 'BUY' ? 'buy' : 'sell'
    this.#at.sharesFilled.inc({ market: fill.conditionId, side }, rawToShares(fill.sizeRaw, market))
  }

  #showMarket(snapshot: MarketSnapshot): void {
    const at = this.#at
    const market = snapshot.conditionId
    this.#shown.add(market)
    at.holdingsCorrected.inc({ market }, 0)
    for (const kind of FAULT_KINDS) at.marketFaults.inc({ market, kind }, 0)
    if (snapshot.fair === undefined) at.fair.remove({ market })
    else at.fair.set({ market }, snapshot.fair)
    showPnl(snapshot.pnl, (part, value) => at.pnl.set({ market, part }, value))
    at.worstCase.set({ market }, snapshot.worstCaseLoss)
    if (snapshot.dropped || snapshot.status !== 'OPEN')
      for (const gauge of [at.feedAge, at.feedHealthy]) gauge.remove({ market })
    else {
      at.feedAge.set({ market }, snapshot.feed.ageMs / 1000)
      at.feedHealthy.set({ market }, snapshot.feed.health === 'stale' ? 0 : 1)
    }
    at.widened.set({ market }, snapshot.widened ?? 1)
    if (snapshot.ownMarkout !== undefined) at.ownMarkout.set({ market }, snapshot.ownMarkout)
    at.slowed.set({ market }, snapshot.slowed ? 1 : 0)
    at.quarantined.set({ market }, snapshot.quarantined ? 1 : 0)
    for (const [index, outcome] of OUTCOME_NAMES.entries()) {
      at.position.set({ market, outcome }, snapshot.shares[index] ?? 0)
      for (const side of ['BUY', 'SELL'] as const) {
        const resting = snapshot.ownQuotes.filter((quote) => quote.outcome === index && quote.side === side).length
        at.quotes.set({ market, outcome, side: side === 'BUY' ? 'buy' : 'sell' }, resting)
      }
    }
  }

  /** What may be gone at the next look. */
  #showPrices({ conditionId: market, question, status, ownQuotes, bestOthers }: MarketSnapshot): void {
    const at = this.#at
    at.marketInfo.set({ market, question, status }, 1)
    for (const [index, outcome] of OUTCOME_NAMES.entries()) {
      const others = bestOthers[index]
      if (others !== undefined) at.othersBid.set({ market, outcome }, others.price)
      const prices = (side: 'BUY' | 'SELL') =>
        ownQuotes.filter((quote) => quote.outcome === index && quote.side === side).map(({ price }) => price)
      const [bids, asks] = [prices('BUY'), prices('SELL')]
      if (bids.length > 0) at.quotePrice.set({ market, outcome, side: 'buy' }, Math.max(...bids))
      if (asks.length > 0) at.quotePrice.set({ market, outcome, side: 'sell' }, Math.min(...asks))
    }
  }

  /** A market that is not followed any more must not stay as a frozen value. */
  #forgetMarketsNotIn(snapshot: BotSnapshot): void {
    const current = new Set<string>(snapshot.markets.map((market) => market.conditionId))
    for (const market of this.#shown) {
      if (current.has(market)) continue
      this.#shown.delete(market)
      this.#removeMarket(market)
    }
  }

  #removeMarket(market: string): void {
    const at = this.#at
    const { fair, worstCase, feedAge, feedHealthy, quarantined, slowed, widened, ownMarkout } = at
    for (const gauge of [fair, worstCase, feedAge, feedHealthy, quarantined, slowed, widened, ownMarkout])
      gauge.remove({ market })
    for (const counter of [at.fills, at.holdingsCorrected]) counter.remove({ market })
    for (const kind of FAULT_KINDS) at.marketFaults.remove({ market, kind })
    for (const side of ['buy', 'sell']) at.sharesFilled.remove({ market, side })
    for (const part of PNL_PARTS) at.pnl.remove({ market, part })
    for (const outcome of OUTCOME_NAMES) {
      at.position.remove({ market, outcome })
      for (const side of ['buy', 'sell']) at.quotes.remove({ market, outcome, side })
    }
  }
}

const PNL_PARTS = ['spread', 'inventory', 'fees', 'total'] as const

function showPnl(pnl: ProfitAndLoss, set: (part: (typeof PNL_PARTS)[number], value: number) => void): void {
  for (const part of PNL_PARTS) set(part, pnl[part])
}
