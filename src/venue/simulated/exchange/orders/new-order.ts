// An order as it reaches the exchange: its signature and its owner are already checked by the caller.

import type { Address, Hex } from '../../../../domain/market/market.js'
import type { OrderDraft } from '../../../../domain/orders/order.js'

export interface NewOrder extends OrderDraft {
  readonly hash: Hex
  /** The maker: whose balance it locks. */
  readonly account: Address
  /** As signed; one of the house's own traders without it counts as signed with the account's current one. */
  readonly nonce?: number
}

/** Whether two orders with one hash say the same. */
export function isSameOrder(a: NewOrder, b: NewOrder): boolean {
  return (
    a.account === b.account &&
    a.conditionId === b.conditionId &&
    a.outcome === b.outcome &&
    a.side === b.side &&
    a.price === b.price &&
    a.size === b.size &&
    a.type === b.type &&
    a.expirationSec === b.expirationSec &&
    a.feeRateBps === b.feeRateBps &&
    a.nonce === b.nonce
  )
}
