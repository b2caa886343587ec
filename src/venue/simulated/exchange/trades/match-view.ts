// A match read from its row. One view serves them all: it shows the match that it was set at last.

import { type Ticks, ticks } from '../../../../domain/amounts/price.js'
import type { Address, ConditionId, Hex } from '../../../../domain/market/market.js'
import type { Outcome, Side } from '../../../../domain/market/side.js'
import type { PublicTrade, SettlementStatus } from '../../../../domain/orders/fill.js'
import type { MarketSpec } from '../markets/market-spec.js'
import type { OrderTable } from '../orders/order-table.js'
import { NONE } from '../slot.js'
import type { Match } from './match.js'
import type { MatchTable } from './match-table.js'

export class MatchView implements Match {
  readonly #matches: MatchTable
  readonly #orders: OrderTable
  #slot: number = NONE

  constructor(matches: MatchTable, orders: OrderTable) {
    this.#matches = matches
    this.#orders = orders
  }

  at(slot: number): this {
    this.#slot = slot
    return this
  }

  get number(): number {
    return this.#matches.number(this.#slot)
  }

  get spec(): MarketSpec {
    return this.#orders.market(this.#taker).spec
  }

  get conditionId(): ConditionId {
    return this.spec.conditionId
  }

  get matchType(): PublicTrade['matchType'] {
    if (this.#orders.outcome(this.#maker) === this.outcome) return 'direct'
    return this.side === 'BUY' ? 'mint' : 'merge'
  }

  get outcome(): Outcome {
    return this.#orders.outcome(this.#taker)
  }

  get side(): Side {
    return this.#orders.side(this.#taker)
  }

  get price(): Ticks {
    return ticks(this.#matches.price(this.#slot))
  }

  get makerHash(): Hex {
    return this.#orders.hash(this.#maker)
  }

  get makerAccount(): Address {
    return this.#orders.account(this.#maker).address
  }

  get takerHash(): Hex {
    return this.#orders.hash(this.#taker)
  }

  get takerAccount(): Address {
    return this.#orders.account(this.#taker).address
  }

  get sizeLots(): number {
    return this.#matches.sizeLots(this.#slot)
  }

  get venueMs(): number {
    return this.#matches.venueMs(this.#slot)
  }

  get makerBps(): number {
    return this.#matches.makerBps(this.#slot)
  }

  get takerBps(): number {
    return this.#matches.takerBps(this.#slot)
  }

  get dueMs(): number {
    return this.#matches.dueMs(this.#slot)
  }

  get status(): SettlementStatus {
    return this.#matches.status(this.#slot)
  }

  get #maker(): number {
    return this.#matches.maker(this.#slot)
  }

  get #taker(): number {
    return this.#matches.taker(this.#slot)
  }
}
