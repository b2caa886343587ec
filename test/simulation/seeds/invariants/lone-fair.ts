// What a market is worth while a side of its book is missing: what it was worth when the side went, as old as that is long ago, and nothing any
// more once that is older than the settings allow.

import type { FairValue } from '../../../../src/domain/market/fair-value.js'

const LOOK_EVERY_MS = 200
/** Of a time, milliseconds, and of a value. */
const LATE_MS = 1
const TINY = 1e-9

interface Alone {
  readonly sinceMs: number
  /** When the side went. */
  readonly was: FairValue | undefined
  dueMs: number
}

export interface LoneParts {
  readonly maxAgeMs: () => number
  readonly add: (what: string) => void
}

export class LoneFair {
  readonly #parts: LoneParts
  readonly #markets = new Map<string, Alone>()

  constructor(parts: LoneParts) {
    this.#parts = parts
  }

  /** Another life of the bot. */
  begin(): void {
    this.#markets.clear()
  }

  /** The others' book has shown itself: whether both sides stand, and what the market is worth then. */
  observed(id: string, isStanding: boolean, fairNow: () => FairValue | undefined, nowMs: number): void {
    if (isStanding) this.#markets.delete(id)
    else if (!this.#markets.has(id)) this.#markets.set(id, { sinceMs: nowMs, was: fairNow(), dueMs: nowMs })
  }

  /** What it shows cannot be told from here. */
  lost(id: string): void {
    this.#markets.delete(id)
  }

  isDue(id: string, nowMs: number): boolean {
    return nowMs >= (this.#markets.get(id)?.dueMs ?? Number.POSITIVE_INFINITY)
  }

  /** What it is worth by now. */
  look(id: string, fair: FairValue | undefined, nowMs: number): void {
    const alone = this.#markets.get(id)
    if (alone === undefined) return
    alone.dueMs = nowMs + LOOK_EVERY_MS
    const { was, sinceMs } = alone
    const ageMs = (was?.ageMs ?? Number.POSITIVE_INFINITY) + nowMs - sinceMs
    const mostMs = this.#parts.maxAgeMs()
    if (fair === undefined) {
      if (ageMs < mostMs - LATE_MS) this.#parts.add(`${id} is worth nothing, and was ${ageMs} ms ago`)
      return
    }
    if (!(ageMs <= mostMs + LATE_MS))
      this.#parts.add(`${id} is worth ${fair.p} by a book that has a side less for ${ageMs} ms`)
    else if (Math.abs(fair.ageMs - ageMs) > LATE_MS)
      this.#parts.add(`${id} is worth ${fair.p} for ${fair.ageMs} ms, by a book that has a side less for ${ageMs} ms`)
    if (was !== undefined && Math.abs(fair.p - was.p) > TINY)
      this.#parts.add(`${id} is worth ${fair.p} without a book, and was ${was.p} with the last one`)
  }
}
