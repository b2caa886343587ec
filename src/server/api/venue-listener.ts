// Hears the exchange for the venue: first what it remembers, then the rooms, then whoever asked for events.

import type { Lots } from '../../domain/amounts/size.js'
import type { Address, ConditionId, MarketStatus } from '../../domain/market/market.js'
import type { Outcome } from '../../domain/market/side.js'
import type { ExchangeEvent } from '../../venue/simulated/exchange/exchange.js'
import { type ExchangeListener, eventsTo } from '../../venue/simulated/exchange/exchange-listener.js'
import type { OrderPlace, ToldOrder } from '../../venue/simulated/exchange/orders/order-view.js'
import { type Match, publicTradeOf, tradeOf } from '../../venue/simulated/exchange/trades/match.js'
import type { VenueRecords } from './kept/venue-records.js'
import type { EventPublisher } from './socket/event-publisher.js'

export interface VenueListenerParts {
  readonly records: VenueRecords
  /** Late: the exchange is there before the rooms. */
  readonly publisher: () => EventPublisher | undefined
  readonly clock: { readonly nowMs: number }
  readonly onEvent: ((event: ExchangeEvent) => void) | undefined
}

export class VenueListener implements ExchangeListener {
  readonly #parts: VenueListenerParts
  readonly #events: ExchangeListener | undefined

  constructor(parts: VenueListenerParts) {
    this.#parts = parts
    this.#events = parts.onEvent && eventsTo(parts.onEvent)
  }

  level(at: OrderPlace, size: Lots): void {
    this.#parts.publisher()?.level(at, size)
    this.#events?.level(at, size)
  }

  trade(match: Match): void {
    const trade = publicTradeOf(match)
    this.#parts.records.addTrade(trade)
    this.#parts.publisher()?.trade(trade)
    this.#events?.trade(match)
  }

  settlement(match: Match, status: 'settled' | 'failed'): void {
    const { records, publisher, clock } = this.#parts
    if (status === 'settled') records.addSettled(tradeOf(match), clock.nowMs)
    publisher()?.settlement(match, status)
    this.#events?.settlement(match, status)
  }

  order(order: ToldOrder): void {
    this.#parts.publisher()?.order(order)
    this.#events?.order(order)
  }

  balance(account: Address): void {
    const { records, publisher, clock } = this.#parts
    records.users.see(account, clock.nowMs)
    publisher()?.balance(account)
    this.#events?.balance(account)
  }

  market(conditionId: ConditionId, status: MarketStatus, winner: Outcome | undefined): void {
    const { records, publisher } = this.#parts
    if (status !== 'CLOSED') records.trading.close(conditionId)
    publisher()?.market(conditionId)
    this.#events?.market(conditionId, status, winner)
  }

  fee(conditionId: ConditionId, feeRateBps: number): void {
    this.#parts.publisher()?.fee(conditionId)
    this.#events?.fee(conditionId, feeRateBps)
  }
}
