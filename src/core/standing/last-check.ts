// The last check before a place, over every order that may still be matched.

import type { LiveOrder } from '../../domain/account/exposure.js'
import type { ConditionId } from '../../domain/market/market.js'
import { isStanding, type LivingOrder } from '../../domain/orders/own-order.js'
import type { Quote } from '../../domain/orders/quote.js'
import type { Held, PlaceGate } from '../../execution/planning/place-gate.js'
import { duplicateOf } from '../../risk/limits/duplicate.js'
import { fits } from '../../risk/limits/gate.js'
import { passesZero } from '../../risk/limits/only-reducing.js'
import type { OrderRate } from '../../risk/limits/order-rate.js'
import type { Headroom } from '../../risk/totals/headroom.js'
import { asLiveOrder } from '../../risk/totals/market-exposure.js'
import type { Beliefs } from '../../state/beliefs.js'
import { mayBeMatched } from '../../state/orders/exposures.js'

export interface GateParts {
  readonly beliefs: Beliefs
  /** Every order that may still be matched counts in it. */
  readonly room: Headroom
  readonly rate: OrderRate
  /** Nothing may add to the position of a market. */
  readonly isReduceOnly: (conditionId: ConditionId) => boolean
  readonly nowMonoMs: number
}

/** The last check before a place, for one plan. */
export function placeGate(parts: GateParts): PlaceGate {
  return new Gate(parts)
}

class Gate implements PlaceGate {
  readonly #parts: GateParts
  // most plans place nothing
  #living: Map<ConditionId, LiveOrder[]> | undefined
  /** Where orders stand that nobody cancels, those of this plan included. */
  #standing: Map<ConditionId, Pick<Quote, 'outcome' | 'side' | 'price'>[]> | undefined
  #leaving: Set<LivingOrder> | undefined
  /** Orders that are decided on and not sent yet, those of this plan included. */
  #signing: number | undefined

  constructor(parts: GateParts) {
    this.#parts = parts
  }

  isShut(beside: number): Held | undefined {
    const { beliefs, rate, nowMonoMs } = this.#parts
    this.#signing ??= beliefs.orders.signing
    const held = rate.held(nowMonoMs, this.#signing + beside)
    if (held === undefined) return undefined
    const { detail, untilMonoMs } = held
    return { waitsFor: 'the order rate', untilMonoMs, refusal: { reason: 'order-rate', detail } }
  }

  refuses(quote: Quote): Held | undefined {
    const { beliefs, room, isReduceOnly } = this.#parts
    const { conditionId } = quote
    const market = beliefs.markets.get(conditionId)
    const duplicate = market && duplicateOf(quote, this.#standingOf(conditionId), market)
    if (duplicate !== undefined) return { waitsFor: duplicate.detail, refusal: duplicate }
    const position = market && beliefs.positions.position(market)
    if (position !== undefined && isReduceOnly(conditionId) && passesZero(quote, this.#livingOf(conditionId), position))
      return { waitsFor: 'room: what may still be matched and this together close more than there is' }
    const breach = fits(quote, this.#livingOf(conditionId), { position, room })
    return breach && { waitsFor: `room: ${breach.detail}`, hasNoRoom: true }
  }

  sent(quote: Quote): void {
    const { beliefs, room } = this.#parts
    const market = beliefs.markets.get(quote.conditionId)
    if (!market) return
    this.#signing = (this.#signing ?? beliefs.orders.signing) + 1
    room.take([quote])
    this.#livingOf(quote.conditionId).push(asLiveOrder(quote, market))
    this.#standingOf(quote.conditionId).push(quote)
  }

  leaves(order: LivingOrder): void {
    this.#leaving ??= new Set()
    this.#leaving.add(order)
  }

  #livingOf(conditionId: ConditionId): LiveOrder[] {
    this.#living ??= new Map()
    let known = this.#living.get(conditionId)
    if (known === undefined) {
      known = mayBeMatched(this.#parts.beliefs.orders, conditionId)
      this.#living.set(conditionId, known)
    }
    return known
  }

  #standingOf(conditionId: ConditionId): Pick<Quote, 'outcome' | 'side' | 'price'>[] {
    this.#standing ??= new Map()
    let known = this.#standing.get(conditionId)
    if (known === undefined) {
      const living = this.#parts.beliefs.orders.livingOf(conditionId)
      known = living.filter((order) => isStanding(order) && !this.#leaving?.has(order)).map(({ draft }) => draft)
      this.#standing.set(conditionId, known)
    }
    return known
  }
}
