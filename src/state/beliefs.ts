// Everything the bot believes, changed by events only. Each part has one owner; this file says which event goes where.

import { lotsToRaw } from '../domain/amounts/size.js'
import { Touched } from '../domain/collections/touched.js'
import type { MarketBook } from '../domain/market/book.js'
import { type ConditionId, type Hex, type Market, readAgain, withNews } from '../domain/market/market.js'
import { isForeign, type OwnOrder } from '../domain/orders/own-order.js'
import type { Command } from '../domain/run/command.js'
import type { CoreEvent } from '../domain/run/core-event.js'
import { AccountLedger } from './account/account-ledger.js'
import type { Funds } from './account/funds.js'
import { OwnMatches } from './account/own-matches.js'
import type { Positions } from './account/positions.js'
import { regrid } from './former-markets.js'
import { KnownMarkets } from './known-markets.js'
import { BookWatch } from './market/book-watch.js'
import { type EstimateSettings, Estimates } from './market/estimates.js'
import type { Feeds } from './market/feeds.js'
import { GroupMembers } from './market/group-members.js'
import { HeldBack } from './market/held-back.js'
import { OwnOrders } from './orders/own-orders.js'
import { type UnknownSettings, Unknowns } from './orders/unknowns.js'

export interface BeliefSettings extends EstimateSettings, UnknownSettings {
  readonly makerPaysFee: boolean
  /** The venue's holdings may lag so far behind its settlements. */
  readonly holdingsLagMs: number
  /** The venue's best bids count sellers of the other outcome too. */
  readonly mergedBestBids: boolean
  readonly staleAfterMs: number
  readonly pollStaleAfterMs: number
}

export class Beliefs {
  readonly markets = new KnownMarkets()
  readonly groupMembers = new GroupMembers()
  readonly dropped = new Set<ConditionId>()
  readonly heldBack = new HeldBack()
  readonly bookWatch: BookWatch
  readonly estimates: Estimates
  readonly orders: OwnOrders
  readonly unknowns: Unknowns
  readonly ledger: AccountLedger
  readonly ownMatches = new OwnMatches()
  accountStale = true
  /** When the account was read last, monotonic. */
  accountReadMonoMs: number | undefined
  signedIn = false
  clockErrorMs = 0
  clockReason: string | undefined
  /** Orders that were found before their market, as they stand, by intent. */
  readonly #early = new Map<number, OwnOrder>()
  readonly #touched = new Touched()
  #allTouched = false
  #nowMonoMs = 0
  #nowVenueMs = 0
  #nowSeq = 0
  #accountChangedSeq = 0

  constructor(settings: BeliefSettings) {
    this.estimates = new Estimates(settings)
    this.orders = new OwnOrders({
      onChange: (order) => this.#orderChanged(order),
      onForgotten: (order) => {
        this.ledger.forget(order)
        this.ownMatches.forget(order)
        this.#early.delete(order.intentId)
      },
      lotRawOf: (draft) => this.markets.get(draft.conditionId)?.lotRaw ?? 0n,
      isMismatched: (conditionId) => this.ledger.isMismatched(conditionId),
      holdingsLagMs: settings.holdingsLagMs,
    })
    this.unknowns = new Unknowns(this.orders, settings)
    this.ledger = new AccountLedger({
      makerPaysFee: settings.makerPaysFee,
      holdingsLagMs: settings.holdingsLagMs,
      markets: this.markets,
      orders: this.orders,
      unknowns: this.unknowns,
      marks: (market) => this.estimates.marks(market),
      mid: (market) => this.estimates.mid(market),
    })
    this.bookWatch = new BookWatch({
      limits: settings,
      mergedBestBids: settings.mergedBestBids,
      market: (conditionId) => this.markets.get(conditionId),
      ownPart: (conditionId) => ({
        orders: this.orders.inBook(conditionId, this.#nowMonoMs),
        untilMonoMs: this.orders.inBookUntilMonoMs(conditionId, this.#nowMonoMs),
      }),
      onSeen: (market, others, nowMonoMs) => {
        this.estimates.observe(market, others, nowMonoMs)
        this.ledger.open(market)
      },
      onDoubted: (conditionId) => this.estimates.doubted(conditionId),
    })
  }

  get feeds(): Feeds {
    return this.bookWatch.feeds
  }

  get funds(): Funds {
    return this.ledger.funds
  }

  get positions(): Positions {
    return this.ledger.positions
  }

  /** Takes an event in. `takeTouched` tells which markets it changes, by the market's own id: each event brings a string that has to be read. */
  apply(event: CoreEvent): void {
    this.#nowMonoMs = event.at.monoMs
    this.#nowVenueMs = event.at.venueMs
    this.#nowSeq = event.seq
    this.estimates.advance(event.at)
    this.bookWatch.advance(event.at.monoMs)
    if (event.kind === 'level' || event.kind === 'trade') {
      const market = this.markets.get(event.conditionId)
      if (market) this.#applyToMarket(event, market)
      this.#touched.add(market?.conditionId ?? event.conditionId)
      return
    }
    if (event.kind === 'turn-end') {
      this.orders.forget(event.at.monoMs)
      return
    }
    if (event.kind === 'verify') this.ledger.takeUp(event)
    if (event.kind === 'signal') this.estimates.signalled(event, event.value, event.atMs)
    if (this.orders.apply(event)) {
      this.unknowns.hear(event)
      if (event.kind === 'orders-listed' || event.kind === 'fills-listed')
        for (const conditionId of this.ledger.listed(event)) this.#touched.add(conditionId)
      for (const conditionId of this.orders.takeMoved()) this.#touched.add(conditionId)
    } else if ('conditionId' in event && event.conditionId !== undefined) {
      this.heldBack.apply(event)
      const market = this.markets.get(event.conditionId)
      if (market) this.#applyToMarket(event, market)
      this.#touched.add(event.conditionId)
    } else this.#applyToAll(event)
  }

  /** Markets about which something else is believed than at the last call, orders included; one may be named several times. */
  takeTouched(): readonly ConditionId[] | 'all' {
    const touched = this.#touched.take()
    if (!this.#allTouched) return touched
    this.#allTouched = false
    return 'all'
  }

  /** The book without us: the socket's, or what the last poll said. */
  others(market: Market): MarketBook {
    return this.bookWatch.others(market)
  }

  /** Questions go out now: their answers are judged by what is believed from now on. */
  asked(commands: readonly Command[]): void {
    for (const command of commands) {
      if (command.kind === 'read-account') this.funds.asked(command.askedSeq)
      this.bookWatch.asked(command)
      this.unknowns.asked(command, this.#nowMonoMs)
    }
  }

  /** These orders are about to be signed; they count from now on. */
  intend({ conditionId, intents }: Extract<Command, { kind: 'place' }>, { at }: CoreEvent): void {
    const market = this.markets.get(conditionId)
    if (!market) return
    for (const { intentId, draft } of intents)
      this.orders.intend({ intentId, draft, originalRaw: lotsToRaw(draft.size, market.lotRaw), atMonoMs: at.monoMs })
  }

  /** Hashes of the orders that ended since the last call, once all of them is told: what they have matched just before may be news. */
  takeEnded(): readonly Hex[] {
    return this.orders.takeEnded()
  }

  #applyToMarket(event: CoreEvent, market: Market): void {
    const { conditionId } = market
    switch (event.kind) {
      case 'market-status':
        this.markets.set(conditionId, this.groupMembers.seen(withNews(market, event)))
        return
      case 'market-dropped':
        this.dropped.add(conditionId)
        return
      case 'book':
        this.orders.bookTold(event)
        this.bookWatch.bookArrived(market, event)
        return
      case 'level':
        if (this.orders.levelTold(event)) this.bookWatch.books.ownChanged(conditionId)
        this.bookWatch.levelChanged(market, event.change, event.venueMs)
        return
      case 'trade':
        this.estimates.traded(market, event.trade)
        this.bookWatch.traded(market, event.trade)
        return
      case 'feed':
        this.bookWatch.feedTold(market, event)
        return
      case 'resync-answered':
        this.bookWatch.resyncAnswered(conditionId, event.askedMonoMs)
        return
      case 'best-bids':
        this.bookWatch.bestBidsArrived(market, event.bids)
        return
      case 'read-failed':
        if (event.read === 'best-bids' || event.read === 'book') this.bookWatch.failed(conditionId, event.read)
        return
      default:
        return
    }
  }

  #applyToAll(event: CoreEvent): void {
    switch (event.kind) {
      case 'market':
        this.#setMarket(event.market)
        this.dropped.delete(event.market.conditionId)
        this.#touched.add(event.market.conditionId)
        return
      case 'group-ends':
        this.groupMembers.told(event.groupId, event.ends)
        this.#allTouched = true
        return
      case 'account': {
        const first = !this.funds.isKnown
        if (first && this.orders.isOvertaken(event.askedSeq)) {
          this.accountStale = true
          return
        }
        if (!this.ledger.read(event)) return
        this.accountReadMonoMs = event.at.monoMs
        if (first) this.orders.rebase(event.at.monoMs)
        this.accountStale = this.#accountChangedSeq > event.askedSeq
        this.#allTouched = true
        return
      }
      case 'account-changed':
        this.#accountMoved(event.seq)
        return
      case 'session':
        this.signedIn = event.signedIn
        this.#allTouched = true
        return
      case 'clock':
        this.clockErrorMs = event.errorMs
        this.clockReason = event.reason
        return
      case 'operator':
      case 'signal':
        // without a market it concerns all of them
        this.#allTouched = true
        return
      default:
        this.#allTouched ||= event.kind === 'settings'
    }
  }

  #setMarket(market: Market): void {
    const { conditionId } = market
    const known = this.markets.get(conditionId)
    this.markets.set(conditionId, this.groupMembers.seen(known ? readAgain(market, known) : market))
    if (known && !regrid(this, known, market)) return
    this.estimates.open(market)
    this.ledger.open(market)
    for (const [intentId, order] of this.#early) {
      if (order.draft.conditionId !== conditionId) continue
      this.#early.delete(intentId)
      this.#bookOrder(order, market)
    }
  }

  #accountMoved(seq: number): void {
    this.accountStale = true
    this.#accountChangedSeq = seq
  }

  #orderChanged(order: OwnOrder): void {
    const { conditionId } = order.draft
    this.#touched.add(conditionId)
    this.markets.comeBack(conditionId)
    this.bookWatch.books.ownChanged(conditionId)
    this.unknowns.changed(order)
    if (isForeign(order)) this.#accountMoved(this.#nowSeq)
    const market = this.markets.get(conditionId)
    if (market) this.#bookOrder(order, market)
    else this.#early.set(order.intentId, order)
  }

  #bookOrder(order: OwnOrder, market: Market): void {
    const at = { seq: this.#nowSeq, monoMs: this.#nowMonoMs, venueMs: this.#nowVenueMs }
    this.estimates.ownChanged(order, market, this.ownMatches.orderChanged(order, at.venueMs))
    this.ledger.orderChanged(order, market, at)
  }
}
