// Order against tape, for one market: which public trades and levels fill our resting orders, and by how much.
//
//   trade through our price   fills us, up to its size            trade at our price   the queue ahead first, then us
//   level through our price   fills us at our price, up to what of it we have not taken before
//   level emptied             as the upper bound, fills all of ours up to the next level: whoever emptied it may have wanted more
//   alone inside the spread, and what such a taker still wanted: estimates, where they are asked for (`inside-flow.ts`)
//
// A trade hits the side its taker sells to or buys from: a BUY of NO at q hits bids on YES at 1 - q. A level that only grows
// or shrinks fills nobody. Which comes first, a trade or the level that it took from, does not matter once both are in.

import type { LevelChange, MarketBook } from '../../../domain/market/book.js'
import type { ConditionId, Hex } from '../../../domain/market/market.js'
import { betterBy, betterOf, opposite, type YesPlace, type YesSide, yesPlace } from '../../../domain/market/yes-view.js'
import type { PublicTrade } from '../../../domain/orders/fill.js'
import type { OrderRecord } from '../../../domain/orders/order.js'
import type { Exchange, MarketSpec, NewOrder } from '../exchange/exchange.js'
import type { FeedTelling } from './feed-telling.js'
import type { InsideFlow, RecordedBot } from './inside-flow.js'
import type { QueueModel } from './queue-models.js'
import type { QueuePlace } from './queue-place.js'
import { QueuePlaces, type Resting } from './queue-places.js'
import { type Taken, TakenLevels } from './taken-levels.js'
import type { TapeAccount } from './tape-account.js'
import { VisibleBook } from './visible-book.js'

export interface MarketTapeOptions {
  readonly conditionId: ConditionId
  readonly exchange: Exchange
  readonly tape: TapeAccount
  readonly queue: QueueModel
  readonly telling: FeedTelling
  /** Estimates what takers would have taken of whom the tape has no trace; none without it. */
  readonly inside?: InsideFlow
  readonly recordedBot?: RecordedBot
  /** Carries out fills that are estimates. */
  readonly asEstimate: (fill: () => void) => void
}

export class MarketTape {
  readonly #options: MarketTapeOptions
  readonly #book = new VisibleBook()
  readonly #queue: QueuePlaces
  readonly #taken = new TakenLevels()
  /** Takers would be seen if they came. */
  #isSeen = true

  constructor(options: MarketTapeOptions) {
    this.#options = options
    this.#queue = new QueuePlaces(options.queue, options.telling)
  }

  /** When something is due by time alone. */
  get dueMs(): number | undefined {
    const [insideMs, overMs] = [this.#options.inside?.dueMs, this.#taken.overMs]
    return insideMs === undefined ? overMs : overMs === undefined ? insideMs : Math.min(insideMs, overMs)
  }

  /** Nothing has changed until now. Call before anything is told of `nowMs`. */
  passTo(nowMs: number): void {
    const { overMs } = this.#taken
    if (overMs !== undefined && nowMs >= overMs) this.endMoment(nowMs)
    const come = this.#options.inside?.passTo(nowMs) ?? []
    if (come.length === 0) return
    this.#options.asEstimate(() => {
      for (const on of come) this.#fillInside(on, nowMs)
    })
    this.settle()
  }

  /** What has been traded so far is all that its takers took. Call before an order of ours comes or goes. */
  endMoment(nowMs: number): void {
    const { inside, queue } = this.#options
    const spec = this.#spec()
    for (const taken of this.#taken.end()) {
      if (spec === undefined) continue
      const shares = (taken.lots * Number(spec.lotRaw)) / Number(spec.unitRaw)
      if (taken.isEmptied && queue === 'optimistic') this.#fillUpToNext(taken, spec, nowMs)
      else if (taken.isEmptied && inside) {
        const rest = Math.round((inside.drawRest(shares) * Number(spec.unitRaw)) / Number(spec.lotRaw))
        const { on, price } = taken.last
        const beyond = { on, price: on === 'bid' ? price - 1 : price + 1 }
        this.#options.asEstimate(() => this.#fillBefore(beyond, rest, nowMs))
      }
      inside?.took(shares, taken.isEmptied)
    }
  }

  /** All that was to be told for now has been. */
  settle(): void {
    const { inside } = this.#options
    const spec = inside && this.#spec()
    if (inside === undefined || spec === undefined) return
    const { ticksPerUnit } = spec
    const { conditionId, exchange, recordedBot } = this.#options
    const isOpen = this.#isSeen && exchange.market(conditionId)?.status === 'OPEN'
    const others = (on: YesSide) => (isOpen ? this.#book.best(on, ticksPerUnit) : undefined)
    const [bid, ask] = [others('bid'), others('ask')]
    const recorded = isOpen ? recordedBot?.recordedBest(conditionId) : undefined
    const shown = { bid: betterOf('bid', bid, recorded?.bid), ask: betterOf('ask', ask, recorded?.ask) }
    const price = (ticks: number | undefined) => (ticks === undefined ? undefined : ticks / ticksPerUnit)
    inside.stand({
      mid: bid === undefined || ask === undefined ? undefined : (bid + ask) / 2 / ticksPerUnit,
      shown: { bid: price(shown.bid), ask: price(shown.ask) },
      ours: { bid: price(this.#ownInside('bid', shown.bid)), ask: price(this.#ownInside('ask', shown.ask)) },
    })
  }

  /** Our best price that can be matched, where it is better than what was shown. */
  #ownInside(on: YesSide, shown: number | undefined): number | undefined {
    const best = this.#queue.best(on)
    if (best === undefined || shown === undefined || betterBy({ on, price: best }, shown) <= 0) return undefined
    return this.#resting(on)[0]?.own.place.price
  }

  /** From now on nobody is told of the market, or is again: silence says nothing of takers then. Call `settle` after it. */
  watched(isSeen: boolean): void {
    this.#isSeen = isSeen
  }

  onSnapshot(book: MarketBook, nowMs: number): void {
    const first = !this.#book.isKnown
    const changes = this.#book.changesTo(book)
    const spec = this.#spec()
    if (spec === undefined) {
      for (const change of changes) this.#book.apply(change)
      return
    }
    // all levels first: a book half replaced may look crossed
    const grown = changes.filter((change) => this.#applyLevel({ ...change, isOfMany: true }, spec, nowMs))
    if (first) this.#queue.learn((place) => this.#book.sizeAt(place, spec.ticksPerUnit))
    for (const change of grown) this.#crossLevel(yesPlace(change, spec.ticksPerUnit), spec, nowMs)
  }

  onLevel(change: LevelChange, nowMs: number): void {
    const spec = this.#spec()
    if (spec === undefined) this.#book.apply(change)
    else if (this.#applyLevel({ ...change, isOfMany: false }, spec, nowMs))
      this.#crossLevel(yesPlace(change, spec.ticksPerUnit), spec, nowMs)
  }

  onTrade(trade: PublicTrade, nowMs: number): void {
    const spec = this.#spec()
    if (spec === undefined) return
    const taker = yesPlace(trade, spec.ticksPerUnit)
    const hit: YesPlace = { on: opposite(taker.on), price: taker.price }
    const tradedLots = Number(trade.sizeRaw / spec.lotRaw)
    const visible = this.#shownAt(hit, this.#book.sizeAt(hit, spec.ticksPerUnit))
    if (this.#taken.trades(hit, tradedLots, { visible, nowMs })) this.#options.inside?.came(hit.on)
    const left = this.#fillThrough(hit, tradedLots, nowMs)
    this.#fillAt(hit, left, nowMs)
    this.#queue.noteTrade(hit, tradedLots, nowMs)
  }

  /** Matches an arriving order with the visible book, as the venue would, and queues what rests of it. */
  enter(order: NewOrder, nowMs: number): OrderRecord {
    const { exchange, tape, conditionId } = this.#options
    const spec = this.#spec()
    const known = exchange.order(order.hash) !== undefined
    if (spec === undefined || known || exchange.market(conditionId)?.status !== 'OPEN') {
      return exchange.submit(order, nowMs)
    }
    const shown = this.#counterOrders(order, spec).map(({ place, lots }) => ({
      place,
      hash: tape.show(conditionId, place, lots, nowMs),
    }))
    try {
      exchange.submit(order, nowMs)
    } finally {
      for (const { place, hash } of shown) this.#book.take(place, tape.hide(hash, conditionId, nowMs))
    }
    this.#join(order, spec)
    // the same order again only reads its record, now without the orders shown to it
    return exchange.submit(order, nowMs)
  }

  /** An order of ours is over. */
  forget(hash: Hex): void {
    this.#queue.leave(hash)
  }

  #spec(): MarketSpec | undefined {
    return this.#options.exchange.market(this.#options.conditionId)?.spec
  }

  #join(order: NewOrder, { ticksPerUnit }: MarketSpec): void {
    const record = this.#options.exchange.order(order.hash)
    if (record === undefined || record.remainingRaw === 0n) return
    const place = yesPlace(order, ticksPerUnit)
    const visible = this.#book.isKnown ? this.#book.sizeAt(place, ticksPerUnit) : Number.POSITIVE_INFINITY
    this.#queue.join(order.hash, place, visible)
  }

  /** What an arriving order meets: one lot is enough to turn a POST_ONLY away. */
  #counterOrders(order: NewOrder, { ticksPerUnit }: MarketSpec): { place: YesPlace; lots: number }[] {
    const own = yesPlace(order, ticksPerUnit)
    const on = opposite(own.on)
    const met = this.#book
      .prices(on, ticksPerUnit)
      .map((price): YesPlace => ({ on, price }))
      .filter((place) => betterBy(place, own.price) >= 0)
    if (order.type === 'POST_ONLY') return met.slice(0, 1).map((place) => ({ place, lots: 1 }))
    return met.map((place) => ({ place, lots: this.#book.leftAt(place, ticksPerUnit) })).filter(({ lots }) => lots > 0)
  }

  /** Returns whether the level grew. */
  #applyLevel(
    change: LevelChange & { readonly isOfMany: boolean },
    { ticksPerUnit }: MarketSpec,
    nowMs: number,
  ): boolean {
    const place = yesPlace(change, ticksPerUnit)
    const before = this.#book.sizeAt(place, ticksPerUnit)
    this.#book.apply(change)
    const after = this.#book.sizeAt(place, ticksPerUnit)
    this.#taken.changes(place, this.#shownAt(place, before), nowMs)
    this.#queue.noteLevel(place, { ...change, before, after }, nowMs)
    if (after < before) this.#book.forgetTaken(place, ticksPerUnit)
    return after > before
  }

  /** A level of others went through our prices. */
  #crossLevel(level: YesPlace, { ticksPerUnit }: MarketSpec, nowMs: number): void {
    if (this.#queue.isEmpty) return
    const available = this.#book.leftAt(level, ticksPerUnit)
    if (available === 0) return
    const left = this.#fillThrough({ on: opposite(level.on), price: level.price }, available, nowMs)
    this.#book.take(level, available - left)
  }

  /** Fills our orders that are better than `limit`; returns what is left of `lots`. */
  #fillThrough(limit: YesPlace, lots: number, nowMs: number): number {
    let left = lots
    if (this.#queue.isEmpty) return left
    for (const { own, lots: resting } of this.#resting(limit.on)) {
      if (betterBy(own.place, limit.price) <= 0) break
      own.clear()
      if (left > 0) left -= this.#hit(own, Math.min(left, resting), nowMs)
    }
    return left
  }

  /** Fills our orders at exactly `at`, others ahead of them first. */
  #fillAt(at: YesPlace, lots: number, nowMs: number): void {
    if (this.#queue.isEmpty) return
    let ours = 0
    for (const { own, lots: resting } of this.#resting(at.on)) {
      if (own.place.price !== at.price) continue
      const reached = Math.min(resting, own.reachedBy(lots - ours, nowMs))
      if (reached > 0) ours += this.#hit(own, reached, nowMs)
      own.traded(lots, ours, nowMs)
    }
  }

  /** All of ours that come before the next level of others. */
  #fillUpToNext({ last: { on, price } }: Taken, { ticksPerUnit }: MarketSpec, nowMs: number): void {
    if (this.#queue.isEmpty) return
    const next = this.#book.prices(on, ticksPerUnit).find((level) => betterBy({ on, price: level }, price) < 0)
    this.#fillBefore({ on, price: next ?? (on === 'bid' ? 0 : ticksPerUnit) }, Number.POSITIVE_INFINITY, nowMs)
  }

  /** Ours on a side that are better than a price, best first: nobody is left before them. */
  #fillBefore({ on, price }: { on: YesSide; price: number }, wanted: number, nowMs: number): void {
    let left = wanted
    for (const { own, lots } of this.#resting(on)) {
      if (left <= 0 || betterBy(own.place, price) <= 0) break
      own.clear()
      left -= this.#hit(own, Math.min(left, lots), nowMs)
    }
  }

  /** A taker whom nobody else could serve: our best price first, then ours behind it as far as the taker goes. */
  #fillInside(on: YesSide, nowMs: number): void {
    const { inside } = this.#options
    const spec = this.#spec()
    const [first] = this.#resting(on)
    if (inside === undefined || spec === undefined || first === undefined) return
    const { shares, reach } = inside.drawTaker()
    let left = Math.max(1, Math.round((shares * Number(spec.unitRaw)) / Number(spec.lotRaw)))
    const others = this.#book.best(on, spec.ticksPerUnit)
    for (const { own, lots } of this.#resting(on)) {
      const isInside = others === undefined || betterBy(own.place, others) > 0
      const behind = -betterBy(own.place, first.own.place.price)
      if (left <= 0 || !isInside || behind > reach * spec.ticksPerUnit) break
      left -= this.#hit(own, Math.min(left, lots), nowMs)
    }
  }

  #shownAt(place: YesPlace, others: number): number {
    const { recordedBot, conditionId } = this.#options
    return recordedBot === undefined ? others : Math.max(others, recordedBot.shownAt(conditionId, place))
  }

  #hit({ place }: QueuePlace, lots: number, nowMs: number): number {
    return this.#options.tape.hit(this.#options.conditionId, place, lots, nowMs)
  }

  #resting(on: YesSide): Resting[] {
    return this.#queue.resting(on, (hash) => this.#options.exchange.lotsInBook(hash))
  }
}
