// Whether the bot can quote, judged from its snapshot; with the reasons when it cannot.

import type { BotSnapshot, MarketSnapshot } from '../domain/run/snapshot.js'
import type { Health } from './http.js'

/** Largest clock error, in milliseconds, with which the bot quotes. */
export interface ReadinessLimits {
  readonly maxClockErrorMs: number
}

export function readiness(snapshot: BotSnapshot | undefined, { maxClockErrorMs }: ReadinessLimits): Health {
  if (snapshot === undefined) return { ok: false, reasons: ['not started'] }
  const reasons: string[] = []
  if (snapshot.halted !== undefined) reasons.push(`halted: ${snapshot.halted.reason}`)
  if (snapshot.waiting !== undefined) reasons.push(`waiting: ${snapshot.waiting.cause}: ${snapshot.waiting.reason}`)
  const { massCancel } = snapshot
  if (massCancel !== undefined && massCancel.verifiedMs === undefined)
    reasons.push(`orders may rest: ${massCancel.failure ?? 'no list has shown yet that none does'}`)
  if (!snapshot.signedIn) reasons.push('not signed in')
  const silence = ofEveryMarket(snapshot.markets)
  if (silence !== undefined) reasons.push(silence)
  if (snapshot.clockErrorMs > maxClockErrorMs) {
    reasons.push(`clock error: expected at most ${maxClockErrorMs} ms, got ${snapshot.clockErrorMs}`)
  }
  return { ok: reasons.length === 0, reasons }
}

/** Why none of them can be quoted; nothing while one can. In one that is not selected any more nothing is, whatever is still held there. */
function ofEveryMarket(shown: readonly MarketSnapshot[]): string | undefined {
  const markets = shown.filter(({ dropped }) => dropped === undefined)
  if (markets.length === 0) return 'no markets'
  const isStale = ({ feed }: MarketSnapshot) => feed.health === 'stale'
  const isPaused = ({ paused }: MarketSnapshot) => paused !== undefined
  if (markets.every(isStale)) return 'every feed is stale'
  if (markets.every(isPaused)) return 'every market is paused'
  return markets.every((market) => isStale(market) || isPaused(market))
    ? 'every market is paused, or its feed is stale'
    : undefined
}
