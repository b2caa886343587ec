// How long an order that is over is taken out of the book, by all that the venue has told of its level: compared with what the core takes out.

import type { Market } from '../../../src/domain/market/market.js'
import { isOver } from '../../../src/domain/orders/own-order.js'
import type { CoreEvent } from '../../../src/domain/run/core-event.js'
import type { PlainTurn } from './plain-turn.js'

/** As the core says it: after its end; where nothing was told of its level that the venue stamped so much before the end, or later. */
const JUST_ENDED_MS = 750
const UNTOLD_MS = 3000
const KNOWN_LATER_MS = 1000
/** Nothing older is asked about. */
const KEPT_MS = 10_000

interface Told {
  readonly place: string
  readonly stampMonoMs: number
  readonly heardMonoMs: number
}

/** The whole book. */
const EVERYWHERE = 'book'

export class PlainEnds {
  readonly #told = new Map<string, Told[]>()
  /** An order is nobody's before it is signed. */
  readonly #signedMonoMs = new Map<number, number>()

  readonly #regridMonoMs = new Map<string, number>()

  hear(event: CoreEvent): void {
    const { monoMs, venueMs } = event.at
    const agoOf = (stampMs = venueMs) => Math.min(0, stampMs - venueMs)
    // by another tick an order is at another price than its level was
    if (event.kind === 'market') this.#regridMonoMs.set(event.market.conditionId, monoMs)
    if (event.kind === 'signed') this.#signedMonoMs.set(event.intentId, monoMs)
    if (event.kind === 'level') {
      const { outcome, side, price } = event.change
      this.#add(event.conditionId, `${outcome} ${side} ${price}`, monoMs, agoOf(event.venueMs))
    }
    if (event.kind === 'book' && event.via === 'socket')
      this.#add(event.conditionId, EVERYWHERE, monoMs, agoOf(event.venueMs))
  }

  #add(conditionId: string, place: string, heardMonoMs: number, agoMs: number): void {
    const fresh = (this.#told.get(conditionId) ?? []).filter((one) => heardMonoMs - one.heardMonoMs < KEPT_MS)
    this.#told.set(conditionId, [...fresh, { place, stampMonoMs: heardMonoMs + agoMs, heardMonoMs }])
  }

  compare(turn: PlainTurn, { conditionId }: Market): void {
    const nowMs = turn.at.monoMs
    if (nowMs - (this.#regridMonoMs.get(conditionId) ?? Number.NEGATIVE_INFINITY) <= UNTOLD_MS + KNOWN_LATER_MS) return
    const inBook = new Set(turn.core.beliefs.orders.inBook(conditionId, nowMs))
    for (const order of turn.ordersOf(conditionId)) {
      const endedMs = isOver(order) ? nowMs - order.sinceMonoMs : 0
      if (!isOver(order) || endedMs <= JUST_ENDED_MS) continue
      // a failed settlement puts it back: what its level told before that was of an order that was gone
      if (order.fills.some(({ status }) => status === 'failed')) continue
      const { outcome, side, price } = order.draft
      const told = (this.#told.get(conditionId) ?? []).filter(
        ({ place, stampMonoMs }) =>
          (place === EVERYWHERE || place === `${outcome} ${side} ${price}`) &&
          stampMonoMs >= order.sinceMonoMs - KNOWN_LATER_MS,
      )
      // what came before it was signed may have been heard for it, or not
      const signedMonoMs = this.#signedMonoMs.get(order.intentId) ?? order.sinceMonoMs
      const isTold = told.some(({ heardMonoMs }) => heardMonoMs > signedMonoMs)
      if (told.length > 0 && !isTold) continue
      const isDue = !isTold && endedMs <= UNTOLD_MS
      turn.differ(`order ${order.intentId} ${endedMs} ms after its end in the book`, `${isDue}`, `${inBook.has(order)}`)
    }
  }
}
