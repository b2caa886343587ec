// The book of one market as a plain maker keeps it: levels by price, our own size taken out. A sale of one outcome is a bid on the other.

import { type BookChange, type OutcomeBook, RAW, TICKS } from './protocol.js'

/** Shares of the maker's own bid, by outcome. */
export type OwnBids = readonly [Own | undefined, Own | undefined]
interface Own {
  readonly ticks: number
  readonly shares: number
}

export class OthersBook {
  readonly #tokens: readonly string[]
  /** Shares by price in ticks, as bids on YES and on NO: from bids, and from sales of the other. */
  readonly #bids = [new Map<number, number>(), new Map<number, number>()] as const
  readonly #sales = [new Map<number, number>(), new Map<number, number>()] as const

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens
  }

  take(books: readonly OutcomeBook[]): void {
    for (const levels of [...this.#bids, ...this.#sales]) levels.clear()
    for (const { tokenId, bids, asks } of books) {
      for (const level of bids) this.change({ ...level, tokenId, side: 'BUY' })
      for (const level of asks) this.change({ ...level, tokenId, side: 'SELL' })
    }
  }

  change({ tokenId, side, price, size }: BookChange): void {
    const outcome = this.#tokens.indexOf(tokenId) === 0 ? 0 : 1
    const ticks = Math.round(Number(price) * TICKS)
    if (side === 'BUY') this.#bids[outcome].set(ticks, Number(size) / RAW)
    else this.#sales[outcome === 0 ? 1 : 0].set(TICKS - ticks, Number(size) / RAW)
  }

  /** Shares that are bid at this price of an outcome, whoever bids. */
  at(outcome: 0 | 1, ticks: number): number {
    return this.#bids[outcome].get(ticks) ?? 0
  }

  /** Best bid of the others, in ticks. */
  best(outcome: 0 | 1, own: OwnBids): number | undefined {
    const mine = own[outcome]
    let best: number | undefined
    for (const [ticks, shares] of this.#bids[outcome]) {
      const theirs = shares - (mine?.ticks === ticks ? mine.shares : 0)
      if (theirs > 0 && (best === undefined || ticks > best)) best = ticks
    }
    for (const [ticks, shares] of this.#sales[outcome])
      if (shares > 0 && (best === undefined || ticks > best)) best = ticks
    return best
  }
}
