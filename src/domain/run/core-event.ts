// Everything that can happen to the core. All markets merge into one numbered order; the core knows time only from here.

import type { AccountSnapshot } from '../account/account.js'
import type { ChainEvent } from '../account/chain-transaction.js'
import type { ErrorCode, Failure } from '../error.js'
import type { BestBids, LevelChange, MarketBook } from '../market/book.js'
import type { EndOfMember } from '../market/end.js'
import type { ConditionId, Hex, Market, MarketStatus, RegistrationStatus } from '../market/market.js'
import type { Outcome } from '../market/side.js'
import type { Fill, PublicTrade } from '../orders/fill.js'
import type { OrderDraft, OrderRecord, OrderStatus } from '../orders/order.js'
import type { FormerUse, KeyPart, Permit, Priority, RouteClassName, Told } from '../permit.js'
import type { Instant } from '../time.js'
import type { NotOurs } from './market-claim.js'
import type { CountedMatches, FormerOrder, HaltCause, HeldTokens, Standing } from './standing.js'

/** Read commands that can fail without touching an order. */
export type ReadKind = 'markets' | 'fee' | 'best-bids' | 'book' | 'orders' | 'fills' | 'account'

/** `give-way`: a halt that leaves orders alone which are not ours. */
export type OperatorAction = 'halt' | 'give-way' | 'resume' | 'pause' | 'unpause' | 'drain'

export type CoreInput =
  // feed
  | { readonly kind: 'market'; readonly market: Market }
  | {
      readonly kind: 'market-status'
      readonly conditionId: ConditionId
      readonly status: MarketStatus
      readonly registration?: RegistrationStatus
      readonly winner?: Outcome
    }
  /** Not selected any more: its quotes are pulled, its position stays. */
  | { readonly kind: 'market-dropped'; readonly conditionId: ConditionId }
  /** Bots divide the markets: why this one is not ours to quote; without a reason it is. */
  | { readonly kind: 'market-claim'; readonly conditionId: ConditionId; readonly whyNot?: NotOurs }
  /** `detail`: how its terms differ from those it was taken up with; without one they are as they were, or accepted. */
  | { readonly kind: 'market-changed'; readonly conditionId: ConditionId; readonly detail?: string }
  /** All markets of a group that the venue lists, and how those have ended that are over. */
  | { readonly kind: 'group-ends'; readonly groupId: string; readonly ends: readonly EndOfMember[] }
  /** `venueMs`: the venue's stamp, of this and the next one. */
  | {
      readonly kind: 'book'
      readonly conditionId: ConditionId
      readonly book: MarketBook
      readonly via: 'socket' | 'poll'
      readonly venueMs?: number
    }
  | {
      readonly kind: 'level'
      readonly conditionId: ConditionId
      readonly change: LevelChange
      readonly venueMs?: number
    }
  | { readonly kind: 'trade'; readonly conditionId: ConditionId; readonly trade: PublicTrade }
  | {
      readonly kind: 'feed'
      readonly conditionId: ConditionId
      readonly health: 'live' | 'stale'
      readonly reason: string
    }
  /** What the venue had told of the market by `askedMonoMs`, monotonic, has arrived. */
  | { readonly kind: 'resync-answered'; readonly conditionId: ConditionId; readonly askedMonoMs: number }
  | { readonly kind: 'best-bids'; readonly conditionId: ConditionId; readonly bids: BestBids }
  | {
      readonly kind: 'fee'
      readonly conditionId: ConditionId
      readonly feeRateBps: number
      readonly readAtMonoMs: number
    }
  | { readonly kind: 'fee-changed'; readonly conditionId: ConditionId }
  /** A value from outside, of one market or of all; `atMs`: when it was made, by the venue's clock. */
  | {
      readonly kind: 'signal'
      readonly name: string
      readonly conditionId?: ConditionId
      readonly value: number
      readonly atMs: number
    }
  // own account
  | { readonly kind: 'order'; readonly record: OrderRecord }
  /** The complete list of own orders that are not over, as of command `askedSeq`. */
  | { readonly kind: 'orders-listed'; readonly records: readonly OrderRecord[]; readonly askedSeq: number }
  /** All matches of own orders since `sinceVenueMs`, some minutes ago where that is absent, as of command `askedSeq`. */
  | {
      readonly kind: 'fills-listed'
      readonly fills: readonly Fill[]
      readonly askedSeq: number
      readonly sinceVenueMs?: number
    }
  | {
      readonly kind: 'settlement'
      readonly conditionId: ConditionId
      readonly tradeId: string
      readonly status: 'settled' | 'failed'
    }
  | { readonly kind: 'account'; readonly snapshot: AccountSnapshot; readonly askedSeq: number }
  | { readonly kind: 'account-changed' }
  /** `reason`: why the right to trade with the wallet is not renewed; `isOver`: another may have it by now. */
  | { readonly kind: 'lease'; readonly reason?: string; readonly isOver?: boolean }
  /** `reason`: why nothing can be signed now; absent when it can again. Only of a signer that is a process of its own. */
  | { readonly kind: 'signer'; readonly reason?: string }
  | { readonly kind: 'session'; readonly signedIn: boolean; readonly detail: string; readonly code?: ErrorCode }
  // answers to commands about orders
  | { readonly kind: 'signed'; readonly intentId: number; readonly hash: Hex }
  | { readonly kind: 'submitted'; readonly intentId: number; readonly hash: Hex; readonly status: OrderStatus }
  /** `failure.mayHaveHappened` makes the order unknown; otherwise it never existed. `sentMonoMs`: absent when it was never sent. */
  | {
      readonly kind: 'submit-failed'
      readonly intentId: number
      readonly failure: Failure
      readonly sentMonoMs?: number
    }
  | {
      readonly kind: 'cancel-answered'
      readonly cancelled: readonly Hex[]
      readonly failed: readonly { readonly hash: Hex; readonly error: string }[]
    }
  | { readonly kind: 'cancel-failed'; readonly hashes: readonly Hex[]; readonly failure: Failure }
  /** The venue's word on one hash: its record, or that it has none. */
  | { readonly kind: 'looked-up'; readonly hash: Hex; readonly record?: OrderRecord }
  | { readonly kind: 'look-up-failed'; readonly hash: Hex; readonly failure: Failure }
  /** An order of unknown outcome was sent again: taken, maybe the first time already, or with a failure. */
  | { readonly kind: 'resent'; readonly hash: Hex; readonly sentMonoMs: number; readonly failure?: Failure }
  | {
      readonly kind: 'read-failed'
      readonly read: ReadKind
      readonly conditionId?: ConditionId
      readonly failure: Failure
    }
  /** Found in the journal at start: signed, and not known to be over. Their drafts are on the grid of their markets. */
  | { readonly kind: 'recovered'; readonly orders: readonly { readonly hash: Hex; readonly draft: OrderDraft }[] }
  /**
   * Before anything is placed: what rests is to be listed, `listAfterMs` from now at the earliest, and what is held to be compared with
   * what was `held` when it was last kept, give or take what these `orders` may have matched since.
   */
  | {
      readonly kind: 'verify'
      readonly held: readonly HeldTokens[]
      readonly orders: readonly FormerOrder[]
      /** What of them is in it; absent where nobody knows. */
      readonly counted?: CountedMatches
      readonly listAfterMs: number
    }
  // the chain
  | ChainEvent
  // the rest
  /** What a former run left behind, before anything else. */
  | { readonly kind: 'restored'; readonly standing: Standing }
  /** Chance of this run, as for the jitter of pauses: a whole number. */
  | { readonly kind: 'seed'; readonly seed: number }
  /**
   * Limits to begin with. `learnFirst`: one request alone until an answer has shown them; `stocked`: permits must be drawn first; `former`: what
   * the process before this one has used.
   */
  | {
      readonly kind: 'budget'
      readonly routeClass: RouteClassName
      readonly perSecond: number
      readonly perMinute: number
      readonly learnFirst?: boolean
      readonly stocked?: boolean
      readonly former?: FormerUse
    }
  /** So many bots share the key, and each takes its part of every limit; without a part each has an equal one. */
  | { readonly kind: 'budget-shared'; readonly bots: number; readonly part?: KeyPart }
  /** So many permits more may be taken. */
  | { readonly kind: 'permits-drawn'; readonly routeClass: RouteClassName; readonly count: number }
  /** A request beside the commands, as of a sign-in or a list's next page, waits for a permit. */
  | {
      readonly kind: 'permit-wanted'
      readonly wantId: number
      readonly routeClass: RouteClassName
      readonly priority: Priority
    }
  /** Nothing was sent with it, and nothing will be. */
  | { readonly kind: 'permit-unused'; readonly permit: Permit }
  /** A request was answered; `told` is absent when it was given up without an answer. */
  | { readonly kind: 'answered'; readonly permit: Permit; readonly told?: Told }
  /** `reason`: why the venue's clock is not believed, whatever its error bound. */
  | { readonly kind: 'clock'; readonly errorMs: number; readonly reason?: string }
  | {
      readonly kind: 'operator'
      readonly action: OperatorAction
      /** Of a halt; absent: a person wants it. */
      readonly cause?: HaltCause
      readonly actor: string
      readonly reason: string
      readonly conditionId?: ConditionId
    }
  /** The configuration is another from now on: its sections that may change while running, as plain data. `hash`: of all of it. */
  | {
      readonly kind: 'settings'
      readonly actor: string
      readonly hash: string
      readonly config: Readonly<Record<string, unknown>>
    }
  /** A moment that somebody waited for. */
  | { readonly kind: 'wake' }
  /** Measured outside: several calls of the strategy in a row took longer than allowed in this market, `durationMs` the last. */
  | {
      readonly kind: 'strategy-slow'
      readonly conditionId: ConditionId
      readonly durationMs: number
      readonly allowedMs: number
    }
  /** It does not any more. */
  | { readonly kind: 'strategy-fast'; readonly conditionId: ConditionId }
  /**
   * The end of a turn: what the events since the last one ask for is decided now. `strategyCalls`: for so many markets there is time to ask
   * the strategy; absent for all.
   */
  | { readonly kind: 'turn-end'; readonly strategyCalls?: number }

export type CoreEvent = CoreInput & { readonly seq: number; readonly at: Instant }
