// Fair value and volatility of every market: from the books of the others, and where they bear none from a signal or the operator's prior.
//
//   fair         what is quoted on: a standing book, else a fresh signal, else the last book while it is young enough, else a prior
//   worth        what is held is valued at: the same, but the last book however old before a prior; the payout once the market is over
//   volatility   decayed variance of the book's fair value, sampled at least `SAMPLE_GAP_MS` apart
//   toxicity     what the price goes against makers after they trade

import type { MarketBook } from '../../domain/book.js'
import type { FairValue } from '../../domain/fair-value.js'
import type { PublicTrade } from '../../domain/fill.js'
import { type ConditionId, type Market, sharesToLots } from '../../domain/market.js'
import { NO, otherOutcome, YES } from '../../domain/side.js'
import { rawToLots } from '../../domain/size.js'
import type { Instant } from '../../domain/time.js'
import { averageVolatility, type VolatilityAverage, volatilityOf } from '../../models/volatility-average.js'
import type { PriorSettings, SignalSettings } from '../schema.js'
import { FairTrack, type TrackSettings } from './fair-track.js'
import { LastBid } from './last-bid.js'
import { type Signal, type SignalKey, Signals } from './signals.js'
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
}

/** What is held is valued at. */
export interface Marks {
  /** Probability of YES; `undefined` while nothing is known of it. */
  readonly fair: number | undefined
  /** It is more than the operator's prior. */
  readonly isFirm: boolean
  /** What the others bid last for YES and for NO; not a number while they never did. */
  readonly bids: readonly [number, number]
}

interface Estimate {
  readonly track: FairTrack
  readonly toxicity: Toxicity
  readonly bids: readonly [LastBid, LastBid]
  readonly sinceMs: number
  volatility?: VolatilityAverage
  usualLots?: number
}

export class Estimates {
  readonly #estimates = new Map<ConditionId, Estimate>()
  readonly #signals = new Signals()
  readonly #settings: EstimateSettings
  #nowMs = 0
  #nowVenueMs = 0

  constructor(settings: EstimateSettings) {
    this.#settings = settings
  }

  /** Time has come so far. */
  advance({ monoMs, venueMs }: Pick<Instant, 'monoMs' | 'venueMs'>): void {
    this.#nowMs = monoMs
    this.#nowVenueMs = venueMs
  }

  /** The market is followed from now on. */
  open({ conditionId }: Market): void {
    this.#of(conditionId)
  }

  /** Takes the others' book into account. */
  observe(market: Market, others: MarketBook, nowMonoMs: number): void {
    this.#nowMs = nowMonoMs
    const estimate = this.#of(market.conditionId)
    const { track, bids } = estimate
    const carried = track.isUsable(nowMonoMs) ? undefined : this.#carried(market, estimate)?.p
    estimate.usualLots ??= sharesToLots(USUAL_SHARES, market)
    const { usualLots } = estimate
    track.observe(others, { ticksPerUnit: market.ticksPerUnit, nowMs: nowMonoMs, carried, usualLots })
    bids[YES].see(track.bestBid, nowMonoMs)
    bids[NO].see(track.bestNoBid, nowMonoMs)
    estimate.toxicity.observe(track.isStanding ? track.bestMid : Number.NaN, nowMonoMs)
    if (track.ageMs(nowMonoMs) > 0 || Number.isNaN(track.p)) return
    estimate.volatility = averageVolatility(
      estimate.volatility,
      { value: track.p, atMs: nowMonoMs },
      { tauMs: this.#settings.volatilityTauMs, minGapMs: SAMPLE_GAP_MS },
    )
  }

  /** The others, or we, have traded. */
  traded({ conditionId, ticksPerUnit, lotRaw }: Market, { outcome, side, price, sizeRaw }: PublicTrade): void {
    const estimate = this.#estimates.get(conditionId)
    if (estimate === undefined) return
    const ofYes = outcome === YES ? price : ticksPerUnit - price
    const lots = rawToLots(sizeRaw, lotRaw)
    estimate.track.traded(ofYes / ticksPerUnit, lots, this.#nowMs)
    estimate.toxicity.traded(side === 'BUY' ? otherOutcome(outcome) : outcome, lots, this.#nowMs)
  }

  /** We have an order of so many lots: what others show counts against it. */
  ordered(conditionId: ConditionId, lots: number): void {
    const { track, toxicity } = this.#of(conditionId)
    track.ordered(lots)
    toxicity.ordered(lots)
  }

  /** A value from outside, made at `atMs` of the venue's clock; one from the future is as good as new. */
  signalled(key: SignalKey, value: number, atMs: number): void {
    const ageMs = Math.max(0, this.#nowVenueMs - atMs)
    this.#signals.tell(key, { value, atMonoMs: this.#nowMs - ageMs })
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
    const estimate = this.#estimates.get(market.conditionId)
    if (estimate === undefined) return undefined
    const { track } = estimate
    track.advance(this.#nowMs)
    if (!track.isUsable(this.#nowMs)) return this.#carried(market, estimate)
    const isBorne = track.ageMs(this.#nowMs) === 0 || track.jump !== 0
    return (isBorne ? undefined : this.#signalled(market, track)) ?? this.#booked(track)
  }

  /** What is held is valued at; the value of a book stays until there is another. */
  marks(market: Market): Marks {
    const estimate = this.#estimates.get(market.conditionId)
    const at = (outcome: 0 | 1) => estimate?.bids[outcome].at(this.#nowMs) ?? Number.NaN
    const end = payoutOf(market)
    if (end !== undefined) return { fair: end, isFirm: true, bids: [Number.NaN, Number.NaN] }
    const { fair, isFirm } = this.#worth(market, estimate)
    return { fair, isFirm, bids: [at(YES), at(NO)] }
  }

  /** Halfway between the others' best bid and offer, as last seen; without a book, what carries the fair value. */
  mid(market: Market): number | undefined {
    const estimate = this.#estimates.get(market.conditionId)
    const { basis, p } = this.fair(market) ?? {}
    if (basis === 'signal' || basis === 'prior') return p
    const { bestMid = Number.NaN } = estimate?.track ?? {}
    return Number.isNaN(bestMid) ? this.marks(market).fair : bestMid
  }

  /** Whether there is a value to quote on. */
  isKnown(market: Market): boolean {
    const track = this.#estimates.get(market.conditionId)?.track
    track?.advance(this.#nowMs)
    return track?.isUsable(this.#nowMs) === true || this.fair(market) !== undefined
  }

  /** When the fair value changes by time alone, monotonic. */
  nextMonoMs(conditionId: ConditionId): number {
    return this.#estimates.get(conditionId)?.track.nextMs() ?? Number.POSITIVE_INFINITY
  }

  /** Standard deviation of the fair value per square root of a second. */
  volatility(conditionId: ConditionId): number | undefined {
    return volatilityOf(this.#estimates.get(conditionId)?.volatility)
  }

  /** What the price goes against who bids on YES, and on NO, after a trade; a share, price units. */
  toxicity(conditionId: ConditionId): readonly [number, number] {
    return this.#estimates.get(conditionId)?.toxicity.at(this.#nowMs) ?? [0, 0]
  }

  #worth(market: Market, estimate: Estimate | undefined): Pick<Marks, 'fair' | 'isFirm'> {
    if (estimate === undefined) return { fair: undefined, isFirm: false }
    const { track } = estimate
    track.advance(this.#nowMs)
    const isBorne = track.isUsable(this.#nowMs) && (track.ageMs(this.#nowMs) === 0 || track.jump !== 0)
    const signal = isBorne ? undefined : this.#signalled(market, track)?.p
    const firm = signal ?? (Number.isNaN(track.p) ? undefined : track.p)
    return { fair: firm ?? this.#priorOf(market)?.p, isFirm: firm !== undefined }
  }

  #booked(track: FairTrack): FairValue {
    const { p, spread, mid, jump } = track
    const ageMs = track.ageMs(this.#nowMs)
    const basis = ageMs > 0 && track.isOneSided ? 'one-sided' : 'two-sided'
    return { p, ageMs, basis, degraded: ageMs > DEGRADED_AFTER_MS, spread, mid, jump }
  }

  #carried(market: Market, estimate: Estimate): FairValue | undefined {
    const signal = this.#signalled(market, estimate.track)
    if (signal) return signal
    const prior = this.#priorOf(market)
    if (prior === undefined || (prior.untilSec ?? Infinity) * 1000 <= this.#nowVenueMs) return undefined
    const { jump } = estimate.track
    return { p: prior.p, ageMs: this.#nowMs - estimate.sinceMs, basis: 'prior', degraded: false, jump }
  }

  /** The signal, while it is fresh and a probability. */
  #signalled({ conditionId }: Market, { jump }: FairTrack): FairValue | undefined {
    const { fairSignal } = this.#settings
    if (fairSignal === undefined) return undefined
    const signal = this.#signals.of(fairSignal.name, conditionId)
    if (signal === undefined || !(signal.value > 0 && signal.value < 1)) return undefined
    const ageMs = this.#nowMs - signal.atMonoMs
    if (ageMs > fairSignal.maxAgeMs) return undefined
    return { p: signal.value, ageMs, basis: 'signal', degraded: false, jump }
  }

  #priorOf({ id, conditionId }: Market): PriorSettings | undefined {
    const { priors = {}, prior } = this.#settings
    return priors[id] ?? priors[conditionId] ?? prior
  }

  #of(conditionId: ConditionId): Estimate {
    const known = this.#estimates.get(conditionId)
    if (known) return known
    const bid = () => new LastBid(this.#settings.confirmMs)
    const track = new FairTrack(this.#settings)
    const estimate = { track, toxicity: new Toxicity(), bids: [bid(), bid()] as const, sinceMs: this.#nowMs }
    this.#estimates.set(conditionId, estimate)
    return estimate
  }
}

function payoutOf({ status, winner }: Market): number | undefined {
  if (status === 'RESOLVED' && winner !== undefined) return winner === YES ? 1 : 0
  return status === 'CANCELLED' ? 0.5 : undefined
}
