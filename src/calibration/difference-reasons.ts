// Why one run filled shares that another did not: a closed list, the first that holds.

import type { SeenFill } from './fill-pairs.js'
import type { ToldLook, ToldRun } from './told-run.js'

export const DIFFERENCE_REASONS = {
  reverted: 'its settlement failed',
  estimate: 'it is an estimate: no tape proves it',
  'other-market': 'the other run did not follow the market then',
  'no-quote': 'the other run had no quote on that side then',
  'other-price': "the other run's quote was worse",
  queue: 'the other run quoted as well or better: its place in the queue, its size, or the moment of its quote',
} as const

export type DifferenceReason = keyof typeof DIFFERENCE_REASONS

const PRICE_ERROR = 1e-9

/** Of fills that `other` does not have, by what it says of itself at that moment. */
export class DifferenceReasons {
  readonly #looks: ReadonlyMap<string, readonly ToldLook[]>
  readonly #mostApartMs: number

  constructor(other: ToldRun) {
    this.#looks = new Map(other.markets.map(({ conditionId, samples }) => [conditionId, samples]))
    this.#mostApartMs = 2 * longestPeriod(other)
  }

  of({ fill, on, price }: SeenFill): DifferenceReason {
    if (fill.status === 'failed') return 'reverted'
    if (fill.isEstimate) return 'estimate'
    const look = lastBefore(this.#looks.get(fill.conditionId) ?? [], fill.atMs)
    if (look === undefined || fill.atMs - look.atMs > this.#mostApartMs) return 'other-market'
    const own = on === 'bid' ? look.ownBid : look.ownAsk
    if (own === undefined) return 'no-quote'
    const isWorse = on === 'bid' ? own < price - PRICE_ERROR : own > price + PRICE_ERROR
    return isWorse ? 'other-price' : 'queue'
  }
}

/** Looks of long runs are thinned. */
function longestPeriod({ samples }: ToldRun): number {
  let longest = 1000
  for (let i = 1; i < samples.length; i++) {
    longest = Math.max(longest, (samples[i]?.atMs ?? 0) - (samples[i - 1]?.atMs ?? 0))
  }
  return longest
}

function lastBefore(looks: readonly ToldLook[], atMs: number): ToldLook | undefined {
  let [low, high] = [0, looks.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((looks[middle]?.atMs ?? 0) <= atMs) low = middle + 1
    else high = middle
  }
  return looks[low - 1]
}
