// How fresh each market's book is: by the socket, or, without it, by the last poll.
// A quiet market is not a dead socket: the socket's health comes from the connection, not from the age of the last change.

import type { BestBids } from '../domain/book.js'
import type { CoreEvent } from '../domain/core-event.js'
import type { ConditionId } from '../domain/market.js'

/** A market whose socket book was wrong is polled for this long before the socket is believed again. */
const DISTRUST_MS = 120_000
/** So many mismatches in a row make it distrusted. */
const MISMATCHES = 2

const NEWS: ReadonlySet<CoreEvent['kind']> = new Set(['book', 'level', 'trade', 'best-bids', 'market-status'])

export interface FeedHealth {
  readonly health: 'live' | 'polled' | 'stale'
  readonly reason: string
  readonly ageMs: number
}

interface Feed {
  socketLive: boolean
  reason: string
  changedAtMonoMs: number
  newsAtMonoMs?: number
  polledAtMonoMs?: number
  polledBids?: BestBids
  mismatches: number
  distrustedUntilMonoMs?: number
}

export class Feeds {
  readonly #feeds = new Map<ConditionId, Feed>()
  readonly #pollStaleAfterMs: number

  constructor(pollStaleAfterMs: number) {
    this.#pollStaleAfterMs = pollStaleAfterMs
  }

  socket(conditionId: ConditionId, live: boolean, reason: string, nowMonoMs: number): void {
    const feed = this.#of(conditionId)
    feed.socketLive = live
    feed.reason = reason
    feed.changedAtMonoMs = nowMonoMs
  }

  /** The venue has told something of the market; a ping is no news. */
  heard(kind: CoreEvent['kind'], conditionId: ConditionId, nowMonoMs: number): void {
    if (NEWS.has(kind)) this.#of(conditionId).newsAtMonoMs = nowMonoMs
  }

  polled(conditionId: ConditionId, bids: BestBids, nowMonoMs: number): void {
    const feed = this.#of(conditionId)
    feed.polledAtMonoMs = nowMonoMs
    feed.polledBids = bids
  }

  /** The venue's best bids of the others agree with ours, or not. Returns whether the market must be resynced now. */
  compared(conditionId: ConditionId, agrees: boolean, nowMonoMs: number): boolean {
    const feed = this.#of(conditionId)
    feed.mismatches = agrees ? 0 : feed.mismatches + 1
    if (agrees) return false
    feed.socketLive = false
    feed.reason = 'book differs from the venue'
    feed.changedAtMonoMs = nowMonoMs
    if (feed.mismatches >= MISMATCHES) feed.distrustedUntilMonoMs = nowMonoMs + DISTRUST_MS
    return true
  }

  trustsSocket(conditionId: ConditionId, nowMonoMs: number): boolean {
    const feed = this.#feeds.get(conditionId)
    return feed?.socketLive === true && (feed.distrustedUntilMonoMs ?? 0) <= nowMonoMs
  }

  health(conditionId: ConditionId, nowMonoMs: number): FeedHealth {
    const feed = this.#feeds.get(conditionId)
    if (!feed) return { health: 'stale', reason: 'no data yet', ageMs: 0 }
    if (this.trustsSocket(conditionId, nowMonoMs)) {
      return { health: 'live', reason: feed.reason, ageMs: nowMonoMs - (feed.newsAtMonoMs ?? feed.changedAtMonoMs) }
    }
    const ageMs = feed.polledAtMonoMs === undefined ? undefined : nowMonoMs - feed.polledAtMonoMs
    if (ageMs !== undefined && ageMs <= this.#pollStaleAfterMs) return { health: 'polled', reason: feed.reason, ageMs }
    const reason = ageMs === undefined ? feed.reason : `last polled ${Math.round(ageMs)} ms ago`
    return { health: 'stale', reason, ageMs: ageMs ?? nowMonoMs - feed.changedAtMonoMs }
  }

  /** Best bids of the others from the last poll, while it is what we quote on. */
  polledBids(conditionId: ConditionId): BestBids | undefined {
    return this.#feeds.get(conditionId)?.polledBids
  }

  polledAt(conditionId: ConditionId): number | undefined {
    return this.#feeds.get(conditionId)?.polledAtMonoMs
  }

  #of(conditionId: ConditionId): Feed {
    let feed = this.#feeds.get(conditionId)
    if (!feed) {
      feed = { socketLive: false, reason: 'no data yet', changedAtMonoMs: 0, mismatches: 0 }
      this.#feeds.set(conditionId, feed)
    }
    return feed
  }
}
