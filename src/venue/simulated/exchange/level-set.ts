// Which price levels of a ladder hold orders: one bit per tick, so the next level is found a word (32 ticks) at a time.

export class LevelSet {
  readonly #words: Int32Array

  /** Members are whole numbers from 0 to `highest`. */
  constructor(highest: number) {
    this.#words = new Int32Array((highest >>> 5) + 1)
  }

  add(level: number): void {
    const word = level >>> 5
    this.#words[word] = this.#word(word) | (1 << (level & 31))
  }

  delete(level: number): void {
    const word = level >>> 5
    this.#words[word] = this.#word(word) & ~(1 << (level & 31))
  }

  /** Lowest member of at least `from`. */
  atOrAbove(from: number): number | undefined {
    let word = from >>> 5
    // -1 << n keeps bits n and up
    let bits = this.#word(word) & (-1 << (from & 31))
    while (bits === 0) {
      word += 1
      if (word >= this.#words.length) return undefined
      bits = this.#word(word)
    }
    return word * 32 + 31 - Math.clz32(bits & -bits)
  }

  /** Highest member of at most `from`. */
  atOrBelow(from: number): number | undefined {
    if (from < 0) return undefined
    let word = from >>> 5
    // -1 >>> (31 - n) keeps bits n and down
    let bits = this.#word(word) & (-1 >>> (31 - (from & 31)))
    while (bits === 0) {
      word -= 1
      if (word < 0) return undefined
      bits = this.#word(word)
    }
    return word * 32 + 31 - Math.clz32(bits)
  }

  #word(index: number): number {
    return this.#words[index] ?? 0
  }
}
