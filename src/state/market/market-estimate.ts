// Fair value and volatility of one market: from the books of the others, and where they bear none from a signal or the operator's prior.
//
//   fair         what is quoted on: a standing book, else a fresh signal, else the last book while it is young enough, else a prior
//   worth        what is held is valued at: the same, but the last book however old before a prior; the payout once the market is over
//   volatility   decayed variance of the book's fair value, sampled at least `SAMPLE_GAP_MS` apart
//   toxicity     what the price goes against makers after they trade

import { rawToLots } from '../../domain/amounts/size.js'
import type { MarketBook } from '../../domain/market/book.js'
import type { FairValue } from '../../domain/market/fair-value.js'
import { type ConditionId, type Market, sharesToLots } from '../../domain/market/market.js'
import { finalValue } from '../../domain/market/payout.js'
import { NO, otherOutcome, YES } from '../../domain/market/side.js'
import type { PublicTrade } from '../../domain/orders/fill.js'
import { A_MOMENT_MS } from '../../domain/time.js'
import { averageVolatility, type VolatilityAverage, volatilityOf } from '../../models/volatility-average.js'
import type { PriorSettings, SignalSettings } from '../schema.js'
import { FairTrack, type Observation, type TrackSettings } from './fair-track.js'
import { LastBid } from './last-bid.js'
import { type Guard, type MarkoutBounds, type MarkoutSums, OwnMarkouts } from './own-markouts.js'
import type { Signal, Signals } from './signals.js'
import { Toxicity } from './toxicity.js'

const SAMPLE_GAP_MS = 5000
/** What the built-in strategies quote: a book is priced for so much until an order of ours tells our size. */
const USUAL_SHARES = 20
/** A maker who replaces its only order leaves the book one-sided for less. */
const DEGRADED_AFTER_MS = 1000

export interface EstimateSettings extends TrackSettings {
  /** Memory of the volatility, milliseconds. */
  readonly volatilityTauMs: number
  /** The signal that may carry the fair value. */
  readonly fairSignal?: SignalSettings
  /** Of every market; those by market id or condition id go before it. */
  readonly prior?: PriorSettings
  readonly priors?: Readonly<Record<string, PriorSettings>>
  /** Without them our own fills are not judged. */
  readonly ownMarkouts?: MarkoutBounds | undefined
}

type Draft = { -readonly [K in keyof Observation]: Observation[K] }

/** What is held is valued at. */
export interface Marks {
  /** Probability of YES; `undefined` while nothing is known of it. */
  readonly fair: number | undefined
  /** It is more than the operator's prior. */
  readonly isFirm: boolean
  /** What the others bid last for YES and for NO; not a number while they never did. */
  readonly bids: readonly [number, number]
}

/** What the estimates of all markets have in common. */
export interface EstimateSurroundings {
  readonly settings: EstimateSettings
  readonly signals: Signals
  /** Monotonic, and by the venue's clock. */
  readonly now: { readonly monoMs: number; readonly venueMs: number }
}

export class MarketEstimate {
  readonly #around: EstimateSurroundings
  readonly #track: FairTrack
  readonly #toxicity = new Toxicity()
  readonly #ownMarkouts: OwnMarkouts | undefined
  readonly #bids: readonly [LastBid, LastBid]
  readonly #sinceMs: number
  readonly #volatilityOptions: { tauMs: number; readonly minGapMs: number }
  #volatility: VolatilityAverage | undefined
  /** What it says, since the last sample. */
  #deviation: number | undefined
  /** Written over for each book. */
  readonly #seen: Draft = { ticksPerUnit: 0, nowMs: 0, carried: undefined, usualLots: 0 }

  constructor(around: EstimateSurroundings) {
    this.#around = around
    const { settings, now } = around
    this.#track = new FairTrack(settings)
    this.#bids = [new LastBid(settings), new LastBid(settings)]
    this.#ownMarkouts = settings.ownMarkouts && new OwnMarkouts(settings.ownMarkouts)
    this.#sinceMs = now.monoMs
    this.#volatilityOptions = { tauMs: settings.volatilityTauMs, minGapMs: SAMPLE_GAP_MS }
  }

  /** Takes the others' book into account. */
  observe(market: Market, others: MarketBook): void {
    const track = this.#track
    const nowMs = this.#around.now.monoMs
    const seen = this.#seen
    seen.ticksPerUnit = market.ticksPerUnit
    seen.nowMs = nowMs
    seen.carried = track.isUsable(nowMs) ? undefined : this.#carried(market)?.p
    if (seen.usualLots === 0) seen.usualLots = sharesToLots(USUAL_SHARES, market)
    track.observe(others, seen)
    this.#bids[YES].see(track.bestBid, nowMs)
    this.#bids[NO].see(track.bestNoBid, nowMs)
    const mid = track.isStanding ? track.bestMid : Number.NaN
    this.#toxicity.observe(mid, nowMs)
    this.#ownMarkouts?.observe(mid, nowMs)
    // most books come too soon after the last sample
    if (this.#volatility !== undefined && nowMs - this.#volatility.atMs < SAMPLE_GAP_MS) return
    if (track.ageMs(nowMs) > 0 || Number.isNaN(track.p)) return
    this.#volatilityOptions.tauMs = this.#around.settings.volatilityTauMs
    this.#volatility = averageVolatility(this.#volatility, { value: track.p, atMs: nowMs }, this.#volatilityOptions)
    this.#deviation = volatilityOf(this.#volatility)
  }

  /** The others, or we, have traded. */
  traded({ ticksPerUnit, lotRaw }: Market, { outcome, side, price, sizeRaw }: PublicTrade): void {
    const { monoMs } = this.#around.now
    const ofYes = outcome === YES ? price : ticksPerUnit - price
    const lots = rawToLots(sizeRaw, lotRaw)
    this.#track.traded(ofYes / ticksPerUnit, lots, monoMs)
    this.#toxicity.traded(side === 'BUY' ? otherOutcome(outcome) : outcome, lots, monoMs)
  }

  /** We have an order of so many lots: what others show counts against it. */
  ordered(lots: number): void {
    this.#track.ordered(lots)
    this.#toxicity.ordered(lots)
    this.#ownMarkouts?.ordered(lots)
  }

  /** `lots` of ours are matched; +1 where that raises our position of YES. */
  matched(direction: 1 | -1, lots: number): void {
    this.#ownMarkouts?.matched(direction, lots, this.#around.now.monoMs)
  }

  /** What the price goes against us after a fill, a share, price units; `undefined` where our fills are not judged. */
  ownMarkout(): number | undefined {
    return this.#ownMarkouts?.markout(this.#around.now.monoMs)
  }

  /** Over the fills whose horizon is over at that moment. */
  ownMarkoutSums(atMonoMs: number): MarkoutSums | undefined {
    return this.#ownMarkouts?.settled(atMonoMs)
  }

  ownGuard(): Guard {
    return this.#ownMarkouts?.guard(this.#around.now.monoMs) ?? 'none'
  }

  /** Fair value of YES that may be quoted on; `undefined` while there is none. */
  fair(market: Market): FairValue | undefined {
    const track = this.#track
    const { monoMs } = this.#around.now
    track.advance(monoMs)
    if (!track.isUsable(monoMs)) return this.#carried(market)
    return (this.#isBorne() ? undefined : this.#signalled(market)) ?? this.#booked(monoMs)
  }

  /** What is held is valued at; the value of a book, or without one of a signal, stays until there is another. */
  marks(market: Market): Marks {
    const end = finalValue(market)
    if (end !== undefined) return { fair: end, isFirm: true, bids: [Number.NaN, Number.NaN] }
    const { monoMs } = this.#around.now
    this.#track.advance(monoMs)
    const isBorne = this.#track.isUsable(monoMs) && this.#isBorne()
    const signal = isBorne ? undefined : this.#signalled(market)?.p
    const firm = signal ?? (Number.isNaN(this.#track.p) ? this.#lastSignal(market) : this.#track.p)
    const bids = [this.#bids[YES].at(monoMs), this.#bids[NO].at(monoMs)] as const
    return { fair: firm ?? this.#priorOf(market)?.p, isFirm: firm !== undefined, bids }
  }

  /** Halfway between the others' best bid and offer, as last seen; without a book, what carries the fair value. */
  mid(market: Market): number | undefined {
    const { basis, p } = this.fair(market) ?? {}
    if (basis === 'signal' || basis === 'prior') return p
    const { bestMid } = this.#track
    return Number.isNaN(bestMid) ? this.marks(market).fair : bestMid
  }

  /** Whether there is a value to quote on. */
  isKnown(market: Market): boolean {
    const { monoMs } = this.#around.now
    this.#track.advance(monoMs)
    return this.#track.isUsable(monoMs) || this.fair(market) !== undefined
  }

  /** When the fair value changes by time alone, monotonic; later than now. */
  nextMonoMs(conditionId: ConditionId): number {
    const { settings, signals, now } = this.#around
    this.#track.advance(now.monoMs)
    const next = Math.min(this.#track.nextMs(), this.#ownMarkouts?.nextMs(now.monoMs) ?? Number.POSITIVE_INFINITY)
    const { fairSignal } = settings
    if (fairSignal === undefined) return next
    const { atMonoMs = Number.NaN } = signals.of(fairSignal.name, conditionId) ?? {}
    const tooOld = atMonoMs + fairSignal.maxAgeMs + A_MOMENT_MS
    return tooOld > now.monoMs ? Math.min(next, tooOld) : next
  }

  /** What it is now: the returned call brings it back to that, whatever asking has made of it since. */
  keep(): () => void {
    return this.#track.keep()
  }

  /** Standard deviation of the fair value per square root of a second. */
  volatility(): number | undefined {
    return this.#deviation
  }

  /** What the price goes against who bids on YES, and on NO, after a trade; a share, price units. */
  toxicity(): readonly [number, number] {
    return this.#toxicity.at(this.#around.now.monoMs)
  }

  /** A book stands behind the value. */
  #isBorne(): boolean {
    return this.#track.isBorne || this.#track.jump !== 0
  }

  #booked(monoMs: number): FairValue {
    const { p, spread, mid, jump, isOneSided } = this.#track
    const ageMs = this.#track.ageMs(monoMs)
    const basis = ageMs > 0 && isOneSided ? 'one-sided' : 'two-sided'
    return { p, ageMs, basis, degraded: ageMs > DEGRADED_AFTER_MS, spread, mid, jump }
  }

  #carried(market: Market): FairValue | undefined {
    const signal = this.#signalled(market)
    if (signal) return signal
    const { monoMs, venueMs } = this.#around.now
    const prior = this.#priorOf(market)
    if (prior === undefined || (prior.untilSec ?? Infinity) * 1000 <= venueMs) return undefined
    const { jump } = this.#track
    return { p: prior.p, ageMs: monoMs - this.#sinceMs, basis: 'prior', degraded: false, jump }
  }

  /** The signal, while it is fresh and a probability. */
  #signalled({ conditionId }: Market): FairValue | undefined {
    const { settings, now } = this.#around
    const signal = this.#probabilityOf(conditionId)
    if (signal === undefined) return undefined
    const ageMs = now.monoMs - signal.atMonoMs
    if (ageMs > (settings.fairSignal?.maxAgeMs ?? 0)) return undefined
    return { p: signal.value, ageMs, basis: 'signal', degraded: false, jump: this.#track.jump }
  }

  /** Of any age: that it has grown old is no profit and no loss. */
  #lastSignal({ conditionId }: Market): number | undefined {
    return this.#probabilityOf(conditionId)?.value
  }

  #probabilityOf(conditionId: ConditionId): Signal | undefined {
    const { settings, signals } = this.#around
    const signal = settings.fairSignal && signals.of(settings.fairSignal.name, conditionId)
    return signal !== undefined && signal.value > 0 && signal.value < 1 ? signal : undefined
  }

  #priorOf({ id, conditionId }: Market): PriorSettings | undefined {
    const { priors = {}, prior } = this.#around.settings
    return priors[id] ?? priors[conditionId] ?? prior
  }
}
