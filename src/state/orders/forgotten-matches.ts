// Matches that the venue has forgotten, as after it has gone back to an older copy of itself: they would wait for their settlement for ever, and
// what is held in their market could not be judged before. They never were, for all that can be known, when of an order of which nothing rests
//
//   a look-up finds nothing, half a minute after the last word on it, and
//   a list of fills that is asked for after that answer, and reaches back to before the order was made, does not name it
//
// and no word on it has come since. Where the holdings differ, and the market is not quoted, that is enough; elsewhere it has to stay so for five
// minutes, in case that a venue shows neither before it settles. A word that comes later still brings the match back.

import type { ConditionId, Hex } from '../../domain/market/market.js'
import type { SettlingOrder } from '../../domain/orders/own-order.js'
import type { CoreEvent } from '../../domain/run/core-event.js'
import type { OrderEntry } from './order-entry.js'

/** Longer than holdings and lists are known to lag behind. */
const SILENT_MS = 30_000
const QUOTED_MS = 300_000
const NONE: readonly number[] = []

interface Missed {
  /** Of the look-up's answer. */
  readonly seq: number
  /** When the last word on the order had come by then, monotonic. */
  readonly changedMonoMs: number
  /** Since when a list lacks it too, monotonic. */
  unlistedMonoMs?: number
}

interface KnownOrders {
  byHash(hash: Hex): Readonly<OrderEntry> | undefined
}

export class ForgottenMatches {
  readonly #orders: KnownOrders
  readonly #isMismatched: (conditionId: ConditionId) => boolean
  readonly #missed = new Map<Hex, Missed>()

  constructor(orders: KnownOrders, isMismatched: (conditionId: ConditionId) => boolean) {
    this.#orders = orders
    this.#isMismatched = isMismatched
  }

  /** An event, once it is believed what it says of orders. Returns the orders whose pending matches are forgotten. */
  hear(event: CoreEvent): readonly number[] {
    switch (event.kind) {
      case 'order':
        this.#missed.delete(event.record.hash)
        return NONE
      case 'orders-listed':
        for (const { hash } of event.records) this.#missed.delete(hash)
        return NONE
      case 'looked-up':
        if (event.record) this.#missed.delete(event.hash)
        else this.#notFound(event)
        return NONE
      case 'fills-listed':
        return this.#missed.size === 0 ? NONE : this.#listed(event)
      default:
        return NONE
    }
  }

  #notFound({ hash, seq, at }: Extract<CoreEvent, { kind: 'looked-up' }>): void {
    const order = this.#settling(hash)?.order
    if (order === undefined || this.#missed.has(hash) || at.monoMs - order.changedMonoMs < SILENT_MS) return
    this.#missed.set(hash, { seq, changedMonoMs: order.changedMonoMs })
  }

  #listed({ fills, askedSeq, sinceVenueMs, at }: Extract<CoreEvent, { kind: 'fills-listed' }>): readonly number[] {
    for (const { hash } of fills) this.#missed.delete(hash)
    const forgotten: number[] = []
    for (const [hash, missed] of this.#missed) {
      const known = this.#settling(hash)
      if (known?.order.changedMonoMs !== missed.changedMonoMs) {
        this.#missed.delete(hash)
        continue
      }
      const isReached = sinceVenueMs !== undefined && sinceVenueMs <= begunMs(known.entry)
      if (isReached && askedSeq >= missed.seq) missed.unlistedMonoMs ??= at.monoMs
      if (missed.unlistedMonoMs === undefined) continue
      const isLong = at.monoMs - missed.unlistedMonoMs >= QUOTED_MS
      if (!isLong && !this.#isMismatched(known.order.draft.conditionId)) continue
      this.#missed.delete(hash)
      forgotten.push(known.order.intentId)
    }
    return forgotten
  }

  #settling(hash: Hex): { readonly entry: Readonly<OrderEntry>; readonly order: SettlingOrder } | undefined {
    const entry = this.#orders.byHash(hash)
    return entry?.order.phase === 'settling' ? { entry, order: entry.order } : undefined
  }
}

/** By the venue's clock; none of its matches is older. */
function begunMs({ record, fills }: Readonly<OrderEntry>): number {
  return record?.createdMs ?? Math.min(...fills.map(({ venueMs }) => venueMs))
}
