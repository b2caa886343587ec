// The exchange's rows in the data file, as read at the start; and its totals, which go the way of the values.

import type {
  BalanceRow,
  ExchangeRows,
  ExchangeSums,
  MarketRow,
  NonceRow,
  OrderRow,
  TradeRow,
} from '../../venue/simulated/exchange/rows/exchange-rows.js'
import type { DurableValues } from '../api/kept/durable-values.js'
import type { DataFile } from './files/open-file.js'
import { type BodyRow, Query } from './files/query.js'
import { fromJsonText } from './json-text.js'

export class ExchangeTables {
  readonly #values: DurableValues
  readonly #file: DataFile

  constructor(file: DataFile, values: DurableValues) {
    this.#file = file
    this.#values = values
  }

  /** What a restored exchange needs; `undefined` when nothing was ever written. */
  load(): ExchangeRows | undefined {
    const sums = this.#values.get<ExchangeSums>('exchange', 'sums')
    if (sums === undefined) return undefined
    return {
      sums,
      markets: this.#values.all<MarketRow>('exchange-market').map(([, row]) => row),
      balances: this.#values.all<BalanceRow>('exchange-pot').map(([, row]) => row),
      nonces: this.#values.all<NonceRow>('exchange-nonce').map(([, row]) => row),
      orders: this.#bodies<OrderRow>('SELECT body FROM orders WHERE unfinished = 1 ORDER BY seq'),
      trades: this.#bodies<TradeRow>(`SELECT body FROM trades WHERE status = 'pending' ORDER BY seq`),
    }
  }

  /** Before the values are written. */
  noteTotals({ sums, markets, balances, nonces }: ExchangeRows): void {
    this.#values.put('exchange', 'sums', sums)
    for (const market of markets) this.#values.put('exchange-market', market.spec.conditionId, market)
    for (const row of nonces) this.#values.put('exchange-nonce', row.account, row)
    for (const balance of balances) {
      const { account, place } = balance
      const id = place === undefined ? account : `${account}/${place.conditionId}/${place.outcome}`
      this.#values.put('exchange-pot', id, balance)
    }
  }

  #bodies<T>(sql: string): T[] {
    return new Query<BodyRow>(this.#file, sql).all().map(({ body }) => fromJsonText<T>(body))
  }
}
