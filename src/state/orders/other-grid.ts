// An order told on another grid: its market's tick or size step has become another. At the same price and size, or at the next ones that are
// worse for us, so that no limit sees too little; what it has on the wire are raw amounts, which say the same on every grid. What a fill has
// moved stays what it was to the unit: it is booked.

import { type Ticks, worsePrice } from '../../domain/amounts/price.js'
import { lots } from '../../domain/amounts/size.js'
import type { Grid } from '../../domain/market/market-terms.js'
import type { Side } from '../../domain/market/side.js'
import { type Fill, fillOn } from '../../domain/orders/fill.js'
import type { OrderDraft } from '../../domain/orders/order.js'
import { fillsOf, type OwnOrder } from '../../domain/orders/own-order.js'

export class OtherGrid {
  readonly #before: Grid
  readonly #now: Grid

  constructor(before: Grid, now: Grid) {
    this.#before = before
    this.#now = now
  }

  order(order: OwnOrder): OwnOrder {
    const draft = Object.freeze(this.#draft(order.draft))
    if (order.phase === 'signing') return Object.freeze({ ...order, draft })
    return Object.freeze({ ...order, draft, fills: this.fills(fillsOf(order)) })
  }

  fills(fills: readonly Fill[]): readonly Fill[] {
    if (fills.length === 0) return fills
    return Object.freeze(fills.map((fill) => fillOn(fill, this.#before.ticksPerUnit, this.#now.ticksPerUnit)))
  }

  #draft(draft: OrderDraft): OrderDraft {
    const { lotRaw } = this.#now
    const raw = BigInt(draft.size) * this.#before.lotRaw
    const size = lots(Number((raw + lotRaw - 1n) / lotRaw))
    return { ...draft, price: this.#price(draft.price, draft.side), size }
  }

  #price(price: Ticks, side: Side): Ticks {
    const parts = { collateral: BigInt(price), tokens: BigInt(this.#before.ticksPerUnit) }
    return worsePrice(parts, side, this.#now.ticksPerUnit)
  }
}
