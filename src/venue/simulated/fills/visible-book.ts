// The book as the tape shows it, in lots, and what our simulated orders have already taken out of it.
//
//   A level that was taken from gives no more until it grows: what is left of it is size - taken.

import { complement, type Ticks, ticks } from '../../../domain/amounts/price.js'
import { type Lots, NO_LOTS } from '../../../domain/amounts/size.js'
import type { Level, LevelChange, MarketBook } from '../../../domain/market/book.js'
import { OUTCOMES, type Outcome, type Side } from '../../../domain/market/side.js'
import type { YesPlace, YesSide } from '../../../domain/market/yes-view.js'

type Levels = Map<number, Lots>
type Sides = Readonly<Record<Side, Levels>>

export class VisibleBook {
  readonly #outcomes: readonly [Sides, Sides] = [newSides(), newSides()]
  readonly #taken: Readonly<Record<YesSide, Map<number, number>>> = { bid: new Map(), ask: new Map() }
  /** As last looked for; absent after a change. */
  readonly #best: Record<YesSide, { readonly price: Ticks | undefined } | undefined> = {
    bid: undefined,
    ask: undefined,
  }
  #seen = false

  /** Whether a snapshot has come: before, nothing is known of the queues. */
  get isKnown(): boolean {
    return this.#seen
  }

  /** The changes that lead from the book so far to `book`; they are not applied yet. */
  changesTo(book: MarketBook): LevelChange[] {
    this.#seen = true
    const changes: LevelChange[] = []
    for (const outcome of OUTCOMES) {
      this.#differences(outcome, 'BUY', book[outcome].bids, changes)
      this.#differences(outcome, 'SELL', book[outcome].asks, changes)
    }
    return changes
  }

  apply({ outcome, side, price, size }: LevelChange): void {
    const levels = this.#outcomes[outcome][side]
    if (size === 0) levels.delete(price)
    else levels.set(price, size)
    this.#best.bid = undefined
    this.#best.ask = undefined
  }

  /** Best price of YES on one side; `undefined` where it is empty. */
  best(on: YesSide, ticksPerUnit: number): Ticks | undefined {
    let found = this.#best[on]
    if (found === undefined) {
      const price = this.#findBest(on, ticksPerUnit)
      found = { price: price === undefined ? undefined : ticks(price) }
      this.#best[on] = found
    }
    return found.price
  }

  /** Lots of others at a price of YES, direct orders and those of the complement. */
  sizeAt({ on, price }: YesPlace, ticksPerUnit: number): number {
    const [yes, no] = this.#outcomes
    const other = complement(price, ticksPerUnit)
    return on === 'bid'
      ? (yes.BUY.get(price) ?? 0) + (no.SELL.get(other) ?? 0)
      : (yes.SELL.get(price) ?? 0) + (no.BUY.get(other) ?? 0)
  }

  /** What our orders can still take at the place. */
  leftAt(place: YesPlace, ticksPerUnit: number): number {
    return Math.max(0, this.sizeAt(place, ticksPerUnit) - (this.#taken[place.on].get(place.price) ?? 0))
  }

  take({ on, price }: YesPlace, lots: number): void {
    if (lots > 0) this.#taken[on].set(price, (this.#taken[on].get(price) ?? 0) + lots)
  }

  /** Call after a level shrank: what is taken cannot exceed what is there. */
  forgetTaken(place: YesPlace, ticksPerUnit: number): void {
    const taken = this.#taken[place.on]
    const most = Math.min(taken.get(place.price) ?? 0, this.sizeAt(place, ticksPerUnit))
    if (most === 0) taken.delete(place.price)
    else taken.set(place.price, most)
  }

  /** Prices of YES on one side, best first. */
  prices(on: YesSide, ticksPerUnit: number): Ticks[] {
    const [yes, no] = this.#outcomes
    const direct = (on === 'bid' ? yes.BUY : yes.SELL).keys()
    const mirrored = (on === 'bid' ? no.SELL : no.BUY).keys()
    const all = new Set(direct)
    for (const price of mirrored) all.add(ticksPerUnit - price)
    return [...all].sort((a, b) => (on === 'bid' ? b - a : a - b)).map(ticks)
  }

  #findBest(on: YesSide, ticksPerUnit: number): number | undefined {
    const [yes, no] = this.#outcomes
    let best: number | undefined
    const offer = (price: number) => {
      if (best === undefined || (on === 'bid' ? price > best : price < best)) best = price
    }
    for (const price of (on === 'bid' ? yes.BUY : yes.SELL).keys()) offer(price)
    for (const price of (on === 'bid' ? no.SELL : no.BUY).keys()) offer(ticksPerUnit - price)
    return best
  }

  #differences(outcome: Outcome, side: Side, levels: readonly Level[], changes: LevelChange[]): void {
    const before = this.#outcomes[outcome][side]
    const shown = new Set<number>()
    for (const { price } of levels) shown.add(price)
    for (const price of before.keys())
      if (!shown.has(price)) changes.push({ outcome, side, price: ticks(price), size: NO_LOTS })
    for (const { price, size } of levels) if (before.get(price) !== size) changes.push({ outcome, side, price, size })
  }
}

function newSides(): Sides {
  return { BUY: new Map(), SELL: new Map() }
}
