// An order whose expiration has passed by a grace is dead, whatever else is known: the venue must not match it any more.

import type { LivingOrder } from '../../domain/own-order.js'
import type { Instant } from '../../domain/time.js'
import type { OrderStore } from './order-store.js'

export interface ExpirySettings {
  readonly execution: { readonly unknownGraceSec: number }
}

/** An order counts as overdue so long after its expiration. */
const OVERDUE_MS = 1000
/** An order that the venue has just called alive is not doubted again sooner. */
const DOUBT_EVERY_MS = 1000

/** Tells of every order that should have expired by now. */
export function expireOverdue(orders: OrderStore, at: Instant, { execution }: ExpirySettings): void {
  for (const order of orders.index.takeDue(at.venueMs - OVERDUE_MS)) {
    const expirationMs = order.draft.expirationSec * 1000
    const isDead = at.venueMs - expirationMs > execution.unknownGraceSec * 1000
    if (isJudged(order, at.monoMs)) orders.tell(order.intentId, { kind: isDead ? 'dead' : 'overdue' }, at.monoMs)
    // overdue orders are few: each is looked at again at the next step
    orders.index.watch(order.intentId, expirationMs)
  }
}

/** Nothing is concluded from a clock alone: of an unknown order a look-up must have found nothing, any other has stood as it is for a moment. */
function isJudged(order: LivingOrder, nowMonoMs: number): boolean {
  return order.phase === 'unknown' ? order.lookUps > 0 : nowMonoMs - order.sinceMonoMs >= DOUBT_EVERY_MS
}
