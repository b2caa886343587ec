// What a restart must know of the wallet's transactions, as it changes: the next nonce, the pending one, and those that are done, for so long
// that what is held is kept without what they took.

import type { ChainKeeper, ChainOutcome, DoneTransaction, KeptChain } from '../domain/account/chain-transaction.js'
import type { Failure } from '../domain/error.js'
import type { Hex } from '../domain/market/market.js'
import type { Clock } from '../domain/time.js'

export type Pending = NonNullable<KeptChain['pending']>

/** What is held is kept within seconds of what has changed it. */
const DONE_KEPT_MS = 60_000

export class KeptTransactions {
  readonly #keeper: ChainKeeper
  readonly #clock: Pick<Clock, 'wallMs'>
  #nextNonce: number
  #done: readonly DoneTransaction[]
  /** As a former run left it. */
  readonly left: Pending | undefined

  constructor(keeper: ChainKeeper, clock: Pick<Clock, 'wallMs'>) {
    const { nextNonce, pending, done = [] } = keeper.kept
    this.#keeper = keeper
    this.#clock = clock
    this.#nextNonce = nextNonce
    this.#done = done
    this.left = pending
  }

  /** Of the next transaction: all below are used up. */
  get nextNonce(): number {
    return this.#nextNonce
  }

  /** On disk when this returns; otherwise the failure, and nothing may be sent. */
  keep(pending: Pending): Failure | undefined {
    return this.#write(pending)
  }

  /** A file that cannot be written leaves a transaction to look at: its end is found again. */
  end({ act }: Pending, { nonce, hash }: { readonly nonce: number; readonly hash: Hex }, outcome: ChainOutcome) {
    this.#nextNonce = outcome === 'unsent' ? nonce : nonce + 1
    if (outcome === 'confirmed' && act.kind !== 'approve')
      this.#done = [...this.#done, { act, hash, atMs: this.#clock.wallMs() }]
    return this.#write(undefined)
  }

  #write(pending: Pending | undefined): Failure | undefined {
    const nowMs = this.#clock.wallMs()
    this.#done = this.#done.filter(({ atMs }) => nowMs - atMs < DONE_KEPT_MS)
    return this.#keeper.keep({
      nextNonce: this.#nextNonce,
      ...(pending === undefined ? {} : { pending }),
      ...(this.#done.length === 0 ? {} : { done: this.#done }),
    })
  }
}
