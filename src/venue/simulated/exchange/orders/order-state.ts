// One order's life in lots:  original = filled + pending + resting + cancelled.  Its status follows from them:
//
//   ended (cancelled, expired)   the ending, whatever is still pending
//   resting > 0                  open, or partially_filled when something is matched
//   resting = 0, pending > 0     pending_settlement
//   otherwise                    filled

import type { Link } from '../../../../domain/collections/linked-list.js'
import type { OrderRecord, OrderStatus } from '../../../../domain/orders/order.js'
import type { AssetBalance } from '../../ledger/asset-balance.js'
import type { LotTick } from '../../ledger/lot-tick.js'
import type { AccountOf } from '../accounts/account-of.js'
import type { MarketSpec } from '../markets/market-spec.js'
import type { MarketOf } from '../markets/market-state.js'
import type { NewOrder } from './new-order.js'

export type Ending = 'cancelled_local' | 'cancelled_onchain' | 'expired'

export type AccountState = AccountOf<OrderState>
export type MarketState = MarketOf<OrderState>

export interface OrderState {
  readonly terms: NewOrder
  readonly spec: MarketSpec
  readonly market: MarketState
  readonly account: AccountState
  /** What the order locks: the account's collateral (BUY) or tokens (SELL). */
  readonly balance: AssetBalance
  /** Behind each resting or pending lot: the limit price, or the token itself. */
  readonly lockTicks: number
  readonly tick: LotTick
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
  /** Places among the orders that are not over. */
  inAccount: Link<OrderState> | undefined
  inMarket: Link<OrderState> | undefined
  /** Where its history is kept; -1 without one. */
  serial: number
}

export interface OrderStateInput {
  readonly terms: NewOrder
  readonly market: MarketState
  readonly account: AccountState
  readonly nonce: number
  readonly nowMs: number
}

export function newOrderState({ terms, market, account, nonce, nowMs }: OrderStateInput): OrderState {
  const { spec, tick } = market
  return {
    terms,
    spec,
    market,
    account,
    balance: account.lockedBy(terms),
    lockTicks: terms.side === 'BUY' ? terms.price : spec.ticksPerUnit,
    tick,
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
    inAccount: undefined,
    inMarket: undefined,
    serial: -1,
  }
}

export type OrderParts = Pick<OrderState, 'ending' | 'restingLots' | 'filledLots' | 'pendingLots'>

export function statusOf(order: OrderParts): OrderStatus {
  if (order.ending !== undefined) return order.ending
  if (order.restingLots > 0) return order.filledLots + order.pendingLots > 0 ? 'partially_filled' : 'open'
  return order.pendingLots > 0 ? 'pending_settlement' : 'filled'
}

/** Nothing more of the order can be matched. */
export function isOver(order: OrderParts): boolean {
  return order.ending !== undefined || (order.restingLots === 0 && order.pendingLots === 0)
}

/** Nothing of the order can change any more. */
export function isDone(order: OrderParts): boolean {
  return order.pendingLots === 0 && isOver(order)
}

/** Lots that others can be matched with. */
export function lotsInBook(order: OrderState | undefined): number {
  return order?.onLadder === true ? order.restingLots : 0
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
