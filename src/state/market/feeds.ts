// How fresh each market's book is: by the socket, or, without it, by the last poll.
//
//   quiet      its book said nothing for half of `staleAfterMs`: a new snapshot is asked for, and one that comes is news enough
//   silent     that snapshot did not come for the other half
//   on trial   silent, or contradicted by a poll, a trade or a snapshot: not believed until its stream has moved or a snapshot agrees
//
// On trial a market is not quoted at all. Contradicted again within a while, only movement acquits it, and it is polled for that while.

import { MarketMap } from '../../domain/collections/market-map.js'
import type { BestBids } from '../../domain/market/book.js'
import type { ConditionId } from '../../domain/market/market.js'
import { AskedStreams } from './asked-streams.js'
import { type Charge, feedReason, pollAge } from './feed-words.js'

export interface FeedLimits {
  readonly staleAfterMs: number
  readonly pollStaleAfterMs: number
}

/** A market whose socket book was wrong is polled for this long before the socket is believed again. */
const DISTRUST_MS = 120_000
/** So many contradictions make it distrusted, unless in between it has moved and a poll has agreed. */
const MOST_CONTRADICTIONS = 2
/** A snapshot that has not come is asked for again after this. */
const ASK_AGAIN_MS = 1000
/** The same while there is no book at all: the link may be down. */
const LOST_MS = 3000
/** After a pause of our own process, what waits at the socket is read before an answer counts as missing. */
const READ_FIRST_MS = 200

export interface FeedHealth {
  readonly health: 'live' | 'polled' | 'stale'
  readonly reason: string
  /** Since the book was last heard of, milliseconds. */
  readonly ageMs: number
}

interface Feed {
  /** The feed stage has a book without gaps. */
  socketLive: boolean
  reason: string
  changedAtMonoMs: number
  /** Last word of the book's own stream. */
  newsAtMonoMs: number
  /** A snapshot was asked for at this moment and has not come. */
  askedAtMonoMs: number | undefined
  overdueAtMonoMs: number | undefined
  /** From when on a snapshot is wanted that our book is held against. */
  proofDueMonoMs: number | undefined
  /** `loaded`: a snapshot came since. */
  trial: { readonly charge: Charge; loaded: boolean } | undefined
  polledAtMonoMs: number | undefined
  polledBids: BestBids | undefined
  contradictions: number
  /** The stream has moved since it was last contradicted. */
  hasMoved: boolean
  distrustedUntilMonoMs: number
}

const NO_DATA = 'no data yet'
const NONE: readonly ConditionId[] = []

export class Feeds {
  readonly #feeds = new MarketMap<Feed>()
  readonly #limits: FeedLimits
  readonly #asked = new AskedStreams((id, patienceMs) => dueMonoMs(this.#of(id, 0), patienceMs))
  #behindMs = 0

  constructor(limits: FeedLimits) {
    this.#limits = limits
  }

  /** The feed's word on the socket: whether it has a book without gaps. */
  socket(conditionId: ConditionId, live: boolean, reason: string, nowMonoMs: number): void {
    const feed = this.#of(conditionId, nowMonoMs)
    feed.socketLive = live
    feed.reason = reason
    feed.changedAtMonoMs = nowMonoMs
    feed.proofDueMonoMs = undefined
    if (!live) this.#answered(conditionId, feed)
  }

  /** The book's stream has moved. */
  moved(conditionId: ConditionId, nowMonoMs: number): void {
    const feed = this.#of(conditionId, nowMonoMs)
    feed.newsAtMonoMs = nowMonoMs
    feed.hasMoved = true
    if (feed.trial === undefined) this.#answered(conditionId, feed)
    else if (feed.trial.loaded) feed.trial = undefined
  }

  /** A snapshot came over the socket; `agrees`: our book was the same before it. One that nobody asked for is the venue's way to move. */
  snapshot(conditionId: ConditionId, agrees: boolean, nowMonoMs: number): void {
    const feed = this.#of(conditionId, nowMonoMs)
    const wasAsked = feed.askedAtMonoMs !== undefined || feed.proofDueMonoMs !== undefined
    feed.newsAtMonoMs = nowMonoMs
    feed.proofDueMonoMs = undefined
    this.#answered(conditionId, feed)
    if (feed.trial === undefined && feed.socketLive && wasAsked && !agrees)
      this.convict(conditionId, 'snapshot', nowMonoMs)
    if (feed.trial === undefined) return
    // what a poll has contradicted is not proven by the same source once more
    const isProof = agrees && feed.trial.charge !== 'poll' && !this.#isNotorious(feed, nowMonoMs)
    if (isProof) feed.trial = undefined
    else feed.trial.loaded = true
  }

  polled(conditionId: ConditionId, bids: BestBids, nowMonoMs: number): void {
    const feed = this.#of(conditionId, nowMonoMs)
    feed.polledAtMonoMs = nowMonoMs
    feed.polledBids = bids
  }

  /** A poll has said what our book says. */
  agreed(conditionId: ConditionId, nowMonoMs: number): void {
    const feed = this.#feeds.get(conditionId)
    if (feed === undefined || this.#isNotorious(feed, nowMonoMs)) return
    if (feed.hasMoved) feed.contradictions = 0
    if (feed.trial?.loaded === true) feed.trial = undefined
  }

  /** An answer speaks neither for its book nor against it: a snapshot shall. */
  proofWanted(conditionId: ConditionId, nowMonoMs: number): void {
    const feed = this.#of(conditionId, nowMonoMs)
    if (feed.socketLive && feed.trial === undefined) feed.proofDueMonoMs ??= nowMonoMs
  }

  /** Polls are that far behind the stream, milliseconds, as far as is known. Returns the markets whose polls are older by it, or younger. */
  answersBehind(ms: number): readonly ConditionId[] {
    if (ms === this.#behindMs) return NONE
    this.#behindMs = ms
    return [...this.#feeds.entries()].flatMap(([id, { polledAtMonoMs }]) => (polledAtMonoMs === undefined ? [] : [id]))
  }

  get answersBehindMs(): number {
    return this.#behindMs
  }

  convict(conditionId: ConditionId, charge: Charge, nowMonoMs: number): void {
    const feed = this.#of(conditionId, nowMonoMs)
    const isOnTrial = feed.trial !== undefined
    feed.trial = { charge, loaded: false }
    feed.changedAtMonoMs = nowMonoMs
    feed.proofDueMonoMs = undefined
    this.#answered(conditionId, feed)
    // a poll from before says nothing of what was missed
    feed.polledAtMonoMs = undefined
    // more of the same while it is not believed anyway is no second offence
    if (charge === 'silent' || isOnTrial) return
    feed.contradictions++
    feed.hasMoved = false
    if (feed.contradictions >= MOST_CONTRADICTIONS) feed.distrustedUntilMonoMs = nowMonoMs + DISTRUST_MS
  }

  /** A snapshot is asked for now. */
  asked(conditionId: ConditionId, nowMonoMs: number): void {
    const feed = this.#of(conditionId, nowMonoMs)
    // only what is believed can lose its credit: counted from the first time of asking
    const isBelieved = feed.socketLive && feed.trial === undefined
    if (!isBelieved || feed.askedAtMonoMs === undefined) feed.askedAtMonoMs = nowMonoMs
    if (isBelieved) this.#asked.add(conditionId)
    if (feed.proofDueMonoMs !== undefined) feed.proofDueMonoMs = nowMonoMs + ASK_AGAIN_MS
  }

  /** Convicts the streams whose snapshot has not come in time, and names them. */
  tick(nowMonoMs: number): readonly ConditionId[] {
    if (nowMonoMs < this.nextTickMonoMs()) return NONE
    const silent = [...this.#asked].filter((id) => this.#isOverdue(this.#of(id, nowMonoMs), nowMonoMs))
    for (const id of silent) this.convict(id, 'silent', nowMonoMs)
    this.#asked.moved()
    return silent
  }

  /** When `tick` may have something to say, monotonic; infinite while nothing is asked for. */
  nextTickMonoMs(): number {
    return this.#asked.dueMonoMs(this.#patienceMs)
  }

  /** Its stream and its polls begin anew: nothing of its book is known. What it has done counts on. */
  restart(conditionId: ConditionId, nowMonoMs: number): void {
    const feed = this.#feeds.get(conditionId)
    if (feed === undefined) return
    this.socket(conditionId, false, NO_DATA, nowMonoMs)
    feed.polledAtMonoMs = undefined
    feed.polledBids = undefined
    if (feed.trial !== undefined) feed.trial.loaded = false
  }

  /** The market is over and settled: nothing is waited for any more. */
  forgetMarket(conditionId: ConditionId): void {
    this.#feeds.delete(conditionId)
    this.#asked.delete(conditionId)
  }

  /** From when on a snapshot of this market is wanted, monotonic. */
  snapshotDueMonoMs(conditionId: ConditionId): number {
    const feed = this.#feeds.get(conditionId)
    if (feed === undefined) return Number.POSITIVE_INFINITY
    const { socketLive, trial, askedAtMonoMs, changedAtMonoMs, newsAtMonoMs, proofDueMonoMs } = feed
    // the feed stage asks by itself when it has lost a book: this is for the case that the answer was lost
    if (!socketLive) return (askedAtMonoMs ?? changedAtMonoMs) + LOST_MS
    if (askedAtMonoMs !== undefined) return askedAtMonoMs + ASK_AGAIN_MS
    if (trial?.loaded === false) return changedAtMonoMs
    if (proofDueMonoMs !== undefined) return proofDueMonoMs
    return newsAtMonoMs + (trial === undefined ? this.#patienceMs : ASK_AGAIN_MS)
  }

  /** The stream itself is whole, believed or not. */
  isWhole(conditionId: ConditionId): boolean {
    return this.#feeds.get(conditionId)?.socketLive === true
  }

  trustsSocket(conditionId: ConditionId, nowMonoMs: number): boolean {
    const feed = this.#feeds.get(conditionId)
    return feed?.socketLive === true && feed.trial === undefined && feed.distrustedUntilMonoMs <= nowMonoMs
  }

  health(conditionId: ConditionId, nowMonoMs: number): FeedHealth {
    const feed = this.#feeds.get(conditionId)
    if (!feed) return { health: 'stale', reason: NO_DATA, ageMs: 0 }
    const reason = feedReason(feed, nowMonoMs)
    if (this.trustsSocket(conditionId, nowMonoMs)) {
      return { health: 'live', reason, ageMs: nowMonoMs - feed.newsAtMonoMs }
    }
    const streamMs = nowMonoMs - feed.newsAtMonoMs
    // whoever has a stream that lies waits for it; polls stand in for one that is gone, or that was wrong and moves again
    if (feed.socketLive && feed.trial) return { health: 'stale', reason, ageMs: streamMs }
    if (feed.polledAtMonoMs === undefined) return { health: 'stale', reason, ageMs: streamMs }
    const pollMs = nowMonoMs - feed.polledAtMonoMs
    const ageMs = pollMs + this.#behindMs
    if (ageMs <= this.#limits.pollStaleAfterMs) return { health: 'polled', reason, ageMs }
    return {
      health: 'stale',
      reason: `${reason}; ${pollAge(pollMs, this.#behindMs)}`,
      ageMs: Math.min(streamMs, ageMs),
    }
  }

  /** Best bids of the others from the last poll, while it is what we quote on. */
  polledBids(conditionId: ConditionId): BestBids | undefined {
    return this.#feeds.get(conditionId)?.polledBids
  }

  polledAt(conditionId: ConditionId): number | undefined {
    return this.#feeds.get(conditionId)?.polledAtMonoMs
  }

  /** How long a book may say nothing until it is asked, and how long it may then take to answer. */
  get #patienceMs(): number {
    return this.#limits.staleAfterMs / 2
  }

  /** Of a stream that is believed: whoever loses that is not waited for. */
  #isOverdue(feed: Feed, nowMonoMs: number): boolean {
    if (feed.askedAtMonoMs === undefined) return false
    if (nowMonoMs - feed.askedAtMonoMs < this.#patienceMs) return false
    feed.overdueAtMonoMs ??= nowMonoMs
    return nowMonoMs - feed.overdueAtMonoMs >= READ_FIRST_MS
  }

  #answered(conditionId: ConditionId, feed: Feed): void {
    if (feed.askedAtMonoMs === undefined && feed.overdueAtMonoMs === undefined) return
    feed.askedAtMonoMs = undefined
    feed.overdueAtMonoMs = undefined
    this.#asked.delete(conditionId)
  }

  /** Contradicted more than once of late: only its own movement speaks for it, and even then it is polled. */
  #isNotorious({ distrustedUntilMonoMs }: Feed, nowMonoMs: number): boolean {
    return distrustedUntilMonoMs > nowMonoMs
  }

  #of(conditionId: ConditionId, nowMonoMs: number): Feed {
    let feed = this.#feeds.get(conditionId)
    if (!feed) {
      const [changedAtMonoMs, newsAtMonoMs] = [nowMonoMs, nowMonoMs]
      feed = {
        socketLive: false,
        reason: NO_DATA,
        changedAtMonoMs,
        newsAtMonoMs,
        askedAtMonoMs: undefined,
        overdueAtMonoMs: undefined,
        proofDueMonoMs: undefined,
        trial: undefined,
        polledAtMonoMs: undefined,
        polledBids: undefined,
        contradictions: 0,
        hasMoved: false,
        distrustedUntilMonoMs: 0,
      }
      this.#feeds.set(conditionId, feed)
    }
    return feed
  }
}

/** Of a stream that was asked. */
const dueMonoMs = ({ overdueAtMonoMs, askedAtMonoMs = 0 }: Feed, patienceMs: number) =>
  overdueAtMonoMs === undefined ? askedAtMonoMs + patienceMs : overdueAtMonoMs + READ_FIRST_MS
