// When a market is looked at again although nothing is heard of it: what time alone changes there.

import type { ConditionId } from '../domain/market/market.js'
import { A_MOMENT_MS } from '../domain/time.js'
import type { Beliefs } from '../state/beliefs.js'

/** Ages and the time that is left. */
export const LOOK_AROUND_MS = 1000

/** `pollStaleAfterMs`: age from which a poll is not quoted on. Returns the first moment after `nowMonoMs`, monotonic. */
export function nextLookMonoMs(
  { orders, estimates, feeds }: Pick<Beliefs, 'orders' | 'estimates' | 'feeds'>,
  conditionId: ConditionId,
  { nowMonoMs, pollStaleAfterMs }: { readonly nowMonoMs: number; readonly pollStaleAfterMs: number },
): number {
  const leavesBookMonoMs = orders.inBookUntilMonoMs(conditionId, nowMonoMs) + A_MOMENT_MS
  const polledAtMonoMs = feeds.polledAt(conditionId) ?? Number.NEGATIVE_INFINITY
  const pollEndsMonoMs = polledAtMonoMs + pollStaleAfterMs - feeds.answersBehindMs + A_MOMENT_MS
  const ageEndsMonoMs = pollEndsMonoMs > nowMonoMs ? pollEndsMonoMs : Number.POSITIVE_INFINITY
  return Math.min(nowMonoMs + LOOK_AROUND_MS, leavesBookMonoMs, ageEndsMonoMs, estimates.nextMonoMs(conditionId))
}
