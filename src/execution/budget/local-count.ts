// Keeps the count of a desk without a core: for commands that ask the venue a few things, and for a stop that must not wait for a core.

import type { PermitStock } from '../../domain/permit.js'
import type { CancelTimer, Clock } from '../../domain/time.js'
import type { Budget, BudgetInput } from './budget.js'
import type { Desk } from './permit-desk.js'

export interface LocalCountParts {
  readonly budget: Budget
  readonly desk: Desk
  readonly clock: Clock
  readonly stock?: PermitStock
  /** Whoever waits for a permit is told after this that there is none. Default: never. */
  readonly patienceMs?: number
}

export class LocalCount {
  readonly #parts: LocalCountParts
  readonly #givesUp = new Map<number, number>()
  #timer: CancelTimer = () => undefined

  /** The desk asks here from now on, and what is drawn is told here. */
  constructor(parts: LocalCountParts) {
    this.#parts = parts
    const { desk, stock } = parts
    stock?.listen((routeClass, count) => this.#hear({ kind: 'permits-drawn', routeClass, count }))
    desk.redirect((input) => this.#hear(input), parts.budget)
  }

  /** Whoever still waits is not served any more. */
  stop(): void {
    this.#timer()
  }

  #hear(input: BudgetInput): void {
    const { budget, clock, patienceMs } = this.#parts
    const now = clock.monoMs()
    budget.hear(input, now)
    if (input.kind === 'permit-wanted' && patienceMs !== undefined && !this.#givesUp.has(input.wantId)) {
      this.#givesUp.set(input.wantId, now + patienceMs)
    }
    this.#serve()
  }

  #serve(): void {
    const { budget, desk, clock, stock } = this.#parts
    const now = clock.monoMs()
    for (const order of budget.takeStockOrders(now)) stock?.carryOut(order)
    for (const given of budget.serve(now)) {
      this.#givesUp.delete(given.wantId)
      desk.give(given)
    }
    for (const [wantId, atMonoMs] of this.#givesUp) {
      if (atMonoMs > now) continue
      this.#givesUp.delete(wantId)
      budget.forget(wantId)
      desk.giveUp(wantId)
    }
    this.#timer()
    const next = Math.min(budget.nextServeMonoMs(clock.monoMs()), ...this.#givesUp.values())
    if (next < Number.POSITIVE_INFINITY) {
      this.#timer = clock.after(Math.max(1, next - clock.monoMs()), () => this.#serve())
    }
  }
}
