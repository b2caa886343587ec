// What the price does to our own fills in one market, and what follows from it: while it goes against us they are guarded.
//
//   markout    what the others' mid goes against us within the horizon of a fill, a share; the mid that stood a moment before the fill is
//              the first. A decayed mean, begun with some fills without a move.
//   widened    from the fill that brings it above the one bound, for a while
//   pulled     from the fill that brings it above the other; then the mean begins anew, and for a while more the market is widened
//
// It changes at moments that are known: when a fill's horizon is over, and when a while is.

import { averageMarkout, type MarkoutAverage, markoutOf, NO_MARKOUTS } from '../../models/markout-average.js'

export interface MarkoutBounds {
  readonly horizonMs: number
  /** Memory of the mean. */
  readonly tauMs: number
  /** Fills without a move that it begins with. */
  readonly prior: number
  /** Price units a share. */
  readonly widenAbove: number
  readonly pullAbove: number
  /** How long either lasts. */
  readonly forMs: number
}

/** Weighted sum of what the price went against us, price units; the weight, and the number, of the fills. */
export interface MarkoutSums {
  readonly moves: number
  readonly weight: number
  readonly fills: number
}

export type Guard = 'none' | 'widened' | 'pulled'

interface PendingFill {
  /** +1 where it raised our position of YES. */
  readonly direction: 1 | -1
  readonly before: number
  readonly weight: number
  readonly dueMs: number
}

/** Messages of one match come within less. */
const MOMENT_MS = 200
/** Fills waited for at once: more would say no more. */
const MOST_PENDING = 64

export class OwnMarkouts {
  readonly #bounds: MarkoutBounds
  readonly #pending: PendingFill[] = []
  #average: MarkoutAverage = NO_MARKOUTS
  /** Not a number while there is none. */
  #mid = Number.NaN
  #sinceMs = Number.NEGATIVE_INFINITY
  /** That stood before it. */
  #former = Number.NaN
  #largest = 1
  readonly #sums = { moves: 0, weight: 0, fills: 0 }
  #widenedUntilMs = Number.NEGATIVE_INFINITY
  #pulledUntilMs = Number.NEGATIVE_INFINITY

  constructor(bounds: MarkoutBounds) {
    this.#bounds = bounds
  }

  /** An order of ours: a fill weighs by its share of the largest. */
  ordered(lots: number): void {
    if (lots > this.#largest) this.#largest = lots
  }

  /** The others' mid is this from now on; not a number while one side is missing. */
  observe(mid: number, nowMs: number): void {
    if (Object.is(mid, this.#mid)) return
    this.#settle(nowMs)
    if (nowMs - this.#sinceMs >= MOMENT_MS) this.#former = this.#mid
    this.#mid = mid
    this.#sinceMs = nowMs
  }

  /** `lots` of ours are matched. */
  matched(direction: 1 | -1, lots: number, nowMs: number): void {
    this.#settle(nowMs)
    const before = nowMs - this.#sinceMs >= MOMENT_MS ? this.#mid : this.#former
    if (Number.isNaN(before) || this.#pending.length === MOST_PENDING) return
    const weight = Math.min(1, lots / this.#largest)
    this.#pending.push({ direction, before, weight, dueMs: nowMs + this.#bounds.horizonMs })
  }

  /** Price units a share; positive when the price goes against us. */
  markout(nowMs: number): number {
    this.#settle(nowMs)
    return markoutOf(this.#average, nowMs, this.#bounds)
  }

  /** Sums over all fills whose horizon is over. */
  settled(nowMs: number): MarkoutSums {
    this.#settle(nowMs)
    return this.#sums
  }

  guard(nowMs: number): Guard {
    this.#settle(nowMs)
    if (nowMs < this.#pulledUntilMs) return 'pulled'
    return nowMs < this.#widenedUntilMs ? 'widened' : 'none'
  }

  /** When the guard may change by time alone. */
  nextMs(nowMs: number): number {
    this.#settle(nowMs)
    const dueMs = this.#pending[0]?.dueMs ?? Number.POSITIVE_INFINITY
    const [pulledMs, widenedMs] = [this.#pulledUntilMs, this.#widenedUntilMs]
    return Math.min(dueMs, pulledMs > nowMs ? pulledMs : dueMs, widenedMs > nowMs ? widenedMs : dueMs)
  }

  /** The fills whose time is over, by the mid that stands. */
  #settle(nowMs: number): void {
    for (let next = this.#pending[0]; next !== undefined && next.dueMs <= nowMs; next = this.#pending[0]) {
      this.#pending.shift()
      if (Number.isNaN(this.#mid)) continue
      const { direction, before, weight, dueMs } = next
      const markout = { move: direction * (before - this.#mid), weight, atMs: dueMs }
      this.#average = averageMarkout(this.#average, markout, this.#bounds.tauMs)
      this.#sums.moves += markout.weight * markout.move
      this.#sums.weight += weight
      this.#sums.fills++
      this.#judge(dueMs)
    }
  }

  #judge(nowMs: number): void {
    const { widenAbove, pullAbove, forMs } = this.#bounds
    const markout = markoutOf(this.#average, nowMs, this.#bounds)
    if (markout > pullAbove) {
      this.#pulledUntilMs = nowMs + forMs
      this.#widenedUntilMs = this.#pulledUntilMs + forMs
      // what comes back is judged by what happens then
      this.#average = NO_MARKOUTS
    } else if (markout > widenAbove) this.#widenedUntilMs = Math.max(this.#widenedUntilMs, nowMs + forMs)
  }
}
