// What takers took within one moment, side by side: how far they went, how much they took, and whether they left anything at the last price.
// Whoever takes all that stands at a price may have wanted more: a tape shows what was there, not what was asked for.

import { betterBy, type YesPlace, type YesSide } from '../../../domain/market/yes-view.js'

interface Level {
  /** Lots of others when the moment began. */
  readonly stood: number
  traded: number
}

export interface Taken {
  /** The worst price of the makers that were hit. */
  readonly last: YesPlace
  /** Lots in all. */
  readonly lots: number
  /** Nothing of what stood at the last price is left. */
  readonly isEmptied: boolean
}

/** Prints of one taker, and the levels that they took from, are told within this time, milliseconds. */
export const MOMENT_MS = 5

export class TakenLevels {
  readonly #levels = new Map<number, Level>()
  readonly #taken = new Map<YesSide, { last: YesPlace; lots: number }>()
  #beganMs: number | undefined

  /** When the moment that has begun is over. */
  get overMs(): number | undefined {
    return this.#beganMs === undefined ? undefined : this.#beganMs + MOMENT_MS
  }

  /** The level had `lots` of others before it changed. A level and its trade are told in either order. */
  changes(place: YesPlace, lots: number, nowMs: number): void {
    this.#beganMs ??= nowMs
    if (!this.#levels.has(keyOf(place))) this.#levels.set(keyOf(place), { stood: lots, traded: 0 })
  }

  /** A trade of `lots` where `visible` stand now. Returns whether it is the first on its side. */
  trades(place: YesPlace, lots: number, { visible, nowMs }: { visible: number; nowMs: number }): boolean {
    this.#beganMs ??= nowMs
    const level = this.#levels.get(keyOf(place)) ?? { stood: visible, traded: 0 }
    this.#levels.set(keyOf(place), level)
    level.traded += lots
    const taken = this.#taken.get(place.on)
    if (taken === undefined) this.#taken.set(place.on, { last: place, lots })
    else {
      taken.lots += lots
      if (betterBy(place, taken.last.price) < 0) taken.last = place
    }
    return taken === undefined
  }

  /** The moment is over. */
  end(): Taken[] {
    this.#beganMs = undefined
    if (this.#taken.size === 0) {
      this.#levels.clear()
      return []
    }
    const taken = [...this.#taken.values()].map(({ last, lots }) => {
      const { stood = 0, traded = 0 } = this.#levels.get(keyOf(last)) ?? {}
      return { last, lots, isEmptied: stood > 0 && traded >= stood }
    })
    this.#levels.clear()
    this.#taken.clear()
    return taken
  }
}

function keyOf({ on, price }: YesPlace): number {
  return on === 'bid' ? price : -1 * price
}
