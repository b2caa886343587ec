// What a commit changed, written to the tables: values, orders, trades and whose fills they are.

import { statusOf } from '../../../venue/simulated/exchange/orders/order-facts.js'
import { isUnfinished, type OrderRow, type TradeRow } from '../../../venue/simulated/exchange/rows/exchange-rows.js'
import type { DataFile } from '../files/open-file.js'
import { type Bound, Query } from '../files/query.js'
import { sumOf } from '../files/row-sums.js'
import { toJsonText } from '../json-text.js'
import type { Changes, ValueChange } from './commit-record.js'

export class ChangeTables {
  readonly #putValue: Query<never>
  readonly #deleteValue: Query<never>
  readonly #putOrder: Query<never>
  readonly #putTrade: Query<never>
  readonly #putFill: Query<never>

  constructor(file: DataFile) {
    this.#putValue = new Query(
      file,
      'INSERT INTO kept (kind, id, body, sum) VALUES (?, ?, ?, ?) ON CONFLICT (kind, id) DO UPDATE SET body = excluded.body, sum = excluded.sum',
    )
    this.#deleteValue = new Query(file, 'DELETE FROM kept WHERE kind = ? AND id = ?')
    this.#putOrder = new Query(
      file,
      `INSERT INTO orders (hash, account, condition, status, unfinished, body, sum) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (hash) DO UPDATE SET status = excluded.status, unfinished = excluded.unfinished, body = excluded.body,
       sum = excluded.sum`,
    )
    this.#putTrade = new Query(
      file,
      `INSERT INTO trades (seq, id, condition, status, body, sum) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET status = excluded.status, body = excluded.body, sum = excluded.sum`,
    )
    this.#putFill = new Query(file, 'INSERT OR IGNORE INTO fills (account, seq, condition) VALUES (?, ?, ?)')
  }

  /** Inside the caller's transaction. Returns how many rows. */
  write({ values, orders, trades }: Changes): number {
    for (const change of values) this.#writeValue(change)
    for (const row of orders) this.#writeOrder(row)
    for (const row of trades) this.#writeTrade(row)
    return values.length + orders.length + 3 * trades.length
  }

  #writeValue(change: ValueChange): void {
    const [kind, id, value] = change
    if (value === undefined) this.#deleteValue.run(kind, id)
    else putSummed(this.#putValue, kind, id, toJsonText(value))
  }

  #writeOrder(order: OrderRow): void {
    const { hash, account, conditionId } = order.terms
    const unfinished = isUnfinished(order) ? 1 : 0
    putSummed(this.#putOrder, hash, account, conditionId, statusOf(order), unfinished, toJsonText(order))
  }

  #writeTrade(row: TradeRow): void {
    const { tradeId, conditionId, maker, taker } = row.trade
    // trade ids are numbered from t1
    const seq = Number(tradeId.slice(1))
    const columns = [tradeId, conditionId, row.status, toJsonText(row)]
    this.#putTrade.run(seq, ...columns, sumOf(...columns))
    this.#putFill.run(maker.account, seq, conditionId)
    this.#putFill.run(taker.account, seq, conditionId)
  }
}

function putSummed(put: Query<never>, ...columns: readonly Bound[]): void {
  put.run(...columns, sumOf(...columns))
}
