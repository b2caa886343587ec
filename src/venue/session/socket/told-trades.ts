// Trades that the venue tells of again: after a connection was lost, or when a room is joined anew, it may begin with its last ones. Nobody
// traded twice for it: not on paper, and not for what a trade proves of a book.

import type { PublicTrade } from '../../../domain/orders/fill.js'

interface Told {
  readonly connection: number
  readonly atMs: number
}

/** Several makers' parts of one trade may be alike; they are told at once. */
const PARTS_WITHIN_MS = 1000
const REMEMBERED = 4000

export class ToldTrades {
  /** The one told longest ago first. */
  readonly #told = new Map<string, Told>()
  #connection = 0

  /** The connection is another from here on. */
  lost(): void {
    this.#connection++
  }

  /** Whether it was told of before; `atMs` by any clock that does not go back. */
  isRepeated({ tradeId, conditionId, outcome, price, sizeRaw }: PublicTrade, atMs: number): boolean {
    const what = `${conditionId} ${tradeId} ${outcome} ${price} ${sizeRaw}`
    const told = this.#told.get(what)
    if (told !== undefined) return told.connection !== this.#connection || atMs - told.atMs >= PARTS_WITHIN_MS
    this.#told.set(what, { connection: this.#connection, atMs })
    const [oldest] = this.#told.size > REMEMBERED ? this.#told.keys() : []
    if (oldest !== undefined) this.#told.delete(oldest)
    return false
  }
}
