// The books kept with the second keeper of a budget: permits drawn and not spent, and what he is to be told of.

import type { RouteClassName, StockOrder, WindowLimits } from '../../domain/permit.js'

interface Returned {
  readonly shortMs: number
  readonly mediumMs: number
  readonly count: number
}

export class StockBook {
  readonly #routeClass: RouteClassName
  /** Without a second keeper there is no end of permits. */
  #drawn = Number.POSITIVE_INFINITY
  /** What he was told of the limits last; absent: there is none to be told. */
  #told: WindowLimits | undefined
  /** Spent permits by the times after which they come back. */
  readonly #spent = new Map<number, Returned>()

  constructor(routeClass: RouteClassName) {
    this.#routeClass = routeClass
  }

  /** He knows these limits, and has drawn nothing yet. */
  open({ perSecond, perMinute }: WindowLimits): void {
    this.#told = { perSecond, perMinute }
    this.#drawn = 0
  }

  get isOpen(): boolean {
    return this.#told !== undefined
  }

  get available(): number {
    return this.#drawn
  }

  drawn(count: number): void {
    this.#drawn += count
  }

  take(): void {
    this.#drawn--
  }

  spent(holds: { readonly shortMs: number; readonly mediumMs: number }): void {
    if (this.#told === undefined) return
    const count = (this.#spent.get(holds.shortMs)?.count ?? 0) + 1
    this.#spent.set(holds.shortMs, { ...holds, count })
  }

  takeOrders(limits: WindowLimits): StockOrder[] {
    const told = this.#told
    if (told === undefined) return []
    const routeClass = this.#routeClass
    const orders: StockOrder[] = []
    for (const { count, shortMs, mediumMs } of this.#spent.values()) {
      orders.push({ kind: 'return-permits', routeClass, count, shortMs, mediumMs })
    }
    this.#spent.clear()
    const back = Math.max(0, this.#drawn - Math.min(limits.perSecond, limits.perMinute))
    if (back > 0 || limits.perSecond !== told.perSecond || limits.perMinute !== told.perMinute) {
      this.#drawn -= back
      this.#told = limits
      orders.push({ kind: 'resize-stock', routeClass, ...limits, back })
    }
    return orders
  }
}
