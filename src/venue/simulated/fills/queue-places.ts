// How much of others stands before each of our resting orders, in lots.
//
//   joining       behind everything visible at the price, and behind our own earlier orders there
//   trades        at the price take from the queue ahead first
//   cancels       'risk-averse': all of them came from behind us
//                 'pro-rata': spread evenly over the queue, so ahead shrinks in proportion

import type { Hex } from '../../../domain/market.js'
import type { YesPlace } from '../../../domain/yes-view.js'

export type QueueModel = 'risk-averse' | 'pro-rata'

export interface QueuePlace extends YesPlace {
  readonly hash: Hex
  /** Rises with the moment of joining. */
  readonly arrival: number
  /** Infinite while the book was never seen. */
  ahead: number
}

export class QueuePlaces {
  readonly #model: QueueModel
  readonly #places = new Map<Hex, QueuePlace>()
  /** Traded at a price and not yet seen as a smaller level: such a decrease is no cancel. */
  readonly #traded = new Map<string, number>()
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
    this.#places.set(hash, { hash, ...place, arrival: this.#arrivals, ahead })
  }

  leave(hash: Hex): void {
    this.#places.delete(hash)
    if (this.#places.size === 0) this.#traded.clear()
  }

  get(hash: Hex): QueuePlace | undefined {
    return this.#places.get(hash)
  }

  /** Our orders at a place, first come first. */
  at({ on, price }: YesPlace): QueuePlace[] {
    return [...this.#places.values()].filter((place) => place.on === on && place.price === price)
  }

  /** The first snapshot tells the queues of orders that joined blindly. */
  learn(sizeAt: (place: YesPlace) => number): void {
    for (const place of this.#places.values()) {
      if (place.ahead === Number.POSITIVE_INFINITY) place.ahead = sizeAt(place)
    }
  }

  /** A trade of `lots` took place there: others may have been before us. */
  noteTrade(place: YesPlace, lots: number): void {
    if (this.#model === 'risk-averse' || this.at(place).length === 0) return
    const key = keyOf(place)
    this.#traded.set(key, (this.#traded.get(key) ?? 0) + lots)
  }

  /** The level of others went from `before` to `after` lots. */
  noteLevel(place: YesPlace, before: number, after: number): void {
    if (this.#model === 'risk-averse' || after >= before) return
    const key = keyOf(place)
    const traded = Math.min(this.#traded.get(key) ?? 0, before - after)
    this.#traded.set(key, (this.#traded.get(key) ?? 0) - traded)
    const queue = before - traded
    if (queue <= 0) return
    const kept = after / queue
    for (const own of this.at(place)) {
      if (Number.isFinite(own.ahead)) own.ahead = Math.ceil(own.ahead * kept)
    }
  }
}

function keyOf({ on, price }: YesPlace): string {
  return `${on}${price}`
}
