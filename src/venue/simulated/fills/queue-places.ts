// The places of our resting orders of one market in the queues of others.
//
//   joining   behind everything visible at the price, and behind our own earlier orders there

import type { Ticks } from '../../../domain/amounts/price.js'
import type { Hex } from '../../../domain/market/market.js'
import type { Outcome } from '../../../domain/market/side.js'
import { betterBy, type YesPlace, type YesSide } from '../../../domain/market/yes-view.js'
import type { FeedTelling } from './feed-telling.js'
import { KnownOrders, type Whereabouts } from './known-orders.js'
import type { QueueModel } from './queue-models.js'
import { type EarlierShrink, QueuePlace, type Shrink } from './queue-place.js'

/** A resting order of ours with its place in the queue. */
export interface Resting {
  readonly own: QueuePlace
  readonly lots: number
}

/** A trade of which the level has not shown all yet. */
interface Untold {
  lots: number
  atMs: number
}

/** A level of others that changed: one outcome's part of what stands at the place. */
export interface PlaceChange extends Shrink {
  readonly outcome: Outcome
  /** Of a snapshot: nobody is told how many orders it was. */
  readonly isOfMany: boolean
}

export class QueuePlaces {
  readonly #model: QueueModel
  readonly #telling: FeedTelling
  readonly #places = new Map<Hex, QueuePlace>()
  /** By place: what left a level and no trade has explained so far. */
  readonly #shrinks = new Map<number, EarlierShrink>()
  /** By place: what traded and no level has shown so far. */
  readonly #untold = new Map<number, Untold>()
  /** By place. */
  readonly #orders = new Map<number, KnownOrders>()
  /** Of orders of anybody. */
  #arrivals = 0

  constructor(model: QueueModel, telling: FeedTelling) {
    this.#model = model
    this.#telling = telling
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
    const joined = { hash, place, arrival: this.#arrivals, model: this.#model, telling: this.#telling, ahead }
    this.#places.set(hash, new QueuePlace(earlier === undefined ? joined : { earlier, ...joined }))
  }

  leave(hash: Hex): void {
    this.#places.delete(hash)
  }

  /** Our orders on a side that can be matched now, `lotsOf` them, in the order in which they are. */
  resting(on: YesSide, lotsOf: (hash: Hex) => number): Resting[] {
    const found: Resting[] = []
    for (const [hash, own] of this.#places) {
      const lots = own.place.on === on ? lotsOf(hash) : 0
      if (lots > 0) found.push({ own, lots })
    }
    return found.sort((a, b) => betterBy(b.own.place, a.own.place.price) || a.own.arrival - b.own.arrival)
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

  /** The level of others has changed. */
  noteLevel(place: YesPlace, change: PlaceChange, nowMs: number): void {
    const { before, after, outcome, isOfMany } = change
    const key = keyOf(place)
    const orders = this.#ordersAt(key, before, outcome)
    if (after > before) {
      this.#arrivals += 1
      if (isOfMany) orders.found(after - before, outcome, this.#arrivals)
      else orders.came(after - before, outcome, this.#arrivals)
    }
    if (after >= before) return
    const lots = before - after
    const traded = this.#tell(key, lots, nowMs)
    orders.traded(traded, outcome)
    if (lots > traded) this.#remember(place, lots - traded, nowMs)
    const stood = lots > traded && !isOfMany ? orders.left(lots - traded, outcome, this.#arrivals) : undefined
    if (isOfMany) orders.mix(lots - traded, outcome, this.#arrivals)
    for (const own of this.at(place)) own.shrank(change, nowMs, this.#believed(stood, own.arrival))
  }

  /** A trade of `lots` at the place: it explains what left the level before, unless that is told after it. */
  noteTrade(place: YesPlace, lots: number, nowMs: number): void {
    const key = keyOf(place)
    const shrink = this.#shrinks.get(key)
    const isRecent = shrink !== undefined && shrink.atMs >= nowMs - this.#telling.withinMs
    if (isRecent && shrink.lots === lots) this.#telling.saw('level')
    const explained = isRecent && !this.#telling.tellsTradesFirst ? Math.min(shrink.lots, lots) : 0
    if (shrink !== undefined && explained > 0) {
      if (shrink.lots <= explained) this.#shrinks.delete(key)
      else this.#shrinks.set(key, { lots: shrink.lots - explained, atMs: shrink.atMs })
    }
    if (lots > explained) this.#untold.set(key, { lots: this.#untoldAt(key, nowMs) + lots - explained, atMs: nowMs })
  }

  /** Of a level that shrank by `lots`, those that have traded. */
  #tell(key: number, lots: number, nowMs: number): number {
    const untold = this.#untoldAt(key, nowMs)
    if (untold === 0) return 0
    if (untold === lots) this.#telling.saw('trade')
    const traded = Math.min(untold, lots)
    if (traded === untold) this.#untold.delete(key)
    else this.#untold.set(key, { lots: untold - traded, atMs: nowMs })
    return traded
  }

  #untoldAt(key: number, nowMs: number): number {
    const untold = this.#untold.get(key)
    return untold === undefined || untold.atMs < nowMs - this.#telling.withinMs ? 0 : untold.lots
  }

  /** A bound goes by nothing that is only likely; and while a trade may still explain it, nobody has left. */
  #believed(stood: Whereabouts | undefined, arrival: number): 'ahead' | 'behind' | undefined {
    const isBound = this.#model === 'risk-averse' || this.#model === 'optimistic'
    return isBound || !this.#telling.tellsTradesFirst ? undefined : stood?.(arrival)
  }

  #ordersAt(key: number, before: number, outcome: Outcome): KnownOrders {
    const known = this.#orders.get(key)
    if (known !== undefined) return known
    const made = new KnownOrders()
    made.found(before, outcome, this.#arrivals)
    this.#orders.set(key, made)
    return made
  }

  #remember(place: YesPlace, lots: number, nowMs: number): void {
    const key = keyOf(place)
    const former = this.#shrinks.get(key)
    const isRecent = former !== undefined && former.atMs >= nowMs - this.#telling.withinMs
    this.#shrinks.set(key, { lots: lots + (isRecent ? former.lots : 0), atMs: nowMs })
  }
}

function keyOf({ on, price }: YesPlace): number {
  return on === 'bid' ? price : -1 * price
}
