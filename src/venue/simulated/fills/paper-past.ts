// What is over on paper: our orders and our fills, for as long as a bot may ask for them. Everything else leaves the exchange: a bot that is
// tried for weeks places millions of orders, and only those that live or settle need a row.

import type { Address, Hex } from '../../../domain/market/market.js'
import type { Fill } from '../../../domain/orders/fill.js'
import type { OrderRecord } from '../../../domain/orders/order.js'
import type { Exchange } from '../exchange/exchange.js'
import { type OrderFacts, statusOf, toRecord } from '../exchange/orders/order-facts.js'
import type { OrderFilter } from '../exchange/orders/order-shelf.js'
import type { Archive, FillFilter, Window, Windowed } from '../exchange/rows/archive.js'
import { isUnfinished, type OrderRow } from '../exchange/rows/exchange-rows.js'
import { type ExchangeTrade, toFill } from '../exchange/trades/trade.js'

/** A bot asks what became of an order within seconds of its end, or once an outage is over; it lists its fills every few seconds. */
const KEPT_MS = 600_000
const NOTED_EVERY_MS = 60_000

/** Under an id that no trade of the venue has: its word on one of its own is none on ours. */
export function asOnPaper<T extends { readonly tradeId: string }>(trade: T): T {
  return { ...trade, tradeId: `paper-${trade.tradeId}` }
}

export class PaperPast implements Archive {
  readonly #account: Address
  #exchange: Pick<Exchange, 'takeRows' | 'forget'> | undefined
  /** Ours, those of the last minutes and those that live, in the order in which they came. */
  readonly #orders = new Map<Hex, OrderRow>()
  /** By trade, oldest first: those of the last minutes and those that may still fail. */
  readonly #fills = new Map<string, Fill>()
  readonly #onFillOver: (fill: Fill) => void
  #notedMs = Number.NEGATIVE_INFINITY

  /** `onFillOver` hears of each fill that is kept no longer, oldest first: nothing changes it any more. */
  constructor(account: Address, onFillOver: (fill: Fill) => void = () => undefined) {
    this.#account = account
    this.#onFillOver = onFillOver
  }

  /** Of this exchange, whose archive it is. */
  follow(exchange: Pick<Exchange, 'takeRows' | 'forget'>): void {
    this.#exchange = exchange
  }

  /** Once a minute of the venue's time what is over leaves the exchange; not while somebody still counts on an order of this moment. */
  passTo(nowMs: number): void {
    // a clock may be set back
    if (Math.abs(nowMs - this.#notedMs) < NOTED_EVERY_MS) return
    this.#notedMs = nowMs
    this.#note()
    for (const [hash, row] of this.#orders)
      if (!isUnfinished(row) && row.updatedMs < nowMs - KEPT_MS) this.#orders.delete(hash)
    for (const [tradeId, fill] of this.#fills) {
      if (fill.status === 'pending' || fill.venueMs >= nowMs - KEPT_MS) return
      this.#fills.delete(tradeId)
      this.#onFillOver(fill)
    }
  }

  order(hash: Hex): OrderFacts | undefined {
    return this.#orders.get(hash)
  }

  orders({ account, conditionId, statuses, limit }: OrderFilter, { offset, size }: Window): Windowed<OrderRecord> {
    this.#note()
    const found = [...this.#orders.values()]
      .filter(({ terms }) => (account ?? this.#account) === terms.account)
      .filter(({ terms }) => conditionId === undefined || conditionId === terms.conditionId)
      .filter((order) => statuses === undefined || statuses.includes(statusOf(order)))
      .reverse()
    return {
      items: found
        .slice(0, limit)
        .slice(offset, offset + size)
        .map(toRecord),
      total: found.length,
    }
  }

  fills({ account, conditionId }: FillFilter, { offset, size }: Window): Windowed<Fill> {
    this.#note()
    if (account !== this.#account) return { items: [], total: 0 }
    const kept = [...this.#fills.values()]
    const found = conditionId === undefined ? kept : kept.filter((fill) => fill.conditionId === conditionId)
    const end = Math.max(0, found.length - offset)
    return { items: found.slice(Math.max(0, end - size), end).reverse(), total: found.length }
  }

  /** Newest first. A bot asks for its newest over and over: what was before them is not gone through each time. */
  fillsSince(sinceMs: number): Fill[] {
    this.#note()
    const kept = [...this.#fills.values()]
    let from = kept.length
    while (from > 0 && (kept[from - 1]?.venueMs ?? 0) >= sinceMs) from--
    return kept.slice(from).reverse()
  }

  /** The public tape on paper is the real one. */
  tape(): ExchangeTrade[] {
    return []
  }

  #note(): void {
    const rows = this.#exchange?.takeRows()
    if (rows === undefined) return
    const over: Hex[] = []
    for (const row of rows.orders) {
      const { hash, account } = row.terms
      if (account === this.#account) this.#orders.set(hash, row)
      if (!isUnfinished(row)) over.push(hash)
    }
    for (const row of rows.trades) this.#fills.set(row.trade.tradeId, toFill(row, this.#account))
    this.#exchange?.forget(over)
  }
}
