// Takers as a tape shows them, so far: how many came while the others' best stood at which distance from their mid, and how much each wanted.
// What comes later is never used: fills decide what a strategy does next.

import type { Random } from '../../../domain/random.js'
import { type SeenSize, SizeDistribution } from '../../../models/censored-sizes.js'
import { type FillIntensity, fillIntensity, type ObservedFlow } from '../../../models/fill-intensity.js'

interface Seen {
  seconds: number
  takers: number
}

/** Distances are kept in steps of this, price units. */
const STEP = 0.001
/** Fewer takers say nothing. */
const LEAST_TAKERS = 20
/** A market's own rate counts like so many takers of all markets. */
const PRIOR_TAKERS = 10
/** Fitted again when so many more have come, as a part of those before. */
const NEWS = 0.1
const MOST_SIZES = 500

/** Of all markets of a tape: how flow falls with the distance is taken to be the same in all of them, how much of it there is, is not. */
export class TakerFlow {
  readonly #seen = new Map<number, Seen>()
  readonly #sizes: SeenSize[] = []
  #sizesSeen = 0
  #distribution: { readonly of: number; readonly sizes: SizeDistribution } | undefined
  #takers = 0
  #fittedTakers = 0
  #fit: FillIntensity | undefined

  /** The others' best stood at `distance` for so long. */
  stood(distance: number, seconds: number): void {
    this.#at(distance).seconds += seconds
  }

  came(distance: number): void {
    this.#at(distance).takers += 1
    this.#takers += 1
  }

  /** One of them took so many shares; `isCensored`: no more were to be had. */
  took(size: number, isCensored: boolean): void {
    this.#sizes[this.#sizesSeen % MOST_SIZES] = { size, isCensored }
    this.#sizesSeen += 1
  }

  /** `undefined` while there is too little to go by. */
  get intensity(): FillIntensity | undefined {
    if (this.#takers >= LEAST_TAKERS && this.#takers > this.#fittedTakers * (1 + NEWS)) {
      this.#fittedTakers = this.#takers
      this.#fit = fillIntensity(this.flows())
    }
    return this.#fit
  }

  flows(): ObservedFlow[] {
    return [...this.#seen].map(([step, seen]) => ({ distance: step * STEP, ...seen }))
  }

  /** Shares that a taker wants who wants more than `above`; `above` itself while nobody has wanted more. */
  drawSize(above: number, random: Random): number {
    if (this.#distribution === undefined || this.#sizesSeen > this.#distribution.of * (1 + NEWS)) {
      this.#distribution = { of: this.#sizesSeen, sizes: new SizeDistribution(this.#sizes) }
    }
    return this.#distribution.sizes.quantileAbove(above, random.next())
  }

  #at(distance: number): Seen {
    const step = Math.max(0, Math.round(distance / STEP))
    let seen = this.#seen.get(step)
    if (seen === undefined) {
      seen = { seconds: 0, takers: 0 }
      this.#seen.set(step, seen)
    }
    return seen
  }
}

/** One market beside the others: its takers against those that the same distances would have brought on average. */
export class MarketFlow {
  readonly #all: TakerFlow
  #takers = 0
  /** Expected of the average market, at a rate of one at the mid. */
  #weight = 0

  constructor(all: TakerFlow) {
    this.#all = all
  }

  stood(distance: number, seconds: number): void {
    this.#all.stood(distance, seconds)
    const { intensity } = this.#all
    if (intensity) this.#weight += seconds * Math.exp(-intensity.k * distance)
  }

  came(distance: number): void {
    if (this.#all.intensity) this.#takers += 1
    this.#all.came(distance)
  }

  /** Takers a second who accept `distance` and would not have accepted `beyond`; 0 while too little is known. */
  rateBetween(distance: number, beyond: number): number {
    const { intensity } = this.#all
    if (intensity === undefined || beyond <= distance) return 0
    const { a, k } = intensity
    const own = (this.#takers + PRIOR_TAKERS) / (this.#weight + PRIOR_TAKERS / a)
    return own * (Math.exp(-k * distance) - Math.exp(-k * beyond))
  }

  /** How much further than the first price such a taker goes, price units. */
  drawReach(random: Random): number {
    const { intensity } = this.#all
    return intensity === undefined ? 0 : random.exponential(1 / intensity.k)
  }
}
