// A market whose tick or size step becomes another on the tape, which counts on the one that it was told with first: prices and sizes told by
// another would mean something else. It leaves the tape as one that is recorded no more, but for how it ends, until it is as it was.

import type { ConditionId, Market } from '../domain/market/market.js'
import { isSameGrid } from '../domain/market/market-terms.js'
import type { TapeEvent, TapeRecord } from '../recording/tape-record.js'

export class FirstGrid {
  readonly #first = new Map<ConditionId, Market>()
  readonly #left = new Set<ConditionId>()

  /** What is to be played of it. */
  take(record: TapeRecord): TapeRecord | undefined {
    const { event } = record
    if (event.kind === 'market') return this.#market(event.market, record)
    if (this.#left.size === 0) return record
    const conditionId = countedIn(event)
    return conditionId !== undefined && this.#left.has(conditionId) ? undefined : record
  }

  #market(market: Market, record: TapeRecord): TapeRecord | undefined {
    const { conditionId } = market
    const first = this.#first.get(conditionId)
    if (first === undefined) this.#first.set(conditionId, market)
    if (first === undefined || isSameGrid(first, market)) {
      this.#left.delete(conditionId)
      return record
    }
    if (this.#left.has(conditionId)) return undefined
    this.#left.add(conditionId)
    return { ...record, event: { kind: 'market-dropped', conditionId } }
  }
}

/** The market in whose ticks and lots it speaks. */
function countedIn(event: TapeEvent): ConditionId | undefined {
  if (event.kind === 'own-order') return event.record.conditionId
  if (event.kind === 'best-bids' || event.kind === 'book') return event.conditionId
  if (event.kind !== 'market-data') return undefined
  const { kind } = event.event
  return kind === 'snapshot' || kind === 'change' || kind === 'trade' ? event.event.conditionId : undefined
}
