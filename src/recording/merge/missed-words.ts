// What followers have told of a market and its leader has not, for a little while. Most of it the leader tells a moment later. One whose link was
// dead for seconds before it knew, whose last second went with its process, or whose clock is ahead never does: whoever takes over makes up for it.

import type { ConditionId } from '../../domain/market/market.js'
import type { TapeRecord } from '../tape-record.js'

/** A trade, a settlement or the end of a market. */
export interface Word {
  /** The same of the same word, whoever tells it. */
  readonly key: string
  /** Unix milliseconds. */
  readonly whenMs: number
}

export interface MissedWord extends Word {
  readonly conditionId: ConditionId
  readonly teller: number
  readonly record: TapeRecord
}

export class MissedWords {
  readonly #words = new Map<string, MissedWord>()
  readonly #heldMs: number

  /** `heldMs`: after so long a word is forgotten, milliseconds. */
  constructor(heldMs: number) {
    this.#heldMs = heldMs
  }

  /** A follower's, in the order of time; the first to tell it counts. */
  add(word: MissedWord): void {
    for (const [key, { record }] of this.#words) {
      if (this.#isHeld(record, word.record.atMs)) break
      this.#words.delete(key)
    }
    if (!this.#words.has(word.key)) this.#words.set(word.key, word)
  }

  /** Told after all: forgets it, and returns who told it before. */
  told(key: string): number | undefined {
    const teller = this.#words.get(key)?.teller
    this.#words.delete(key)
    return teller
  }

  /** Of the market, in the order in which they were told; they are forgotten. */
  take(conditionId: ConditionId, atMs: number): readonly MissedWord[] {
    const taken = [...this.#words.values()].filter((word) => word.conditionId === conditionId)
    for (const { key } of taken) this.#words.delete(key)
    return taken.filter(({ record }) => this.#isHeld(record, atMs))
  }

  #isHeld({ atMs }: TapeRecord, nowMs: number): boolean {
    return nowMs - atMs <= this.#heldMs
  }
}
