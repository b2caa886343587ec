// A chain for tests of the desk: what it mines, forgets and refuses is told to it.

import type { Chain, Sighting, WalletReading } from '../../src/chain/chain-port.js'
import type {
  ChainAct,
  ChainEvent,
  ChainKeeper,
  KeptChain,
  SignedTransaction,
} from '../../src/domain/account/chain-transaction.js'
import type { Answer, Failure } from '../../src/domain/error.js'
import type { Hex } from '../../src/domain/market/market.js'
import { A, raw } from '../risk/builders.js'

export const MERGE: ChainAct = { kind: 'merge', conditionId: A, setsRaw: raw(5) }

export class PlayedChain implements Chain {
  readonly terms = { pollMs: 100, readEveryMs: 10_000, confirmations: 3, stuckAfterMs: 1000 }
  readonly sent: SignedTransaction[] = []
  readonly signed: { readonly nonce: number; readonly replaces: Hex | undefined }[] = []
  /** What the node has counted. */
  nonce = 0
  /** What it says of each transaction, by hash; of others that it knows none. */
  readonly sightings = new Map<Hex, Sighting>()
  fails: Partial<Record<'read' | 'sign' | 'send' | 'look', Failure>> = {}

  read(done: (answer: Answer<WalletReading>) => void): void {
    const costs = { split: 1, merge: 1, redeem: 1, approve: 1 }
    this.#answer('read', { nonce: this.nonce, costs, collateralRaw: 0n, gas: 2, allowances: [] }, done)
  }

  sign(
    _act: ChainAct,
    { nonce, former, atMs }: Parameters<Chain['sign']>[1],
    done: (answer: Answer<SignedTransaction>) => void,
  ): void {
    this.signed.push({ nonce, replaces: former?.hash })
    const hash: Hex = `0x${nonce}${this.signed.length}`
    this.#answer('sign', { nonce, hash, bytes: `bytes of ${hash}`, atMs }, done)
  }

  send(signed: SignedTransaction, done: (answer: Answer<void>) => void): void {
    this.sent.push(signed)
    if (this.fails.send === undefined && !this.sightings.has(signed.hash))
      this.sightings.set(signed.hash, { state: 'waiting' })
    this.#answer('send', undefined, done)
  }

  look({ hash }: SignedTransaction, done: (answer: Answer<Sighting>) => void): void {
    this.#answer('look', this.sightings.get(hash) ?? { state: 'unknown' }, done)
  }

  mine(hash: Hex, confirmations: number, isReverted = false): void {
    this.sightings.set(hash, { state: 'mined', isReverted, confirmations, cost: 0.5 })
    this.nonce = 1
  }

  #answer<T>(what: keyof PlayedChain['fails'], value: T, done: (answer: Answer<T>) => void): void {
    const failure = this.fails[what]
    done(failure === undefined ? { ok: true, value } : { ok: false, failure })
  }
}

export class KeptInMemory implements ChainKeeper {
  kept: KeptChain
  failure: Failure | undefined
  readonly history: KeptChain[] = []

  constructor(kept: KeptChain = { nextNonce: 0 }) {
    this.kept = kept
  }

  keep(kept: KeptChain): Failure | undefined {
    if (this.failure !== undefined) return this.failure
    this.kept = structuredClone(kept)
    this.history.push(this.kept)
    return undefined
  }
}

/** Without readings. */
export const news = (events: readonly ChainEvent[]) => events.filter(({ kind }) => kind !== 'chain-read')
