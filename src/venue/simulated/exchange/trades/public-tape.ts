// The newest trades of one market, as everybody sees them: a ring of numbers.

import { ticks } from '../../../../domain/amounts/price.js'
import { NO, YES } from '../../../../domain/market/side.js'
import type { PublicTrade } from '../../../../domain/orders/fill.js'
import type { MarketSpec } from '../markets/market-spec.js'
import { type Match, tradeIdOf, tradeNumber } from './match.js'

/** Trades kept; a ring is a power of two. */
export const TAPE_LENGTH = 1000
const FIRST_ROWS = 16
const MOST_ROWS = 1024

const NUMBERS = 5
const [NUMBER, KIND, PRICE, SIZE, VENUE_MS] = [0, 1, 2, 3, 4] as const
/** A kind is its type and two bits. */
const TYPES = ['direct', 'mint', 'merge'] as const satisfies PublicTrade['matchType'][]
const IS_NO = 4
const IS_SELL = 8

type Told = Pick<Match, 'number' | 'matchType' | 'outcome' | 'side' | 'price' | 'sizeLots' | 'venueMs'>

export class PublicTape {
  readonly #spec: MarketSpec
  #numbers = new Float64Array(FIRST_ROWS * NUMBERS)
  /** Trades so far. */
  #count = 0
  #isOpen = false

  constructor(spec: MarketSpec) {
    this.#spec = spec
  }

  add({ number, matchType, outcome, side, price, sizeLots, venueMs }: Told): void {
    const rows = this.#numbers.length / NUMBERS
    if (this.#count === rows && rows < MOST_ROWS) this.#grow()
    const at = this.#at(this.#count)
    this.#numbers[at + NUMBER] = number
    this.#numbers[at + KIND] = TYPES.indexOf(matchType) | (outcome === NO ? IS_NO : 0) | (side === 'SELL' ? IS_SELL : 0)
    this.#numbers[at + PRICE] = price
    this.#numbers[at + SIZE] = sizeLots
    this.#numbers[at + VENUE_MS] = venueMs
    this.#count += 1
  }

  /** Whether it has what happened before this process. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Begins with what happened before this process, oldest first. */
  open(older: readonly PublicTrade[]): void {
    this.#isOpen = true
    for (const trade of older) this.#addOlder(trade)
  }

  #addOlder({ tradeId, matchType, outcome, side, price, sizeRaw, venueMs }: PublicTrade): void {
    const sizeLots = Number(sizeRaw / this.#spec.lotRaw)
    this.add({ number: tradeNumber(tradeId), matchType, outcome, side, price, sizeLots, venueMs })
  }

  /** Newest first, at most `TAPE_LENGTH`. */
  newestFirst(): PublicTrade[] {
    const length = Math.min(this.#count, TAPE_LENGTH)
    return Array.from({ length }, (_, i) => this.#read(this.#at(this.#count - 1 - i)))
  }

  #read(at: number): PublicTrade {
    const column = (n: number) => this.#numbers[at + n] ?? 0
    const kind = column(KIND)
    return {
      tradeId: tradeIdOf({ number: column(NUMBER) }),
      conditionId: this.#spec.conditionId,
      matchType: TYPES[kind & 3] ?? 'direct',
      outcome: (kind & IS_NO) === 0 ? YES : NO,
      side: (kind & IS_SELL) === 0 ? 'BUY' : 'SELL',
      price: ticks(column(PRICE)),
      sizeRaw: BigInt(column(SIZE)) * this.#spec.lotRaw,
      venueMs: column(VENUE_MS),
    }
  }

  #at(trade: number): number {
    return (trade & (this.#numbers.length / NUMBERS - 1)) * NUMBERS
  }

  #grow(): void {
    const numbers = new Float64Array(2 * this.#numbers.length)
    numbers.set(this.#numbers)
    this.#numbers = numbers
  }
}
