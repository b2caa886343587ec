// Recent matches of our own orders in each market, for strategies that look back. What a failed settlement takes back is gone.

import type { ConditionId } from '../../domain/market/market.js'
import type { OwnMatch } from '../../domain/orders/fill.js'
import { matchedRawOf, type OwnOrder } from '../../domain/orders/own-order.js'

/** Matches kept per market. */
const KEPT = 100

interface Booked extends OwnMatch {
  readonly intentId: number
}

const NONE: readonly OwnMatch[] = []

export class OwnMatches {
  readonly #markets = new Map<ConditionId, Booked[]>()
  /** Raw tokens of each order that are booked. */
  readonly #matchedRaw = new Map<number, bigint>()

  /** What is matched of an order may have changed. Returns the raw tokens that are matched more than before, or less. */
  orderChanged(order: OwnOrder, venueMs: number): bigint {
    const { intentId, draft } = order
    const matchedRaw = matchedRawOf(order)
    const newRaw = matchedRaw - (this.#matchedRaw.get(intentId) ?? 0n)
    if (newRaw === 0n) return newRaw
    this.#matchedRaw.set(intentId, matchedRaw)
    const { conditionId, outcome, side, price } = draft
    const matches = this.#markets.get(conditionId) ?? []
    this.#markets.set(conditionId, matches)
    if (newRaw < 0n) takeBack(matches, intentId, -newRaw)
    else matches.push({ intentId, outcome, side, price, sizeRaw: newRaw, venueMs })
    if (matches.length > KEPT) matches.shift()
    return newRaw
  }

  /** The order changes no more. */
  forget({ intentId }: Pick<OwnOrder, 'intentId'>): void {
    this.#matchedRaw.delete(intentId)
  }

  /** The market is over and settled: nobody looks back any more. */
  forgetMarket(conditionId: ConditionId): void {
    this.#markets.delete(conditionId)
  }

  /** Oldest first. */
  recent(conditionId: ConditionId): readonly OwnMatch[] {
    return this.#markets.get(conditionId) ?? NONE
  }
}

/** The newest of the order first. */
function takeBack(matches: Booked[], intentId: number, raw: bigint): void {
  let leftRaw = raw
  for (let i = matches.length - 1; i >= 0 && leftRaw > 0n; i--) {
    const match = matches[i]
    if (match?.intentId !== intentId) continue
    if (match.sizeRaw <= leftRaw) matches.splice(i, 1)
    else matches[i] = { ...match, sizeRaw: match.sizeRaw - leftRaw }
    leftRaw -= match.sizeRaw
  }
}
