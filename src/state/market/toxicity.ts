// How toxic the flow of one market is: what the others' mid does within `HORIZON_MS` of each public trade (`pending-markouts.ts`), for who
// bids on YES and on NO.
//
// Facts of every trade, not of ours alone: they are there before we are filled, and go on while we do not quote.

import { NO, type Outcome, YES } from '../../domain/market/side.js'
import { averageMarkout, type MarkoutAverage, markoutOf, NO_MARKOUTS } from '../../models/markout-average.js'
import { PendingMarkouts } from './pending-markouts.js'

/** Long enough for the book to close behind a trade, short enough to be the price of that trade. */
const HORIZON_MS = 10_000
/** Five minutes: no longer than the last part of a market in which its outcome may be known to others. */
const TAU_MS = 300_000
/** Trades without a move that it begins with: a few that went against their makers are no pattern. */
const PRIOR = 5

const FADING = { tauMs: TAU_MS, prior: PRIOR }
const NO_COST: readonly [number, number] = [0, 0]

export class Toxicity {
  readonly #averages: [MarkoutAverage, MarkoutAverage] = [NO_MARKOUTS, NO_MARKOUTS]
  readonly #pending = new PendingMarkouts(HORIZON_MS, (direction, markout) => {
    const outcome = direction === 1 ? YES : NO
    this.#saidMs = Number.NaN
    this.#averages[outcome] = averageMarkout(this.#averages[outcome], markout, TAU_MS)
  })
  /** What `at` said of this moment: it is asked several times of each. */
  #said = NO_COST
  #saidMs = Number.NaN

  /** An order of ours: its size is the largest that a trade counts for. */
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

  /** Somebody took `lots` of makers who thereby bought `outcome`. */
  traded(outcome: Outcome, lots: number, nowMs: number): void {
    this.#pending.traded(outcome === YES ? 1 : -1, lots, nowMs)
  }

  /** What the price goes against who bids on YES, and on NO, price units a share, at least 0. */
  at(nowMs: number): readonly [number, number] {
    this.#pending.settle(nowMs)
    if (this.#averages[YES].moves === 0 && this.#averages[NO].moves === 0) return NO_COST
    if (nowMs !== this.#saidMs) {
      this.#saidMs = nowMs
      this.#said = [this.#costOf(YES, nowMs), this.#costOf(NO, nowMs)]
    }
    return this.#said
  }

  #costOf(outcome: Outcome, nowMs: number): number {
    return Math.max(0, markoutOf(this.#averages[outcome], nowMs, FADING))
  }
}
