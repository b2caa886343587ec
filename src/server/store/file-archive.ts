// What is over, out of the data file: orders and fills by account and market, newest first.

import { QuoinError } from '../../domain/error.js'
import type { Address, ConditionId, Hex } from '../../domain/market/market.js'
import type { Fill } from '../../domain/orders/fill.js'
import type { OrderRecord } from '../../domain/orders/order.js'
import { type OrderFacts, toRecord } from '../../venue/simulated/exchange/orders/order-facts.js'
import type { OrderFilter } from '../../venue/simulated/exchange/orders/order-shelf.js'
import type { Archive, FillFilter, Window, Windowed } from '../../venue/simulated/exchange/rows/archive.js'
import type { OrderRow, TradeRow } from '../../venue/simulated/exchange/rows/exchange-rows.js'
import { type ExchangeTrade, toFill } from '../../venue/simulated/exchange/trades/trade.js'
import type { DataFile } from './files/open-file.js'
import { type BodyRow, type Bound, Query } from './files/query.js'
import { FillCounts } from './fill-counts.js'
import { fromJsonText } from './json-text.js'

interface Condition {
  readonly sql: string
  readonly values: readonly Bound[]
}

export class FileArchive implements Archive {
  readonly fillCounts: FillCounts
  readonly #file: DataFile
  readonly #commit: () => void
  readonly #order: Query<BodyRow>

  /** `commit` writes what is noted, so that lists are whole. */
  constructor(file: DataFile, commit: () => void) {
    this.#file = file
    this.#commit = commit
    this.fillCounts = new FillCounts(file)
    this.#order = new Query(file, 'SELECT body FROM orders WHERE hash = ?')
  }

  /** Of what is committed: an order that is not was changed just now, so memory has it. */
  order(hash: Hex): OrderFacts | undefined {
    const row = this.#order.get(hash)
    return row === undefined ? undefined : fromJsonText<OrderRow>(row.body)
  }

  orders(filter: OrderFilter, window: Window): Windowed<OrderRecord> {
    this.#commit()
    const { sql, values } = orderCondition(filter)
    const limit = Math.min(window.size, filter.limit ?? Number.POSITIVE_INFINITY)
    const rows = this.#bodies<OrderRow>(`SELECT body FROM orders WHERE ${sql} ORDER BY seq DESC LIMIT ? OFFSET ?`, [
      ...values,
      limitOf(limit),
      window.offset,
    ])
    return { items: rows.map(toRecord), total: this.#count(`SELECT count(*) AS n FROM orders WHERE ${sql}`, values) }
  }

  fills(filter: FillFilter, window: Window): Windowed<Fill> {
    this.#commit()
    const { sql, values } = fillCondition(filter)
    const rows = this.#bodies<TradeRow>(
      `SELECT body FROM fills JOIN trades USING (seq) WHERE ${sql} ORDER BY seq DESC LIMIT ? OFFSET ?`,
      [...values, limitOf(window.size), window.offset],
    )
    return { items: rows.map((row) => toFill(row, filter.account)), total: this.fillCounts.of(filter) }
  }

  tape(conditionId: ConditionId, limit: number): ExchangeTrade[] {
    const sql = 'SELECT body FROM trades WHERE condition = ? ORDER BY seq DESC LIMIT ?'
    return this.#bodies<TradeRow>(sql, [conditionId, limit]).map(({ trade }) => trade)
  }

  #bodies<T>(sql: string, values: readonly Bound[]): T[] {
    return new Query<BodyRow>(this.#file, sql).all(...values).map(({ body }) => fromJsonText<T>(body))
  }

  #count(sql: string, values: readonly Bound[]): number {
    return new Query<{ n: number }>(this.#file, sql).get(...values)?.n ?? 0
  }
}

function orderCondition({ account, conditionId, statuses }: OrderFilter): Condition {
  if (account === undefined && conditionId === undefined) {
    throw new QuoinError('bad-argument', 'orders: expected an account or a conditionId, got neither')
  }
  return allOf([
    ...ofAccount(account),
    ...ofMarket('condition', conditionId),
    ...(statuses === undefined
      ? []
      : [{ sql: `status IN (${statuses.map(() => '?').join(', ')})`, values: [...statuses] }]),
  ])
}

function fillCondition({ account, conditionId }: FillFilter): Condition {
  return allOf([...ofAccount(account), ...ofMarket('fills.condition', conditionId)])
}

function ofAccount(account: Address | undefined): Condition[] {
  return account === undefined ? [] : [{ sql: 'account = ?', values: [account] }]
}

function ofMarket(column: string, conditionId: ConditionId | undefined): Condition[] {
  return conditionId === undefined ? [] : [{ sql: `${column} = ?`, values: [conditionId] }]
}

function allOf(conditions: readonly Condition[]): Condition {
  return {
    sql: conditions.map(({ sql }) => sql).join(' AND '),
    values: conditions.flatMap(({ values }) => values),
  }
}

/** SQLite knows no infinity; below 0 is no limit. */
function limitOf(size: number): number {
  return Number.isFinite(size) ? size : -1
}
