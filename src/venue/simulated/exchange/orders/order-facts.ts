// What is said of an order. Its life in lots:  original = filled + pending + resting + cancelled.  Its status follows from them:
//
//   ended (cancelled, expired)   the ending, whatever is still pending
//   resting > 0                  open, or partially_filled when something is matched
//   resting = 0, pending > 0     pending_settlement
//   otherwise                    filled

import type { OrderRecord, OrderStatus } from '../../../../domain/orders/order.js'
import type { MarketSpec } from '../markets/market-spec.js'
import type { NewOrder } from './new-order.js'

export type Ending = 'cancelled_local' | 'cancelled_onchain' | 'expired'

export interface OrderParts {
  readonly filledLots: number
  readonly pendingLots: number
  readonly restingLots: number
  readonly ending: Ending | undefined
}

/** What a record is made from. */
export interface OrderFacts extends OrderParts {
  readonly terms: NewOrder
  readonly spec: Pick<MarketSpec, 'lotRaw'>
  readonly createdMs: number
  /** Strictly rising from report to report. */
  readonly updatedMs: number
}

export function statusOf({ ending, restingLots, filledLots, pendingLots }: OrderParts): OrderStatus {
  if (ending !== undefined) return ending
  if (restingLots > 0) return filledLots + pendingLots > 0 ? 'partially_filled' : 'open'
  return pendingLots > 0 ? 'pending_settlement' : 'filled'
}

export function toRecord(order: OrderFacts): OrderRecord {
  const { hash, account, conditionId, outcome, side, price, size, type, expirationSec } = order.terms
  const { lotRaw } = order.spec
  const originalRaw = BigInt(size) * lotRaw
  // most are all or nothing of it, and each product is an object
  const rawOf = (lots: number) => (lots === 0 ? 0n : lots === size ? originalRaw : BigInt(lots) * lotRaw)
  return {
    hash,
    account,
    conditionId,
    outcome,
    side,
    price,
    originalRaw,
    filledRaw: rawOf(order.filledLots),
    pendingRaw: rawOf(order.pendingLots),
    remainingRaw: rawOf(order.restingLots),
    type,
    status: statusOf(order),
    expirationSec,
    createdMs: order.createdMs,
    updatedMs: order.updatedMs,
  }
}
