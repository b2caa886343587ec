// Whether the bot can quote, judged from its snapshot; with the reasons when it cannot.

import type { BotSnapshot } from '../domain/run/snapshot.js'
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
  if (snapshot.paused) reasons.push('paused')
  if (!snapshot.signedIn) reasons.push('not signed in')
  if (snapshot.markets.length === 0) reasons.push('no markets')
  else if (snapshot.markets.every((market) => market.feed.health === 'stale')) reasons.push('every feed is stale')
  if (snapshot.clockErrorMs > maxClockErrorMs) {
    reasons.push(`clock error: expected at most ${maxClockErrorMs} ms, got ${snapshot.clockErrorMs}`)
  }
  return { ok: reasons.length === 0, reasons }
}
