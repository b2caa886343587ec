// Chance, in the words of what is drawn for a scenario.

import type { Random } from '../../../src/domain/random.js'
import { CALM_AFTER_MS } from './scenario.js'

const FIRST_MS = 1500
/** Half of the seeds have what goes wrong together. */
export const BURST_MS = 12_000

export class Drawn {
  readonly random: Random
  readonly markets: number
  readonly atMs: number

  /** `aroundMs`: where it is to fall in a burst. */
  constructor(random: Random, markets: number, aroundMs?: number) {
    this.random = random
    this.markets = markets
    const any = FIRST_MS + random.next() * (CALM_AFTER_MS - FIRST_MS)
    this.atMs = Math.round(aroundMs === undefined ? any : Math.max(FIRST_MS, aroundMs + random.next() * BURST_MS))
  }

  /** So early that what lasts so long is over in time. */
  atMsBefore(longestMs: number): number {
    return Math.round(this.atMs * (1 - longestMs / CALM_AFTER_MS))
  }

  between(least: number, most: number): number {
    return Math.round(least + this.random.next() * (most - least))
  }

  /** In steps of a hundredth. */
  rate(least: number, most: number): number {
    return this.between(least * 100, most * 100) / 100
  }

  of<const T>(...options: readonly [T, ...T[]]): T {
    return options[this.random.below(options.length)] ?? options[0]
  }

  get market(): number {
    return this.random.below(this.markets)
  }
}

/** Throws if there is nothing. */
export function nonEmpty<T>(items: readonly T[]): [T, ...T[]] {
  const [first, ...rest] = items
  if (first === undefined) throw new Error('expected something to draw from')
  return [first, ...rest]
}
