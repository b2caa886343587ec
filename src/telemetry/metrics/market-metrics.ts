// The metrics of single markets: those that a snapshot shows, and counters. A market that is over leaves them all; what counts on without it
// has a series of all markets beside.

import { type ConditionId, type Market, rawToShares } from '../../domain/market/market.js'
import type { Fill } from '../../domain/orders/fill.js'
import type { Decision } from '../../domain/run/decision.js'
import type { BotSnapshot, MarketSnapshot, ProfitAndLoss } from '../../domain/run/snapshot.js'
import { visible } from '../../domain/visible-text.js'
import type { Instruments } from './metrics.js'
import { type QuotedMarkets, type QuotedMs, QuotingTime } from './quoting-time.js'
import { SeenFills } from './seen-fills.js'

const FAULT_KINDS = ['strategy', 'slow', 'program'] as const
const SIDE_NAMES = ['buy', 'sell'] as const
const OUTCOME_NAMES = ['yes', 'no'] as const
const NO_TIME: QuotedMs = { open: 0, both: 0, touch: 0, starved: 0 }
const PNL_PARTS = ['spread', 'inventory', 'fees', 'total'] as const

export class MarketMetrics {
  readonly #at: Instruments
  readonly #markets: ReadonlyMap<ConditionId, Market>
  readonly #seenFills = new SeenFills()
  readonly #shown = new Set<ConditionId>()
  /** Reasons for which quotes were refused, by market. */
  readonly #refused = new Map<ConditionId, Set<string>>()
  #quoting: QuotingTime | undefined
  /** Fills that the counters were told of. */
  readonly #toldFills = new Map<ConditionId, number>()
  #toldAllFills = 0
  /** Of it, what the counters were told. */
  readonly #told = new Map<ConditionId, QuotedMs>()
  /** Something of them has changed in this turn. */
  readonly #touched = new Set<ConditionId>()

  constructor(at: Instruments, markets: ReadonlyMap<ConditionId, Market>) {
    this.#at = at
    for (const side of SIDE_NAMES) at.allSharesFilled.inc({ side }, 0)
    this.#markets = markets
  }

  /** From now on it is measured how long they are quoted. */
  measure(markets: QuotedMarkets): void {
    this.#quoting = new QuotingTime(markets)
  }

  /** An event of this market. */
  touched(conditionId: ConditionId): void {
    this.#touched.add(conditionId)
  }

  /** The turn is over. */
  turnEnded(nowMonoMs: number): void {
    for (const conditionId of this.#touched) this.#quoting?.look(conditionId, nowMonoMs)
    this.#touched.clear()
  }

  /** Since when something of ours has rested there, or nothing has, monotonic; `undefined` before it is measured. */
  turnedMonoMs(conditionId: ConditionId): number | undefined {
    return this.#quoting?.turnedMonoMs(conditionId)
  }

  decided({ markets, corrected, faults }: Decision): void {
    for (const { conditionId } of corrected) {
      this.#shown.add(conditionId)
      this.#at.holdingsCorrected.inc({ market: conditionId })
    }
    for (const { conditionId, kind } of faults) {
      this.#shown.add(conditionId)
      this.#at.marketFaults.inc({ market: conditionId, kind })
    }
    for (const { conditionId, refused } of markets) {
      this.#touched.add(conditionId)
      for (const { reason } of refused) this.#refuse(conditionId, reason)
    }
  }

  /** Its stream is not whole any more. */
  lost(market: ConditionId): void {
    this.#shown.add(market)
    this.#at.feedLosses.inc({ market })
  }

  filled(fill: Fill): void {
    if (!this.#seenFills.isNew(fill)) return
    const market = this.#markets.get(fill.conditionId)
    if (market === undefined) return
    const side = fill.side === 'BUY' ? 'buy' : 'sell'
    const shares = rawToShares(fill.sizeRaw, market)
    this.#shown.add(fill.conditionId)
    this.#at.sharesFilled.inc({ market: fill.conditionId, side }, shares)
    this.#at.allSharesFilled.inc({ side }, shares)
  }

  /** Each second, whether anybody scrapes or not. */
  look(snapshot: Pick<BotSnapshot, 'markets' | 'monoMs'>): void {
    for (const { conditionId } of snapshot.markets) this.#quoting?.look(conditionId, snapshot.monoMs)
    this.#forgetMarketsNotIn(snapshot)
  }

  show(snapshot: BotSnapshot): void {
    const at = this.#at
    for (const gauge of [at.marketInfo, at.quotePrice, at.othersBid, at.notQuoting]) gauge.reset()
    for (const market of snapshot.markets) {
      this.#showMarket(market)
      this.#showPrices(market)
      this.#showQuoting(market.conditionId, snapshot.monoMs)
    }
    at.allFills.inc(snapshot.totals.fills - this.#toldAllFills)
    this.#toldAllFills = snapshot.totals.fills
    this.#forgetMarketsNotIn(snapshot)
  }

  #refuse(market: ConditionId, reason: string): void {
    let reasons = this.#refused.get(market)
    if (reasons === undefined) {
      reasons = new Set()
      this.#refused.set(market, reasons)
      this.#shown.add(market)
    }
    reasons.add(reason)
    this.#at.quotesRefused.inc({ market, reason })
  }

  #showMarket(snapshot: MarketSnapshot): void {
    const at = this.#at
    const market = snapshot.conditionId
    this.#shown.add(market)
    for (const counter of [at.holdingsCorrected, at.feedLosses]) counter.inc({ market }, 0)
    for (const kind of FAULT_KINDS) at.marketFaults.inc({ market, kind }, 0)
    for (const side of SIDE_NAMES) at.sharesFilled.inc({ market, side }, 0)
    at.fills.inc({ market }, snapshot.fills - (this.#toldFills.get(market) ?? 0))
    this.#toldFills.set(market, snapshot.fills)
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
  #showPrices({ conditionId: market, question, status, ownQuotes, bestOthers, notQuoting }: MarketSnapshot): void {
    const at = this.#at
    at.marketInfo.set({ market, question: visible(question), status }, 1)
    if (notQuoting) at.notQuoting.set({ market, reason: notQuoting.reason }, 1)
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

  #showQuoting(market: ConditionId, nowMonoMs: number): void {
    const at = this.#at
    this.#quoting?.look(market, nowMonoMs)
    const soFar = this.#quoting?.soFar(market) ?? NO_TIME
    const { open, both, touch, starved } = soFar
    const told = this.#told.get(market)
    at.openSeconds.inc({ market }, (open - (told?.open ?? 0)) / 1000)
    at.quotedSeconds.inc({ market }, (both - (told?.both ?? 0)) / 1000)
    at.touchSeconds.inc({ market }, (touch - (told?.touch ?? 0)) / 1000)
    at.starvedSeconds.inc({ market }, (starved - (told?.starved ?? 0)) / 1000)
    this.#told.set(market, { ...soFar })
  }

  /** A market that is not followed any more must not stay as a frozen value. */
  #forgetMarketsNotIn(snapshot: Pick<BotSnapshot, 'markets'>): void {
    const current = new Set(snapshot.markets.map((market) => market.conditionId))
    this.#quoting?.keepOnly(current)
    for (const market of this.#shown) {
      if (current.has(market)) continue
      this.#shown.delete(market)
      this.#removeMarket(market)
    }
  }

  #removeMarket(market: ConditionId): void {
    const at = this.#at
    this.#told.delete(market)
    this.#toldFills.delete(market)
    for (const reason of this.#refused.get(market) ?? []) at.quotesRefused.remove({ market, reason })
    this.#refused.delete(market)
    const { fair, worstCase, feedAge, feedHealthy, quarantined, slowed, widened, ownMarkout } = at
    for (const gauge of [fair, worstCase, feedAge, feedHealthy, quarantined, slowed, widened, ownMarkout])
      gauge.remove({ market })
    for (const counter of [
      at.fills,
      at.holdingsCorrected,
      at.openSeconds,
      at.quotedSeconds,
      at.touchSeconds,
      at.starvedSeconds,
      at.feedLosses,
    ])
      counter.remove({ market })
    for (const kind of FAULT_KINDS) at.marketFaults.remove({ market, kind })
    for (const side of SIDE_NAMES) at.sharesFilled.remove({ market, side })
    for (const part of PNL_PARTS) at.pnl.remove({ market, part })
    for (const outcome of OUTCOME_NAMES) {
      at.position.remove({ market, outcome })
      for (const side of SIDE_NAMES) at.quotes.remove({ market, outcome, side })
    }
  }
}

/** One gauge for each part. */
export function showPnl(pnl: ProfitAndLoss, set: (part: (typeof PNL_PARTS)[number], value: number) => void): void {
  for (const part of PNL_PARTS) set(part, pnl[part])
}
