// How much of others stands before one resting order of ours, in lots; fractions where a model spreads cancels.
//
//   trade of t      takes from what is ahead; what goes beyond that reaches us
//   level shrinks   by what has just traded there: nothing new; by more: cancels, of which the model says whose they were
//
// A feed tells of a trade before or after the level that it took from, and nobody knows which until both are in. So a shrink counts as
// cancels until a trade explains it: then what was concluded from it is concluded anew, as if the trade had come first.

import type { Hex } from '../../../domain/market/market.js'
import type { YesPlace } from '../../../domain/market/yes-view.js'
import { aheadAfterCancels, type QueueModel } from './queue-models.js'

/** A shrink and the trade that caused it are told within this time, milliseconds: two messages of one moment, on one connection. */
export const TOLD_WITHIN_MS = 50

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
}

export interface NewPlace {
  readonly hash: Hex
  readonly place: YesPlace
  /** Rises with the moment of joining. */
  readonly arrival: number
  readonly model: QueueModel
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
  /** Before `#steps`. */
  #settled: number
  #ahead: number
  #steps: Step[] = []
  /** Traded and not yet seen as a smaller level. */
  #unseen = 0
  #unseenAtMs = 0
  #earlier: EarlierShrink | undefined

  constructor({ hash, place, arrival, model, ahead, earlier }: NewPlace) {
    this.hash = hash
    this.place = place
    this.arrival = arrival
    this.#model = model
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
    if (left === 0) return
    this.#add({ atMs: nowMs, queue: Number.POSITIVE_INFINITY, eaten: others, traded: left, cancelled: 0 })
    this.#unseen += left
    this.#unseenAtMs = nowMs
  }

  /** The level of others went from `before` to `after` lots. */
  shrank(before: number, after: number, nowMs: number): void {
    this.#forget(nowMs)
    const seen = Math.min(this.#unseen, before - after)
    this.#unseen -= seen
    this.#add({ atMs: nowMs, queue: before - seen, eaten: 0, traded: 0, cancelled: before - after - seen })
  }

  #add(step: Step): void {
    this.#steps.push(step)
    this.#ahead = this.#after(this.#ahead, step)
  }

  /** First what trades took, then what left. */
  #after(ahead: number, { queue, eaten, traded, cancelled }: Step): number {
    const front = Math.max(0, ahead - eaten)
    if (queue === Number.POSITIVE_INFINITY || front === Number.POSITIVE_INFINITY) return front
    const rest = Math.max(0, queue - traded)
    return aheadAfterCancels(this.#model, Math.min(front, rest), rest, Math.min(cancelled, rest))
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
    const untilMs = nowMs - TOLD_WITHIN_MS
    while (this.#steps[0] !== undefined && this.#steps[0].atMs < untilMs) {
      this.#settled = this.#after(this.#settled, this.#steps[0])
      this.#steps.shift()
    }
    if (this.#earlier && this.#earlier.atMs < untilMs) this.#earlier = undefined
    if (this.#unseen > 0 && this.#unseenAtMs < untilMs) this.#unseen = 0
  }
}
