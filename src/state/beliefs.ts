// Everything the bot believes, changed by events only. Each part has one owner; this file says which event goes where.

import { mergedBids } from '../domain/best-pair.js'
import type { BestBids, MarketBook } from '../domain/book.js'
import type { Command } from '../domain/command.js'
import type { CoreEvent } from '../domain/core-event.js'
import { type ConditionId, type Hex, isFinal, type Market } from '../domain/market.js'
import type { OwnOrder } from '../domain/own-order.js'
import { AccountLedger } from './account-ledger.js'
import { Books, bookOfBids, topBids, withoutOwn } from './books.js'
import { BestBidComparison, type QuestionKind } from './comparison.js'
import { type EstimateSettings, Estimates } from './estimates.js'
import { Feeds } from './feeds.js'
import type { Funds } from './funds.js'
import type { OrderEntry } from './order-entry.js'
import { OrderReducer } from './order-reducer.js'
import { OwnOrders } from './own-orders.js'
import type { Positions } from './positions.js'

export interface FeeBelief {
  readonly feeRateBps: number
  readonly readAtMonoMs: number
}

export interface BeliefSettings extends EstimateSettings {
  readonly makerPaysFee: boolean
  /** The venue's holdings may lag so far behind its settlements. */
  readonly holdingsLagMs: number
  /** The venue's best bids count sellers of the other outcome too. */
  readonly mergedBestBids: boolean
  readonly pollStaleAfterMs: number
}

export class Beliefs {
  readonly markets = new Map<ConditionId, Market>()
  readonly dropped = new Set<ConditionId>()
  readonly paused = new Set<ConditionId>()
  readonly books = new Books()
  readonly feeds: Feeds
  readonly estimates: Estimates
  readonly orders: OwnOrders
  readonly ledger: AccountLedger
  readonly fees = new Map<ConditionId, FeeBelief>()
  readonly comparison = new BestBidComparison()
  /** Markets whose comparison gave no answer yet, or whose book must be fetched anew. */
  readonly recheck = new Set<ConditionId>()
  readonly resync = new Set<ConditionId>()
  accountStale = true
  signedIn = false
  clockErrorMs = 0
  readonly #reducer: OrderReducer
  readonly #mergedBestBids: boolean
  #touched = new Set<ConditionId>()
  readonly #ended: Hex[] = []
  #nowMonoMs = 0
  #nowSeq = 0
  #accountChangedSeq = 0

  constructor(settings: BeliefSettings) {
    this.#mergedBestBids = settings.mergedBestBids
    this.feeds = new Feeds(settings.pollStaleAfterMs)
    this.estimates = new Estimates(settings)
    this.orders = new OwnOrders((entry) => this.#orderChanged(entry))
    this.ledger = new AccountLedger({
      makerPaysFee: settings.makerPaysFee,
      holdingsLagMs: settings.holdingsLagMs,
      markets: this.markets,
      orders: this.orders,
      fair: (market) => this.estimates.fair(market),
    })
    this.#reducer = new OrderReducer(this.orders, (draft) => this.markets.get(draft.conditionId)?.lotRaw ?? 0n)
  }

  get funds(): Funds {
    return this.ledger.funds
  }

  get positions(): Positions {
    return this.ledger.positions
  }

  /** Takes an event in; returns the markets it changes, or `all`. */
  apply(event: CoreEvent): ReadonlySet<ConditionId> | 'all' {
    this.#touched = new Set()
    this.#nowMonoMs = event.at.monoMs
    this.#nowSeq = event.seq
    if (this.#reducer.apply(event)) {
      if (event.kind === 'orders-listed' || event.kind === 'fills-listed') {
        for (const conditionId of this.ledger.listed(event)) this.#touched.add(conditionId)
      }
      return this.#touched
    }
    if ('conditionId' in event && event.conditionId !== undefined) {
      this.#applyToMarket(event, event.conditionId)
      this.#touched.add(event.conditionId)
      return this.#touched
    }
    return this.#applyToAll(event)
  }

  /** The book without us: the socket's, or what the last poll said. */
  others(market: Market): MarketBook {
    const { conditionId } = market
    if (!this.feeds.trustsSocket(conditionId, this.#nowMonoMs)) {
      const bids = this.feeds.polledBids(conditionId)
      if (bids) return bookOfBids(bids)
    }
    return this.#withoutOwn(market, this.books.venueBook(conditionId))
  }

  ordersOf(conditionId: ConditionId): OwnOrder[] {
    const found: OwnOrder[] = []
    for (const order of this.orders.all()) if (order.draft.conditionId === conditionId) found.push(order)
    return found
  }

  /** Questions go out now: their answers are judged by what is believed from now on. */
  asked(commands: readonly Command[]): void {
    for (const command of commands) {
      if (command.kind === 'read-account') this.funds.asked(command.askedSeq)
      if (command.kind !== 'read-best-bids' && command.kind !== 'read-book') continue
      const market = this.markets.get(command.conditionId)
      const kind = command.kind === 'read-book' ? 'book' : 'best-bids'
      if (market) this.comparison.asked(command.conditionId, kind, this.#bestOf(market, this.others(market), kind))
    }
  }

  /** Hashes of the orders that ended since the last call. */
  takeEnded(): readonly Hex[] {
    return this.#ended.splice(0)
  }

  #applyToMarket(event: CoreEvent, conditionId: ConditionId): void {
    const market = this.markets.get(conditionId)
    if (!market) return
    const now = event.at.monoMs
    this.feeds.heard(event.kind, conditionId, now)
    switch (event.kind) {
      case 'market-status':
        this.markets.set(conditionId, {
          ...market,
          status: event.status,
          ...(event.registration ? { registration: event.registration } : {}),
          ...(event.winner === undefined ? {} : { winner: event.winner }),
        })
        return
      case 'market-dropped':
        this.dropped.add(conditionId)
        return
      case 'book':
        this.#bookArrived(market, event.book, event.via)
        return
      case 'level':
        this.books.change(conditionId, event.change)
        this.#bookMoved(market)
        return
      case 'feed':
        this.feeds.socket(conditionId, event.health === 'live', event.reason, now)
        if (event.health === 'live') this.#bookMoved(market)
        return
      case 'best-bids':
        this.#bestBidsArrived(market, event.bids)
        return
      case 'fee':
        this.fees.set(conditionId, { feeRateBps: event.feeRateBps, readAtMonoMs: event.readAtMonoMs })
        return
      case 'fee-changed':
        this.fees.delete(conditionId)
        return
      case 'read-failed':
        if (event.read === 'best-bids' || event.read === 'book') this.comparison.failed(conditionId, event.read)
        return
      case 'operator':
        if (event.action === 'pause') this.paused.add(conditionId)
        if (event.action === 'unpause') this.paused.delete(conditionId)
        return
      default:
        return
    }
  }

  #applyToAll(event: CoreEvent): ReadonlySet<ConditionId> | 'all' {
    switch (event.kind) {
      case 'market':
        this.#setMarket(event.market)
        this.dropped.delete(event.market.conditionId)
        return new Set([event.market.conditionId])
      case 'account': {
        const first = !this.funds.isKnown
        if (!this.ledger.read(event)) return new Set()
        if (first) this.orders.rebase(event.at.monoMs)
        this.accountStale = this.#accountChangedSeq > event.askedSeq
        return 'all'
      }
      case 'account-changed':
        this.#accountMoved(event.seq)
        return new Set()
      case 'session':
        this.signedIn = event.signedIn
        return 'all'
      case 'clock':
        this.clockErrorMs = event.errorMs
        return 'all'
      case 'operator':
        // without a market it concerns all of them
        if (event.action === 'pause') for (const conditionId of this.markets.keys()) this.paused.add(conditionId)
        if (event.action === 'unpause') this.paused.clear()
        return 'all'
      case 'wake':
        this.orders.forget(event.at.monoMs)
        return 'all'
      default:
        return 'all'
    }
  }

  #setMarket(market: Market): void {
    const { conditionId } = market
    const known = this.markets.get(conditionId)
    this.markets.set(conditionId, known && isFinal(known) && !isFinal(market) ? withEnd(market, known) : market)
    if (known) return
    this.ledger.open(market)
    // orders that were found before their market
    for (const order of this.orders.all()) if (order.draft.conditionId === conditionId) this.#bookOrder(order, market)
  }

  #bookArrived(market: Market, book: MarketBook, via: 'socket' | 'poll'): void {
    if (via === 'socket') {
      this.books.replace(market.conditionId, book)
      this.resync.delete(market.conditionId)
      this.#bookMoved(market)
      return
    }
    // a poll never overwrites the stream; it only convicts it
    this.#judge(market, this.comparison.answered(market.conditionId, 'book', topBids(this.#withoutOwn(market, book))))
  }

  /** What the venue's answer to a question would say of a book. */
  #bestOf(market: Market, book: MarketBook, kind: QuestionKind): BestBids {
    return kind === 'best-bids' && this.#mergedBestBids ? mergedBids(book, market.ticksPerUnit) : topBids(book)
  }

  #withoutOwn(market: Market, book: MarketBook): MarketBook {
    return withoutOwn(book, market, this.ordersOf(market.conditionId), this.#nowMonoMs)
  }

  #bookMoved(market: Market): void {
    // a book that is not believed teaches nothing
    if (!this.feeds.trustsSocket(market.conditionId, this.#nowMonoMs)) return
    const others = this.others(market)
    this.comparison.moved(market.conditionId, (kind) => this.#bestOf(market, others, kind))
    this.estimates.observe(market, others, this.#nowMonoMs)
    this.ledger.open(market)
  }

  #bestBidsArrived(market: Market, bids: BestBids): void {
    const { conditionId } = market
    const byStream = this.feeds.trustsSocket(conditionId, this.#nowMonoMs)
    this.feeds.polled(conditionId, bids, this.#nowMonoMs)
    if (byStream) {
      this.#judge(market, this.comparison.answered(conditionId, 'best-bids', bids))
      return
    }
    this.comparison.failed(conditionId, 'best-bids')
    this.estimates.observe(market, bookOfBids(bids), this.#nowMonoMs)
    this.ledger.open(market)
  }

  #judge(market: Market, verdict: 'agrees' | 'differs' | 'unclear'): void {
    const { conditionId } = market
    if (verdict === 'unclear') this.recheck.add(conditionId)
    else this.recheck.delete(conditionId)
    if (verdict === 'unclear') return
    if (this.feeds.compared(conditionId, verdict === 'agrees', this.#nowMonoMs)) this.resync.add(conditionId)
  }

  #accountMoved(seq: number): void {
    this.accountStale = true
    this.#accountChangedSeq = seq
  }

  #orderChanged(entry: OrderEntry): void {
    const { conditionId } = entry.draft
    this.#touched.add(conditionId)
    if (entry.foreign) this.#accountMoved(this.#nowSeq)
    if (entry.phase === 'ended' && entry.hash && entry.pendingRaw === 0n) this.#ended.push(entry.hash)
    const market = this.markets.get(conditionId)
    if (market) this.#bookOrder(entry, market)
  }

  #bookOrder(entry: OrderEntry, market: Market): void {
    this.ledger.orderChanged(entry, market, { seq: this.#nowSeq, monoMs: this.#nowMonoMs })
  }
}

/** A list read before the end does not undo it. */
function withEnd(market: Market, { status, winner }: Market): Market {
  return { ...market, status, ...(winner === undefined ? {} : { winner }) }
}
