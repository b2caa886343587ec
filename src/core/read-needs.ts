// What the read schedule is told: the markets, unknown orders and accounts that want to be read.

import type { ConditionId } from '../domain/market/market.js'
import type { RefusalReason } from '../domain/orders/quote.js'
import type { CoreEvent } from '../domain/run/core-event.js'
import type { ReadMarket } from '../execution/reads/market-entry.js'
import type { ReadNeeds } from '../execution/reads/read-schedule.js'
import type { Approval } from '../risk/totals/grants.js'
import type { Beliefs } from '../state/beliefs.js'

/** What orders of ours may have taken, those of unknown outcome among them. */
const TAKEN: ReadonlySet<RefusalReason> = new Set([
  ...(['not-held', 'market-position', 'market-collateral', 'market-loss', 'group-loss'] as const),
  ...(['total-position', 'total-collateral', 'total-loss', 'no-collateral', 'pair-unfunded'] as const),
])

/** Something may rest in a market, or might if our own orders left it room. */
export function mayRest({ approved, refused }: Pick<Approval, 'approved' | 'refused'>): boolean {
  return approved.length > 0 || refused.some(({ reason }) => TAKEN.has(reason))
}

export interface Asking {
  /** Something may rest in the market now. */
  readonly isQuoted: (conditionId: ConditionId) => boolean
  /** What orders of former runs were matched for is asked for. */
  readonly awaitsFills: boolean
}

export function readNeeds(beliefs: Beliefs, { at, seq }: CoreEvent, { isQuoted, awaitsFills }: Asking): ReadNeeds {
  const now = at.monoMs
  const { orders } = beliefs
  return {
    nowMonoMs: now,
    nowVenueMs: at.venueMs,
    seq,
    signedIn: beliefs.signedIn,
    market: (conditionId) => readMarket(conditionId, beliefs, now),
    unknown: beliefs.unknowns.questions(now, isQuoted),
    settling: [...orders.untoldRecords(), ...orders.settling()],
    accountStale: beliefs.accountStale || beliefs.ledger.inDoubt,
    accountUnread: !beliefs.funds.isKnown || beliefs.ledger.isOvertaken,
    fillsPending: orders.isPending,
    listFillsFromMonoMs: awaitsFills ? now : orders.listFillsFromMonoMs,
    fillsSinceVenueMs: beliefs.ledger.formerFills.sinceVenueMs,
    inDoubt: beliefs.ledger.wantsLists,
    holdingsDoubted: beliefs.ledger.inDoubt,
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
