// What the venue's data file holds, in memory: it outlives the venue's process as the file does, with the same promises.

import type { Hex } from '../../../src/domain/market/market.js'
import type { DurableValues } from '../../../src/server/api/kept/durable-values.js'
import type { VenueStore } from '../../../src/server/api/kept/venue-store.js'
import type { Exchange } from '../../../src/venue/simulated/exchange/exchange.js'
import { statusOf, toRecord } from '../../../src/venue/simulated/exchange/orders/order-facts.js'
import type { OrderFilter } from '../../../src/venue/simulated/exchange/orders/order-shelf.js'
import type { Archive, Window, Windowed } from '../../../src/venue/simulated/exchange/rows/archive.js'
import {
  type ExchangeRows,
  isUnfinished,
  type OrderRow,
  type TradeRow,
} from '../../../src/venue/simulated/exchange/rows/exchange-rows.js'
import { toFill } from '../../../src/venue/simulated/exchange/trades/trade.js'

export class VenueMemory implements VenueStore {
  readonly values = new MemoryValues()
  #exchange: Exchange | undefined
  #sums: ExchangeRows['sums'] | undefined
  /** By what they are of, in the order in which they first came. */
  readonly #orders = new Map<Hex, OrderRow>()
  readonly #trades = new Map<string, TradeRow>()
  readonly #markets = new Map<string, ExchangeRows['markets'][number]>()
  readonly #balances = new Map<string, ExchangeRows['balances'][number]>()
  readonly #nonces = new Map<string, ExchangeRows['nonces'][number]>()

  readonly archive: Archive = {
    order: (hash) => this.#orders.get(hash),
    orders: (filter, window) => {
      this.commit()
      const found = [...this.#orders.values()].filter((row) => isAskedFor(row, filter)).reverse()
      return part(found.map(toRecord), { ...window, size: Math.min(window.size, filter.limit ?? window.size) })
    },
    fills: ({ account, conditionId }, window) => {
      this.commit()
      const found = [...this.#trades.values()].filter(
        ({ trade: { maker, taker, conditionId: id } }) =>
          (maker.account === account || taker.account === account) && id === (conditionId ?? id),
      )
      return part(
        found.reverse().map((row) => toFill(row, account)),
        window,
      )
    },
    tape: (conditionId, limit) => {
      const trades = [...this.#trades.values()].map(({ trade }) => trade)
      return trades
        .filter((trade) => trade.conditionId === conditionId)
        .reverse()
        .slice(0, limit)
    },
  }

  get saved(): ExchangeRows | undefined {
    if (this.#sums === undefined) return undefined
    return {
      sums: this.#sums,
      orders: [...this.#orders.values()].filter(isUnfinished),
      trades: [...this.#trades.values()].filter(({ status }) => status === 'pending'),
      ...{ markets: [...this.#markets.values()], balances: [...this.#balances.values()] },
      nonces: [...this.#nonces.values()],
    }
  }

  attach(exchange: Exchange): void {
    this.#exchange = exchange
  }

  /** Everything that has happened is kept; what is over leaves the process. */
  commit(): void {
    const exchange = this.#exchange
    if (!exchange?.hasChanges) return
    const rows = exchange.takeRows()
    this.#sums = rows.sums
    for (const row of rows.orders) this.#orders.set(row.terms.hash, row)
    for (const row of rows.trades) this.#trades.set(row.trade.tradeId, row)
    for (const row of rows.markets) this.#markets.set(row.spec.conditionId, row)
    for (const row of rows.nonces) this.#nonces.set(row.account, row)
    for (const row of rows.balances) {
      const { account, place } = row
      this.#balances.set(`${account}/${place?.conditionId}/${place?.outcome}`, row)
    }
    exchange.forget(rows.orders.map(({ terms }) => terms.hash))
  }
}

class MemoryValues implements DurableValues {
  readonly isDurable = true
  readonly #kinds = new Map<string, Map<string, unknown>>()

  put(kind: string, id: string, value: unknown): void {
    const values = this.#kinds.get(kind) ?? new Map<string, unknown>()
    this.#kinds.set(kind, values)
    // as it is now: whoever changes it in place later has to put it again
    values.set(id, structuredClone(value))
  }

  delete(kind: string, id: string): void {
    this.#kinds.get(kind)?.delete(id)
  }

  get<T>(kind: string, id: string): T | undefined {
    return structuredClone(this.#kinds.get(kind)?.get(id)) as T | undefined
  }

  all<T>(kind: string): [string, T][] {
    return [...(this.#kinds.get(kind) ?? [])].map(([id, value]) => [id, structuredClone(value) as T])
  }
}

function isAskedFor(row: OrderRow, { account, conditionId, statuses }: OrderFilter): boolean {
  const { terms } = row
  if (account !== undefined && terms.account !== account) return false
  if (conditionId !== undefined && terms.conditionId !== conditionId) return false
  return statuses === undefined || statuses.includes(statusOf(row))
}

function part<T>(found: readonly T[], { offset, size }: Window): Windowed<T> {
  return { items: found.slice(offset, offset + size), total: found.length }
}
