// What takers took within one moment, side by side: how far they went, how much they took, and whether they left anything at the last price.
// Whoever takes all that stands at a price may have wanted more: a tape shows what was there, not what was asked for. And what the recording bot
// gave is not there in the run that is tried now: whoever took it still wants it, as far as neither others there nor orders of ours serve it.
//
//   unserved = min(given by the recording bot, all that was taken - others that stood there - ours that were filled)

import { betterBy, type YesPlace, type YesSide } from '../../../domain/market/yes-view.js'

/** Lots at a place. */
export interface Standing {
  /** All that takers were shown, and those of others among them. */
  readonly shown: number
  readonly others: number
}

interface Level {
  readonly on: YesSide
  /** When the moment began. */
  readonly stood: Standing
  traded: number
}

interface Taking {
  last: YesPlace
  lots: number
  /** Filled in orders of ours. */
  ours: number
}

export interface Taken {
  /** The worst price of the makers that were hit. */
  readonly last: YesPlace
  /** Lots in all. */
  readonly lots: number
  /** Of these, lots that nobody serves without the recording bot. */
  readonly unserved: number
  /** Nothing of what stood at the last price is left. */
  readonly isEmptied: boolean
}

/** Prints of one taker, and the levels that they took from, are told within this time, milliseconds. */
export const MOMENT_MS = 5

export class TakenLevels {
  readonly #levels = new Map<number, Level>()
  readonly #taken = new Map<YesSide, Taking>()
  #beganMs: number | undefined

  /** When the moment that has begun is over. */
  get overMs(): number | undefined {
    return this.#beganMs === undefined ? undefined : this.#beganMs + MOMENT_MS
  }

  /** The level was as it `stood` before it changed. A level and its trade are told in either order. */
  changes(place: YesPlace, stood: Standing, nowMs: number): void {
    this.#beganMs ??= nowMs
    if (!this.#levels.has(keyOf(place))) this.#levels.set(keyOf(place), { on: place.on, stood, traded: 0 })
  }

  /** A trade of `lots` at a level as it `stood`. Returns whether it is the first on its side. */
  trades(place: YesPlace, lots: number, { stood, nowMs }: { stood: Standing; nowMs: number }): boolean {
    this.#beganMs ??= nowMs
    const level = this.#levels.get(keyOf(place)) ?? { on: place.on, stood, traded: 0 }
    this.#levels.set(keyOf(place), level)
    level.traded += lots
    const taken = this.#taken.get(place.on)
    if (taken === undefined) this.#taken.set(place.on, { last: place, lots, ours: 0 })
    else {
      taken.lots += lots
      if (betterBy(place, taken.last.price) < 0) taken.last = place
    }
    return taken === undefined
  }

  /** Of what was taken on a side, so much was filled in orders of ours. */
  fills(on: YesSide, lots: number): void {
    const taken = this.#taken.get(on)
    if (taken) taken.ours += lots
  }

  /** The moment is over. */
  end(): Taken[] {
    this.#beganMs = undefined
    if (this.#taken.size === 0) {
      this.#levels.clear()
      return []
    }
    const taken = [...this.#taken.values()].map((taking) => {
      const { last, lots } = taking
      const { stood, traded = 0 } = this.#levels.get(keyOf(last)) ?? {}
      const isEmptied = stood !== undefined && stood.shown > 0 && traded >= stood.shown
      return { last, lots, unserved: this.#unserved(taking), isEmptied }
    })
    this.#levels.clear()
    this.#taken.clear()
    return taken
  }

  #unserved({ last, lots, ours }: Taking): number {
    let [given, others] = [0, 0]
    for (const { on, stood, traded } of this.#levels.values()) {
      if (on !== last.on || traded === 0) continue
      given += Math.min(traded, stood.shown - stood.others)
      others += stood.others
    }
    return Math.max(0, Math.min(given, lots - ours - others))
  }
}

function keyOf({ on, price }: YesPlace): number {
  return on === 'bid' ? price : -1 * price
}
