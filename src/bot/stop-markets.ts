// Which markets a stop cancels as a whole, before anything is listed.

import type { Market } from '../domain/market/market.js'
import type { Budget } from '../execution/budget/budget.js'
import type { Beliefs } from '../state/beliefs.js'
import { marketsWithOrders } from '../state/orders/exposures.js'

/** The core's own, and that of what is found by listing. */
const CANCELS_BY_HASH = 2

/** No more than there are permits for: what is cancelled by hash must not wait behind them. */
export function marketsToCancel(
  beliefs: Beliefs,
  budget: Pick<Budget, 'available'>,
  nowMonoMs: number,
): readonly Market[] {
  const free = budget.available('cancel', nowMonoMs, { priority: 'urgent' })
  return marketsWithOrders(beliefs).slice(0, Math.max(0, free - CANCELS_BY_HASH))
}
