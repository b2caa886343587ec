// Everything the exchange tells: what its sockets, journals and traders are made from.

import type { LevelChange } from '../../../domain/market/book.js'
import type { Address, ConditionId, Hex, MarketStatus } from '../../../domain/market/market.js'
import type { Outcome } from '../../../domain/market/side.js'
import type { PublicTrade } from '../../../domain/orders/fill.js'
import type { OrderRecord } from '../../../domain/orders/order.js'
import type { ExchangeTrade } from './trades/trade.js'

export type ExchangeEvent =
  /** The new total of one outcome and side at a price. */
  | { readonly kind: 'level'; readonly conditionId: ConditionId; readonly change: LevelChange }
  | { readonly kind: 'trade'; readonly trade: PublicTrade; readonly makerHash: Hex; readonly takerHash: Hex }
  /** Those of one taker order follow each other, with one status. */
  | { readonly kind: 'settlement'; readonly trade: ExchangeTrade; readonly status: 'settled' | 'failed' }
  | { readonly kind: 'order'; readonly record: OrderRecord }
  /** The account's collateral or tokens moved, locks included; once per account and operation. */
  | { readonly kind: 'balance'; readonly account: Address }
  | {
      readonly kind: 'market'
      readonly conditionId: ConditionId
      readonly status: MarketStatus
      readonly winner?: Outcome
    }
  | { readonly kind: 'fee'; readonly conditionId: ConditionId; readonly feeRateBps: number }
