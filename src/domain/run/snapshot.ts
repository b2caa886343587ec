// The bot's state for people and machines: the terminal table, metrics, status pages. Derived, never read by a stage.

import type { ChainActKind } from '../account/chain-transaction.js'
import type { FairBasis } from '../market/fair-value.js'
import type { ConditionId, Hex, MarketStatus } from '../market/market.js'
import type { Outcome, Side } from '../market/side.js'
import type { LivingOrder } from '../orders/own-order.js'
import type { RefusalReason } from '../orders/quote.js'
import type { Terms, WishedQuote } from '../orders/wish.js'
import type { RouteClassName } from '../permit.js'
import type { NotOurs } from './market-claim.js'
import type { Halt, Wait, WaitCause } from './standing.js'

/** Price as a probability, size in shares. */
export interface PriceSize {
  readonly price: number
  readonly size: number
}

export interface ProfitAndLoss {
  /** Units of collateral. `total = spread + inventory - fees`. */
  readonly spread: number
  readonly inventory: number
  readonly fees: number
  readonly total: number
}

/** Why a market has no quote of ours: a word of a closed set, for metrics and logs, and its detail for a person. */
export interface NotQuoting {
  /** `budget`: something has to be read, confirmed or paid for first. `no-wish`: the strategy wants nothing there. */
  readonly reason: RefusalReason | 'undecided' | 'unknown-order' | 'budget' | 'no-wish'
  readonly detail: string
}

export interface MarketSnapshot {
  readonly conditionId: ConditionId
  readonly question: string
  readonly status: MarketStatus
  /** Fair probability of YES that may be quoted on, what it rests on, and for how long that has not held, milliseconds. */
  readonly fair?: number
  readonly fairBasis?: FairBasis
  readonly fairAgeMs?: number
  readonly ownQuotes: readonly {
    readonly outcome: Outcome
    readonly side: Side
    readonly price: number
    readonly size: number
    readonly phase: LivingOrder['phase']
    /** Absent while it is being signed. */
    readonly hash?: Hex
    /** Since its phase began, milliseconds; while it rests since it has rested. */
    readonly ageMs: number
    /** Unix seconds; 0 means never. */
    readonly expirationSec: number
  }[]
  /** What the strategy says that its prices are made of: of all together, and of each quote as it wished it. */
  readonly terms?: Terms
  readonly wished?: readonly WishedQuote[]
  /** Best bid of the others for each outcome; who sells the other outcome bids for this one. */
  readonly bestOthers: readonly [PriceSize | undefined, PriceSize | undefined]
  /** Shares held, pending fills included. */
  readonly shares: readonly [number, number]
  /** Number of distinct own fills. */
  readonly fills: number
  readonly pnl: ProfitAndLoss
  readonly feed: { readonly health: 'live' | 'polled' | 'stale'; readonly ageMs: number; readonly reason: string }
  /** Who has paused it, since when and why. */
  readonly paused?: string
  /** Not selected any more: shown for what of ours is left in it, its feed is not followed. */
  readonly dropped?: true
  /** Bots divide the markets, and it is not ours to quote. */
  readonly notOurs?: NotOurs
  /** How its terms differ from those it was taken up with: nothing is quoted in it. */
  readonly changed?: string
  /** What its strategy or the program did amiss: nothing is quoted in it for a while, or until somebody resumes. */
  readonly fault?: string
  /** Its strategy takes longer than allowed: it is asked once a second at most. */
  readonly slowed?: true
  /** Its quotes stand so many times as far from what YES is worth as wished; absent while they stand as wished. */
  readonly widened?: number
  /** What the price goes against us after our fills, a share, price units; absent where they are not judged. */
  readonly ownMarkout?: number
  /** Why nothing of ours rests in it, where that is known; absent while something does. */
  readonly notQuoting?: NotQuoting
  /** An order of unknown outcome keeps the market from placing. */
  readonly quarantined: boolean
  /** Loss, in units of collateral, of the worst outcome with every order that may still live. */
  readonly worstCaseLoss: number
}

/** What a market has in the totals. */
export type PartOfTotals = Pick<MarketSnapshot, 'pnl' | 'fills' | 'worstCaseLoss'>

/** Of a market that is over; shares of YES and NO. */
export interface OverSnapshot {
  readonly conditionId: ConditionId
  readonly question: string
  readonly status: MarketStatus
  readonly shares: readonly [number, number]
  readonly pnl: ProfitAndLoss
  /** Units of collateral that redeeming pays. */
  readonly payout: number
}

export interface BudgetSnapshot {
  readonly routeClass: RouteClassName
  /** What the key allows, or our part of one that is shared; 0 before it is known. */
  readonly perSecond: number
  readonly perMinute: number
  /** Requests left in the minute by our own count, what strangers use of the key taken off. */
  readonly leftInMinute: number
  readonly blockedForMs: number
}

/** A value from outside. */
export interface SignalSnapshot {
  readonly name: string
  /** Absent: of all markets. */
  readonly conditionId?: ConditionId
  readonly value: number
  readonly ageMs: number
}

/** Everything is cancelled while nothing may rest anywhere; times in unix milliseconds of this machine. */
export interface MassCancelSnapshot {
  readonly cause: 'halt' | WaitCause
  readonly sinceMs: number
  /** When a list last showed that nothing rests; absent until one has. */
  readonly verifiedMs?: number
  /** Orders, beside those that the planner cancelled. */
  readonly cancelled: number
  /** Orders that the last list showed resting, and waiting for their settlement. */
  readonly left: number
  readonly pending: number
  /** Why the last list failed. */
  readonly failure?: string
}

/** What is done on the chain; amounts in units of collateral. */
export interface CapitalSnapshot {
  /** Collateral that merging and redeeming have brought in this run, and what transactions have cost. */
  readonly merged: number
  readonly redeemed: number
  readonly cost: number
  readonly pending?: {
    readonly act: ChainActKind
    readonly nonce: number
    readonly hash: Hex
    readonly replaced: number
    /** Why it is neither mined nor replaced. */
    readonly trouble?: string
  }
  /** Units of the chain's own token that are left to pay with; absent until the chain has been read. */
  readonly gas?: number
  readonly allowances?: readonly { readonly spender: string; readonly amount: number }[]
  /** Why the last transaction came to nothing; absent after one that did not. */
  readonly failure?: string
  /** Why nothing is begun; absent where nothing is wanted, and while the bot is stopped. */
  readonly idleFor?: string
}

export interface BotSnapshot {
  readonly seq: number
  readonly monoMs: number
  readonly markets: readonly MarketSnapshot[]
  /** Markets that are over and of which tokens are held that pay something. */
  readonly over: readonly OverSnapshot[]
  readonly totals: ProfitAndLoss & {
    readonly fills: number
    readonly worstCaseLoss: number
    readonly openOrders: number
    readonly unknownOrders: number
  }
  /**
   * Units. `held`: what the tokens have cost that are held in markets that are not over, those of matches that are not settled among them.
   * `left`: `total` without what matches take of it that it still contains. `left` and `held` have no unit in common.
   */
  readonly collateral?: {
    readonly total: number
    readonly available: number
    readonly left: number
    readonly held: number
  }
  readonly budgets: readonly BudgetSnapshot[]
  /** Values from outside, of all markets and of those above. */
  readonly signals: readonly SignalSnapshot[]
  /** Until a person resumes. */
  readonly halted?: Halt
  /** Until it passes by itself; `sinceMs`: unix milliseconds of this machine. */
  readonly waiting?: Wait & { readonly sinceMs: number }
  /** Absent while the bot may quote. */
  readonly massCancel?: MassCancelSnapshot
  /** Absent where nothing is done on the chain. */
  readonly capital?: CapitalSnapshot
  /** Share of the wished sizes that is quoted; absent without a ramp. */
  readonly ramp?: number
  /** Whether the wallet's sign-in stands; on paper always. */
  readonly signedIn: boolean
  /** Nobody has told yet what is held; absent once the account was read. */
  readonly isAccountUnread?: true
  readonly clockErrorMs: number
  /** By how much what the venue answers about books was found to be behind its stream of late; 0 where it is not, or nothing shows it. */
  readonly answersBehindMs: number
}
