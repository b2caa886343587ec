// Fair value and volatility of one market: from the books of the others, and where they bear none from a signal or the operator's prior.
//
//   fair         what is quoted on: a standing book, else a fresh signal, else the last book while it is young enough, else a prior
//   worth        what is held is valued at: the same, but the last book however old before a prior; the payout once the market is over
//   volatility   decayed variance of the book's fair value, sampled `GAP_IN_TAUS` of its memory apart: an average lags behind what it shows
//   toxicity     what the price goes against makers after they trade

import { rawToLots } from '../../domain/amounts/size.js'
import type { MarketBook } from '../../domain/market/book.js'
import type { FairValue } from '../../domain/market/fair-value.js'
import { isCalled, type Market, sharesToLots } from '../../domain/market/market.js'
import { finalValue } from '../../domain/market/payout.js'
import { NO, otherOutcome, YES } from '../../domain/market/side.js'
import type { PublicTrade } from '../../domain/orders/fill.js'
import { averageVolatility, type VolatilityAverage, volatilityOf } from '../../models/volatility-average.js'
import type { PriorSettings, SignalSettings } from '../schema.js'
import { type Direction, FairTrack, jumpOf, type Observation, type TrackSettings } from './fair-track.js'
import { LastBid } from './last-bid.js'
import { type Guard, type MarkoutBounds, type MarkoutSums, OwnMarkouts } from './own-markouts.js'
import { type BookValue, type Said, SignalTrack } from './signal-track.js'
import type { Signal } from './signals.js'
import { Toxicity } from './toxicity.js'

const LEAST_GAP_MS = 5000
const GAP_IN_TAUS = 3
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

const NOTHING_SAID: Said = { value: undefined, jump: 0 }

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
  /** Monotonic, and by the venue's clock. */
  readonly now: { readonly monoMs: number; readonly venueMs: number }
}

export class MarketEstimate {
  readonly #around: EstimateSurroundings
  readonly #track: FairTrack
  readonly #signal: SignalTrack | undefined
  readonly #toxicity = new Toxicity()
  readonly #ownMarkouts: OwnMarkouts | undefined
  readonly #bids: readonly [LastBid, LastBid]
  readonly #sinceMs: number
  #volatility: VolatilityAverage | undefined
  /** What it says, since the last sample. */
  #deviation: number | undefined
  /** Written over for each book. */
  readonly #seen: Draft = { ticksPerUnit: 0, nowMs: 0, carried: undefined, usualLots: 0 }

  constructor(around: EstimateSurroundings) {
    this.#around = around
    const { settings, now } = around
    this.#track = new FairTrack(settings)
    this.#signal = settings.fairSignal && new SignalTrack(settings, settings.fairSignal)
    this.#bids = [new LastBid(settings), new LastBid(settings)]
    this.#ownMarkouts = settings.ownMarkouts && new OwnMarkouts(settings.ownMarkouts)
    this.#sinceMs = now.monoMs
  }

  /** Takes the others' book into account. */
  observe(market: Market, others: MarketBook): void {
    const track = this.#track
    const nowMs = this.#around.now.monoMs
    const seen = this.#seen
    seen.ticksPerUnit = market.ticksPerUnit
    seen.nowMs = nowMs
    track.advance(nowMs)
    seen.carried = this.#isBorne(nowMs) ? undefined : this.#carried(market, nowMs)
    if (seen.usualLots === 0) seen.usualLots = sharesToLots(USUAL_SHARES, market)
    track.observe(others, seen)
    this.#bids[YES].see(track.bestBid, nowMs)
    this.#bids[NO].see(track.bestNoBid, nowMs)
    const mid = track.isStanding ? track.bestMid : Number.NaN
    this.#toxicity.observe(mid, nowMs)
    this.#ownMarkouts?.observe(mid, nowMs)
    // most books come too soon after the last sample
    const { fairTauMs, volatilityTauMs: tauMs } = this.#around.settings
    const sampledMs = this.#volatility?.atMs ?? Number.NEGATIVE_INFINITY
    if (nowMs - sampledMs < Math.max(LEAST_GAP_MS, GAP_IN_TAUS * fairTauMs)) return
    if (track.ageMs(nowMs) > 0 || Number.isNaN(track.p)) return
    this.#volatility = averageVolatility(this.#volatility, { value: track.p, atMs: nowMs }, { tauMs })
    this.#deviation = volatilityOf(this.#volatility)
  }

  /** The last book is not believed any more. */
  doubted(): void {
    this.#track.doubt(this.#around.now.monoMs)
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

  /** One lot is so many from now on: prices are probabilities, and stay what they are. */
  resized(lotsEach: number): void {
    this.#seen.usualLots = 0
    this.#track.resized(lotsEach)
    this.#toxicity.resized(lotsEach)
    this.#ownMarkouts?.resized(lotsEach)
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

  /** A reading of the signal that may carry the fair value. */
  signalled(signal: Signal): void {
    const { monoMs } = this.#around.now
    this.#track.advance(monoMs)
    this.#signal?.told(signal, this.#bookValue(monoMs), monoMs)
  }

  /** Fair value of YES that may be quoted on; `undefined` while there is none. */
  fair(market: Market): FairValue | undefined {
    const { monoMs } = this.#around.now
    this.#track.advance(monoMs)
    return this.#isBorne(monoMs) ? this.#booked(monoMs, this.#track.jump) : this.#unborne(market, monoMs)
  }

  /** What is held is valued at; the value of a book, or of a signal that is newer, stays until there is another. */
  marks(market: Market): Marks {
    const end = finalValue(market)
    if (end !== undefined) return { fair: end, isFirm: true, bids: [Number.NaN, Number.NaN] }
    const { monoMs } = this.#around.now
    this.#track.advance(monoMs)
    const firm = this.#known(monoMs) ?? this.#signal?.last
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
  nextMonoMs(): number {
    const { monoMs } = this.#around.now
    this.#track.advance(monoMs)
    return Math.min(
      this.#track.nextMs(),
      this.#ownMarkouts?.nextMs(monoMs) ?? Number.POSITIVE_INFINITY,
      this.#signal?.nextMs(monoMs) ?? Number.POSITIVE_INFINITY,
    )
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

  /** A book stands behind the value. Asked for after `advance`. */
  #isBorne(monoMs: number): boolean {
    const track = this.#track
    return track.isUsable(monoMs) && (track.isBorne || (track.jump !== 0 && !track.isFromCarried))
  }

  #bookValue(monoMs: number): BookValue {
    const { p, spread, aloneMs } = this.#track
    return { p, spread, aloneMs, isBorne: this.#isBorne(monoMs), isUsable: this.#track.isUsable(monoMs) }
  }

  #booked(monoMs: number, jump: Direction): FairValue {
    const { p, spread, mid, isOneSided } = this.#track
    const ageMs = this.#track.ageMs(monoMs)
    const basis = ageMs > 0 && isOneSided ? 'one-sided' : 'two-sided'
    return { p, ageMs, basis, degraded: ageMs > DEGRADED_AFTER_MS, spread, mid, jump }
  }

  /** A fresh signal, the last book while it is young enough, or the operator's prior. */
  #unborne(market: Market, monoMs: number): FairValue | undefined {
    const { value, jump: own } = this.#said(monoMs)
    const jump = bothWays(own, this.#track.jump)
    if (jump === undefined) return undefined
    if (value !== undefined) {
      const { value: p, atMonoMs } = value
      return { p, ageMs: monoMs - atMonoMs, basis: 'signal', degraded: own !== 0, jump }
    }
    return this.#track.isUsable(monoMs) ? this.#booked(monoMs, jump) : this.#assumed(market, monoMs)
  }

  #said(monoMs: number): Said {
    return this.#signal === undefined ? NOTHING_SAID : this.#signal.said(this.#bookValue(monoMs), monoMs)
  }

  /** A prior knows nothing of what was told since: a side that the last value endangers stays off. */
  #assumed(market: Market, monoMs: number): FairValue | undefined {
    const p = this.#validPrior(market)
    if (p === undefined) return undefined
    const last = this.#known(monoMs) ?? p
    // before the first book there is no spread
    const near = Math.max(this.#track.spread || 0, this.#around.settings.fairSignal?.maxJump ?? 0)
    const jump = bothWays(jumpOf(last - p, near), this.#track.jump)
    return jump === undefined ? undefined : { p, ageMs: monoMs - this.#sinceMs, basis: 'prior', degraded: false, jump }
  }

  /** What something else says while no book bears the value. */
  #carried(market: Market, monoMs: number): number | undefined {
    return this.#said(monoMs).value?.value ?? (this.#track.isUsable(monoMs) ? undefined : this.#validPrior(market))
  }

  /** The newest value that more than a prior told, of any age. */
  #known(monoMs: number): number | undefined {
    const { p } = this.#track
    const told = this.#isBorne(monoMs) ? undefined : this.#signal?.known(this.#bookValue(monoMs), monoMs)
    return told ?? (Number.isNaN(p) ? undefined : p)
  }

  #validPrior(market: Market): number | undefined {
    const prior = this.#priorOf(market)
    if (prior === undefined || (prior.untilSec ?? Infinity) * 1000 <= this.#around.now.venueMs) return undefined
    return prior.p
  }

  #priorOf(market: Market): PriorSettings | undefined {
    const { priors = {}, prior } = this.#around.settings
    return priors[market.id] ?? Object.entries(priors).find(([name]) => isCalled(name, market))?.[1] ?? prior
  }
}

/** Two jumps as one; `undefined` where they are opposite ones, and nobody knows anything. */
function bothWays(a: Direction, b: Direction): Direction | undefined {
  if (a === 0 || a === b) return b
  return b === 0 ? a : undefined
}
