// Orders whose signature is being checked: a cancel received meanwhile counts for them, whenever the check is through.

import type { Address, ConditionId, Hex } from '../../../domain/market/market.js'

interface OrderPlace {
  readonly hash: Hex
  /** Whose order it claims to be. */
  readonly account: Address
  readonly conditionId: ConditionId
}

interface Pending extends OrderPlace {
  /** Bodies with this hash that are being checked. */
  bodies: number
  cancelled: boolean
}

export class PendingOrders {
  readonly #byHash = new Map<Hex, Pending>()

  /** To be called on receipt. Returns what ends the wait: it tells whether the order was cancelled meanwhile. */
  begin(place: OrderPlace): () => boolean {
    const pending = this.#byHash.get(place.hash) ?? { ...place, bodies: 0, cancelled: false }
    pending.bodies += 1
    this.#byHash.set(place.hash, pending)
    return () => {
      pending.bodies -= 1
      if (pending.bodies === 0) this.#byHash.delete(place.hash)
      return pending.cancelled
    }
  }

  /** The account's, in one market. */
  cancelAll(account: Address, conditionId: ConditionId): void {
    for (const pending of this.#byHash.values()) {
      if (pending.account === account && pending.conditionId === conditionId) pending.cancelled = true
    }
  }

  /** Whether the account has such an order under way. */
  cancel(hash: Hex, account: Address): boolean {
    const pending = this.#byHash.get(hash)
    if (pending?.account !== account) return false
    pending.cancelled = true
    return true
  }
}
