// The recording bot's own orders as they rest now: what a tape says again for whoever begins to read in its middle, since the books have them in
// them and nobody else is to be taken for their owner.

import type { ConditionId, Market } from '../../domain/market/market.js'
import { isTerminal, type OrderRecord } from '../../domain/orders/order.js'
import { readPrivateEvent } from '../../venue/session/socket/private-reader.js'
import type { VenueProfile } from '../../venue/wire/profile.js'

export class StandingOrders {
  readonly #orders = new Map<string, OrderRecord>()
  /** What the venue calls the event; absent where it tells of no orders. */
  readonly #name: string | undefined

  constructor(profile: Pick<VenueProfile, 'socket'> | undefined) {
    this.#name = profile?.socket.events.order
  }

  /** A frame as it came; of any other event than an order's it says nothing. */
  take(name: string, payload: unknown, markets: Pick<ReadonlyMap<string, Market>, 'get'>): void {
    if (name !== this.#name) return
    const told = readPrivateEvent('order', payload, { get: (conditionId) => markets.get(conditionId) })
    if (told.kind !== 'order') return
    const { record } = told
    if (isTerminal(record.status)) this.#orders.delete(record.hash)
    else this.#orders.set(record.hash, record)
  }

  drop(conditionId: ConditionId): void {
    for (const [hash, order] of this.#orders) if (order.conditionId === conditionId) this.#orders.delete(hash)
  }

  get resting(): readonly OrderRecord[] {
    return [...this.#orders.values()]
  }
}
