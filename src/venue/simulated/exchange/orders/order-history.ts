// Orders that are done, kept in memory where no archive keeps them: a row of numbers each, and no object that a collector would have to move.

import { ticks } from '../../../../domain/amounts/price.js'
import { lots } from '../../../../domain/amounts/size.js'
import type { Hex } from '../../../../domain/market/market.js'
import { NO, YES } from '../../../../domain/market/side.js'
import { ORDER_TYPES } from '../../../../domain/orders/order.js'
import type { NewOrder } from './new-order.js'
import type { AccountState, Ending, MarketState, OrderFacts, OrderState } from './order-state.js'
import type { ShelfHistory } from './shelf-history.js'

/** Small whole numbers of a row, and others. */
const INTS = 7
const [ACCOUNT, MARKET, BEFORE_IN_ACCOUNT, BEFORE_IN_MARKET, PRICE, KIND, FEE] = [0, 1, 2, 3, 4, 5, 6] as const
const NUMBERS = 6
const [SIZE, EXPIRATION, NONCE, CREATED, UPDATED, FILLED] = [0, 1, 2, 3, 4, 5] as const
const FIRST_ROWS = 16
const ENDINGS = [undefined, 'cancelled_local', 'cancelled_onchain', 'expired'] as const satisfies (Ending | undefined)[]

export class OrderHistory {
  /** By the number of the order, in the order of coming. */
  readonly #hashes: Hex[] = []
  readonly #accounts: AccountState[] = []
  readonly #markets: MarketState[] = []
  #ints = new Int32Array(FIRST_ROWS * INTS)
  #numbers = new Float64Array(FIRST_ROWS * NUMBERS)

  /** A number for an order that came: the newest of its account and its market. */
  begin({ terms, account, market }: OrderState): number {
    const serial = this.#hashes.push(terms.hash) - 1
    if (serial * INTS === this.#ints.length) this.#grow()
    if (account.history.number < 0) account.history.number = this.#accounts.push(account) - 1
    if (market.history.number < 0) market.history.number = this.#markets.push(market) - 1
    const at = serial * INTS
    this.#ints[at + ACCOUNT] = account.history.number
    this.#ints[at + MARKET] = market.history.number
    this.#ints[at + BEFORE_IN_ACCOUNT] = append(account.history, serial)
    this.#ints[at + BEFORE_IN_MARKET] = append(market.history, serial)
    return serial
  }

  hashOf(serial: number): Hex | undefined {
    return this.#hashes[serial]
  }

  /** Numbers of an account's orders, or of a market's, newest first. */
  *newestFirst({ newest }: ShelfHistory, of: 'account' | 'market'): Generator<number> {
    const before = of === 'account' ? BEFORE_IN_ACCOUNT : BEFORE_IN_MARKET
    for (let serial = newest; serial >= 0; serial = this.#ints[serial * INTS + before] ?? -1) yield serial
  }

  /** Writes down an order that is done. */
  keep({ serial, terms, createdMs, updatedMs, filledLots, ending }: OrderState): void {
    const int = serial * INTS
    const ints = this.#ints
    ints[int + PRICE] = terms.price
    ints[int + KIND] = kindOf(terms, ending)
    ints[int + FEE] = terms.feeRateBps
    const at = serial * NUMBERS
    const numbers = this.#numbers
    numbers[at + SIZE] = terms.size
    numbers[at + EXPIRATION] = terms.expirationSec
    numbers[at + NONCE] = terms.nonce ?? Number.NaN
    numbers[at + CREATED] = createdMs
    numbers[at + UPDATED] = updatedMs
    numbers[at + FILLED] = filledLots
  }

  /** An order that was written down. */
  read(serial: number): OrderFacts | undefined {
    const int = (column: number) => this.#ints[serial * INTS + column] ?? 0
    const number = (column: number) => this.#numbers[serial * NUMBERS + column] ?? 0
    const [hash, account, market] = [this.#hashes[serial], this.#accounts[int(ACCOUNT)], this.#markets[int(MARKET)]]
    if (hash === undefined || account === undefined || market === undefined) return undefined
    const kind = int(KIND)
    const nonce = number(NONCE)
    const terms = {
      hash,
      account: account.address,
      conditionId: market.spec.conditionId,
      outcome: (kind & 1) === 0 ? YES : NO,
      side: (kind & 2) === 0 ? ('BUY' as const) : ('SELL' as const),
      price: ticks(int(PRICE)),
      size: lots(number(SIZE)),
      type: ORDER_TYPES[(kind >> 2) & 7] ?? 'GTC',
      expirationSec: number(EXPIRATION),
      feeRateBps: int(FEE),
    }
    return {
      terms: Number.isNaN(nonce) ? terms : { ...terms, nonce },
      spec: market.spec,
      createdMs: number(CREATED),
      updatedMs: number(UPDATED),
      filledLots: number(FILLED),
      pendingLots: 0,
      restingLots: 0,
      ending: ENDINGS[kind >> 5],
    }
  }

  #grow(): void {
    const ints = new Int32Array(2 * this.#ints.length)
    ints.set(this.#ints)
    this.#ints = ints
    const numbers = new Float64Array(2 * this.#numbers.length)
    numbers.set(this.#numbers)
    this.#numbers = numbers
  }
}

/** The order before it. */
function append(history: ShelfHistory, serial: number): number {
  const before = history.newest
  history.newest = serial
  history.size += 1
  return before
}

/** Bits: outcome, side, three of the type, two of the ending. */
function kindOf({ outcome, side, type }: NewOrder, ending: Ending | undefined): number {
  return outcome | (side === 'BUY' ? 0 : 2) | (ORDER_TYPES.indexOf(type) << 2) | (ENDINGS.indexOf(ending) << 5)
}
