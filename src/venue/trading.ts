// Port: everything that concerns our own account. Live: the venue. Paper and backtest: simulated fills.

import type { AccountSnapshot } from '../domain/account/account.js'
import type { Answer, ErrorCode } from '../domain/error.js'
import type { Address, ConditionId, Hex, Market } from '../domain/market/market.js'
import type { Fill } from '../domain/orders/fill.js'
import type { OrderDraft, OrderRecord, OrderStatus } from '../domain/orders/order.js'
import type { PermitDesk } from '../domain/permit.js'

export type TradingEvent =
  | { readonly kind: 'order'; readonly record: OrderRecord }
  /** The account changed; the amounts are read again. */
  | { readonly kind: 'account-changed' }
  | { readonly kind: 'signed-in'; readonly untilVenueMs: number }
  | { readonly kind: 'sign-in-failed'; readonly code: ErrorCode; readonly message: string }
  /** The venue named a higher nonce than we signed; `whileTrading`: orders with the former one were accepted before. */
  | { readonly kind: 'nonce-raised'; readonly nonce: string; readonly whileTrading: boolean }
  | { readonly kind: 'nonce-unread'; readonly message: string }
  /** Matches of the wallet are in a market that cannot be quoted: no list has them. Told once of each market. */
  | { readonly kind: 'matches-left-out'; readonly conditionId: string }
  | OddRecordEvent

/** Told once of each order. */
export type OddRecordEvent =
  /** An order of the wallet, or a match of one, at a price between the ticks of its market; it counts at one that is worse for us. */
  | {
      readonly kind: 'off-grid'
      readonly hash: string
      readonly conditionId: string
      readonly price: string
      readonly countsAt: string
    }
  /** An order of the wallet in a market that cannot be quoted: no list has it. */
  | { readonly kind: 'left-out'; readonly hash: string; readonly conditionId: string }

/** What is to be said of it. */
export const ODD_RECORD_WORDS = {
  'off-grid': 'an order of the wallet is at no tick of its market: it counts at the next price that is worse',
  'left-out': 'an order of the wallet is in a market that cannot be quoted: it is neither listed nor cancelled',
} as const satisfies Readonly<Record<OddRecordEvent['kind'], string>>

/** A signed order with everything needed to send it again, byte for byte. */
export interface SignedOrder {
  readonly hash: Hex
  readonly draft: OrderDraft
  readonly marketId: string
  /** The exact request body. */
  readonly body: string
}

export interface SubmitResult {
  readonly hash: Hex
  readonly status: OrderStatus
}

export interface CancelResult {
  readonly cancelled: readonly Hex[]
  readonly failed: readonly { readonly hash: Hex; readonly error: string }[]
}

/** `paidFrom`: what a request is paid from; by default the port's own desk. */
export interface Trading {
  readonly account: Address
  /** A market that is watched again with another tick or size step is counted on that from then on. Absent: on its first for good. */
  readonly followsGrid?: true
  listen(listener: (event: TradingEvent) => void): void
  start(): void
  /** Nothing is told afterwards; requests still work, so that a stop can be verified. */
  stop(): void
  sign(draft: OrderDraft, market: Market, done: (answer: Answer<SignedOrder>) => void): void
  /** A failure with `mayHaveHappened` is an *unknown* outcome, never a refusal. */
  submit(order: SignedOrder, done: (answer: Answer<SubmitResult>) => void, paidFrom?: PermitDesk): void
  /** At most `MOST_CANCELS` hashes. */
  cancelMany(hashes: readonly Hex[], done: (answer: Answer<CancelResult>) => void, paidFrom?: PermitDesk): void
  cancelAll(market: Market, done: (answer: Answer<void>) => void): void
  /** `not-found` as a failure code when the venue does not know the hash. */
  readOrder(hash: Hex, done: (answer: Answer<OrderRecord>) => void, paidFrom?: PermitDesk): void
  /** All own orders in the statuses, every page of them; a failed page fails the whole. `conditionId` narrows it. */
  listOrders(
    filter: { readonly conditionId?: ConditionId; readonly statuses: readonly OrderStatus[] },
    done: (answer: Answer<readonly OrderRecord[]>) => void,
    paidFrom?: PermitDesk,
  ): void
  /** Own matches, newest first, back to `sinceVenueMs`. */
  listFills(sinceVenueMs: number, done: (answer: Answer<readonly Fill[]>) => void, paidFrom?: PermitDesk): void
  readAccount(done: (answer: Answer<AccountSnapshot>) => void, paidFrom?: PermitDesk): void
}
