// An order as a listener is shown it, read from its row. One view serves them all: it shows the order that it was set at last.

import { type Ticks, ticks } from '../../../../domain/amounts/price.js'
import type { Address, ConditionId } from '../../../../domain/market/market.js'
import type { Outcome, Side } from '../../../../domain/market/side.js'
import type { OrderRecord } from '../../../../domain/orders/order.js'
import { NONE } from '../slot.js'
import { toRecord } from './order-facts.js'
import type { OrderTable } from './order-table.js'
import { readOrder } from './read-order.js'

/** Where an order stands in the book, or stood. */
export interface OrderPlace {
  readonly conditionId: ConditionId
  readonly outcome: Outcome
  readonly side: Side
  readonly price: Ticks
}

/** Whose order it is, and its record, which is made where somebody wants it. */
export interface ToldOrder {
  readonly account: Address
  readonly conditionId: ConditionId
  record(): OrderRecord
}

export class OrderView implements OrderPlace, ToldOrder {
  readonly #orders: OrderTable
  #slot: number = NONE

  constructor(orders: OrderTable) {
    this.#orders = orders
  }

  at(slot: number): this {
    this.#slot = slot
    return this
  }

  get account(): Address {
    return this.#orders.account(this.#slot).address
  }

  get conditionId(): ConditionId {
    return this.#orders.market(this.#slot).spec.conditionId
  }

  get outcome(): Outcome {
    return this.#orders.outcome(this.#slot)
  }

  get side(): Side {
    return this.#orders.side(this.#slot)
  }

  get price(): Ticks {
    return ticks(this.#orders.price(this.#slot))
  }

  record(): OrderRecord {
    return toRecord(readOrder(this.#orders, this.#slot))
  }
}
