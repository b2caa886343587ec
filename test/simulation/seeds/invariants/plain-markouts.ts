// What the price goes against makers after each trade of a market, one trade after the other: how far the others' middle has moved in ten
// seconds from where it stood a moment before.

/** As the documents say. */
const HORIZON_MS = 10_000
const TAU_MS = 300_000
/** Trades without a move that the mean begins with. */
const PRIOR = 5
/** Messages of one match come within less. */
const MOMENT_MS = 200

interface Stood {
  readonly mid: number | undefined
  readonly sinceMs: number
}

interface Traded {
  /** Its maker has bought YES, or else NO. */
  readonly isYes: boolean
  readonly weight: number
  readonly before: number
  readonly dueMs: number
  /** What the middle was when its time was over, once it is. */
  after?: number | undefined
  isOver: boolean
}

export class PlainMarkouts {
  #mids: Stood[] = []
  readonly #trades: Traded[] = []

  observed(mid: number | undefined, nowMs: number): void {
    this.#end(nowMs)
    if (this.#mids.at(-1)?.mid !== mid) this.#mids.push({ mid, sinceMs: nowMs })
    while ((this.#mids[1]?.sinceMs ?? nowMs) <= nowMs - MOMENT_MS) this.#mids.shift()
  }

  traded(isYes: boolean, weight: number, nowMs: number): void {
    const before = this.#mids.findLast(({ sinceMs }) => sinceMs <= nowMs - MOMENT_MS)?.mid
    if (before !== undefined) this.#trades.push({ isYes, weight, before, dueMs: nowMs + HORIZON_MS, isOver: false })
  }

  /** For who bids on YES and on NO, price units a share. */
  costs(nowMs: number): readonly [number, number] {
    this.#end(nowMs)
    return [this.#cost(true, nowMs), this.#cost(false, nowMs)]
  }

  #end(nowMs: number): void {
    for (const trade of this.#trades) {
      if (trade.isOver || trade.dueMs > nowMs) continue
      trade.isOver = true
      trade.after = this.#mids.at(-1)?.mid
    }
  }

  #cost(isYes: boolean, nowMs: number): number {
    let [moves, weights] = [0, PRIOR]
    for (const { isYes: isOfYes, weight, before, after, dueMs } of this.#trades) {
      if (after === undefined || isOfYes !== isYes) continue
      const faded = weight * Math.exp(-(nowMs - dueMs) / TAU_MS)
      moves += faded * (isYes ? before - after : after - before)
      weights += faded
    }
    return Math.max(0, moves / weights)
  }
}
