// Port: a chain on which one wallet sends transactions. The bundled server plays one; a real one stands behind a node.

import type { ChainAct, ChainReading, SignedTransaction } from '../domain/account/chain-transaction.js'
import type { Answer } from '../domain/error.js'

/** The wallet as the chain has it; `nonce`: of its next transaction, as far as the node has counted. */
export interface WalletReading extends ChainReading {
  readonly nonce: number
}

/** What the chain knows of a transaction. */
export type Sighting =
  | { readonly state: 'unknown' }
  /** It waits to be mined. */
  | { readonly state: 'waiting' }
  | {
      readonly state: 'mined'
      readonly isReverted: boolean
      /** Blocks on top of the one before it; a reorganisation may still take it back. */
      readonly confirmations: number
      /** What it cost, units of collateral. */
      readonly cost: number
      readonly reason?: string
    }

/** How patient one is with it. */
export interface ChainTerms {
  readonly pollMs: number
  readonly readEveryMs: number
  /** Blocks after which a transaction counts as done. */
  readonly confirmations: number
  readonly stuckAfterMs: number
}

export interface Chain {
  readonly terms: ChainTerms
  /** `former`: the costs are those of what would replace it, which has to offer more. */
  read(done: (answer: Answer<WalletReading>) => void, former?: SignedTransaction): void
  /**
   * Signs and sends nothing. `former`: to be replaced, by one that pays more. `signer-refused`: not inside what may be signed;
   * `bad-request`: it would be reverted.
   */
  sign(
    act: ChainAct,
    terms: { readonly nonce: number; readonly former?: SignedTransaction; readonly atMs: number },
    done: (answer: Answer<SignedTransaction>) => void,
  ): void
  /** One that the chain knows already is as good as sent. A failure with `mayHaveHappened` leaves that open. */
  send(signed: SignedTransaction, done: (answer: Answer<void>) => void): void
  look(signed: SignedTransaction, done: (answer: Answer<Sighting>) => void): void
}
