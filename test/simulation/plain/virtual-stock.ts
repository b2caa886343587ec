// A second keeper of the request budget in virtual time: permits are drawn ahead, and what was spent comes back after its second.

import { type PermitStock, ROUTE_CLASSES, type RouteClassName, type StockOrder } from '../../../src/domain/permit.js'
import type { Clock } from '../../../src/domain/time.js'

const PER_CLASS = 40

export class VirtualStock implements PermitStock {
  readonly #clock: Clock
  /** Drawn, and spent but not back yet, by class. */
  readonly #held = new Map<RouteClassName, number>()
  #onDrawn: (routeClass: RouteClassName, count: number) => void = () => undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  listen(onDrawn: (routeClass: RouteClassName, count: number) => void): void {
    this.#onDrawn = onDrawn
    for (const routeClass of ROUTE_CLASSES) this.#draw(routeClass, PER_CLASS)
  }

  carryOut(order: StockOrder): void {
    const { routeClass } = order
    const held = this.#held.get(routeClass) ?? 0
    if (order.kind === 'resize-stock') {
      this.#held.set(routeClass, held - order.back)
      const more = Math.min(order.perSecond, order.perMinute, PER_CLASS) - (held - order.back)
      if (more > 0) this.#clock.after(1, () => this.#draw(routeClass, more))
    } else {
      this.#held.set(routeClass, held - order.count)
      this.#clock.after(order.shortMs, () => this.#draw(routeClass, order.count))
    }
  }

  #draw(routeClass: RouteClassName, count: number): void {
    this.#held.set(routeClass, (this.#held.get(routeClass) ?? 0) + count)
    this.#onDrawn(routeClass, count)
  }
}
