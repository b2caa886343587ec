// The last check before a place, over every order that may still be matched.

import type { LiveOrder } from '../../domain/exposure.js'
import type { ConditionId } from '../../domain/market.js'
import type { PlaceGate } from '../../execution/planning/order-planner.js'
import { fits } from '../../risk/gate.js'
import type { Headroom } from '../../risk/headroom.js'
import { asLiveOrder } from '../../risk/market-exposure.js'
import type { Beliefs } from '../../state/beliefs.js'
import { asLive } from '../../state/orders/exposures.js'

/** The last check before a place; in `room` every order that may still be matched counts. */
export function placeGate(beliefs: Beliefs, room: Headroom): PlaceGate {
  // most plans place nothing
  let living: Map<ConditionId, LiveOrder[]> | undefined
  const livingOf = (conditionId: ConditionId) => {
    living ??= new Map()
    let known = living.get(conditionId)
    if (known === undefined) {
      known = beliefs.orders.livingOf(conditionId).map(asLive)
      living.set(conditionId, known)
    }
    return known
  }
  return {
    refuses(quote) {
      const market = beliefs.markets.get(quote.conditionId)
      const position = market && beliefs.positions.position(market)
      const breach = fits(quote, livingOf(quote.conditionId), { position, room })
      return breach && `room: ${breach.detail}`
    },
    sent(quote) {
      const market = beliefs.markets.get(quote.conditionId)
      if (!market) return
      room.take([quote])
      livingOf(quote.conditionId).push(asLiveOrder(quote, market))
    },
  }
}
