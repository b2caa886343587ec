// What own orders have taken out of each asset (the collateral, or one token) beyond what a reading of the account shows.
//
// A reading contains what was settled, to our knowledge, before it was asked for; of anything later it is not known. Only differences count, so
// an asset of which a reading shows everything is forgotten: a run of months trades tens of thousands.

interface Used {
  matched: bigint
  settled: bigint
}

/** Unanswered questions that are remembered. */
const OPEN_QUESTIONS = 8

export class UsedSums {
  readonly #sums = new Map<string, Used>()
  /** What was settled when a reading was asked for, by the number of the question; oldest first. */
  readonly #atQuestion = new Map<number, Map<string, bigint>>()
  #atReading: Map<string, bigint> = new Map()

  /** Assets of which something is known that a reading may not show. */
  get size(): number {
    return this.#sums.size
  }

  /** So much more is matched and settled than before, or less. */
  add(asset: string, { matched, settled }: Readonly<Used>): void {
    const sum = this.#sums.get(asset)
    if (sum === undefined) this.#sums.set(asset, { matched, settled })
    else {
      sum.matched += matched
      sum.settled += settled
    }
  }

  /** A reading is asked for now. */
  asked(seq: number): void {
    this.#atQuestion.set(seq, new Map([...this.#sums].map(([asset, sum]) => [asset, sum.settled])))
    const [oldest] = this.#atQuestion.keys()
    if (oldest !== undefined && this.#atQuestion.size > OPEN_QUESTIONS) this.#atQuestion.delete(oldest)
  }

  /** Question `askedSeq` is answered. */
  read(askedSeq: number): void {
    this.#atReading = this.#atQuestion.get(askedSeq) ?? this.#atReading
    for (const seq of this.#atQuestion.keys()) if (seq < askedSeq) this.#atQuestion.delete(seq)
    for (const [asset, { matched, settled }] of this.#sums) {
      if (matched !== settled || settled !== (this.#atReading.get(asset) ?? 0n)) continue
      this.#sums.delete(asset)
      this.#atReading.delete(asset)
      // what was asked since says the same of it: what is settled only grows
      for (const known of this.#atQuestion.values()) known.delete(asset)
    }
  }

  /** Matched, and not shown by the reading. */
  sinceReading(asset: string): bigint {
    const sum = this.#sums.get(asset)
    return sum === undefined ? 0n : sum.matched - (this.#atReading.get(asset) ?? 0n)
  }
}
