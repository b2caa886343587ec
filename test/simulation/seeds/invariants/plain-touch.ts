// What the others' book of a market offers, seen from YES, with every level looked at: an offer of the other outcome is a bid for this one.

import type { MarketBook } from '../../../../src/domain/market/book.js'

interface Priced {
  readonly p: number
  readonly lots: number
}

export interface Ends {
  readonly middle: number
  readonly spread: number
}

/** Most weight of one end in the middle. */
const MOST_LEAN = 0.75

export const logOdds = (p: number) => Math.log(p / (1 - p))

export class PlainTouch {
  /** For YES, and for NO in its own terms; best first. */
  readonly #bids: readonly [readonly Priced[], readonly Priced[]]

  constructor(book: MarketBook, ticksPerUnit: number) {
    const of = (outcome: 0 | 1): Priced[] =>
      [
        ...book[outcome].bids.map(({ price, size }) => ({ p: price / ticksPerUnit, lots: Number(size) })),
        ...book[outcome === 0 ? 1 : 0].asks.map(({ price, size }) => ({
          p: (ticksPerUnit - price) / ticksPerUnit,
          lots: Number(size),
        })),
      ].sort((a, b) => b.p - a.p)
    this.#bids = [of(0), of(1)]
  }

  /** Both sides quote, and do not cross. */
  get isStanding(): boolean {
    const [[yes], [no]] = this.#bids
    return yes !== undefined && no !== undefined && yes.p + no.p < 1 - 1e-9
  }

  get bestMid(): number {
    const [[yes], [no]] = this.#bids
    return ((yes?.p ?? 0) + 1 - (no?.p ?? 0)) / 2
  }

  /** For so many lots; it leans to where less is shown. */
  of(lots: number): Ends {
    const [yes, no] = this.#bids.map((side) => averaged(side, lots)) as [Priced, Priced]
    const [bid, ask] = [yes.p, 1 - no.p]
    const share = Math.min(MOST_LEAN, Math.max(1 - MOST_LEAN, yes.lots / (yes.lots + no.lots)))
    return { middle: bid + (ask - bid) * share, spread: ask - bid }
  }

  /** So many lots are bid above, or offered below. */
  isBeyond(p: number, sign: 1 | -1, lots: number): boolean {
    const side = this.#bids[sign === 1 ? 0 : 1]
    const from = sign === 1 ? p : 1 - p
    return side.filter((one) => one.p > from + 1e-9).reduce((sum, one) => sum + one.lots, 0) >= lots
  }
}

/** Average price of the first lots, and all that the levels show which they come from. */
function averaged(side: readonly Priced[], lots: number): Priced {
  let [left, sum, shown] = [lots, 0, 0]
  for (const level of side) {
    if (left <= 0) break
    const taken = Math.min(left, level.lots)
    sum += taken * level.p
    left -= taken
    shown += level.lots
  }
  return { p: sum / (lots - left), lots: shown }
}
