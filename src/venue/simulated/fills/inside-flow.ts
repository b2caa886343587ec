// Takers who left no trace on the tape: nobody can know of them, so this is an estimate from those who did, and never a bound.
//
//   inside the spread that was shown      at distance d from the others' usual mid, the best shown at D, so many come a second:
//                                         A exp(-k d) - A exp(-k D). What the recording bot showed counts: its takers are on the tape
//   after a level was emptied             whoever took all that was there wanted as much more as others who found enough
//
// The usual mid is the others' mid as a moving average of five seconds: takers go by what a share is worth, and a mid that one maker pulls away for
// a moment is not what it is worth. By the mid of the moment, a quote beside a mid that was pulled over to it would seem to be everybody's bargain.
// Arrivals are drawn as a Poisson process: the rates add up over time until they reach an exponential threshold.

import type { Ticks } from '../../../domain/amounts/price.js'
import type { ConditionId } from '../../../domain/market/market.js'
import type { YesPlace, YesSide } from '../../../domain/market/yes-view.js'
import type { Random } from '../../../domain/random.js'
import type { MarketFlow, TakerFlow } from './taker-flow.js'

/** Prices of YES at a moment, in price units. */
export interface BestPrices {
  /** Of others; nothing is known without it. */
  readonly mid: number | undefined
  /** The best that takers were shown. */
  readonly shown: Readonly<Record<YesSide, number | undefined>>
  readonly ours: Readonly<Record<YesSide, number | undefined>>
}

/** What takers were shown beside the book: a bot that recorded it, and whose orders were taken out. */
export interface RecordedBot {
  /** Its best prices of YES. */
  recordedBest(conditionId: ConditionId): Readonly<Record<YesSide, Ticks | undefined>>
  /** Lots at a place when this moment began, those of others among them. */
  shownAt(conditionId: ConditionId, place: YesPlace): number
}

export interface InsideFlowParts {
  readonly all: TakerFlow
  readonly market: MarketFlow
  readonly random: Random
  /** Takers without a trace come too; `true` without it. */
  readonly unseen?: boolean
}

interface SideFlow {
  /** Of the best shown from the others' mid, as it stands now and as it stood before this moment. */
  distance: number | undefined
  stood: number | undefined
  /** Of estimated fills, per second. */
  rate: number
  hazard: number
  threshold: number
}

/** Unix milliseconds as a double have steps of a quarter of a microsecond: a due time is met this closely. */
const CLOCK_ERROR_SEC = 1e-5

/** Of the moving average, seconds. */
const USUAL_SEC = 5

const SIDES: readonly YesSide[] = ['bid', 'ask']
const NONE: readonly YesSide[] = []

export class InsideFlow {
  readonly #all: TakerFlow
  readonly #market: MarketFlow
  readonly #random: Random
  readonly #unseen: boolean
  readonly #sides: Readonly<Record<YesSide, SideFlow>>
  #nowMs: number | undefined
  /** Of others, as it stands now and as it usually stood. */
  #mid: number | undefined
  #usualMid: number | undefined

  constructor(parts: InsideFlowParts) {
    this.#unseen = parts.unseen ?? true
    this.#all = parts.all
    this.#market = parts.market
    this.#random = parts.random
    const side = (): SideFlow => ({
      distance: undefined,
      ...{ stood: undefined, rate: 0, hazard: 0 },
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
    this.#average(seconds)
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
  stand({ mid: midNow, shown, ours }: BestPrices): void {
    this.#mid = midNow
    if (midNow !== undefined) this.#usualMid ??= midNow
    const mid = midNow === undefined ? undefined : this.#usualMid
    for (const on of SIDES) {
      const side = this.#sides[on]
      const [best, own] = [shown[on], ours[on]]
      side.rate = 0
      side.distance = mid === undefined || best === undefined ? undefined : away(on, mid, best)
      if (!this.#unseen || mid === undefined || side.distance === undefined || own === undefined) continue
      const distance = away(on, mid, own)
      if (distance < side.distance) side.rate = this.#market.rateBetween(distance, side.distance)
    }
  }

  #average(seconds: number): void {
    if (this.#mid === undefined || this.#usualMid === undefined) return
    this.#usualMid += (this.#mid - this.#usualMid) * (1 - Math.exp(-seconds / USUAL_SEC))
  }

  /** A taker who has come for our best price: the shares that it wants, and how far beyond that price it goes. */
  drawTaker(): { readonly shares: number; readonly reach: number } {
    return { shares: this.#all.drawSize(0, this.#random), reach: this.#market.drawReach(this.#random) }
  }

  /** How much further a taker would have gone than the price at which it took, price units; `room`: it went less far than this. */
  drawReach(room = Number.POSITIVE_INFINITY): number {
    // what is exponential, and less than a bound, is distributed as its remainder by the bound
    const reach = this.#market.drawReach(this.#random)
    return room === Number.POSITIVE_INFINITY ? reach : reach % room
  }

  /** Shares that a taker still wants who has taken all of `shares` that there was. */
  drawRest(shares: number): number {
    return this.#unseen ? this.#all.drawSize(shares, this.#random) - shares : 0
  }
}

/** A price beyond the mid is as good as one at it: nothing was seen there. */
function away(on: YesSide, mid: number, price: number): number {
  return Math.max(0, on === 'bid' ? mid - price : price - mid)
}
