// The calendar: what each market may do around its kick-off, its end, its close, and moments that a person has named. Times are the venue's;
// a kick-off that moves is followed. Of several that count at once the strictest does, and of those that widen the widest.
//
//   from <= now < until      from = at - beforeSec      until = at + afterSec

import { type ConditionId, isCalled, type Market } from '../../domain/market/market.js'
import type { Breach } from '../limits/breach.js'
import type { CalendarEntry, MarketTime } from './calendar-schema.js'

/** What counts in one market until `untilMs`, milliseconds of the venue's clock. */
export interface Ruling {
  readonly stop: Breach | undefined
  readonly reduceOnly: Breach | undefined
  /** At least 1. */
  readonly widen: number
  readonly widenedFor: string | undefined
  readonly fromMs: number
  readonly untilMs: number
}

interface Window {
  readonly fromMs: number
  readonly untilMs: number
  readonly entry: CalendarEntry
  readonly detail: string
}

interface MarketDays {
  readonly market: Market
  readonly windows: readonly Window[]
  ruling: Ruling | undefined
}

export class Calendar {
  readonly #entries: readonly CalendarEntry[]
  readonly #markets = new Map<ConditionId, MarketDays>()

  constructor(entries: readonly CalendarEntry[] = []) {
    this.#entries = entries
  }

  get isEmpty(): boolean {
    return this.#entries.length === 0
  }

  /** What counts now; `undefined` without a calendar. The same object as long as it is the same. */
  at(market: Market, venueMs: number): Ruling | undefined {
    if (this.isEmpty) return undefined
    let days = this.#markets.get(market.conditionId)
    if (days?.market !== market) {
      days = { market, windows: this.#windowsOf(market), ruling: undefined }
      this.#markets.set(market.conditionId, days)
    }
    const { ruling } = days
    if (ruling !== undefined && venueMs >= ruling.fromMs && venueMs < ruling.untilMs) return ruling
    days.ruling = rulingAt(days.windows, venueMs)
    return days.ruling
  }

  /** The market is over. */
  remove(conditionId: ConditionId): void {
    this.#markets.delete(conditionId)
  }

  #windowsOf(market: Market): readonly Window[] {
    return this.#entries.flatMap((entry) => {
      const atMs = concerns(entry, market) ? momentOf(entry.at, market) : undefined
      return atMs === undefined ? [] : [windowOf(entry, atMs)]
    })
  }
}

function concerns({ markets, tags }: CalendarEntry, market: Market): boolean {
  const isNamed = markets === undefined || markets.some((name) => isCalled(name, market))
  return isNamed && (tags === undefined || tags.some((tag) => market.tagSlugs.includes(tag)))
}

function isOfMarket(at: string): at is MarketTime {
  return at === 'kick-off' || at === 'match-end' || at === 'close'
}

function momentOf(at: string, { matchStartMs, matchEndMs, endMs }: Market): number | undefined {
  if (!isOfMarket(at)) return Date.parse(at)
  if (at === 'close') return endMs
  return at === 'kick-off' ? matchStartMs : matchEndMs
}

function windowOf(entry: CalendarEntry, atMs: number): Window {
  const { beforeSec = 0, afterSec = 0 } = entry
  const fromMs = atMs - beforeSec * 1000
  const untilMs = atMs + afterSec * 1000
  const what = entry.name ?? (isOfMarket(entry.at) ? entry.at : 'calendar')
  return { fromMs, untilMs, entry, detail: `${what}: ${entry.action} from ${shown(fromMs)} until ${shown(untilMs)}` }
}

function shown(ms: number): string {
  const date = new Date(ms)
  return Number.isNaN(date.getTime()) ? `${ms}` : date.toISOString()
}

function rulingAt(windows: readonly Window[], nowMs: number): Ruling {
  let [fromMs, untilMs] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  const active = windows.filter((window) => {
    for (const edgeMs of [window.fromMs, window.untilMs]) {
      if (edgeMs <= nowMs) fromMs = Math.max(fromMs, edgeMs)
      else untilMs = Math.min(untilMs, edgeMs)
    }
    return window.fromMs <= nowMs && nowMs < window.untilMs
  })
  const widest = active
    .filter(({ entry }) => entry.action === 'widen')
    .reduce<Window | undefined>((a, b) => (a !== undefined && a.entry.factor >= b.entry.factor ? a : b), undefined)
  return {
    stop: breachOf(active, 'stop'),
    reduceOnly: breachOf(active, 'reduce-only'),
    widen: widest?.entry.factor ?? 1,
    widenedFor: widest?.detail,
    ...{ fromMs, untilMs },
  }
}

function breachOf(active: readonly Window[], action: 'stop' | 'reduce-only'): Breach | undefined {
  const first = active.find(({ entry }) => entry.action === action)
  return first && { reason: action === 'stop' ? 'calendar' : 'reduce-only', detail: first.detail }
}
