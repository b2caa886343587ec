// An order whose expiration has passed by a grace is dead, whatever else is known: the venue must not match it any more.

import type { Instant } from '../../domain/time.js'
import type { OwnOrders } from './own-orders.js'

export interface ExpirySettings {
  readonly execution: { readonly unknownGraceSec: number }
}

/** An order counts as overdue so long after its expiration. */
const OVERDUE_MS = 1000
/** An order that the venue has just called alive is not doubted again sooner. */
const DOUBT_EVERY_MS = 1000

/** Ends unknown orders past their grace; asks for the record of live ones that should be over. */
export function expireOverdue(orders: OwnOrders, at: Instant, { execution }: ExpirySettings): void {
  for (const order of orders.takeExpired(at.venueMs, OVERDUE_MS)) {
    const overdueMs = at.venueMs - order.draft.expirationSec * 1000
    const isDead = overdueMs > execution.unknownGraceSec * 1000
    // still signing after its own life: the signature never came
    if (isDead && (order.phase === 'signing' || (order.phase === 'unknown' && order.lookUps > 0))) {
      orders.update(order, { phase: 'ended' }, at.monoMs)
      continue
    }
    if ((order.phase === 'live' || order.phase === 'sent') && at.monoMs - order.sinceMonoMs >= DOUBT_EVERY_MS) {
      orders.update(order, { phase: 'unknown', lookUpAtMonoMs: at.monoMs }, at.monoMs)
    }
    // overdue orders are few: each is looked at again at the next step
    orders.watch(order, order.draft.expirationSec * 1000)
  }
}
