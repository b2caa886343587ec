// Port: the memory of what is over. Where there is one, finished orders and settled trades leave the process for it.
//
// Its answers include every change noted so far, whether the caller's own or another's.

import type { Address, ConditionId, Hex } from '../../../../domain/market/market.js'
import type { Fill } from '../../../../domain/orders/fill.js'
import type { OrderRecord } from '../../../../domain/orders/order.js'
import type { OrderFacts } from '../orders/order-facts.js'
import type { OrderFilter } from '../orders/order-shelf.js'
import type { ExchangeTrade } from '../trades/trade.js'

/** A part of a list. */
export interface Window {
  readonly offset: number
  /** `Infinity` for all. */
  readonly size: number
}

export interface Windowed<T> {
  readonly items: T[]
  /** Of the whole list. */
  readonly total: number
}

export interface FillFilter {
  readonly account: Address
  readonly conditionId?: ConditionId
}

export interface Archive {
  order(hash: Hex): OrderFacts | undefined
  /** Newest first. */
  orders(filter: OrderFilter, window: Window): Windowed<OrderRecord>
  /** Newest first. */
  fills(filter: FillFilter, window: Window): Windowed<Fill>
  /** Trades of the market, newest first, at most `limit`. */
  tape(conditionId: ConditionId, limit: number): ExchangeTrade[]
}
