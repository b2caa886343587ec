// What the read schedule is told: the markets, unknown orders and accounts that want to be read.

import type { CoreEvent } from '../domain/core-event.js'
import type { ConditionId } from '../domain/market.js'
import type { ReadMarket } from '../execution/reads/market-entry.js'
import type { ReadNeeds } from '../execution/reads/read-schedule.js'
import type { Beliefs } from '../state/beliefs.js'

/** `isQuoted`: something may rest in the market now. */
export function readNeeds(
  beliefs: Beliefs,
  { at, seq }: CoreEvent,
  isQuoted: (conditionId: ConditionId) => boolean,
): ReadNeeds {
  const now = at.monoMs
  const { orders } = beliefs
  return {
    nowMonoMs: now,
    nowVenueMs: at.venueMs,
    seq,
    signedIn: beliefs.signedIn,
    market: (conditionId) => readMarket(conditionId, beliefs, now),
    unknown: beliefs.unknowns.questions(now, isQuoted),
    settling: [...orders.settling()],
    accountStale: beliefs.accountStale || beliefs.ledger.inDoubt,
    fillsPending: orders.isPending,
    inDoubt: beliefs.ledger.wantsLists,
  }
}

export function readMarket(conditionId: ConditionId, beliefs: Beliefs, nowMonoMs: number): ReadMarket | undefined {
  const market = beliefs.markets.get(conditionId)
  if (market?.status !== 'OPEN' || beliefs.dropped.has(conditionId)) return undefined
  const { feeds, recheck } = beliefs.bookWatch
  return {
    trusted: feeds.trustsSocket(conditionId, nowMonoMs),
    snapshotDueMonoMs: beliefs.bookWatch.snapshotDueMonoMs(conditionId),
    needsRecheck: recheck.has(conditionId),
  }
}
