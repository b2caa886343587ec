// How toxic the flow of one market is: what the others' mid does within `HORIZON_MS` of each public trade, for who bids on YES and on NO.
//
//   before   the mid that stood a moment before the trade: its own message may come after those of the book that it left
//   after    the mid that stands `HORIZON_MS` later; a trade after which there is none then says nothing
//   weight   shares of the trade, at most those of our largest order: a large one says no more about ours
//
// Facts of every trade, not of ours alone: they are there before we are filled, and go on while we do not quote.

import { NO, type Outcome, YES } from '../../domain/side.js'
import { averageMarkout, type MarkoutAverage, markoutOf, NO_MARKOUTS } from '../../models/markout-average.js'

/** Long enough for the book to close behind a trade, short enough to be the price of that trade. */
const HORIZON_MS = 10_000
/** Five minutes: no longer than the last part of a market in which its outcome may be known to others. */
const TAU_MS = 300_000
/** Trades without a move that it begins with: a few that went against their makers are no pattern. */
const PRIOR = 5
/** Messages of one match come within less. */
const MOMENT_MS = 200
/** Trades waited for at once: more would say no more. */
const MOST_PENDING = 64

const FADING = { tauMs: TAU_MS, prior: PRIOR }
const NO_COST: readonly [number, number] = [0, 0]

interface PendingTrade {
  /** Outcome that the maker has bought. */
  readonly outcome: Outcome
  readonly before: number
  readonly weight: number
  readonly dueMs: number
}

export class Toxicity {
  readonly #averages: [MarkoutAverage, MarkoutAverage] = [NO_MARKOUTS, NO_MARKOUTS]
  readonly #pending: PendingTrade[] = []
  /** Not a number while there is none. */
  #mid = Number.NaN
  #sinceMs = Number.NEGATIVE_INFINITY
  /** That stood before it. */
  #former = Number.NaN
  #lots = 1
  /** What `at` said of this moment: it is asked several times of each. */
  #said = NO_COST
  #saidMs = Number.NaN

  /** An order of ours: its size is the largest that a trade counts for. */
  ordered(lots: number): void {
    if (lots > this.#lots) this.#lots = lots
  }

  /** The others' mid is this from now on; not a number while one side is missing. */
  observe(mid: number, nowMs: number): void {
    if (Object.is(mid, this.#mid)) return
    this.#settle(nowMs)
    if (nowMs - this.#sinceMs >= MOMENT_MS) this.#former = this.#mid
    this.#mid = mid
    this.#sinceMs = nowMs
  }

  /** Somebody took `lots` of makers who thereby bought `outcome`. */
  traded(outcome: Outcome, lots: number, nowMs: number): void {
    this.#settle(nowMs)
    const before = nowMs - this.#sinceMs >= MOMENT_MS ? this.#mid : this.#former
    if (Number.isNaN(before) || this.#pending.length === MOST_PENDING) return
    const weight = Math.min(1, lots / this.#lots)
    this.#pending.push({ outcome, before, weight, dueMs: nowMs + HORIZON_MS })
  }

  /** What the price goes against who bids on YES, and on NO, price units a share, at least 0. */
  at(nowMs: number): readonly [number, number] {
    this.#settle(nowMs)
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

  /** The trades whose time is over, by the mid that stands. */
  #settle(nowMs: number): void {
    for (let next = this.#pending[0]; next !== undefined && next.dueMs <= nowMs; next = this.#pending[0]) {
      this.#pending.shift()
      if (Number.isNaN(this.#mid)) continue
      const { outcome, before, weight, dueMs } = next
      const move = outcome === YES ? before - this.#mid : this.#mid - before
      this.#saidMs = Number.NaN
      this.#averages[outcome] = averageMarkout(this.#averages[outcome], { move, weight, atMs: dueMs }, TAU_MS)
    }
  }
}
