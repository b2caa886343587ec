// Why a market has no quote of ours: a word of a closed set for metrics and logs, and its detail for a person. There is always one.

import type { MarketDecision } from './decision.js'
import type { BotSnapshot, MarketSnapshot, NotQuoting } from './snapshot.js'
import { haltWords, waitWords } from './standing-words.js'

type Whole = Pick<BotSnapshot, 'halted' | 'waiting' | 'signedIn' | 'isAccountUnread'>

export const NOT_SELECTED: NotQuoting = {
  reason: 'not-selected',
  detail: 'not chosen: what is held there stays until it is over',
}

/** What a limit of what is there says while nobody knows what is there. */
const UNREAD: NotQuoting = { reason: 'budget', detail: 'waits for the account to be read' }
const OF_FUNDS: ReadonlySet<NotQuoting['reason']> = new Set(['no-collateral', 'pair-unfunded'])

/** Where a refusal says no more than that the account has yet to be read. */
export function unreadInstead(
  { reason }: Pick<NotQuoting, 'reason'>,
  { isAccountUnread }: Pick<BotSnapshot, 'isAccountUnread'>,
): NotQuoting | undefined {
  return isAccountUnread === true && OF_FUNDS.has(reason) ? UNREAD : undefined
}

/** Something of ours rests, or is on its way; of an order of unknown outcome nobody knows whether it does. */
export function isQuoted({ ownQuotes }: Pick<MarketSnapshot, 'ownQuotes'>): boolean {
  return ownQuotes.some(({ phase }) => phase !== 'unknown')
}

/** `undefined` while the market is quoted. */
export function notQuoting(
  market: MarketSnapshot,
  decision: MarketDecision | undefined,
  whole: Whole,
): NotQuoting | undefined {
  if (isQuoted(market)) return undefined
  const stop = stoppedIn(market, whole)
  if (stop !== undefined) return stop
  if (decision === undefined) return { reason: 'undecided', detail: 'nothing is decided yet' }
  const { refused, waiting, approved, note, stopped: detail, stoppedBy: reason } = decision
  // what the rules refuse besides is not why
  if (detail !== undefined && reason !== undefined) return { reason, detail }
  const [wait] = waiting
  if (market.quarantined) return { reason: 'unknown-order', detail: 'an order of unknown outcome is looked up' }
  if (wait !== undefined) return { reason: 'budget', detail: `waits for ${wait}` }
  const [first] = refused
  if (first !== undefined && approved.length === 0) {
    return unreadInstead(first, whole) ?? { reason: first.reason, detail: first.detail }
  }
  if (approved.length > 0) return { reason: 'budget', detail: 'wished and approved, not placed yet' }
  return { reason: 'no-wish', detail: note ?? 'the strategy wants no quote here' }
}

function stoppedIn(market: MarketSnapshot, { halted, waiting, signedIn }: Whole): NotQuoting | undefined {
  if (halted) return { reason: 'halted', detail: haltWords(halted) }
  if (market.status !== 'OPEN') return { reason: 'market-not-open', detail: `the market is ${market.status}` }
  if (market.dropped) return NOT_SELECTED
  if (market.notOurs !== undefined) return market.notOurs
  // what a person said stays when all that passes by itself is over
  if (market.paused !== undefined) return { reason: 'paused', detail: market.paused }
  if (waiting) return { reason: 'waiting', detail: waitWords(waiting) }
  if (market.fault !== undefined) return { reason: 'strategy-fault', detail: market.fault }
  if (market.changed !== undefined) return { reason: 'market-changed', detail: market.changed }
  if (market.feed.health === 'stale') return { reason: 'feed-stale', detail: market.feed.reason }
  return signedIn ? undefined : { reason: 'not-signed-in', detail: 'the wallet is not signed in' }
}
