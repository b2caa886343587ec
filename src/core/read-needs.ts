// What the read schedule is told: the markets, unknown orders and accounts that want to be read.

import type { CoreEvent } from '../domain/core-event.js'
import type { ConditionId } from '../domain/market.js'
import { isForeign, type UnknownOrder } from '../domain/own-order.js'
import type { ReadMarket } from '../execution/reads/market-reads.js'
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
    unknown: Array.from(orders.unknown(), (o) => ({
      hash: o.hash,
      dueMonoMs: o.lookUpAtMonoMs,
      resend: o.lookUps >= 2 && o.lookUps % 2 === 0 && mayResend(o, isQuoted),
    })),
    settling: [...orders.settling()],
    accountStale: beliefs.accountStale || beliefs.ledger.inDoubt,
    fillsPending: orders.isPending,
    inDoubt: beliefs.ledger.wantsLists,
  }
}

function readMarket(conditionId: ConditionId, beliefs: Beliefs, nowMonoMs: number): ReadMarket | undefined {
  const market = beliefs.markets.get(conditionId)
  if (market?.status !== 'OPEN' || beliefs.dropped.has(conditionId)) return undefined
  const { feeds, recheck } = beliefs.bookWatch
  return {
    trusted: feeds.trustsSocket(conditionId, nowMonoMs),
    snapshotDueMonoMs: beliefs.bookWatch.snapshotDueMonoMs(conditionId),
    needsRecheck: recheck.has(conditionId),
  }
}

/** Sending again may place the order: only one that the venue never knew, of this run, and where we still want to quote. */
function mayResend(order: UnknownOrder, isQuoted: (conditionId: ConditionId) => boolean): boolean {
  return !isForeign(order) && !order.isReported && isQuoted(order.draft.conditionId)
}
