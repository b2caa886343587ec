// One market's events in order: drops what is old, notices gaps, says when the market's stream can be believed. Pure.
//
//   waiting --snapshot--> live --gap, unreadable, link down--> waiting (a resync is asked for, unless the link is down)

import type { ConditionId } from '../domain/market/market.js'
import type { CoreInput } from '../domain/run/core-event.js'
import type { MarketDataEvent } from '../venue/market-data.js'

export interface FeedOutput {
  readonly inputs: readonly CoreInput[]
  /** A fresh snapshot is needed. */
  readonly resync: boolean
}

/** What a market's feed is made of: the venue's events, and the silence of the link. */
export type FeedEvent = Exclude<MarketDataEvent, { readonly kind: 'unwatched' }> | { readonly kind: 'silence' }

const NOTHING: FeedOutput = { inputs: [], resync: false }

export class MarketFeed {
  readonly #conditionId: ConditionId
  #live = false
  #seq: number | undefined

  constructor(conditionId: ConditionId) {
    this.#conditionId = conditionId
  }

  accept(event: FeedEvent): FeedOutput {
    switch (event.kind) {
      case 'snapshot':
        return this.#snapshot(event)
      case 'change':
        return this.#change(event)
      case 'trade':
        return only({ kind: 'trade', conditionId: event.conditionId, trade: event.trade })
      case 'settlement':
        return only(event)
      case 'status':
        return only({ ...event, kind: 'market-status' })
      case 'fee-changed':
      case 'resync-answered':
        return only(event)
      case 'unreadable':
        return this.#lost(`unreadable: ${event.message}`, true)
      case 'link':
        return event.state === 'down' ? this.#lost('the connection is down', false) : NOTHING
      case 'silence':
        return this.#lost('no news on the connection', true)
      case 'subscribed':
        return event.accepted ? NOTHING : this.#lost(`not subscribed: ${event.reason ?? 'refused'}`, false)
    }
  }

  #snapshot(event: Extract<MarketDataEvent, { kind: 'snapshot' }>): FeedOutput {
    const wasLive = this.#live
    this.#live = true
    this.#seq = event.seq
    const { conditionId, venueMs } = event
    const told = { kind: 'book', conditionId, book: event.book, via: 'socket' } as const
    const book: CoreInput = venueMs === undefined ? told : { ...told, venueMs }
    if (wasLive) return only(book)
    // the book first: nobody may believe the old one for a moment
    return { inputs: [book, { kind: 'feed', conditionId, health: 'live', reason: 'snapshot' }], resync: false }
  }

  #change(event: Extract<MarketDataEvent, { kind: 'change' }>): FeedOutput {
    if (!this.#live) return NOTHING
    if (event.seq !== undefined && this.#seq !== undefined) {
      if (event.seq <= this.#seq) return NOTHING
      if (event.seq > this.#seq + 1) return this.#lost(`gap: expected ${this.#seq + 1}, got ${event.seq}`, true)
    }
    if (event.seq !== undefined) this.#seq = event.seq
    const { conditionId, change, venueMs } = event
    return only({ kind: 'level', conditionId, change, ...(venueMs === undefined ? {} : { venueMs }) })
  }

  /** An event could not be processed: what it said is missing. */
  failed(reason: string): FeedOutput {
    return this.#lost(reason, true)
  }

  #lost(reason: string, resync: boolean): FeedOutput {
    this.#live = false
    this.#seq = undefined
    return { inputs: [{ kind: 'feed', conditionId: this.#conditionId, health: 'stale', reason }], resync }
  }
}

function only(input: CoreInput): FeedOutput {
  return { inputs: [input], resync: false }
}
