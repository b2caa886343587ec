// What the price does to our own fills in one market, and what follows from it: while it goes against us they are guarded.
//
//   markout    what the others' mid goes against us within the horizon of a fill, a share (`pending-markouts.ts`). A decayed mean, begun
//              with some fills without a move.
//   widened    from the fill that brings it above the one bound, for a while
//   pulled     from the fill that brings it above the other; then the mean begins anew, and for a while more the market is widened
//
// It changes at moments that are known: when a fill's horizon is over, and when a while is.

import {
  averageMarkout,
  type Markout,
  type MarkoutAverage,
  markoutOf,
  NO_MARKOUTS,
} from '../../models/markout-average.js'
import { type Direction, PendingMarkouts } from './pending-markouts.js'

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

export class OwnMarkouts {
  readonly #bounds: MarkoutBounds
  readonly #pending: PendingMarkouts
  #average: MarkoutAverage = NO_MARKOUTS
  readonly #sums = { moves: 0, weight: 0, fills: 0 }
  #widenedUntilMs = Number.NEGATIVE_INFINITY
  #pulledUntilMs = Number.NEGATIVE_INFINITY

  constructor(bounds: MarkoutBounds) {
    this.#bounds = bounds
    this.#pending = new PendingMarkouts(bounds.horizonMs, (_direction, markout) => this.#settled(markout))
  }

  /** An order of ours: a fill weighs by its share of the largest. */
  ordered(lots: number): void {
    this.#pending.ordered(lots)
  }

  /** One lot is so many from now on. */
  resized(lotsEach: number): void {
    this.#pending.resized(lotsEach)
  }

  /** The others' mid is this from now on; not a number while one side is missing. */
  observe(mid: number, nowMs: number): void {
    this.#pending.observe(mid, nowMs)
  }

  /** `lots` of ours are matched; +1 where it raised our position of YES. */
  matched(direction: Direction, lots: number, nowMs: number): void {
    this.#pending.traded(direction, lots, nowMs)
  }

  /** Price units a share; positive when the price goes against us. */
  markout(nowMs: number): number {
    this.#pending.settle(nowMs)
    return markoutOf(this.#average, nowMs, this.#bounds)
  }

  /** Sums over all fills whose horizon is over. */
  settled(nowMs: number): MarkoutSums {
    this.#pending.settle(nowMs)
    return this.#sums
  }

  guard(nowMs: number): Guard {
    this.#pending.settle(nowMs)
    if (nowMs < this.#pulledUntilMs) return 'pulled'
    return nowMs < this.#widenedUntilMs ? 'widened' : 'none'
  }

  /** When the guard may change by time alone. */
  nextMs(nowMs: number): number {
    this.#pending.settle(nowMs)
    const { dueMs } = this.#pending
    const [pulledMs, widenedMs] = [this.#pulledUntilMs, this.#widenedUntilMs]
    return Math.min(dueMs, pulledMs > nowMs ? pulledMs : dueMs, widenedMs > nowMs ? widenedMs : dueMs)
  }

  #settled(markout: Markout): void {
    this.#average = averageMarkout(this.#average, markout, this.#bounds.tauMs)
    this.#sums.moves += markout.weight * markout.move
    this.#sums.weight += markout.weight
    this.#sums.fills++
    this.#judge(markout.atMs)
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
