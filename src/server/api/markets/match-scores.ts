// Matches of the configuration: times, and a score that follows from the clock and the configured goals.

import type { WireScore } from '../../../venue/wire/statistics-schema.js'
import type { ConfiguredMatch } from '../../match-schema.js'
import { iso } from '../iso-time.js'
import { DurableMap, type DurableValues } from '../kept/durable-values.js'

/** From kickoff to end where nothing else is configured: 150 minutes. */
const DEFAULT_LENGTH_MS = 150 * 60_000

export interface Match {
  readonly id: string
  readonly league: string | undefined
  readonly home: string
  readonly away: string
  readonly startMs: number
  readonly endMs: number
  readonly goals: readonly { readonly minute: number; readonly team: 'home' | 'away' }[]
}

/** `nowMs` is the start of the server; a match that is kept stays as it was first. */
export function matchesOf(configured: readonly ConfiguredMatch[], nowMs: number, values: DurableValues): Match[] {
  const kept = new DurableMap<Match>(values, 'match')
  return configured.map((one) => {
    const match = kept.get(one.id) ?? matchOf(one, nowMs)
    kept.set(one.id, match)
    return match
  })
}

function matchOf(configured: ConfiguredMatch, nowMs: number): Match {
  const { id, league, home, away, goals, startsInSec, startTimestamp, endsInSec, endTimestamp } = configured
  const startMs = timeOf(startTimestamp, startsInSec, nowMs) ?? nowMs
  const endMs = timeOf(endTimestamp, endsInSec, nowMs) ?? startMs + DEFAULT_LENGTH_MS
  return { id, league, home, away, startMs, endMs, goals }
}

function timeOf(timestamp: string | undefined, inSec: number | undefined, nowMs: number): number | undefined {
  if (timestamp !== undefined) return Date.parse(timestamp)
  return inSec === undefined ? undefined : nowMs + inSec * 1000
}

export function wireScore(match: Match, marketIds: string[], nowMs: number): WireScore {
  const { id, league, home, away, startMs, endMs, goals } = match
  const minute = Math.floor((nowMs - startMs) / 60_000)
  const status = nowMs < startMs ? 'SCHEDULED' : nowMs < endMs ? 'LIVE' : 'FINISHED'
  const scored = (team: 'home' | 'away') =>
    goals.filter((goal) => goal.team === team && status !== 'SCHEDULED' && startMs + goal.minute * 60_000 <= nowMs)
      .length
  return {
    matchId: id,
    league: league ?? null,
    home,
    away,
    status,
    minute: status === 'LIVE' ? minute : null,
    score: { home: scored('home'), away: scored('away') },
    matchStartTime: iso(startMs),
    matchEndTime: iso(endMs),
    marketIds,
  }
}
