// Why the bot quotes nothing, in two kinds that are never mixed: it waits, and goes on by itself; or it is halted, until a person resumes it.

import type { ConditionId, Hex } from '../market/market.js'
import type { SignedDraft } from '../orders/signed-draft.js'

/** What a wait is for. A closed set: each is a label of a metric. */
export const WAIT_CAUSES = ['lease', 'signer', 'venue', 'sign-in', 'clock', 'feed'] as const
export type WaitCause = (typeof WAIT_CAUSES)[number]

export interface Wait {
  readonly cause: WaitCause
  /** What the matter is, for a person. */
  readonly reason: string
}

/** What only a person lifts. A closed set. */
export const HALT_CAUSES = [
  'operator',
  'loss',
  'daily-loss',
  'drawdown',
  'accounting',
  'signature-refused',
  'second-writer',
  'raised-nonce',
  'program-fault',
  'unexplained-position',
  'stopped',
] as const
export type HaltCause = (typeof HALT_CAUSES)[number]

/** The kill switch's. */
export type LossCause = Extract<HaltCause, 'loss' | 'daily-loss' | 'drawdown'>
/** Whoever resumes the bot after one of these accepts what was lost. */
export const LOSS_CAUSES: ReadonlySet<HaltCause | undefined> = new Set<LossCause>(['loss', 'daily-loss', 'drawdown'])

export interface Halt {
  readonly cause: HaltCause
  /** What the matter is, for a person. */
  readonly reason: string
  /** Who halted it: a person, or the part of the program that did. */
  readonly actor: string
  /** When, unix milliseconds of this machine. */
  readonly atMs: number
}

/** A market that a person has paused. */
export interface Pause {
  readonly conditionId: ConditionId
  readonly reason: string
  readonly actor: string
  readonly atMs: number
}

/** P&L as the kill switch judges it, units of collateral; it counts on from run to run. */
export interface PnlMarks {
  /** Day of the venue's clock, in UTC, as days since 1970. */
  readonly day: number
  /** P&L of all runs. */
  readonly total: number
  /** The same when the day began, when losses were last accepted, and at its highest since then. */
  readonly dayStart: number
  readonly start: number
  readonly peak: number
  /** What of it no price can take back: everything but what is held. */
  readonly realised: number
}

/** Raw tokens of YES and NO that are held in a market. */
export interface HeldTokens {
  readonly conditionId: ConditionId
  readonly tokensRaw: readonly [bigint, bigint]
  /** Which amount is of YES was not known: nobody had read the market. */
  readonly unordered?: true
  /** What they count for in the P&L that is kept beside them, units of collateral; absent where nobody can say. */
  readonly worth?: number
  /** A run that ended before it had judged what was won and lost before it: what the run before that held, from which `worth` counts. */
  readonly fromRaw?: readonly [bigint, bigint]
  /** Of a market that is over, and they pay nothing: kept apart, so that it is written once, however many there are. */
  readonly isWorthless?: true
  /** Of a market that is over: nothing is at stake any more. */
  readonly isOver?: true
}

/** What one order has added to what is held and to the P&L beside it, raw: matches that were not settled included. */
export interface CountedOrder {
  readonly hash: Hex
  readonly matchedRaw: bigint
  /** Of its outcome: what came, less what went, without fees paid in tokens. */
  readonly tokensRaw: bigint
  readonly cashRaw: bigint
  /** Its matches are not older than that, by the venue's clock. */
  readonly sinceVenueMs: number
}

/** Which matches are in what is held: of every order that is not over, or was told to be only a moment before. */
export interface CountedMatches {
  /** The venue's time at which that was so. */
  readonly atVenueMs: number
  /** Of others nothing is counted. */
  readonly orders: readonly CountedOrder[]
  /** Some of these are counted, and nobody knows how many. */
  readonly unclear: readonly Hex[]
}

/** An order that a former run signed, of which something may have been matched since what is held was kept. */
export interface FormerOrder extends SignedDraft {
  readonly hash: Hex
  /** Known to be over by that run. */
  readonly isOver: boolean
}

/** Won, or lost, while no bot ran. */
export interface Missed {
  readonly conditionId: ConditionId
  /** Units of collateral. */
  readonly pnl: number
  /** How many orders were matched meanwhile by the venue's list of fills: at the prices and fees that it names. */
  readonly listedOrders: number
  /** Shares that came or went besides: at the price of an order that may explain them, or at their value. */
  readonly unlistedShares: number
}

/** What the venue holds for us at a start, and former runs do not explain: raw tokens of YES and NO. */
export interface Unexplained {
  readonly conditionId: ConditionId
  readonly keptRaw: readonly [bigint, bigint]
  readonly heldRaw: readonly [bigint, bigint]
}

/** What the ramp is judged by: sums that only grow. */
export interface RampCounts {
  readonly fills: number
  readonly filledShares: number
  readonly sentShares: number
  /** Over fills whose horizon is over, by weight: what the price went against us. */
  readonly markoutSum: number
  readonly markoutWeight: number
  readonly markouts: number
}

/** What was counted from the beginning of the period by which the ramp is judged. */
export interface RampPeriod extends RampCounts {
  /** Milliseconds in which a bot ran. */
  readonly forMs: number
}

/** What a restart must not forget. */
export interface Standing {
  readonly halt?: Halt
  readonly pauses: readonly Pause[]
  readonly pnl: PnlMarks
  /** What is held; absent while it is not known, and in what older releases kept. */
  readonly held?: readonly HeldTokens[]
  /** Which matches that contains; absent while it is not known, and in what older releases kept. */
  readonly counted?: CountedMatches
  /** When that was known, unix milliseconds of this machine; absent while it never was, and in what older releases kept. */
  readonly heldMs?: number
  /** Hash of the last transaction of which `held` knows that it is confirmed; absent where there was none. */
  readonly exchanged?: Hex
  /** Share of the wished sizes that is quoted, above 0 and at most 1; absent without a ramp. */
  readonly ramp?: number
  /** How far its period has come; absent without a ramp, and in what older releases kept. */
  readonly rampPeriod?: RampPeriod
}

/** Something in the above that has become otherwise, told once. */
export type StandingChange =
  | ({ readonly kind: 'halted' } & Halt)
  /** `cause`: of the halt that was lifted; absent where there was none. */
  | { readonly kind: 'resumed'; readonly cause?: HaltCause; readonly reason: string; readonly actor: string }
  | {
      readonly kind: 'paused' | 'unpaused'
      readonly conditionId?: ConditionId
      readonly reason: string
      readonly actor: string
    }
  | { readonly kind: 'unexplained'; readonly found: readonly Unexplained[]; readonly isAccepted: boolean }
  | ({ readonly kind: 'missed' } & Missed)
  /** Another share of the wished sizes is quoted. */
  | { readonly kind: 'ramped'; readonly from: number; readonly to: number; readonly reason: string }
  | ({ readonly kind: 'waiting' } & Wait)
  /** It waits no more, after so long. */
  | ({ readonly kind: 'waited'; readonly forMs: number } & Wait)
