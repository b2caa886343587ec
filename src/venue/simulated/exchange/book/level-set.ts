// Which price levels of a ladder hold orders: one bit per tick, and the same again over the words of 32 ticks that hold any, so that a fine
// grid costs no more to search than a coarse one.

import { NONE } from '../slot.js'

/** Words that are searched one after the other. */
const FEW_WORDS = 32

export class LevelSet {
  readonly #words: Int32Array
  /** Words that are not 0, where there are many. */
  readonly #used: LevelSet | undefined

  /** Members are whole numbers from 0 to `highest`. */
  constructor(highest: number) {
    const words = (highest >>> 5) + 1
    this.#words = new Int32Array(words)
    this.#used = words > FEW_WORDS ? new LevelSet(words - 1) : undefined
  }

  add(level: number): void {
    const word = level >>> 5
    this.#words[word] = this.#word(word) | (1 << (level & 31))
    this.#used?.add(word)
  }

  delete(level: number): void {
    const word = level >>> 5
    const left = this.#word(word) & ~(1 << (level & 31))
    this.#words[word] = left
    if (left === 0) this.#used?.delete(word)
  }

  /** Lowest member of at least `from`, or `NONE`. */
  atOrAbove(from: number): number {
    const word = from >>> 5
    // -1 << n keeps bits n and up
    const bits = this.#word(word) & (-1 << (from & 31))
    if (bits !== 0) return word * 32 + lowest(bits)
    const next = this.#used === undefined ? this.#wordAbove(word) : this.#used.atOrAbove(word + 1)
    return next === NONE ? NONE : next * 32 + lowest(this.#word(next))
  }

  /** Highest member of at most `from`, or `NONE`. */
  atOrBelow(from: number): number {
    if (from < 0) return NONE
    const word = from >>> 5
    // -1 >>> (31 - n) keeps bits n and down
    const bits = this.#word(word) & (-1 >>> (31 - (from & 31)))
    if (bits !== 0) return word * 32 + highest(bits)
    const next = this.#used === undefined ? this.#wordBelow(word) : this.#used.atOrBelow(word - 1)
    return next === NONE ? NONE : next * 32 + highest(this.#word(next))
  }

  #wordAbove(word: number): number {
    for (let next = word + 1; next < this.#words.length; next++) if (this.#words[next] !== 0) return next
    return NONE
  }

  #wordBelow(word: number): number {
    for (let next = word - 1; next >= 0; next--) if (this.#words[next] !== 0) return next
    return NONE
  }

  #word(index: number): number {
    return this.#words[index] ?? 0
  }
}

const lowest = (bits: number) => 31 - Math.clz32(bits & -bits)
const highest = (bits: number) => 31 - Math.clz32(bits)
