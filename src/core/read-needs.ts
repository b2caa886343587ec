// What the read schedule is told: the markets, unknown orders and accounts that want to be read.

import type { CoreEvent } from '../domain/core-event.js'
import type { ConditionId } from '../domain/market.js'
import type { ReadMarket } from '../execution/reads/market-reads.js'
import type { ReadNeeds } from '../execution/reads/read-schedule.js'
import type { Beliefs } from '../state/beliefs.js'
import type { OrderEntry } from '../state/orders/order-entry.js'

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
    unknown: [...orders.unknown()].flatMap((o) =>
      o.hash
        ? [
            {
              hash: o.hash,
              dueMonoMs: o.lookUpAtMonoMs ?? now,
              resend: o.lookUps >= 2 && o.lookUps % 2 === 0 && mayResend(o, isQuoted),
            },
          ]
        : [],
    ),
    settling: [...orders.settling()].flatMap(({ hash, sinceMonoMs }) => (hash ? [{ hash, sinceMonoMs }] : [])),
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

/** Sending again may place the order: only one that the venue never knew, of this run, and where we still want to quote. */
function mayResend({ foreign, record, draft }: OrderEntry, isQuoted: (conditionId: ConditionId) => boolean): boolean {
  return !foreign && record === undefined && isQuoted(draft.conditionId)
}
