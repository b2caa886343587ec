// What new orders may lock: the last reading of the account, less what our own fills have used since.
//
//   collateral   venue's total - cost of BUY fills that the reading may not contain yet
//   tokens       venue's holding - SELL fills that the reading may not contain yet
//
// A reading contains what was settled, to our knowledge, before it was asked for; of anything later it is not known.
//
// What fills bring in counts when the next reading shows it: min(venue's, own ledger's) at every moment.

import type { AccountSnapshot } from '../domain/account.js'
import type { ConditionId, Market } from '../domain/market.js'
import { largerRaw, valueRaw } from '../domain/money.js'
import type { Outcome } from '../domain/side.js'
import type { OrderEntry } from './order-entry.js'

interface Used {
  readonly matched: bigint
  readonly settled: bigint
}

const NONE: Used = { matched: 0n, settled: 0n }

export class Funds {
  #snapshot: AccountSnapshot | undefined
  /** Outgoing amounts by order, and their sums by purse: the collateral, or one token. */
  readonly #byOrder = new Map<number, Used>()
  readonly #sums = new Map<string, { matched: bigint; settled: bigint }>()
  /** What was settled when a reading was asked for, by the number of the question; oldest first. */
  readonly #settledAtQuestion = new Map<number, ReadonlyMap<string, bigint>>()
  #settledAtReading: ReadonlyMap<string, bigint> = new Map()
  #readSeq = Number.NEGATIVE_INFINITY

  /** A reading is asked for now. */
  asked(seq: number): void {
    this.#settledAtQuestion.set(seq, new Map([...this.#sums].map(([purse, sum]) => [purse, sum.settled])))
    const [oldest] = this.#settledAtQuestion.keys()
    if (oldest !== undefined && this.#settledAtQuestion.size > OPEN_QUESTIONS) this.#settledAtQuestion.delete(oldest)
  }

  /** The answer to question `askedSeq`. Returns false for one that a later question has already overtaken. */
  read(snapshot: AccountSnapshot, askedSeq: number): boolean {
    if (askedSeq < this.#readSeq) return false
    this.#readSeq = askedSeq
    this.#snapshot = snapshot
    this.#settledAtReading = this.#settledAtQuestion.get(askedSeq) ?? this.#settledAtReading
    for (const seq of this.#settledAtQuestion.keys()) if (seq < askedSeq) this.#settledAtQuestion.delete(seq)
    return true
  }

  get isKnown(): boolean {
    return this.#snapshot !== undefined
  }

  get snapshot(): AccountSnapshot | undefined {
    return this.#snapshot
  }

  /** Returns whether more is matched or settled than before, or less. */
  apply(order: OrderEntry, market: Market): boolean {
    const { side, price, conditionId, outcome } = order.draft
    const amount = (tokens: bigint) => (side === 'BUY' ? valueRaw(price, tokens, market.ticksPerUnit) : tokens)
    const settledTokens = order.matchedRaw > order.pendingRaw ? order.matchedRaw - order.pendingRaw : 0n
    const before = this.#byOrder.get(order.intentId) ?? NONE
    // what is settled is gone for ever
    const settled = largerRaw(before.settled, amount(settledTokens))
    const after: Used = { matched: largerRaw(settled, amount(order.matchedRaw)), settled }
    if (after.matched === before.matched && after.settled === before.settled) return false
    this.#byOrder.set(order.intentId, after)
    const purse = side === 'BUY' ? COLLATERAL : tokenPurse(conditionId, outcome)
    const sum = this.#sums.get(purse) ?? { matched: 0n, settled: 0n }
    sum.matched += after.matched - before.matched
    sum.settled += after.settled - before.settled
    this.#sums.set(purse, sum)
    return true
  }

  /** The order changes no more: what it used stays counted, how much that was is forgotten. */
  forget(intentId: number): void {
    this.#byOrder.delete(intentId)
  }

  /** Raw collateral that all own orders together may lock; 0 before the account was read. */
  collateralRaw(): bigint {
    if (!this.#snapshot) return 0n
    return atLeastZero(this.#snapshot.collateral.totalRaw - this.#usedSinceReading(COLLATERAL))
  }

  /** Raw tokens that all own SELL orders together may lock. */
  heldRaw(conditionId: ConditionId, outcome: Outcome): bigint {
    const holding = this.#snapshot?.holdings.find((h) => h.conditionId === conditionId)
    if (!holding) return 0n
    return atLeastZero(holding.tokensRaw[outcome] - this.#usedSinceReading(tokenPurse(conditionId, outcome)))
  }

  #usedSinceReading(purse: string): bigint {
    const sum = this.#sums.get(purse)
    return sum ? sum.matched - (this.#settledAtReading.get(purse) ?? 0n) : 0n
  }
}

const COLLATERAL = 'collateral'
/** Unanswered questions that are remembered. */
const OPEN_QUESTIONS = 8

function tokenPurse(conditionId: ConditionId, outcome: Outcome): string {
  return `${conditionId}/${outcome}`
}

function atLeastZero(value: bigint): bigint {
  return value > 0n ? value : 0n
}
