// Why a market is not quoted, not in full or not as close as wished, in one sentence.

import type { MarketDecision } from '../../domain/run/decision.js'
import { NOT_SELECTED, unreadInstead } from '../../domain/run/not-quoting.js'
import type { BotSnapshot, MarketSnapshot } from '../../domain/run/snapshot.js'

/** `undefined` when it is quoted as wished. */
export function reasonOf(
  decision: MarketDecision | undefined,
  { dropped }: Pick<MarketSnapshot, 'dropped'> = {},
  whole: Pick<BotSnapshot, 'isAccountUnread'> = {},
): string | undefined {
  if (dropped) return NOT_SELECTED.detail
  if (decision === undefined) return 'nothing is decided yet'
  const [refused] = decision.refused
  if (decision.stopped !== undefined) return decision.stopped
  if (refused !== undefined) return unreadInstead(refused, whole)?.detail ?? `${refused.reason}: ${refused.detail}`
  const [waiting] = decision.waiting
  if (waiting !== undefined) return `waits for ${waiting}`
  if (decision.approved.length === 0) return `nothing wished${decision.note ? `: ${decision.note}` : ''}`
  return decision.cautions?.[0]
}
