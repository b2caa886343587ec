// What is done with our own money on the chain, one transaction at a time, and what a bot hears of it.

import type { Failure } from '../error.js'
import type { Address, ConditionId, Hex } from '../market/market.js'

/** Raw amounts. A redemption takes all tokens of the market; `tokensRaw` is what they are as far as we know. */
export type ChainAct =
  | { readonly kind: 'split' | 'merge'; readonly conditionId: ConditionId; readonly setsRaw: bigint }
  | {
      readonly kind: 'redeem'
      readonly conditionId: ConditionId
      readonly tokensRaw: readonly [bigint, bigint]
      /** What it pays. */
      readonly paidRaw: bigint
    }
  /** Lets `spender` take at most so much of our collateral. */
  | { readonly kind: 'approve'; readonly spender: Address; readonly amountRaw: bigint }
export type ChainActKind = ChainAct['kind']

/** What may be taken of our collateral, raw, and by whom. */
export interface Allowance {
  readonly spender: Address
  readonly raw: bigint
}

/** The wallet as the chain has it. */
export interface ChainReading {
  /** What an act costs at most now, units of collateral. */
  readonly costs: Readonly<Record<ChainActKind, number>>
  readonly collateralRaw: bigint
  /** What is left to pay for transactions with, units of the chain's own token; absent where they cost nothing. */
  readonly gas?: number
  readonly allowances: readonly Allowance[]
}

/**
 * `confirmed`: it happened, for good as far as one waits for it. `reverted`: it was mined and changed nothing. `overtaken`: another
 * transaction of the wallet has its nonce. `unsent`: it never left.
 */
export type ChainOutcome = 'confirmed' | 'reverted' | 'overtaken' | 'unsent'

/** A transaction that may still be mined. */
export interface PendingTransaction {
  readonly act: ChainAct
  readonly nonce: number
  /** The newest of those with this nonce: a stuck one is replaced. */
  readonly hash: Hex
  readonly replaced: number
  /** Why it is neither mined nor replaced. */
  readonly trouble?: string
}

/** A signed transaction; whoever sends its bytes again changes nothing. */
export interface SignedTransaction {
  readonly nonce: number
  readonly hash: Hex
  readonly bytes: string
  /** When it was signed, unix milliseconds of this machine. */
  readonly atMs: number
}

/** What a restart must know of the wallet's transactions. */
export interface KeptChain {
  /** Of the next transaction: all below are used up. */
  readonly nextNonce: number
  /** May still be mined: one of these, all with one nonce, the newest last. */
  readonly pending?: { readonly act: ChainAct; readonly signed: readonly SignedTransaction[] }
  /** What was exchanged a moment ago, the newest last: what is held may not be kept without it yet. */
  readonly done?: readonly DoneTransaction[]
}

/** Confirmed, and what it takes is gone. */
export interface DoneTransaction {
  readonly act: ChainAct
  readonly hash: Hex
  /** When that was found, unix milliseconds of this machine. */
  readonly atMs: number
}

/** Where that is kept. */
export interface ChainKeeper {
  readonly kept: KeptChain
  /** On disk when this returns; otherwise the failure, and nothing may be sent. */
  keep(kept: KeptChain): Failure | undefined
}

export type ChainEvent =
  | { readonly kind: 'chain-read'; readonly reading: ChainReading }
  | { readonly kind: 'chain-read-failed'; readonly failure: Failure }
  /** Signed and written down, and so on its way; told again when it is replaced, and by a start that finds it. */
  | { readonly kind: 'chain-pending'; readonly transaction: PendingTransaction }
  | {
      readonly kind: 'chain-ended'
      readonly act: ChainAct
      readonly outcome: ChainOutcome
      readonly hash?: Hex
      /** What it cost, units of collateral. */
      readonly cost: number
      readonly failure?: Failure
    }

/** Carries acts out, and tells what becomes of them. */
export interface ChainWorker {
  /** Tells of what a former run has left, and of the wallet. */
  start(tell: (event: ChainEvent) => void): void
  /** One at a time: the next one after the end of the last has been told. */
  carryOut(act: ChainAct): void
  /** Nothing is told or sent any more; what is pending stays written down. */
  stop(): void
}
