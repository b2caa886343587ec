// Settlements as a tape tells them: what one of its trades filled is reverted with it, when it is.
//
// A simulated match waits for the word of the tape: as long as the settlements of the last minute took at most, longer than the constant delay
// if need be.

interface Waiting {
  readonly atMs: number
  /** Simulated matches that the trade made. */
  readonly matches: string[]
}

/** Without a word for so long a trade is taken for settled. */
const FORGET_MS = 60_000

export class TapeSettlements {
  /** Trades of the tape that have not settled, by id, oldest first. */
  readonly #waiting = new Map<string, Waiting>()
  /** Simulated matches that will be reverted. */
  readonly #reverted = new Set<string>()
  #longestMs = 0
  #longestAtMs = Number.NEGATIVE_INFINITY
  #current: Waiting | undefined

  /** Everything that is matched while `fill` runs is this trade's. */
  during(tradeId: string, nowMs: number, fill: () => void): void {
    this.#forget(nowMs)
    // a trade with several makers is told in parts, each with its id
    this.#current = this.#waiting.get(tradeId) ?? { atMs: nowMs, matches: [] }
    this.#waiting.set(tradeId, this.#current)
    try {
      fill()
    } finally {
      this.#current = undefined
    }
  }

  matched(tradeId: string): void {
    this.#current?.matches.push(tradeId)
  }

  told(tradeId: string, status: 'settled' | 'failed', nowMs: number): void {
    const waiting = this.#waiting.get(tradeId)
    if (waiting === undefined) return
    this.#waiting.delete(tradeId)
    const tookMs = nowMs - waiting.atMs
    if (tookMs >= this.#longestMs || this.#longestAtMs < nowMs - FORGET_MS) {
      this.#longestMs = tookMs
      this.#longestAtMs = nowMs
    }
    if (status === 'failed') for (const match of waiting.matches) this.#reverted.add(match)
  }

  /** Asked once, when a match is due. */
  takeReverted(tradeId: string): boolean {
    return this.#reverted.delete(tradeId)
  }

  /** How much longer than `delayMs` a match must wait for the tape's word, milliseconds. */
  extraMs(delayMs: number): number {
    // settled in the same millisecond as told is settled too early
    return this.#current === undefined || this.#longestMs === 0 ? 0 : Math.max(0, this.#longestMs + 1 - delayMs)
  }

  #forget(nowMs: number): void {
    for (const [tradeId, { atMs }] of this.#waiting) {
      if (atMs >= nowMs - FORGET_MS) return
      this.#waiting.delete(tradeId)
    }
  }
}
