// Reads of single markets: snapshots over the socket, checks of a book that is believed, polls of one that is not.
//
// Each market is due at one moment, kept in a heap: time touches what is due, news touches what it concerns. What is overdue longest comes
// first; what the budget does not allow stays due.

import { BinaryHeap } from '../../domain/collections/binary-heap.js'
import { Touched } from '../../domain/collections/touched.js'
import type { ConditionId } from '../../domain/market/market.js'
import type { CoreEvent } from '../../domain/run/core-event.js'
import { checkDue, type Due, type Entry, newEntry, pollDue, type ReadMarket, sortedBy } from './market-entry.js'
import { dueAfter, isAwaited, type ReadRequests } from './read-requests.js'

export interface MarketReadSettings {
  readonly checkBestEveryMs: number
  readonly compareBookEveryMs: number
  readonly staleAfterMs: number
  readonly pollStaleAfterMs: number
}

/** `undefined` for a market that nobody wants to know anything of. */
export type ReadMarketOf = (conditionId: ConditionId) => ReadMarket | undefined

/** Snapshots over the socket: per market, and of all markets together in a second. */
const RESYNC_EVERY_MS = 1000
const RESYNCS_PER_SEC = { least: 5, most: 20 } as const
/** Polls of one market are no closer than this, however much budget there is. */
const POLL_LEAST_MS = 1000
const RECHECK_MS = 700
/** Shares of the read budget: polls are planned into half of it; checks leave a part to fees, polls to look-ups. */
const POLL_SHARE = 0.5
export const FEE_RESERVE = 0.3
export const POLL_RESERVE = 0.1
/** A market without a believed socket that is not polled either: it may be believed again by time alone. */
const LOOK_AGAIN_MS = 1000

export class MarketReads {
  readonly #requests: ReadRequests
  readonly #settings: MarketReadSettings
  readonly #entries = new Map<ConditionId, Entry>()
  readonly #touched = new Touched()
  readonly #due = new BinaryHeap<Due>(
    (a, b) => a.atMonoMs < b.atMonoMs || (a.atMonoMs === b.atMonoMs && a.entry.index < b.entry.index),
  )
  /** Monotonic times of the snapshots of the last second. */
  #resynced: readonly number[] = []
  #pollEveryMs = Number.POSITIVE_INFINITY
  #pollsChanged = false
  #polledAtPerMinute = 0
  #nextIndex = 0

  constructor(requests: ReadRequests, settings: MarketReadSettings) {
    this.#requests = requests
    this.#settings = settings
  }

  /** Something else is believed of the market, or it is new or gone. */
  touch(conditionId: ConditionId): void {
    this.#touched.add(conditionId)
  }

  /** A market was touched, or the budget that polls are planned by is another. */
  get hasNews(): boolean {
    return !this.#touched.isEmpty || this.#pollsChanged || this.#polledAtPerMinute !== this.#requests.perMinute()
  }

  /** Its book has moved: it is read later for it, which is seen when that is due, unless it is believed otherwise now. */
  moved(conditionId: ConditionId, isTrusted: boolean): void {
    if (this.#entries.get(conditionId)?.trusted !== isTrusted) this.touch(conditionId)
  }

  touchAll(): void {
    for (const id of this.#entries.keys()) this.#touched.add(id)
  }

  /** How many markets polling can keep fresh. */
  #pollable(): number {
    const perSecond = (this.#requests.perMinute() * POLL_SHARE) / 60
    return Math.floor((perSecond * this.#longestPollMs) / 1000)
  }

  /** Takes note of answers. */
  note(event: CoreEvent): void {
    if (event.kind === 'best-bids') this.#answered(event.conditionId, 'best-bids')
    else if (event.kind === 'book' && event.via === 'poll') this.#answered(event.conditionId, 'book')
    else if (event.kind === 'read-failed' && event.conditionId && event.read !== 'fee')
      this.#answered(event.conditionId, event.read)
  }

  /** Asks what is due. Returns when the next is, monotonic. */
  plan(nowMonoMs: number, marketOf: ReadMarketOf): number {
    for (const id of this.#touched.take()) this.#refresh(id, marketOf(id), nowMonoMs)
    const due = new Set<Entry>()
    this.#takeDue(due, nowMonoMs, marketOf)
    if (this.#pollsChanged || this.#polledAtPerMinute !== this.#requests.perMinute()) {
      this.#choosePolled(nowMonoMs)
      this.#takeDue(due, nowMonoMs, marketOf)
    }
    if (due.size > 0) this.#ask([...due], nowMonoMs)
    return this.#nextMonoMs()
  }

  #nextMonoMs(): number {
    for (let top = this.#due.top; top !== undefined; top = this.#due.top) {
      if (top.entry.dueMonoMs === top.atMonoMs) return top.atMonoMs
      this.#due.pop()
    }
    return Number.POSITIVE_INFINITY
  }

  #refresh(conditionId: ConditionId, market: ReadMarket | undefined, nowMonoMs: number): void {
    let entry = this.#entries.get(conditionId)
    if (market === undefined) {
      if (entry === undefined) return
      this.#entries.delete(conditionId)
      entry.dueMonoMs = Number.NaN
      this.#pollsChanged ||= !entry.trusted
      return
    }
    if (entry === undefined) {
      entry = newEntry(conditionId, { index: this.#nextIndex++, sinceMonoMs: nowMonoMs }, market)
      this.#entries.set(conditionId, entry)
      this.#pollsChanged ||= !market.trusted
    }
    this.#update(entry, market)
    this.#schedule(entry, this.#nextDue(entry, nowMonoMs))
  }

  #update(entry: Entry, { trusted, snapshotDueMonoMs, needsRecheck }: ReadMarket): void {
    if (entry.trusted !== trusted) this.#pollsChanged = true
    entry.trusted = trusted
    entry.snapshotDueMonoMs = snapshotDueMonoMs
    entry.needsRecheck = needsRecheck
  }

  /** An entry that is too early is looked at once more for nothing; one that is too late is none. */
  #schedule(entry: Entry, atMonoMs: number): void {
    if (atMonoMs >= entry.dueMonoMs || atMonoMs === Number.POSITIVE_INFINITY) return
    entry.dueMonoMs = atMonoMs
    this.#due.push({ atMonoMs, entry })
  }

  #takeDue(due: Set<Entry>, nowMonoMs: number, marketOf: ReadMarketOf): void {
    for (let top = this.#due.top; top !== undefined && top.atMonoMs <= nowMonoMs; top = this.#due.top) {
      this.#due.pop()
      const { entry, atMonoMs } = top
      if (entry.dueMonoMs !== atMonoMs) continue
      entry.dueMonoMs = Number.POSITIVE_INFINITY
      const market = marketOf(entry.conditionId)
      if (market === undefined) continue
      this.#update(entry, market)
      due.add(entry)
    }
  }

  /** The first markets without a believed socket, as many as the budget keeps fresh; few are polled as often as their share allows. */
  #choosePolled(nowMonoMs: number): void {
    this.#pollsChanged = false
    const perMinute = this.#requests.perMinute()
    this.#polledAtPerMinute = perMinute
    let left = this.#pollable()
    let count = 0
    for (const entry of this.#entries.values()) {
      entry.polled = !entry.trusted && left > 0
      if (!entry.polled) continue
      left--
      count++
    }
    const shareMs = count === 0 ? 0 : (count * 60_000) / (perMinute * POLL_SHARE)
    this.#pollEveryMs = Math.min(this.#longestPollMs, Math.max(POLL_LEAST_MS, shareMs))
    for (const entry of this.#entries.values()) {
      if (!entry.trusted) this.#schedule(entry, this.#nextDue(entry, nowMonoMs))
    }
  }

  /** Well before the answer before it is stale. */
  get #longestPollMs(): number {
    return this.#settings.pollStaleAfterMs * 0.7
  }

  #ask(due: Entry[], nowMonoMs: number): void {
    const resyncAtMonoMs = this.#resync(
      sortedBy(due, ({ snapshotDueMonoMs }) => snapshotDueMonoMs),
      nowMonoMs,
    )
    // by the read that would go out: a book is asked for where the best bids are not due
    const since = (entry: Entry) => {
      const bestMonoMs = this.#bestDue(entry, nowMonoMs)
      return bestMonoMs <= nowMonoMs ? bestMonoMs : this.#bookDue(entry, nowMonoMs)
    }
    const byAge = sortedBy(due, since)
    const pollAtMonoMs = this.#askEach(
      byAge.filter((entry) => entry.polled && !entry.trusted),
      nowMonoMs,
      POLL_RESERVE,
    )
    const checkAtMonoMs = this.#askEach(
      byAge.filter(({ trusted }) => trusted),
      nowMonoMs,
      FEE_RESERVE,
    )
    // what is due and did not go out waits for the budget
    const next = (dueMonoMs: number, waitMonoMs: number) => (dueMonoMs > nowMonoMs ? dueMonoMs : waitMonoMs)
    for (const entry of due) {
      const snapshotMonoMs = next(this.#snapshotDue(entry), resyncAtMonoMs)
      const readMonoMs = next(this.#bestDue(entry, nowMonoMs), entry.trusted ? checkAtMonoMs : pollAtMonoMs)
      const bookMonoMs = next(this.#bookDue(entry, nowMonoMs), checkAtMonoMs)
      this.#schedule(entry, Math.min(snapshotMonoMs, readMonoMs, bookMonoMs))
    }
  }

  /** Each of them can be asked in the half of `staleAfterMs` that it may be silent for, unless there are too many for the venue. */
  get #resyncsPerSec(): number {
    const { least, most } = RESYNCS_PER_SEC
    return Math.min(most, Math.max(least, Math.ceil((this.#entries.size * 2000) / this.#settings.staleAfterMs)))
  }

  /** Returns when the next snapshot may be asked for. */
  #resync(due: readonly Entry[], nowMonoMs: number): number {
    for (const entry of due) {
      if (this.#snapshotDue(entry) > nowMonoMs) continue
      this.#resynced = this.#resynced.filter((atMonoMs) => nowMonoMs - atMonoMs < 1000)
      const [oldest] = this.#resynced
      if (oldest !== undefined && this.#resynced.length >= this.#resyncsPerSec) return oldest + 1000
      this.#resynced = [...this.#resynced, nowMonoMs]
      entry.resyncedMonoMs = nowMonoMs
      this.#requests.send({ kind: 'resync', conditionId: entry.conditionId })
    }
    return nowMonoMs + RESYNC_EVERY_MS
  }

  /** Returns when the budget may allow the first that it did not allow. */
  #askEach(entries: readonly Entry[], nowMonoMs: number, reserveShare: number): number {
    for (const entry of entries) {
      const { conditionId } = entry
      const kind = this.#dueRead(entry, nowMonoMs)
      if (kind === undefined) continue
      const waitMonoMs = this.#requests.ask({ kind, conditionId }, nowMonoMs, { reserveShare })
      if (waitMonoMs !== undefined) return waitMonoMs
      const asked = { atMonoMs: nowMonoMs, open: true }
      if (kind === 'read-book') entry.book = asked
      else entry.bestBids = asked
    }
    return Number.POSITIVE_INFINITY
  }

  /** Never both at once. */
  #dueRead(entry: Entry, nowMonoMs: number): 'read-best-bids' | 'read-book' | undefined {
    if (this.#bestDue(entry, nowMonoMs) <= nowMonoMs) return 'read-best-bids'
    return this.#bookDue(entry, nowMonoMs) <= nowMonoMs ? 'read-book' : undefined
  }

  #bestDue(entry: Entry, nowMonoMs: number): number {
    const { trusted, needsRecheck, polled } = entry
    if (trusted && needsRecheck) return dueAfter(entry.bestBids, RECHECK_MS)
    if (trusted) return checkDue(entry, entry.bestBids, this.#settings.checkBestEveryMs)
    return polled ? pollDue(entry, this.#pollEveryMs) : nowMonoMs + LOOK_AGAIN_MS
  }

  #bookDue(entry: Entry, nowMonoMs: number): number {
    if (!entry.trusted || isAwaited(entry.bestBids, nowMonoMs)) return Number.POSITIVE_INFINITY
    return checkDue(entry, entry.book, this.#settings.compareBookEveryMs)
  }

  #snapshotDue({ snapshotDueMonoMs, resyncedMonoMs }: Entry): number {
    return Math.max(snapshotDueMonoMs, resyncedMonoMs + RESYNC_EVERY_MS)
  }

  #nextDue(entry: Entry, nowMonoMs: number): number {
    return Math.min(this.#snapshotDue(entry), this.#bestDue(entry, nowMonoMs), this.#bookDue(entry, nowMonoMs))
  }

  #answered(conditionId: ConditionId, read: string): void {
    const entry = this.#entries.get(conditionId)
    if (entry === undefined) return
    if (read === 'best-bids' && entry.bestBids) entry.bestBids = { ...entry.bestBids, open: false }
    if (read === 'book' && entry.book) entry.book = { ...entry.book, open: false }
    this.touch(conditionId)
  }
}
