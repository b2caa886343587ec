// What is believed of each market's book, and why: the stream, the polls and the trades held against each other.

import { Touched } from '../../domain/collections/touched.js'
import { mergedBids } from '../../domain/market/best-pair.js'
import type { BestBids, LevelChange, MarketBook } from '../../domain/market/book.js'
import type { ConditionId, Market } from '../../domain/market/market.js'
import type { PublicTrade } from '../../domain/orders/fill.js'
import type { Command } from '../../domain/run/command.js'
import { BestBidComparison, type QuestionKind, type Verdict } from './book-comparison.js'
import { Books, bookOfBids, isSameBook, topBids } from './books.js'
import { type FeedLimits, Feeds } from './feeds.js'
import { Tape } from './recent-trades.js'
import { TradeEvidence } from './trade-evidence.js'
import { type OwnPart, withoutOwn } from './venue-book.js'

export interface BookWatchParts {
  readonly limits: FeedLimits
  /** The venue's best bids count sellers of the other outcome too. */
  readonly mergedBestBids: boolean
  readonly market: (conditionId: ConditionId) => Market | undefined
  /** What the venue's book may show of us now. */
  readonly ownPart: (conditionId: ConditionId) => OwnPart
  /** A book of the others that is believed. */
  readonly onSeen: (market: Market, others: MarketBook, nowMonoMs: number) => void
  /** It is not believed any more; one that is seen later is. */
  readonly onDoubted: (conditionId: ConditionId) => void
}

export class BookWatch {
  readonly books = new Books()
  readonly feeds: Feeds
  readonly tape = new Tape()
  /** Markets whose comparison gave no answer yet. */
  readonly recheck = new Set<ConditionId>()
  readonly #parts: BookWatchParts
  readonly #comparison: BestBidComparison
  readonly #trades = new TradeEvidence()
  /** Markets that won or lost credit since the last call of `takeJudged`. */
  readonly #judged = new Touched()
  /** Markets whose streamed book, as it is, was not seen: it was not believed, and may have been polled since. */
  readonly #unseen = new Set<ConditionId>()
  #nowMonoMs = 0
  readonly #bestNow = (id: ConditionId, kind: QuestionKind) => {
    const market = this.#parts.market(id)
    return market && this.#bestOf(market, this.#streamed(market), kind)
  }

  constructor(parts: BookWatchParts) {
    this.#parts = parts
    this.feeds = new Feeds(parts.limits)
    this.#comparison = new BestBidComparison(parts.mergedBestBids)
  }

  /** Time has come so far: what had to be answered by now is judged. */
  advance(nowMonoMs: number): void {
    this.#nowMonoMs = nowMonoMs
    for (const id of this.feeds.tick(nowMonoMs)) this.#doubted(id)
    for (const [id, verdict] of this.#comparison.due(nowMonoMs, this.#bestNow)) this.#judge(id, verdict)
    this.#hearBehind()
  }

  /** When `advance` may have something to say, monotonic. */
  nextMonoMs(): number {
    const never = Number.POSITIVE_INFINITY
    const { untilMonoMs } = this.#comparison.behind(this.#nowMonoMs)
    return Math.min(this.feeds.nextTickMonoMs(), this.#comparison.nextDueMonoMs() ?? never, untilMonoMs)
  }

  /** One may be named several times. */
  takeJudged(): readonly ConditionId[] {
    return this.#judged.take()
  }

  /** The book without us: the socket's, or what the last poll said. */
  others(market: Market): MarketBook {
    const { conditionId } = market
    if (!this.feeds.trustsSocket(conditionId, this.#nowMonoMs)) {
      const bids = this.feeds.polledBids(conditionId)
      if (bids) return bookOfBids(bids)
    }
    return this.#streamed(market)
  }

  /** From when on a new snapshot is wanted, monotonic. */
  snapshotDueMonoMs(conditionId: ConditionId): number {
    const suspected = this.feeds.isWhole(conditionId) ? this.#trades.suspectedMonoMs(conditionId) : Infinity
    return Math.min(this.feeds.snapshotDueMonoMs(conditionId), suspected)
  }

  /** Questions go out now: their answers are judged by what is believed from now on. */
  asked(command: Command): void {
    if (command.kind === 'resync') this.feeds.asked(command.conditionId, this.#nowMonoMs)
    if (command.kind !== 'read-best-bids' && command.kind !== 'read-book') return
    const market = this.#parts.market(command.conditionId)
    const kind = command.kind === 'read-book' ? 'book' : 'best-bids'
    if (market === undefined) return
    const bids = this.#bestOf(market, this.#streamed(market), kind)
    const { untilMonoMs: ownUntilMonoMs } = this.#parts.ownPart(command.conditionId)
    this.#comparison.asked(command.conditionId, kind, bids, { nowMonoMs: this.#nowMonoMs, ownUntilMonoMs })
  }

  failed(conditionId: ConditionId, kind: QuestionKind): void {
    this.#comparison.failed(conditionId, kind)
  }

  bookArrived(market: Market, event: { readonly book: MarketBook; readonly via: 'socket' | 'poll' }): void {
    const { conditionId } = market
    if (event.via === 'socket') {
      this.#snapshot(market, event.book)
      return
    }
    // a poll never overwrites the stream; it only convicts it
    const bids = topBids(withoutOwn(event.book, market, this.#parts.ownPart(conditionId).orders))
    this.#answered(conditionId, 'book', bids)
  }

  levelChanged(market: Market, change: LevelChange, venueMs: number | undefined): void {
    const { conditionId } = market
    const before = this.books.change(conditionId, change)
    const { outcome, price, size } = change
    // a level that we did not know of and that is gone was there
    const shrank = size === 0 || size < before
    if (this.#trades.isConcerned(conditionId, shrank))
      this.#trades.changed(market, { outcome, price, shrank }, { monoMs: this.#nowMonoMs })
    this.feeds.moved(conditionId, this.#nowMonoMs)
    this.#bookMoved(market)
    this.#heard(venueMs)
  }

  traded(market: Market, trade: PublicTrade): void {
    this.tape.traded(trade)
    if (this.feeds.isWhole(market.conditionId)) this.#trades.traded(market, trade, { monoMs: this.#nowMonoMs })
    this.#heard(trade.venueMs)
  }

  feedTold(market: Market, event: { readonly health: 'live' | 'stale'; readonly reason: string }): void {
    const { conditionId } = market
    this.feeds.socket(conditionId, event.health === 'live', event.reason, this.#nowMonoMs)
    this.#trades.forget(conditionId)
    if (event.health === 'live') this.#bookMoved(market)
    else this.#parts.onDoubted(conditionId)
  }

  /** The stream has no snapshot before this answer, or it would have come: what was told until `askedMonoMs` is here. */
  resyncAnswered(conditionId: ConditionId, askedMonoMs: number): void {
    if (!this.#trades.isContradicted(conditionId, askedMonoMs)) return
    this.#trades.forget(conditionId)
    this.#convict(conditionId, 'trade')
  }

  bestBidsArrived(market: Market, bids: BestBids): void {
    const { conditionId } = market
    const byStream = this.feeds.trustsSocket(conditionId, this.#nowMonoMs)
    this.feeds.polled(conditionId, bids, this.#nowMonoMs)
    if (this.feeds.isWhole(conditionId)) this.#answered(conditionId, 'best-bids', bids)
    else this.#comparison.failed(conditionId, 'best-bids')
    if (byStream) return
    this.#unseen.add(conditionId)
    if (this.feeds.trustsSocket(conditionId, this.#nowMonoMs)) this.#bookMoved(market)
    else this.#parts.onSeen(market, bookOfBids(bids), this.#nowMonoMs)
  }

  /** The market is over and settled: of its book nothing is believed any more, and nobody looks back. */
  forgetMarket(conditionId: ConditionId): void {
    this.#forgetBook(conditionId)
    this.feeds.forgetMarket(conditionId)
  }

  /** Its tick or size step is another: its book begins anew, what its stream has done does not. */
  regrid(conditionId: ConditionId): void {
    this.#forgetBook(conditionId)
    this.feeds.restart(conditionId, this.#nowMonoMs)
    this.#parts.onDoubted(conditionId)
  }

  #forgetBook(conditionId: ConditionId): void {
    for (const part of [this.books, this.tape, this.#comparison]) part.forgetMarket(conditionId)
    this.#trades.forget(conditionId)
    this.recheck.delete(conditionId)
    this.#unseen.delete(conditionId)
  }

  #snapshot(market: Market, book: MarketBook): void {
    const { conditionId } = market
    const agrees = isSameBook(this.books.venueBook(conditionId), book)
    const trusted = this.feeds.trustsSocket(conditionId, this.#nowMonoMs)
    this.books.replace(conditionId, book)
    this.#trades.forget(conditionId)
    this.feeds.snapshot(conditionId, agrees, this.#nowMonoMs)
    if (trusted && !this.feeds.trustsSocket(conditionId, this.#nowMonoMs)) this.#doubted(conditionId)
    // the same book once more is no movement, where it was seen
    if (!agrees || !trusted || this.#unseen.has(conditionId)) this.#bookMoved(market)
  }

  /** An event of the venue, by its stamp: what it sent before has arrived. */
  #heard(venueMs: number | undefined): void {
    if (venueMs === undefined) return
    for (const id of this.#trades.contradicted(venueMs, { monoMs: this.#nowMonoMs })) {
      this.#trades.forget(id)
      this.#convict(id, 'trade')
    }
  }

  /** What the venue's answer to a question would say of a book. */
  #bestOf(market: Market, book: MarketBook, kind: QuestionKind): BestBids {
    return kind === 'best-bids' && this.#parts.mergedBestBids ? mergedBids(book, market.ticksPerUnit) : topBids(book)
  }

  #streamed(market: Market): MarketBook {
    return this.books.others(market, this.#parts.ownPart, this.#nowMonoMs)
  }

  #bookMoved(market: Market): void {
    const { conditionId } = market
    if (!this.feeds.isWhole(conditionId)) return
    const others = this.#streamed(market)
    this.#compare(market, others)
    // a book that is not believed teaches nothing, until it is
    if (this.feeds.trustsSocket(conditionId, this.#nowMonoMs)) {
      this.#unseen.delete(conditionId)
      this.#parts.onSeen(market, others, this.#nowMonoMs)
    } else this.#unseen.add(conditionId)
  }

  #compare(market: Market, others: MarketBook): void {
    const { conditionId } = market
    const verdict = this.#comparison.moved(conditionId, (kind) => this.#bestOf(market, others, kind), this.#nowMonoMs)
    this.#judge(conditionId, verdict)
  }

  #answered(conditionId: ConditionId, kind: QuestionKind, bids: BestBids): void {
    const { untilMonoMs: ownUntilMonoMs } = this.#parts.ownPart(conditionId)
    const at = { nowMonoMs: this.#nowMonoMs, ownUntilMonoMs }
    this.#judge(conditionId, this.#comparison.answered(conditionId, kind, bids, at))
  }

  #judge(conditionId: ConditionId, verdict: Verdict | undefined): void {
    if (verdict === undefined) return
    this.#judged.add(conditionId)
    if (verdict === 'unclear') this.recheck.add(conditionId)
    else this.recheck.delete(conditionId)
    this.#hearBehind()
    // changes that were lost and came back look the same: the stream is asked to tell its book anew
    if (verdict === 'behind') this.feeds.proofWanted(conditionId, this.#nowMonoMs)
    if (verdict === 'agrees') this.feeds.agreed(conditionId, this.#nowMonoMs)
    if (verdict === 'differs') this.#convict(conditionId, 'poll')
  }

  /** What is polled of other markets is older by it, or younger. */
  #hearBehind(): void {
    for (const id of this.feeds.answersBehind(this.#comparison.behind(this.#nowMonoMs).ms)) this.#judged.add(id)
  }

  #convict(conditionId: ConditionId, charge: 'poll' | 'trade'): void {
    if (!this.feeds.isWhole(conditionId)) return
    this.feeds.convict(conditionId, charge, this.#nowMonoMs)
    this.#doubted(conditionId)
  }

  #doubted(conditionId: ConditionId): void {
    this.#judged.add(conditionId)
    this.#parts.onDoubted(conditionId)
  }
}
