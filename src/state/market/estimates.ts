// Fair values and volatilities of all markets, the values from outside, and the time that both count by.

import { rawToLots } from '../../domain/amounts/size.js'
import { MarketMap } from '../../domain/collections/market-map.js'
import type { MarketBook } from '../../domain/market/book.js'
import type { FairValue } from '../../domain/market/fair-value.js'
import { type ConditionId, type Market, rawToShares } from '../../domain/market/market.js'
import { finalValue } from '../../domain/market/payout.js'
import { netDirection } from '../../domain/market/yes-view.js'
import type { PublicTrade } from '../../domain/orders/fill.js'
import { isForeign, type OwnOrder } from '../../domain/orders/own-order.js'
import type { Instant } from '../../domain/time.js'
import { type EstimateSettings, MarketEstimate, type Marks } from './market-estimate.js'
import type { Guard, MarkoutSums } from './own-markouts.js'
import { type Signal, type SignalKey, Signals } from './signals.js'

export type { EstimateSettings, Marks } from './market-estimate.js'

const NO_BIDS = [Number.NaN, Number.NaN] as const
const NOTHING_TOXIC = [0, 0] as const

/** Of this run: shares, fills, and over the fills whose horizon is over what the price went against us. */
export interface OwnRecord extends Omit<MarkoutSums, 'fills'> {
  readonly fills: number
  readonly filledShares: number
  readonly sentShares: number
  /** Fills whose horizon is over. */
  readonly judged: number
}

export class Estimates {
  readonly #estimates = new MarketMap<MarketEstimate>()
  readonly #signals = new Signals()
  readonly #settings: EstimateSettings
  readonly #record = { fills: 0, filledShares: 0, sentShares: 0 }
  /** Of markets whose estimate is forgotten. */
  readonly #past = { moves: 0, weight: 0, fills: 0 }
  readonly #now = { monoMs: 0, venueMs: 0 }

  constructor(settings: EstimateSettings) {
    this.#settings = settings
  }

  /** Time has come so far. */
  advance({ monoMs, venueMs }: Pick<Instant, 'monoMs' | 'venueMs'>): void {
    this.#now.monoMs = monoMs
    this.#now.venueMs = venueMs
  }

  /** The market is followed from now on. */
  open({ conditionId }: Market): void {
    this.of(conditionId)
  }

  /** What is estimated of one market, for whoever asks again and again; taken up where it is new. */
  of(conditionId: ConditionId): MarketEstimate {
    let estimate = this.#estimates.get(conditionId)
    if (estimate === undefined) {
      estimate = new MarketEstimate({ settings: this.#settings, now: this.#now })
      this.#estimates.set(conditionId, estimate)
      this.#tell(estimate, conditionId)
    }
    return estimate
  }

  /** Takes the others' book into account. */
  observe(market: Market, others: MarketBook, nowMonoMs: number): void {
    this.#now.monoMs = nowMonoMs
    this.of(market.conditionId).observe(market, others)
  }

  /** Its book is not believed any more. */
  doubted(conditionId: ConditionId): void {
    this.#estimates.get(conditionId)?.doubted()
  }

  /** The others, or we, have traded. */
  traded(market: Market, trade: PublicTrade): void {
    this.#estimates.get(market.conditionId)?.traded(market, trade)
  }

  /** We have an order of so many lots: what others show counts against it. */
  ordered(conditionId: ConditionId, lots: number): void {
    this.of(conditionId).ordered(lots)
  }

  /** An order of ours has changed. `matchedRaw`: tokens of it that are matched more than before. */
  ownChanged(order: OwnOrder, market: Market, matchedRaw: bigint): void {
    const { conditionId, lotRaw } = market
    this.ordered(conditionId, rawToLots(order.originalRaw, lotRaw))
    if (!isForeign(order)) this.#note(order, market, matchedRaw)
    // when an order of another run was matched, nobody knows
    if (matchedRaw <= 0n || isForeign(order)) return
    this.of(conditionId).matched(netDirection(order.draft), rawToLots(matchedRaw, lotRaw))
  }

  /** What we have sent and had filled in this run, and what became of it. */
  ownRecord(): OwnRecord {
    const sums = { ...this.#past }
    for (const estimate of this.#estimates.values()) addTo(sums, estimate.ownMarkoutSums(this.#now.monoMs))
    const { moves, weight, fills: judged } = sums
    return { ...this.#record, moves, weight, judged }
  }

  /** Its tick or size step is another. */
  regrid(before: Market, now: Market): void {
    this.#estimates.get(now.conditionId)?.resized(Number(before.lotRaw) / Number(now.lotRaw))
  }

  /** The market is over and settled: what is held in it is worth its payout, and no more is asked of its book. */
  forgetMarket(conditionId: ConditionId): void {
    const estimate = this.#estimates.get(conditionId)
    if (estimate === undefined) return
    this.#estimates.delete(conditionId)
    // fills whose horizon is not over are judged by the mid that stands: there will be no other
    addTo(this.#past, estimate.ownMarkoutSums(Number.POSITIVE_INFINITY))
  }

  #note(order: OwnOrder, market: Market, matchedRaw: bigint): void {
    if (order.phase === 'signing') this.#record.sentShares += rawToShares(order.originalRaw, market)
    if (matchedRaw <= 0n) return
    this.#record.fills++
    this.#record.filledShares += rawToShares(matchedRaw, market)
  }

  /** What the price goes against us after a fill, a share, price units; `undefined` where our fills are not judged. */
  ownMarkout(conditionId: ConditionId): number | undefined {
    return this.#estimates.get(conditionId)?.ownMarkout()
  }

  /** What follows from it. */
  ownGuard(conditionId: ConditionId): Guard {
    return this.#estimates.get(conditionId)?.ownGuard() ?? 'none'
  }

  /** A value from outside, made at `atMs` of the venue's clock; one from the future is as good as new. */
  signalled(key: SignalKey, value: number, atMs: number): void {
    const ageMs = Math.max(0, this.#now.venueMs - atMs)
    if (!this.#signals.tell(key, { value, atMonoMs: this.#now.monoMs - ageMs })) return
    if (key.name !== this.#settings.fairSignal?.name) return
    for (const [conditionId, estimate] of this.#estimates.entries())
      if (key.conditionId === undefined || key.conditionId === conditionId) this.#tell(estimate, conditionId)
  }

  /** The signal that may carry its fair value, as it is known. */
  #tell(estimate: MarketEstimate, conditionId: ConditionId): void {
    const { fairSignal } = this.#settings
    const signal = fairSignal && this.#signals.of(fairSignal.name, conditionId)
    if (signal !== undefined) estimate.signalled(signal)
  }

  /** A value from outside, of the market or of all. */
  signal(name: string, conditionId: ConditionId): Signal | undefined {
    return this.#signals.of(name, conditionId)
  }

  /** Every value from outside that is known. */
  signals(): readonly (SignalKey & Signal)[] {
    return this.#signals.all()
  }

  /** Fair value of YES that may be quoted on; `undefined` while there is none. */
  fair(market: Market): FairValue | undefined {
    return this.#estimates.get(market.conditionId)?.fair(market)
  }

  /** What is held is valued at; the value of a book stays until there is another. */
  marks(market: Market): Marks {
    const estimate = this.#estimates.get(market.conditionId)
    if (estimate !== undefined) return estimate.marks(market)
    const end = finalValue(market)
    return { fair: end, isFirm: end !== undefined, bids: NO_BIDS }
  }

  /** The same, for who looks on from beside the core: nothing moves, not even the rounding of what is decided later. */
  seenMarks(market: Market): Marks {
    const bringBack = this.#estimates.get(market.conditionId)?.keep()
    try {
      return this.marks(market)
    } finally {
      bringBack?.()
    }
  }

  /** Halfway between the others' best bid and offer, as last seen; without a book, what carries the fair value. */
  mid(market: Market): number | undefined {
    const estimate = this.#estimates.get(market.conditionId)
    return estimate === undefined ? finalValue(market) : estimate.mid(market)
  }

  /** Whether there is a value to quote on. */
  isKnown(market: Market): boolean {
    return this.#estimates.get(market.conditionId)?.isKnown(market) === true
  }

  /** When the fair value changes by time alone, monotonic. */
  nextMonoMs(conditionId: ConditionId): number {
    return this.#estimates.get(conditionId)?.nextMonoMs() ?? Number.POSITIVE_INFINITY
  }

  /** What `read` asks moves nothing: one who looks on changes not even the rounding of what is decided later. */
  unmoved<T>(read: () => T): T {
    const kept = [...this.#estimates.values()].map((estimate) => estimate.keep())
    try {
      return read()
    } finally {
      for (const bringBack of kept) bringBack()
    }
  }

  /** Standard deviation of the fair value per square root of a second. */
  volatility(conditionId: ConditionId): number | undefined {
    return this.#estimates.get(conditionId)?.volatility()
  }

  /** What the price goes against who bids on YES, and on NO, after a trade; a share, price units. */
  toxicity(conditionId: ConditionId): readonly [number, number] {
    return this.#estimates.get(conditionId)?.toxicity() ?? NOTHING_TOXIC
  }
}

function addTo(sums: { moves: number; weight: number; fills: number }, more: MarkoutSums | undefined): void {
  if (more === undefined) return
  sums.moves += more.moves
  sums.weight += more.weight
  sums.fills += more.fills
}
