// What the others' mid does within a horizon of each trade.
//
//   before   the mid that stood a moment before the trade: its own message may come after those of the book that it left
//   after    the mid that stands when the horizon is over; a trade after which there is none then says nothing
//   weight   shares of the trade, at most those of our largest order: a large one says no more about ours

import type { Markout } from '../../models/markout-average.js'

/** +1 where the maker whose markout it is has bought YES or sold NO. */
export type Direction = 1 | -1

interface Stood {
  /** Not a number while there is none. */
  readonly mid: number
  readonly sinceMs: number
}

interface Pending {
  readonly direction: Direction
  readonly before: number
  readonly weight: number
  readonly dueMs: number
}

/** Messages of one match come within less. */
const MOMENT_MS = 200
const NO_MID: Stood = { mid: Number.NaN, sinceMs: Number.NEGATIVE_INFINITY }
/** Trades waited for at once: more would say no more. */
const MOST_PENDING = 64

export class PendingMarkouts {
  readonly #horizonMs: number
  readonly #settled: (direction: Direction, markout: Markout) => void
  readonly #pending: Pending[] = []
  /** The mid that stood a moment ago, and those that came after it, oldest first: the last stands now. */
  readonly #mids: Stood[] = [NO_MID]
  #largest = 0

  /** `settled` hears each trade once its horizon is over, in their order. */
  constructor(horizonMs: number, settled: (direction: Direction, markout: Markout) => void) {
    this.#horizonMs = horizonMs
    this.#settled = settled
  }

  /** An order of ours: its size is the largest that a trade counts for. */
  ordered(lots: number): void {
    if (lots > this.#largest) this.#largest = lots
  }

  /** One lot is so many from now on. */
  resized(lotsEach: number): void {
    this.#largest *= lotsEach
  }

  /** The others' mid is this from now on; not a number while one side is missing. */
  observe(mid: number, nowMs: number): void {
    if (Object.is(mid, this.#mid)) return
    this.settle(nowMs)
    this.#mids.push({ mid, sinceMs: nowMs })
    // also where nothing is traded for long
    this.#midBefore(nowMs)
  }

  traded(direction: Direction, lots: number, nowMs: number): void {
    this.settle(nowMs)
    const before = this.#midBefore(nowMs)
    if (Number.isNaN(before) || this.#pending.length === MOST_PENDING) return
    const weight = Math.min(1, lots / Math.max(1, this.#largest))
    this.#pending.push({ direction, before, weight, dueMs: nowMs + this.#horizonMs })
  }

  /** When the next trade's horizon is over. */
  get dueMs(): number {
    return this.#pending[0]?.dueMs ?? Number.POSITIVE_INFINITY
  }

  /** Tells of the trades whose time is over, by the mid that stands. */
  settle(nowMs: number): void {
    for (let next = this.#pending[0]; next !== undefined && next.dueMs <= nowMs; next = this.#pending[0]) {
      this.#pending.shift()
      const mid = this.#mid
      if (Number.isNaN(mid)) continue
      const { direction, before, weight, dueMs } = next
      this.#settled(direction, { move: direction * (before - mid), weight, atMs: dueMs })
    }
  }

  get #mid(): number {
    return this.#mids.at(-1)?.mid ?? Number.NaN
  }

  /** That stood a moment ago, however often it has changed since. */
  #midBefore(nowMs: number): number {
    const mids = this.#mids
    for (let next = mids[1]; next !== undefined && nowMs - next.sinceMs >= MOMENT_MS; next = mids[1]) mids.shift()
    return mids[0]?.mid ?? Number.NaN
  }
}
