// The places of our resting orders of one market in the queues of others.
//
//   joining   behind everything visible at the price, and behind our own earlier orders there

import type { Ticks } from '../../../domain/amounts/price.js'
import type { Hex } from '../../../domain/market/market.js'
import { betterBy, type YesPlace, type YesSide } from '../../../domain/market/yes-view.js'
import type { QueueModel } from './queue-models.js'
import { type EarlierShrink, QueuePlace, TOLD_WITHIN_MS } from './queue-place.js'

export class QueuePlaces {
  readonly #model: QueueModel
  readonly #places = new Map<Hex, QueuePlace>()
  /** By place: what left a level and no trade has explained so far. */
  readonly #shrinks = new Map<number, EarlierShrink>()
  #arrivals = 0

  constructor(model: QueueModel) {
    this.#model = model
  }

  get isEmpty(): boolean {
    return this.#places.size === 0
  }

  /** `visible`: lots of others at the price now. */
  join(hash: Hex, place: YesPlace, visible: number): void {
    this.#arrivals += 1
    const ahead = this.at(place).reduce((most, earlier) => Math.max(most, earlier.ahead), visible)
    // a bound of what may have been filled leaves nothing out
    const earlier = this.#model === 'optimistic' ? undefined : this.#shrinks.get(keyOf(place))
    const joined = { hash, place, arrival: this.#arrivals, model: this.#model, ahead }
    this.#places.set(hash, new QueuePlace(earlier === undefined ? joined : { ...joined, earlier }))
  }

  leave(hash: Hex): void {
    this.#places.delete(hash)
  }

  /** Our orders on a side by their hashes, first come first. */
  *on(side: YesSide): Generator<readonly [Hex, QueuePlace]> {
    for (const entry of this.#places) if (entry[1].place.on === side) yield entry
  }

  /** Our best price of YES on a side, orders included that can no longer be matched. */
  best(on: YesSide): Ticks | undefined {
    let best: Ticks | undefined
    for (const { place } of this.#places.values()) {
      if (place.on === on && (best === undefined || betterBy(place, best) > 0)) best = place.price
    }
    return best
  }

  /** Our orders at a place, first come first. */
  at({ on, price }: YesPlace): QueuePlace[] {
    const here: QueuePlace[] = []
    for (const own of this.#places.values()) if (own.place.on === on && own.place.price === price) here.push(own)
    return here
  }

  /** The first snapshot tells the queues of orders that joined blindly. */
  learn(sizeAt: (place: YesPlace) => number): void {
    for (const own of this.#places.values()) own.learn(sizeAt(own.place))
  }

  /** The level of others went from `before` to `after` lots. */
  noteLevel(place: YesPlace, change: { readonly before: number; readonly after: number }, nowMs: number): void {
    if (change.after >= change.before) return
    this.#remember(place, change.before - change.after, nowMs)
    for (const own of this.at(place)) own.shrank(change.before, change.after, nowMs)
  }

  /** A trade of `lots` at the place: it explains what left the level before. */
  noteTrade(place: YesPlace, lots: number): void {
    const shrink = this.#shrinks.get(keyOf(place))
    if (shrink === undefined) return
    if (shrink.lots <= lots) this.#shrinks.delete(keyOf(place))
    else this.#shrinks.set(keyOf(place), { lots: shrink.lots - lots, atMs: shrink.atMs })
  }

  #remember(place: YesPlace, lots: number, nowMs: number): void {
    const key = keyOf(place)
    const former = this.#shrinks.get(key)
    const isRecent = former !== undefined && former.atMs >= nowMs - TOLD_WITHIN_MS
    this.#shrinks.set(key, { lots: lots + (isRecent ? former.lots : 0), atMs: nowMs })
  }
}

function keyOf({ on, price }: YesPlace): number {
  return on === 'bid' ? price : -1 * price
}
