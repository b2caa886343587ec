// An order whose expiration has passed by a grace is dead, whatever else is known: the venue must not match it any more.

import type { Instant } from '../domain/time.js'
import type { OwnOrders } from './own-orders.js'

export interface ExpirySettings {
  readonly execution: { readonly unknownGraceSec: number }
}

/** An order that the venue has just called alive is not doubted again sooner. */
const DOUBT_EVERY_MS = 1000

/** Ends unknown orders past their grace; asks for the record of live ones that should be over. */
export function expireOverdue(orders: OwnOrders, at: Instant, { execution }: ExpirySettings): void {
  for (const order of orders.live()) {
    const { expirationSec } = order.draft
    if (expirationSec === 0) continue
    const overdueMs = at.venueMs - expirationSec * 1000
    if (overdueMs < 1000) continue
    const entry = orders.byIntent(order.intentId)
    if (!entry) continue
    const isDead = overdueMs > execution.unknownGraceSec * 1000
    // still signing after its own life: the signature never came
    if (isDead && (order.phase === 'signing' || (order.phase === 'unknown' && entry.lookUps > 0))) {
      orders.update(entry, { phase: 'ended' }, at.monoMs)
    } else if ((order.phase === 'live' || order.phase === 'sent') && at.monoMs - order.sinceMonoMs >= DOUBT_EVERY_MS) {
      orders.update(entry, { phase: 'unknown', lookUpAtMonoMs: at.monoMs }, at.monoMs)
    }
  }
}
