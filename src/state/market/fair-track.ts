// The fair value of one market as the others' book bears it, and what it takes to move it.
//
//   average   log-odds of the book's middle, each weighted by the time it stood: an order counts for as long as it rests
//   jump      the middle is further from the fair value than the book is wide: the value stays, its age begins. It is followed at once when at
//             least our size has rested beyond the fair value for `confirmMs`, or has traded there. Rest that is interrupted fades as fast
//             as it grew, so that a maker who replaces an order loses nothing and one who shows it briefly wins nothing.
//   first     the first book is the value at once, priced for a usual size until our own is known: there is no value yet that a jump could be
//             measured from, and who rests a false book until we come would rest it for `confirmMs` too
//   lost      a book without two sides says nothing: the value stays, its age begins
//
// Scalars only: a book event allocates nothing. Time comes with each call and never goes back.

import type { MarketBook } from '../../domain/market/book.js'
import { A_MOMENT_MS } from '../../domain/time.js'
import { logit, sigmoid } from '../../models/logit.js'
import { lotsBeyond, SizeTouch } from './size-touch.js'

export interface TrackSettings {
  /** Memory of the average, milliseconds; 0: the last middle alone. */
  readonly fairTauMs: number
  /** Milliseconds that a size must rest beyond the fair value before a jump is followed. */
  readonly confirmMs: number
  /** Milliseconds after which a value that no book bears is gone. */
  readonly maxFairAgeMs: number
}

export interface Observation {
  readonly ticksPerUnit: number
  readonly nowMs: number
  /** The value that something else carries while the book cannot. */
  readonly carried: number | undefined
  /** The size that the book is priced for while no order of ours is known, lots. */
  readonly usualLots: number
}

export type Direction = -1 | 0 | 1

/** What takes longer than this is due by nothing. */
const SOON_MS = 1000

/** Of the spread, so that rounding makes no jump. */
const SLACK = 1e-9
const EDGE = 1e-6

export class FairTrack {
  readonly #settings: TrackSettings
  readonly #touch = new SizeTouch()
  /** Log-odds of the value, and of the middle of the standing book. */
  #x = Number.NaN
  #target = Number.NaN
  #targetP = Number.NaN
  #tick = Number.NaN
  /** The value as a probability, and the log-odds that it was computed from. */
  #p = Number.NaN
  #xOfP = Number.NaN
  #atMs = 0
  /** Since when no book bears the value; not a number while one does. */
  #alone = Number.NaN
  #isStanding = false
  #isResting = false
  #jump: Direction = 0
  /** Milliseconds that a size of ours has rested beyond the value: positive above it, negative below. */
  #restedMs = 0
  #tradedLots = 0
  #tradedTowards: Direction = 0
  /** Ours: the largest order of ours so far; one while there was none. */
  #lots = 1
  #hasOrdered = false
  /** The value that a jump is measured from. */
  #from = Number.NaN
  /** It is what something else carried, and carries on until the jump is followed. */
  isFromCarried = false
  /** The book of the others has one side left. */
  isOneSided = false
  /** Of the book that bore the value last. */
  spread = Number.NaN
  mid = Number.NaN
  /** Halfway between the others' best bid and best offer, when last there were both. */
  bestMid = Number.NaN

  constructor(settings: TrackSettings) {
    this.#settings = settings
  }

  /** An order of ours: what others show counts against the largest. */
  ordered(lots: number): void {
    this.#hasOrdered = true
    if (lots > this.#lots) this.#lots = lots
  }

  /** One lot is so many from now on. */
  resized(lotsEach: number): void {
    if (this.#hasOrdered) this.#lots = Math.max(1, this.#lots * lotsEach)
    this.#tradedLots *= lotsEach
  }

  /** Probability of YES however old; not a number before the first book. */
  get p(): number {
    if (this.#x !== this.#xOfP) {
      this.#xOfP = this.#x
      this.#p = sigmoid(this.#x)
    }
    return this.#p
  }

  /** What the others' book bids for YES, a probability; not a number where it bids nothing. */
  get bestBid(): number {
    return this.#touch.bestBid
  }

  /** The same for NO, in its own terms. */
  get bestNoBid(): number {
    return this.#touch.bestNoBid
  }

  /** Milliseconds since a book bore it. */
  ageMs(nowMs: number): number {
    return this.#alone <= nowMs ? nowMs - this.#alone : 0
  }

  /** Since when no book bears it; not a number while one does, and before the first. */
  get aloneMs(): number {
    return this.#alone
  }

  /** A book bears it now: from the moment on at which none does any more, other things may. */
  get isBorne(): boolean {
    return Number.isNaN(this.#alone)
  }

  /** There is a value, and it is not too old. Asked for after `advance`. */
  isUsable(nowMs: number): boolean {
    return !Number.isNaN(this.#x) && this.ageMs(nowMs) <= this.#settings.maxFairAgeMs
  }

  /** A book stands that does not bear the value, or did so a moment ago. */
  get jump(): Direction {
    return this.#jump === 0 ? direction(this.#restedMs) : this.#jump
  }

  /** The others quote both sides, and do not cross. */
  get isStanding(): boolean {
    return this.#isStanding
  }

  /** When the value changes by time alone: a jump is confirmed, or what carried it over is not needed any more, the average has come a tick further, or the value is gone. */
  nextMs(): number {
    const gone = this.#alone + this.#settings.maxFairAgeMs + A_MOMENT_MS
    const confirmed = this.#atMs + this.#settings.confirmMs - Math.abs(this.#restedMs)
    // without something that carried it no value changes by that, and whoever looks around sees the side that is free again
    const isFading = this.isFromCarried && this.#jump === 0 && this.#restedMs !== 0
    const faded = this.#atMs + Math.abs(this.#restedMs) + A_MOMENT_MS
    const first = this.#isResting ? confirmed : isFading ? faded : this.#atMs + this.#tickMs()
    return gone > this.#atMs ? Math.min(first, gone) : first
  }

  observe(others: MarketBook, { ticksPerUnit, nowMs, carried, usualLots }: Observation): void {
    this.advance(nowMs)
    const touch = this.#touch
    touch.look(others, ticksPerUnit, this.#hasOrdered ? this.#lots : Math.max(1, usualLots))
    this.#isStanding = touch.isTwoSided
    this.isOneSided = Number.isNaN(touch.bestBid) !== Number.isNaN(touch.bestAsk)
    if (!this.#isStanding) {
      this.#jump = 0
      this.#isResting = false
      this.#leave(nowMs)
      return
    }
    this.bestMid = (touch.bestBid + touch.bestAsk) / 2
    const middle = Math.min(1 - EDGE, Math.max(EDGE, touch.middle))
    this.#target = logit(middle)
    this.#targetP = middle
    this.#tick = 1 / ticksPerUnit
    this.#from = carried ?? this.p
    this.isFromCarried = carried !== undefined
    this.#jump = Number.isNaN(this.#from) ? 0 : jumpOf(middle - this.#from, touch.spread)
    if (this.#jump !== 0) this.#weigh(others, ticksPerUnit, nowMs)
    else {
      this.#isResting = false
      if (this.#restedMs !== 0) this.#leave(nowMs)
      else if (Number.isNaN(this.#x) || carried !== undefined || this.#settings.fairTauMs === 0) this.#follow()
      else this.#bear()
    }
  }

  /** The last book is not believed any more: what rested in it confirms no jump from here on. */
  doubt(nowMs: number): void {
    this.advance(nowMs)
    this.#isResting = false
  }

  /** Others have traded `lots` at a price of YES. */
  traded(price: number, lots: number, nowMs: number): void {
    this.advance(nowMs)
    if (this.#jump === 0 || direction(price - this.#from) !== this.#jump) return
    this.#tradedLots += lots
    if (this.#tradedLots >= this.#lots) this.#follow()
  }

  /** Time has come so far. */
  advance(nowMs: number): void {
    let dt = nowMs - this.#atMs
    if (dt <= 0) return
    this.#atMs = nowMs
    if (this.#isResting) {
      this.#restedMs += this.#jump * dt
      if (Math.abs(this.#restedMs) >= this.#settings.confirmMs) this.#follow()
      return
    }
    if (this.#restedMs !== 0) dt -= this.#fade(dt)
    if (!this.#isStanding || this.#jump !== 0 || this.#restedMs !== 0) return
    // what carried the value meanwhile agrees with the book, and the average is of before
    if (!this.isUsable(nowMs) || this.isFromCarried) this.#follow()
    else {
      this.#bear()
      this.#x -= Math.expm1(-dt / this.#settings.fairTauMs) * (this.#target - this.#x)
    }
  }

  /** What it is now: the returned call brings it back to that, whatever `advance` has made of it since. */
  keep(): () => void {
    const state = [this.#x, this.#atMs, this.#alone, this.#restedMs, this.#tradedLots, this.spread, this.mid] as const
    const [isResting, jump, tradedTowards] = [this.#isResting, this.#jump, this.#tradedTowards]
    const { isFromCarried } = this
    return () => {
      ;[this.#x, this.#atMs, this.#alone, this.#restedMs, this.#tradedLots, this.spread, this.mid] = state
      this.#isResting = isResting
      this.#jump = jump
      this.#tradedTowards = tradedTowards
      this.isFromCarried = isFromCarried
    }
  }

  /** Milliseconds that the average takes for the next tick towards the standing book; infinite where it is nearer, or not there soon. */
  #tickMs(): number {
    if (!this.#isStanding || this.#jump !== 0 || this.#restedMs !== 0) return Number.POSITIVE_INFINITY
    const { fairTauMs } = this.#settings
    const toGo = Math.abs(this.#targetP - this.p)
    // nearly always: every market is looked at as soon as that
    if (!(toGo > this.#tick && toGo * SOON_MS > this.#tick * fairTauMs)) return Number.POSITIVE_INFINITY
    return -fairTauMs * Math.log1p(-this.#tick / toGo)
  }

  /** A jump: whether our size rests beyond the value. */
  #weigh(others: MarketBook, ticksPerUnit: number, nowMs: number): void {
    if (direction(this.#restedMs) === -this.#jump) this.#restedMs = 0
    if (this.#jump !== this.#tradedTowards) this.#tradedLots = 0
    this.#tradedTowards = this.#jump
    const beyond = lotsBeyond(others, ticksPerUnit, { p: this.#from, up: this.#jump === 1 })
    this.#isResting = beyond >= this.#lots
    this.#leave(nowMs)
  }

  /** Returns the milliseconds that it took. */
  #fade(dt: number): number {
    const faded = Math.min(dt, Math.abs(this.#restedMs))
    this.#restedMs -= direction(this.#restedMs) * faded
    return faded
  }

  /** The standing book is the value. */
  #follow(): void {
    this.#x = this.#target
    this.#jump = 0
    this.#isResting = false
    this.#restedMs = 0
    this.isFromCarried = false
    this.#bear()
  }

  /** The standing book bears the value. */
  #bear(): void {
    this.#alone = Number.NaN
    this.#tradedLots = 0
    this.#tradedTowards = 0
    this.spread = this.#touch.spread
    this.mid = this.#touch.mid
  }

  #leave(nowMs: number): void {
    if (Number.isNaN(this.#alone) && !Number.isNaN(this.#x)) this.#alone = nowMs
  }
}

function direction(difference: number): Direction {
  if (difference === 0) return 0
  return difference > 0 ? 1 : -1
}

/** Which way it is further than that. */
export function jumpOf(difference: number, spread: number): Direction {
  return Math.abs(difference) > spread + SLACK ? direction(difference) : 0
}
