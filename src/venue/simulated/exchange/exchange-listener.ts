// Who hears what the exchange does, as it does it. Nothing is made for it: what is handed over is a view of a row, the same at each call,
// and is read before the call ends. `eventsTo` makes an event of each for those who want to keep it.

import type { Lots } from '../../../domain/amounts/size.js'
import type { Address, ConditionId, MarketStatus } from '../../../domain/market/market.js'
import type { Outcome } from '../../../domain/market/side.js'
import type { ExchangeEvent } from './exchange-event.js'
import type { OrderPlace, ToldOrder } from './orders/order-view.js'
import { type Match, publicTradeOf, tradeOf } from './trades/match.js'

/** Called synchronously, in order; it must not call the exchange's mutating methods. */
export interface ExchangeListener {
  /** The new total at an order's price, on its outcome and side. */
  level(at: OrderPlace, size: Lots): void
  trade(match: Match): void
  /** Those of one taker order follow each other, with one status. */
  settlement(match: Match, status: 'settled' | 'failed'): void
  order(order: ToldOrder): void
  /** The account's collateral or tokens moved, locks included; once per account and operation. */
  balance(account: Address): void
  market(conditionId: ConditionId, status: MarketStatus, winner: Outcome | undefined): void
  fee(conditionId: ConditionId, feeRateBps: number): void
}

/** Tells the same as events. */
export function eventsTo(emit: (event: ExchangeEvent) => void): ExchangeListener {
  return {
    level: ({ conditionId, outcome, side, price }, size) =>
      emit({ kind: 'level', conditionId, change: { outcome, side, price, size } }),
    trade: (match) => {
      const { makerHash, takerHash } = match
      emit({ kind: 'trade', trade: publicTradeOf(match), makerHash, takerHash })
    },
    settlement: (match, status) => emit({ kind: 'settlement', trade: tradeOf(match), status }),
    order: (order) => emit({ kind: 'order', record: order.record() }),
    balance: (account) => emit({ kind: 'balance', account }),
    market: (conditionId, status, winner) =>
      emit({ kind: 'market', conditionId, status, ...(winner === undefined ? {} : { winner }) }),
    fee: (conditionId, feeRateBps) => emit({ kind: 'fee', conditionId, feeRateBps }),
  }
}
