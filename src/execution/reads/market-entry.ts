// What the schedule of reads knows of one market.

import type { ConditionId } from '../../domain/market/market.js'
import { type Asked, dueAfter } from './read-requests.js'

/** What is believed of a market's book. */
export interface ReadMarket {
  /** The socket's book is believed. */
  readonly trusted: boolean
  /** From when on a new snapshot of its book over the socket is wanted, monotonic; costs no budget. */
  readonly snapshotDueMonoMs: number
  readonly needsRecheck: boolean
}

/** A market that is new is polled this much later: a snapshot over the socket usually comes first. */
const FIRST_POLL_MS = 1500
/** Its book is checked against the venue's answers so much later, and the markets apart by as much: first it is quoted. */
const FIRST_CHECK_MS = 4000
/** Spreads whole numbers evenly over [0, 1). */
const GOLDEN = 0.6180339887

export interface Entry extends ReadMarket {
  readonly conditionId: ConditionId
  /** Order in which the markets were taken up: that of polling. */
  readonly index: number
  trusted: boolean
  snapshotDueMonoMs: number
  needsRecheck: boolean
  polled: boolean
  bestBids?: Asked
  book?: Asked
  resyncedMonoMs: number
  /** When it was taken up, monotonic. */
  readonly sinceMonoMs: number
  /** Moment of its valid entry in the heap. */
  dueMonoMs: number
}

export interface Due {
  readonly atMonoMs: number
  readonly entry: Entry
}

export function newEntry(
  conditionId: ConditionId,
  { index, sinceMonoMs }: Pick<Entry, 'index' | 'sinceMonoMs'>,
  market: ReadMarket,
): Entry {
  const never = { resyncedMonoMs: Number.NEGATIVE_INFINITY, dueMonoMs: Number.POSITIVE_INFINITY }
  return { conditionId, index, sinceMonoMs, polled: false, ...never, ...market }
}

/** The earliest first; among equals in the order in which the markets were taken up. */
export function sortedBy(entries: readonly Entry[], timeOf: (entry: Entry) => number): Entry[] {
  const timed = entries.map((entry) => ({ entry, atMs: timeOf(entry) }))
  timed.sort((a, b) => (a.atMs === b.atMs ? a.entry.index - b.entry.index : a.atMs < b.atMs ? -1 : 1))
  return timed.map(({ entry }) => entry)
}

/** When a poll of the best bids is due, `everyMs` apart, monotonic. */
export function pollDue({ bestBids, sinceMonoMs }: Entry, everyMs: number): number {
  return bestBids === undefined ? sinceMonoMs + FIRST_POLL_MS : dueAfter(bestBids, everyMs)
}

/** When a check by this question is due, `everyMs` apart, monotonic. */
export function checkDue({ index, sinceMonoMs }: Entry, asked: Asked | undefined, everyMs: number): number {
  if (asked !== undefined) return dueAfter(asked, everyMs)
  return sinceMonoMs + FIRST_CHECK_MS * (1 + ((index * GOLDEN) % 1))
}
