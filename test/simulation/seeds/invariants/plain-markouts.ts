// What the price goes against makers after each trade of a market, one trade after the other: how far the others' middle has moved in a while
// from where it stood a moment before.

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

export interface PlainMove {
  readonly isYes: boolean
  readonly weight: number
  /** Price units, against its maker. */
  readonly move: number
  readonly dueMs: number
}

export class PlainMarkouts {
  readonly #horizonMs: number
  #mids: Stood[] = []
  readonly #trades: Traded[] = []

  constructor(horizonMs = HORIZON_MS) {
    this.#horizonMs = horizonMs
  }

  observed(mid: number | undefined, nowMs: number): void {
    this.#end(nowMs)
    if (this.#mids.at(-1)?.mid !== mid) this.#mids.push({ mid, sinceMs: nowMs })
    while ((this.#mids[1]?.sinceMs ?? nowMs) <= nowMs - MOMENT_MS) this.#mids.shift()
  }

  traded(isYes: boolean, weight: number, nowMs: number): void {
    const before = this.#mids.findLast(({ sinceMs }) => sinceMs <= nowMs - MOMENT_MS)?.mid
    const dueMs = nowMs + this.#horizonMs
    if (before !== undefined) this.#trades.push({ isYes, weight, before, dueMs, isOver: false })
  }

  /** Of the trades whose time is over, where there was a middle then; the oldest first. */
  moves(nowMs: number): readonly PlainMove[] {
    this.#end(nowMs)
    return this.#trades.flatMap(({ isYes, weight, before, after, dueMs }) =>
      after === undefined ? [] : [{ isYes, weight, move: isYes ? before - after : after - before, dueMs }],
    )
  }

  /** For who bids on YES and on NO, price units a share. */
  costs(nowMs: number): readonly [number, number] {
    const moves = this.moves(nowMs)
    const of = (isYes: boolean) => moves.filter((one) => one.isYes === isYes)
    return [Math.max(0, meanOf(of(true), nowMs)), Math.max(0, meanOf(of(false), nowMs))]
  }

  #end(nowMs: number): void {
    for (const trade of this.#trades) {
      if (trade.isOver || trade.dueMs > nowMs) continue
      trade.isOver = true
      trade.after = this.#mids.at(-1)?.mid
    }
  }
}

/** Faded by their age, and drawn to nothing while they are few. */
export function meanOf(moves: readonly PlainMove[], nowMs: number, { tauMs = TAU_MS, prior = PRIOR } = {}): number {
  let [sum, weights] = [0, prior]
  for (const { move, weight, dueMs } of moves) {
    const faded = weight * Math.exp(-(nowMs - dueMs) / tauMs)
    sum += faded * move
    weights += faded
  }
  return sum / weights
}
