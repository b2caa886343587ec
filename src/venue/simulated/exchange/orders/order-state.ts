// One order's life in lots:  original = filled + pending + resting + cancelled.  Its status follows from them:
//
//   ended (cancelled, expired)   the ending, whatever is still pending
//   resting > 0                  open, or partially_filled when something is matched
//   resting = 0, pending > 0     pending_settlement
//   otherwise                    filled

import type { ConditionId } from '../../../../domain/market/market.js'
import type { OrderRecord, OrderStatus } from '../../../../domain/orders/order.js'
import type { AssetBalance } from '../../ledger/asset-balance.js'
import type { MarketSpec } from '../markets/market-spec.js'
import type { NewOrder } from './new-order.js'

export type Ending = 'cancelled_local' | 'cancelled_onchain' | 'expired'

export interface OrderState {
  readonly terms: NewOrder
  readonly spec: MarketSpec
  /** What the order locks: the account's collateral (BUY) or tokens (SELL). */
  readonly balance: AssetBalance
  /** Raw units of `balance` behind each resting or pending lot: the limit price, or the token itself. */
  readonly lockPerLotRaw: bigint
  /** `undefined` when the order has no expiration. */
  readonly expirationMs: number | undefined
  readonly createdMs: number
  /** The account's nonce when the order came. */
  readonly nonce: number
  /** Strictly rising from report to report. */
  updatedMs: number
  filledLots: number
  pendingLots: number
  restingLots: number
  ending: Ending | undefined
  /** Failed matches never return to the book after a cancel was asked for. */
  cancelAsked: boolean
  /** Place in the book: `onLadder` is false while nothing can be matched. */
  onLadder: boolean
  /** Rises with the moment of joining the queue. */
  arrival: number
  previous: OrderState | undefined
  next: OrderState | undefined
}

export interface OrderStateInput {
  readonly terms: NewOrder
  readonly spec: MarketSpec
  readonly balance: AssetBalance
  readonly nonce: number
  readonly nowMs: number
}

export function newOrderState({ terms, spec, balance, nonce, nowMs }: OrderStateInput): OrderState {
  const perTickRaw = spec.lotRaw / BigInt(spec.ticksPerUnit)
  return {
    terms,
    spec,
    balance,
    lockPerLotRaw: terms.side === 'BUY' ? BigInt(terms.price) * perTickRaw : spec.lotRaw,
    expirationMs: terms.expirationSec === 0 ? undefined : terms.expirationSec * 1000,
    createdMs: nowMs,
    nonce,
    // the first report makes it `nowMs`
    updatedMs: nowMs - 1,
    filledLots: 0,
    pendingLots: 0,
    restingLots: terms.size,
    ending: undefined,
    cancelAsked: false,
    onLadder: false,
    arrival: 0,
    previous: undefined,
    next: undefined,
  }
}

export function statusOf(
  order: Pick<OrderState, 'ending' | 'restingLots' | 'filledLots' | 'pendingLots'>,
): OrderStatus {
  if (order.ending !== undefined) return order.ending
  if (order.restingLots > 0) return order.filledLots + order.pendingLots > 0 ? 'partially_filled' : 'open'
  return order.pendingLots > 0 ? 'pending_settlement' : 'filled'
}

/** Raw units of the order's balance behind `lots` of it. */
export function lockRaw(order: OrderState, lots: number): bigint {
  return BigInt(lots) * order.lockPerLotRaw
}

/** Lots that others can be matched with. */
export function lotsInBook(order: OrderState | undefined): number {
  return order?.onLadder === true ? order.restingLots : 0
}

export function conditionOf(order: OrderState): ConditionId {
  return order.terms.conditionId
}

/** What a record is made from. */
export type OrderFacts = Pick<
  OrderState,
  'terms' | 'createdMs' | 'updatedMs' | 'filledLots' | 'pendingLots' | 'restingLots' | 'ending'
> & { readonly spec: Pick<MarketSpec, 'lotRaw'> }

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
