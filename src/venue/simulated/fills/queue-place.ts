// How much of others stands before one resting order of ours, in lots; fractions where a model spreads cancels.
//
//   trade of t      takes from what is ahead; what goes beyond that reaches us
//   level shrinks   by what has just traded there: nothing new; by more: cancels. Where the order that left is known, so is where it stood;
//                   else the model says
//
// A feed tells of a trade before or after the level that it took from, and nobody knows which until both are in. So a shrink counts as
// cancels until a trade explains it: then what was concluded from it is concluded anew, as if the trade had come first. On a feed that is
// known to tell trades first, no trade explains what left before it.

import type { Hex } from '../../../domain/market/market.js'
import type { YesPlace } from '../../../domain/market/yes-view.js'
import type { FeedTelling } from './feed-telling.js'
import { aheadAfterCancels, type QueueModel } from './queue-models.js'

/** Lots that left a level unexplained before an order of ours joined it, and when. */
export interface EarlierShrink {
  readonly lots: number
  readonly atMs: number
}

/** Something that moved the queue, as it is understood so far. */
interface Step {
  readonly atMs: number
  /** Lots of others at the price before it. */
  readonly queue: number
  /** Of others ahead of us, taken by trades. */
  eaten: number
  /** By trades, those of them that were ours included. */
  traded: number
  cancelled: number
  /** Where those who cancelled stood, seen from us, if that is known. */
  readonly stood?: 'ahead' | 'behind'
}

export interface Shrink {
  /** Lots of others. */
  readonly before: number
  readonly after: number
}

export interface NewPlace {
  readonly hash: Hex
  readonly place: YesPlace
  /** Rises with the moment of joining. */
  readonly arrival: number
  readonly model: QueueModel
  readonly telling: FeedTelling
  /** Infinite while the book was never seen. */
  readonly ahead: number
  /** A trade that explains it did not meet us. */
  readonly earlier?: EarlierShrink
}

export class QueuePlace {
  readonly hash: Hex
  readonly place: YesPlace
  readonly arrival: number
  readonly #model: QueueModel
  readonly #telling: FeedTelling
  /** Before `#steps`. */
  #settled: number
  #ahead: number
  #steps: Step[] = []
  /** Traded and not yet seen as a smaller level. */
  #unseen = 0
  #unseenAtMs = 0
  #earlier: EarlierShrink | undefined

  constructor({ hash, place, arrival, model, telling, ahead, earlier }: NewPlace) {
    this.hash = hash
    this.place = place
    this.arrival = arrival
    this.#model = model
    this.#telling = telling
    this.#settled = ahead
    this.#ahead = ahead
    this.#earlier = earlier
  }

  /** Whole lots: a fraction ahead is an order ahead. */
  get ahead(): number {
    return Math.ceil(this.#ahead - 1e-9)
  }

  /** The first book tells the queue of an order that joined blindly. */
  learn(ahead: number): void {
    if (this.#ahead === Number.POSITIVE_INFINITY) this.#reset(ahead)
  }

  /** A trade went through the price: nobody of others can be left before us. */
  clear(): void {
    this.#reset(0)
  }

  /** Of `lots` that a taker brings to this price, those that go beyond whoever stood before us when they came. */
  reachedBy(lots: number, nowMs: number): number {
    this.#forget(nowMs)
    if (this.#telling.tellsTradesFirst) return Math.max(0, lots - this.ahead)
    let left = lots - Math.min(lots, this.#earlier?.lots ?? 0)
    let reached = 0
    let ahead = this.#settled
    for (const step of this.#steps) {
      const explained = Math.min(left, step.cancelled)
      if (explained > 0) {
        const room = Math.max(0, Math.ceil(ahead - 1e-9) - step.eaten)
        reached += Math.max(0, explained - room)
        left -= explained
      }
      ahead = this.#after(ahead, step)
    }
    return reached + Math.max(0, left - this.ahead)
  }

  /** A trade of `lots` at this price, of which `ours` were filled in our own orders before or at this place. */
  traded(lots: number, ours: number, nowMs: number): void {
    this.#forget(nowMs)
    const left = this.#telling.tellsTradesFirst ? lots : this.#explain(lots, ours)
    if (left === 0) return
    const eaten = Math.max(0, left - ours)
    this.#add({ atMs: nowMs, queue: Number.POSITIVE_INFINITY, eaten, traded: left, cancelled: 0 })
    this.#unseen += left
    this.#unseenAtMs = nowMs
  }

  /** What left before was the trade's as far as it goes; returns the lots of the trade that nothing has shown yet. */
  #explain(lots: number, ours: number): number {
    const before = Math.min(lots, this.#earlier?.lots ?? 0)
    if (this.#earlier && before > 0) this.#earlier = { ...this.#earlier, lots: this.#earlier.lots - before }
    let left = lots - before
    let others = Math.max(0, left - ours)
    for (const step of this.#steps) {
      const explained = Math.min(left, step.cancelled)
      if (explained === 0) continue
      step.cancelled -= explained
      step.traded += explained
      const eaten = Math.min(others, explained)
      step.eaten += eaten
      others -= eaten
      left -= explained
    }
    this.#conclude()
    return left
  }

  /** The level of others went from `before` to `after` lots; `stood`: where those did who left without a trade, if that is known. */
  shrank({ before, after }: Shrink, nowMs: number, stood?: 'ahead' | 'behind'): void {
    this.#forget(nowMs)
    const seen = Math.min(this.#unseen, before - after)
    this.#unseen -= seen
    const step = { atMs: nowMs, queue: before - seen, eaten: 0, traded: 0, cancelled: before - after - seen }
    this.#add(stood === undefined ? step : { stood, ...step })
  }

  #add(step: Step): void {
    this.#steps.push(step)
    this.#ahead = this.#after(this.#ahead, step)
  }

  /** First what trades took, then what left. */
  #after(ahead: number, { queue, eaten, traded, cancelled, stood }: Step): number {
    const front = Math.max(0, ahead - eaten)
    if (queue === Number.POSITIVE_INFINITY || front === Number.POSITIVE_INFINITY) return front
    const rest = Math.max(0, queue - traded)
    const gone = Math.min(cancelled, rest)
    if (stood === undefined) return aheadAfterCancels(this.#model, Math.min(front, rest), rest, gone)
    return Math.max(0, Math.min(stood === 'ahead' ? front - gone : front, rest - gone))
  }

  #conclude(): void {
    let ahead = this.#settled
    for (const step of this.#steps) ahead = this.#after(ahead, step)
    this.#ahead = ahead
  }

  #reset(ahead: number): void {
    this.#settled = ahead
    this.#ahead = ahead
    this.#steps = []
  }

  /** What nobody has explained in time was what it seemed to be. */
  #forget(nowMs: number): void {
    const untilMs = nowMs - this.#telling.withinMs
    while (this.#steps[0] !== undefined && this.#steps[0].atMs < untilMs) {
      this.#settled = this.#after(this.#settled, this.#steps[0])
      this.#steps.shift()
    }
    if (this.#earlier && this.#earlier.atMs < untilMs) this.#earlier = undefined
    if (this.#unseen > 0 && this.#unseenAtMs < untilMs) this.#unseen = 0
  }
}
