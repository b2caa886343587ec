// The exchange's rows in the data file: written as they change, read at the start.

import {
  type ExchangeRows,
  type ExchangeSums,
  isUnfinished,
  type MarketRow,
  type NonceRow,
  type OrderRow,
  type PotRow,
  type TradeRow,
} from '../../venue/simulated/exchange/exchange-rows.js'
import { statusOf } from '../../venue/simulated/exchange/order-state.js'
import type { DurableValues } from '../api/durable-values.js'
import { fromJsonText, toJsonText } from './json-text.js'
import type { DataFile } from './open-file.js'
import { type BodyRow, Query } from './query.js'

export class ExchangeTables {
  readonly #values: DurableValues
  readonly #file: DataFile
  readonly #putOrder: Query<never>
  readonly #putTrade: Query<never>
  readonly #putFill: Query<never>

  constructor(file: DataFile, values: DurableValues) {
    this.#file = file
    this.#values = values
    this.#putOrder = new Query(
      file,
      `INSERT INTO orders (hash, account, condition, status, unfinished, body) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (hash) DO UPDATE SET status = excluded.status, unfinished = excluded.unfinished, body = excluded.body`,
    )
    this.#putTrade = new Query(
      file,
      `INSERT INTO trades (seq, id, condition, status, body) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET status = excluded.status, body = excluded.body`,
    )
    this.#putFill = new Query(file, 'INSERT OR IGNORE INTO fills (account, seq, condition) VALUES (?, ?, ?)')
  }

  /** What a restored exchange needs; `undefined` when nothing was ever written. */
  load(): ExchangeRows | undefined {
    const sums = this.#values.get<ExchangeSums>('exchange', 'sums')
    if (sums === undefined) return undefined
    return {
      sums,
      markets: this.#values.all<MarketRow>('exchange-market').map(([, row]) => row),
      pots: this.#values.all<PotRow>('exchange-pot').map(([, row]) => row),
      nonces: this.#values.all<NonceRow>('exchange-nonce').map(([, row]) => row),
      orders: this.#bodies<OrderRow>('SELECT body FROM orders WHERE unfinished = 1 ORDER BY seq'),
      trades: this.#bodies<TradeRow>(`SELECT body FROM trades WHERE status = 'pending' ORDER BY seq`),
    }
  }

  /** Inside the caller's transaction. Markets, totals and sums go the way of the values. Returns how many rows. */
  write({ orders, trades }: ExchangeRows): number {
    for (const order of orders) {
      const { hash, account, conditionId } = order.terms
      const unfinished = isUnfinished(order) ? 1 : 0
      this.#putOrder.run(hash, account, conditionId, statusOf(order), unfinished, toJsonText(order))
    }
    for (const row of trades) this.#writeTrade(row)
    return orders.length + 3 * trades.length
  }

  /** Before the values are written. */
  noteTotals({ sums, markets, pots, nonces }: ExchangeRows): void {
    this.#values.put('exchange', 'sums', sums)
    for (const market of markets) this.#values.put('exchange-market', market.spec.conditionId, market)
    for (const row of nonces) this.#values.put('exchange-nonce', row.account, row)
    for (const pot of pots) {
      const { account, place } = pot
      const id = place === undefined ? account : `${account}/${place.conditionId}/${place.outcome}`
      this.#values.put('exchange-pot', id, pot)
    }
  }

  #writeTrade(row: TradeRow): void {
    const { tradeId, conditionId, maker, taker } = row.trade
    // trade ids are numbered from t1
    const seq = Number(tradeId.slice(1))
    this.#putTrade.run(seq, tradeId, conditionId, row.status, toJsonText(row))
    this.#putFill.run(maker.account, seq, conditionId)
    this.#putFill.run(taker.account, seq, conditionId)
  }

  #bodies<T>(sql: string): T[] {
    return new Query<BodyRow>(this.#file, sql).all().map(({ body }) => fromJsonText<T>(body))
  }
}
