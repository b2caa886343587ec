// Orders of the operator: given before the bot begins, they are held until it knows what a former run has left; and who waits for one to have
// taken effect: it has when the turn that took it in is over.

import type { CoreInput } from '../domain/run/core-event.js'
import type { Order } from './pipeline.js'

interface Waiting {
  readonly isIt: (event: CoreInput) => boolean
  readonly done: () => void
  isTaken: boolean
}

export class OperatorOrders {
  #waiting: Waiting[] = []
  #early: (() => void)[] | undefined = []

  /** Whether the bot has not begun yet: then `give` is called when it does. */
  holds(give: () => void): boolean {
    this.#early?.push(give)
    return this.#early !== undefined
  }

  begin(): void {
    const early = this.#early ?? []
    this.#early = undefined
    for (const give of early) give()
  }

  wait(order: Order, done: () => void): void {
    this.waitFor((event) => event.kind === 'operator' && isSame(order, event), done)
  }

  /** For any event that somebody brings in. */
  waitFor(isIt: (event: CoreInput) => boolean, done: () => void): void {
    this.#waiting.push({ isIt, done, isTaken: false })
  }

  taken(event: CoreInput): void {
    if (this.#waiting.length === 0) return
    const first = this.#waiting.find((one) => !one.isTaken && one.isIt(event))
    if (first) first.isTaken = true
  }

  turnEnded(): void {
    if (this.#waiting.length === 0) return
    const over = this.#waiting.filter(({ isTaken }) => isTaken)
    this.#waiting = this.#waiting.filter(({ isTaken }) => !isTaken)
    for (const { done } of over) done()
  }
}

function isSame(a: Order, b: Order): boolean {
  return a.action === b.action && a.actor === b.actor && a.reason === b.reason && a.conditionId === b.conditionId
}
