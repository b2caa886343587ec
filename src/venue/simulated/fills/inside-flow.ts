// Takers who left no trace on the tape: nobody can know of them, so this is an estimate from those who did, and never a bound.
//
//   inside the spread that others show    at distance d from their mid, their best at D, so many come a second: A exp(-k d) - A exp(-k D)
//   after a level was emptied             whoever took all that was there wanted as much more as others who found enough
//
// Arrivals are drawn as a Poisson process: the rates add up over time until they reach an exponential threshold.

import type { Random } from '../../../domain/random.js'
import { opposite, type YesSide } from '../../../domain/yes-view.js'
import type { MarketFlow, TakerFlow } from './taker-flow.js'

/** Best prices of YES at a moment, in price units. */
export interface BestPrices {
  readonly others: Readonly<Record<YesSide, number | undefined>>
  readonly ours: Readonly<Record<YesSide, number | undefined>>
}

interface SideFlow {
  /** Of the others' best from their mid, as it stands now and as it stood before this moment. */
  distance: number | undefined
  stood: number | undefined
  /** Of estimated fills, per second. */
  rate: number
  hazard: number
  threshold: number
}

/** Unix milliseconds as a double have steps of a quarter of a microsecond: a due time is met this closely. */
const CLOCK_ERROR_SEC = 1e-5

const SIDES: readonly YesSide[] = ['bid', 'ask']
const NONE: readonly YesSide[] = []

export class InsideFlow {
  readonly #all: TakerFlow
  readonly #market: MarketFlow
  readonly #random: Random
  readonly #sides: Readonly<Record<YesSide, SideFlow>>
  #nowMs: number | undefined

  constructor(parts: { readonly all: TakerFlow; readonly market: MarketFlow; readonly random: Random }) {
    this.#all = parts.all
    this.#market = parts.market
    this.#random = parts.random
    const side = (): SideFlow => ({
      ...{ distance: undefined, stood: undefined, rate: 0, hazard: 0 },
      threshold: parts.random.exponential(1),
    })
    this.#sides = { bid: side(), ask: side() }
  }

  /** When the next estimated fill is due, milliseconds, if nothing changes. */
  get dueMs(): number | undefined {
    const now = this.#nowMs
    if (now === undefined) return undefined
    const waits = SIDES.map((on) => this.#sides[on])
      .filter(({ rate }) => rate > 0)
      .map(({ rate, hazard, threshold }) => ((threshold - hazard) / rate) * 1000)
    return waits.length === 0 ? undefined : now + Math.max(0, Math.min(...waits))
  }

  /** Everything stood as it was until now. Returns the sides of ours at which a taker has come meanwhile. */
  passTo(nowMs: number): readonly YesSide[] {
    const before = this.#nowMs ?? nowMs
    if (nowMs <= before && this.#nowMs !== undefined) return NONE
    this.#nowMs = nowMs
    const seconds = (nowMs - before) / 1000
    let come = NONE
    for (const on of SIDES) {
      const side = this.#sides[on]
      if (side.distance !== undefined) this.#market.stood(side.distance, seconds)
      side.stood = side.distance
      side.hazard += side.rate * seconds
      if (side.rate === 0 || side.hazard < side.threshold - side.rate * CLOCK_ERROR_SEC) continue
      side.hazard = 0
      side.threshold = this.#random.exponential(1)
      come = [...come, on]
    }
    return come
  }

  /** The tape trades: a taker has come for the orders on side `on`. */
  came(on: YesSide): void {
    const { stood } = this.#sides[on]
    if (stood !== undefined) this.#market.came(stood)
  }

  /** What the taker took in all; `isCensored`: no more was to be had. */
  took(shares: number, isCensored: boolean): void {
    this.#all.took(shares, isCensored)
  }

  /** From now on prices stand like this. */
  stand({ others, ours }: BestPrices): void {
    for (const on of SIDES) {
      const side = this.#sides[on]
      const [best, other, own] = [others[on], others[opposite(on)], ours[on]]
      side.rate = 0
      side.distance = best === undefined || other === undefined ? undefined : Math.abs(best - other) / 2
      if (side.distance === undefined || best === undefined || own === undefined) continue
      const betterBy = on === 'bid' ? own - best : best - own
      if (betterBy > 0) side.rate = this.#market.rateBetween(Math.max(0, side.distance - betterBy), side.distance)
    }
  }

  /** A taker who has come for our best price: the shares that it wants, and how far beyond that price it goes. */
  drawTaker(): { readonly shares: number; readonly reach: number } {
    return { shares: this.#all.drawSize(0, this.#random), reach: this.#market.drawReach(this.#random) }
  }

  /** Shares that a taker still wants who has taken all of `shares` that there was. */
  drawRest(shares: number): number {
    return this.#all.drawSize(shares, this.#random) - shares
  }
}
