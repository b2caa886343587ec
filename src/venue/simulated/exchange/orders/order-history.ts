// Orders that are done, kept in memory where no archive keeps them: a row of numbers each, and no object that a collector would have to move.

import { ticks } from '../../../../domain/amounts/price.js'
import { lots } from '../../../../domain/amounts/size.js'
import type { Hex } from '../../../../domain/market/market.js'
import { NO, YES } from '../../../../domain/market/side.js'
import { ORDER_TYPES } from '../../../../domain/orders/order.js'
import type { NewOrder } from './new-order.js'
import type { AccountState, Ending, MarketState, OrderFacts, OrderState } from './order-state.js'

/** Numbers of a row. */
const ROW = 9
const [PRICE, SIZE, KIND, EXPIRATION, FEE, NONCE, CREATED, UPDATED, FILLED] = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const
const FIRST_ROWS = 16
const ENDINGS = [undefined, 'cancelled_local', 'cancelled_onchain', 'expired'] as const satisfies (Ending | undefined)[]

export class OrderHistory {
  /** By the number of the order, in the order of coming. */
  readonly #hashes: Hex[] = []
  readonly #accounts: AccountState[] = []
  readonly #markets: MarketState[] = []
  #rows = new Float64Array(FIRST_ROWS * ROW)

  /** A number for an order that came. */
  begin({ terms, account, market }: OrderState): number {
    this.#accounts.push(account)
    this.#markets.push(market)
    return this.#hashes.push(terms.hash) - 1
  }

  hashOf(serial: number): Hex | undefined {
    return this.#hashes[serial]
  }

  /** Writes down an order that is done. */
  keep({ serial, terms, createdMs, updatedMs, filledLots, ending }: OrderState): void {
    const at = serial * ROW
    while (this.#rows.length < at + ROW) this.#grow()
    const rows = this.#rows
    rows[at + PRICE] = terms.price
    rows[at + SIZE] = terms.size
    rows[at + KIND] = kindOf(terms, ending)
    rows[at + EXPIRATION] = terms.expirationSec
    rows[at + FEE] = terms.feeRateBps
    rows[at + NONCE] = terms.nonce ?? Number.NaN
    rows[at + CREATED] = createdMs
    rows[at + UPDATED] = updatedMs
    rows[at + FILLED] = filledLots
  }

  /** An order that was written down. */
  read(serial: number): OrderFacts | undefined {
    const [hash, account, market] = [this.#hashes[serial], this.#accounts[serial], this.#markets[serial]]
    if (hash === undefined || account === undefined || market === undefined) return undefined
    const row = this.#rows.subarray(serial * ROW, (serial + 1) * ROW)
    const number = (column: number) => row[column] ?? 0
    const kind = number(KIND)
    const nonce = number(NONCE)
    return {
      terms: {
        hash,
        account: account.address,
        conditionId: market.spec.conditionId,
        outcome: (kind & 1) === 0 ? YES : NO,
        side: (kind & 2) === 0 ? 'BUY' : 'SELL',
        price: ticks(number(PRICE)),
        size: lots(number(SIZE)),
        type: ORDER_TYPES[(kind >> 2) & 7] ?? 'GTC',
        expirationSec: number(EXPIRATION),
        feeRateBps: number(FEE),
        ...(Number.isNaN(nonce) ? {} : { nonce }),
      },
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
    const rows = new Float64Array(2 * this.#rows.length)
    rows.set(this.#rows)
    this.#rows = rows
  }
}

/** Bits: outcome, side, three of the type, two of the ending. */
function kindOf({ outcome, side, type }: NewOrder, ending: Ending | undefined): number {
  return outcome | (side === 'BUY' ? 0 : 2) | (ORDER_TYPES.indexOf(type) << 2) | (ENDINGS.indexOf(ending) << 5)
}
