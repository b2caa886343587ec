// Orders: what we ask for, and what the venue says about them.

import type { Ticks } from '../amounts/price.js'
import type { Lots } from '../amounts/size.js'
import type { Address, ConditionId, Hex } from '../market/market.js'
import type { Outcome, Side } from '../market/side.js'

/** Order types of the venue. Beyond the profile the bot uses only GTC, FOK and POST_ONLY. */
export const ORDER_TYPES = ['GTC', 'GTD', 'FOK', 'FAK', 'POST_ONLY'] as const
export type OrderType = (typeof ORDER_TYPES)[number]

export const ORDER_STATUSES = [
  'open',
  'partially_filled',
  'filled',
  'pending_settlement',
  'cancelled_local',
  'cancelled_onchain',
  'expired',
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** Statuses of orders of which something rests, or waits for its settlement and may come back. */
export const LIVE_STATUSES = [
  'open',
  'partially_filled',
  'pending_settlement',
] as const satisfies readonly OrderStatus[]
const LIVE: ReadonlySet<OrderStatus> = new Set(LIVE_STATUSES)

/** Nothing more of the order can be matched. Settlements may still arrive. */
export function isTerminal(status: OrderStatus): boolean {
  return !LIVE.has(status)
}

/** One cancel-many takes at most this many hashes. */
export const MOST_CANCELS = 100

/** An order before it is signed. */
export interface OrderDraft {
  readonly conditionId: ConditionId
  readonly outcome: Outcome
  readonly side: Side
  readonly price: Ticks
  readonly size: Lots
  readonly type: OrderType
  /** Unix seconds of the venue's clock; 0 means none. */
  readonly expirationSec: number
  readonly feeRateBps: number
}

/** The venue's record of an order. All amounts are raw token units; `original = filled + pending + remaining + cancelled`. */
export interface OrderRecord {
  readonly hash: Hex
  readonly account: Address
  readonly conditionId: ConditionId
  readonly outcome: Outcome
  readonly side: Side
  readonly price: Ticks
  readonly originalRaw: bigint
  /** Settled. */
  readonly filledRaw: bigint
  /** Matched, not yet on chain: may come back. */
  readonly pendingRaw: bigint
  /** Still resting. */
  readonly remainingRaw: bigint
  readonly type: OrderType
  readonly status: OrderStatus
  readonly expirationSec: number
  readonly createdMs: number
  readonly updatedMs: number
}

/** What has to be known of an order that is to be cancelled. */
export type Cancellable = Pick<OrderRecord, 'hash' | 'status' | 'remainingRaw' | 'pendingRaw'>
