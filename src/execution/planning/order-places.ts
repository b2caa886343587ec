// Whose the next places in the order rate are, where it is short: first they belong to successors of orders that were cancelled for them and
// whose fee is on its way, then to what is missing, and then to replacements: what rests a little off is worth more than nothing.

import type { ConditionId, Market } from '../../domain/market/market.js'
import type { Held, PlaceGate } from './place-gate.js'

/** A successor whose fee does not come, or that is wanted no more, keeps its place no longer. */
const KEPT_MS = 2000
const LAST_LOOKS_MS = 500

type Gate = Pick<PlaceGate, 'isShut'>

interface Successor {
  readonly conditionId: ConditionId
  readonly untilMonoMs: number
}

export class OrderPlaces {
  /** Those that have not been sent yet, the oldest first. */
  #successors: Successor[] = []
  /** Quotes that wait for nothing but a place. */
  readonly #missing = new Map<ConditionId, number>()

  /** An order of the market is cancelled for a successor. */
  cancelled(conditionId: ConditionId, nowMonoMs: number): void {
    this.#successors.push({ conditionId, untilMonoMs: nowMonoMs + KEPT_MS })
  }

  /** An order of the market is sent. */
  sent(conditionId: ConditionId): void {
    const index = this.#successors.findIndex((one) => one.conditionId === conditionId)
    if (index >= 0) this.#successors.splice(index, 1)
  }

  /** The market leaves the work. */
  remove(conditionId: ConditionId): void {
    this.#missing.delete(conditionId)
  }

  /** Whether anything of these markets still waits for a place is found anew. */
  planned(markets: readonly { readonly market: Pick<Market, 'conditionId'> }[]): void {
    if (this.#missing.size > 0) for (const { market } of markets) this.#missing.delete(market.conditionId)
  }

  /** What keeps one order more from being replaced now, beside so many that are. */
  held(replacing: number, gate: Gate, nowMonoMs: number): Held | undefined {
    let others = this.#successorsBeside(undefined, nowMonoMs) + replacing
    for (const count of this.#missing.values()) others += count
    const shut = gate.isShut(others)
    // whoever comes last need not look again each time that one of the others leaves
    return shut && { ...shut, untilMonoMs: Math.max(shut.untilMonoMs ?? 0, nowMonoMs + LAST_LOOKS_MS) }
  }

  /** How many of `wanted` quotes of the market may be sent now, and what keeps the next one. */
  take(conditionId: ConditionId, wanted: number, gate: Gate, nowMonoMs: number): { places: number; shut?: Held } {
    const others = this.#successorsBeside(conditionId, nowMonoMs)
    for (let places = 0; places < wanted; places++) {
      const shut = gate.isShut(others + places)
      if (shut === undefined) continue
      this.#missing.set(conditionId, wanted - places)
      return { places, shut }
    }
    return { places: wanted }
  }

  /** In other markets; without one, in all. */
  #successorsBeside(conditionId: ConditionId | undefined, nowMonoMs: number): number {
    while ((this.#successors[0]?.untilMonoMs ?? Number.POSITIVE_INFINITY) <= nowMonoMs) this.#successors.shift()
    let count = 0
    for (const one of this.#successors) if (one.conditionId !== conditionId) count++
    return count
  }
}
