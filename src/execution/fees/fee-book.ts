// The fee of each market: asked for, read, how old it is, and whether something has happened since that its reading cannot know.
//
//   ask --> answer --> may be signed while young --> too old, outdated: asked for again
//
// Only the answer to a read makes a fee signable. An event of the venue, or a refused order, outdates what was read and what is on its way;
// it never refreshes anything.

import { MarketMap } from '../../domain/collections/market-map.js'
import type { Failure } from '../../domain/error.js'
import type { ConditionId, Market } from '../../domain/market/market.js'
import type { CoreEvent } from '../../domain/run/core-event.js'

export interface Fee {
  readonly feeRateBps: number
  /** When it was asked for, monotonic: it is no older. */
  readonly readAtMonoMs: number
}

interface Doubt {
  readonly nowMonoMs: number
  /** Something is not quoted, and the fee may be why. */
  readonly keepsBack: boolean
}

interface Entry {
  /** The last answer that counts. */
  fee: Fee | undefined
  /** From its question to its answer, milliseconds. */
  tookMs: number
  /** Something has happened since that it does not know of. */
  isOutdated: boolean
  /** When it was last asked for, monotonic. */
  askedMonoMs: number
  /** Questions whose answers are out. */
  open: number
  /** The first so many of them were asked before the last change: their answers do not count. */
  outdatedAnswers: number
}

/** An unanswered question is asked again after this. */
const ANSWER_MS = 3000
/** Part of the allowed age that is left for signing; where an answer takes longer than that leaves, the least part that is. */
const SIGNING_SHARE = 0.5
const LEAST_SIGNING_SHARE = 0.1
/** From a late answer until it is used, where it may still be. */
const USED_WITHIN_MS = 50
/** Questions for nothing but what is believed are this far apart in a market, whatever its fee does. */
const BELIEVED_LEAST_MS = 1000
/** A fee that keeps quotes back is believed for so long: not every venue tells that it has come down. */
const KEEPS_BACK_MS = 10_000

export class FeeBook {
  #maxAgeMs: number
  readonly #entries = new MarketMap<Entry>()

  /** `maxAgeMs`: from the arrival of a fee to the signature. */
  constructor(maxAgeMs: number) {
    this.#maxAgeMs = maxAgeMs
  }

  /** The same, from now on. */
  allow(maxAgeMs: number): void {
    this.#maxAgeMs = maxAgeMs
  }

  /** What an event tells of fees; that an order was refused tells `refused`. */
  hear(event: CoreEvent): void {
    if (event.kind === 'fee') {
      const { conditionId, feeRateBps, readAtMonoMs, at } = event
      this.#answered(conditionId, { feeRateBps, readAtMonoMs }, at.monoMs - readAtMonoMs)
    } else if (event.kind === 'fee-changed') this.#outdate(event.conditionId)
    else if (event.kind === 'read-failed' && event.read === 'fee' && event.conditionId !== undefined)
      this.#answered(event.conditionId)
  }

  /** The venue has refused an order of the market: a fee from before is never signed again, whatever the reason was. */
  refused(conditionId: ConditionId): void {
    this.#outdate(conditionId)
  }

  /** The market is over and settled: nothing is signed there any more. */
  forgetMarket(conditionId: ConditionId): void {
    this.#entries.delete(conditionId)
  }

  /** A read goes out. */
  asked(conditionId: ConditionId, nowMonoMs: number): void {
    const entry = this.#of(conditionId)
    entry.open++
    entry.askedMonoMs = nowMonoMs
  }

  /** A read is out, and its answer still to be waited for. */
  isAsked(conditionId: ConditionId, nowMonoMs: number): boolean {
    const entry = this.#entries.get(conditionId)
    return entry !== undefined && entry.open > 0 && nowMonoMs - entry.askedMonoMs < ANSWER_MS
  }

  /** The fee that an order may be signed with that is planned now; without one it is to be read. */
  signable(conditionId: ConditionId, nowMonoMs: number): Fee | undefined {
    const entry = this.#entries.get(conditionId)
    if (entry?.fee === undefined || entry.isOutdated) return undefined
    const oldestMs = Math.max(this.#maxAgeMs * SIGNING_SHARE, Math.min(entry.tookMs + USED_WITHIN_MS, this.#lateMs))
    return nowMonoMs - entry.fee.readAtMonoMs <= oldestMs ? entry.fee : undefined
  }

  /**
   * Whether it is to be read although nothing is to be signed: it is known to be another, or it may be what `keepsBack` quotes and have
   * come down since, which nobody would learn where nothing is sent for it. Before the first answer the market list's fee counts.
   */
  isDoubtful({ conditionId, feeRateBps }: Pick<Market, 'conditionId' | 'feeRateBps'>, doubt: Doubt): boolean {
    const { nowMonoMs, keepsBack } = doubt
    const entry = this.#entries.get(conditionId)
    if (entry === undefined) return keepsBack && feeRateBps > 0
    if (this.isAsked(conditionId, nowMonoMs) || nowMonoMs - entry.askedMonoMs < BELIEVED_LEAST_MS) return false
    if (entry.isOutdated) return true
    const { feeRateBps: rateBps, readAtMonoMs } = entry.fee ?? { feeRateBps, readAtMonoMs: Number.NEGATIVE_INFINITY }
    return keepsBack && rateBps > 0 && nowMonoMs - readAtMonoMs >= KEEPS_BACK_MS
  }

  /** Why no answer comes early enough to be signed, for a person; `undefined` where one may. */
  tooSlow(conditionId: ConditionId): string | undefined {
    const tookMs = this.#entries.get(conditionId)?.tookMs ?? 0
    if (tookMs <= this.#lateMs) return undefined
    return `a fee that is young enough: its answer took ${Math.round(tookMs)} ms of execution.feeMaxAgeMs (${this.#maxAgeMs})`
  }

  /** Why a fee that was read at `readAtMonoMs` may not be signed at this moment; `undefined` when it may. */
  refusalToSign(readAtMonoMs: number, nowMonoMs: number): Failure | undefined {
    const ageMs = nowMonoMs - readAtMonoMs
    if (ageMs <= this.#maxAgeMs) return undefined
    const message = `fee: expected at most ${this.#maxAgeMs} ms old, got ${Math.round(ageMs)} ms`
    return { code: 'fee-stale', message }
  }

  /** The last answer that counts, whatever its age. */
  last(conditionId: ConditionId): Fee | undefined {
    return this.#entries.get(conditionId)?.fee
  }

  /** The rate last read, whatever its age: the best there is to reckon with, in basis points; `undefined` before the first. */
  rateBps(conditionId: ConditionId): number | undefined {
    return this.#entries.get(conditionId)?.fee?.feeRateBps
  }

  /** `fee` is absent when the read has failed. */
  #answered(conditionId: ConditionId, fee?: Fee, tookMs = 0): void {
    const entry = this.#of(conditionId)
    entry.open = Math.max(0, entry.open - 1)
    if (entry.outdatedAnswers > 0) entry.outdatedAnswers--
    else if (fee !== undefined) {
      entry.fee = fee
      entry.tookMs = tookMs
      entry.isOutdated = false
    }
  }

  /** The oldest that a fee may be when an order is planned with it. */
  get #lateMs(): number {
    return this.#maxAgeMs * (1 - LEAST_SIGNING_SHARE)
  }

  #outdate(conditionId: ConditionId): void {
    const entry = this.#of(conditionId)
    entry.isOutdated = true
    entry.outdatedAnswers = entry.open
  }

  #of(conditionId: ConditionId): Entry {
    let entry = this.#entries.get(conditionId)
    if (entry === undefined) {
      entry = {
        fee: undefined,
        tookMs: 0,
        isOutdated: false,
        askedMonoMs: Number.NEGATIVE_INFINITY,
        open: 0,
        outdatedAnswers: 0,
      }
      this.#entries.set(conditionId, entry)
    }
    return entry
  }
}
