// Which orders the venue took: each counted once, by its answer, or when the answer was lost by the first word that names the order.

import type { Hex } from '../../domain/market/market.js'
import type { OrderRecord, OrderStatus } from '../../domain/orders/order.js'
import type { CoreInput } from '../../domain/run/core-event.js'

/** `killed`: taken and cancelled at once, as a post-only order that would cross. */
export type Taken = 'placed' | 'killed'

interface Sent {
  /** What the venue said of it beside the answer. */
  told?: Taken
  /** The answer was lost: whatever names the order next tells. */
  isUnclear?: true
  isCounted?: true
  isOver?: true
}

export class SentOrders {
  readonly #byHash = new Map<Hex, Sent>()
  /** Signed, and not answered yet. */
  readonly #waiting = new Map<number, Hex>()

  /** Orders that this event shows to be taken, and that were not counted before. */
  heard(event: CoreInput): Taken[] {
    switch (event.kind) {
      case 'signed':
        this.#waiting.set(event.intentId, event.hash)
        this.#byHash.set(event.hash, {})
        return []
      case 'submitted':
        this.#waiting.delete(event.intentId)
        return this.#answered(event.hash, event.status)
      case 'submit-failed':
        return this.#failed(event.intentId, event.failure.mayHaveHappened === true)
      case 'order':
        return this.#told([event.record])
      case 'orders-listed':
        return this.#told(event.records)
      case 'looked-up':
        return event.record ? this.#told([event.record]) : []
      default:
        return []
    }
  }

  /** Nothing more will be heard of it; one whose answer is due is kept until then. */
  ended(hash: Hex): void {
    const sent = this.#byHash.get(hash)
    if (sent) sent.isOver = true
    this.#forget(hash)
  }

  #answered(hash: Hex, status: OrderStatus): Taken[] {
    const sent = this.#byHash.get(hash)
    if (sent?.isCounted) return []
    if (sent) sent.isCounted = true
    this.#forget(hash)
    return [status === 'cancelled_local' ? 'killed' : 'placed']
  }

  #failed(intentId: number, isUnclear: boolean): Taken[] {
    const hash = this.#waiting.get(intentId)
    this.#waiting.delete(intentId)
    const sent = hash && this.#byHash.get(hash)
    if (!hash || !sent) return []
    if (isUnclear) sent.isUnclear = true
    else this.#byHash.delete(hash)
    const counted = isUnclear ? this.#count(sent) : []
    this.#forget(hash)
    return counted
  }

  #told(records: readonly OrderRecord[]): Taken[] {
    return records.flatMap((record) => {
      const sent = this.#byHash.get(record.hash)
      if (!sent) return []
      sent.told ??= takenBy(record)
      return this.#count(sent)
    })
  }

  #count(sent: Sent): Taken[] {
    if (sent.isCounted || !sent.isUnclear || sent.told === undefined) return []
    sent.isCounted = true
    return [sent.told]
  }

  #forget(hash: Hex): void {
    const sent = this.#byHash.get(hash)
    if (sent?.isOver && (sent.isCounted || sent.isUnclear)) this.#byHash.delete(hash)
  }
}

/** A record does not say whether a cancel was ours: one of an order that nothing of was matched, updated when it was made, is a kill. */
function takenBy({ status, filledRaw, pendingRaw, createdMs, updatedMs }: OrderRecord): Taken {
  const isUntouched = filledRaw === 0n && pendingRaw === 0n && createdMs === updatedMs
  return status === 'cancelled_local' && isUntouched ? 'killed' : 'placed'
}
