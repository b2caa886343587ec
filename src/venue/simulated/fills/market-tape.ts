// Order against tape, for one market: which public trades and levels fill our resting orders, and by how much.
//
//   trade through our price   fills us, up to its size            trade at our price   the queue ahead first, then us
//   level through our price   fills us at our price, up to what of it we have not taken before
//   level emptied             as the upper bound, fills all of ours up to the next level: whoever emptied it may have wanted more
//   alone inside the spread, and what a taker still wanted: estimates, where they are asked for (`inside-flow.ts`)
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
import { QueuePlaces } from './queue-places.js'
import { type Standing, type Taken, TakenLevels } from './taken-levels.js'
import { TakerReach } from './taker-reach.js'
import type { TapeAccount } from './tape-account.js'
import { VisibleBook } from './visible-book.js'

export interface MarketTapeOptions {
  readonly conditionId: ConditionId
  readonly exchange: Exchange
  readonly tape: TapeAccount
  readonly queue: QueueModel
  readonly telling: FeedTelling
  /** Estimates what takers would have taken of whom the tape has no trace; none without it. */
  readonly inside?: InsideFlow | undefined
  readonly recordedBot?: RecordedBot | undefined
  /** Carries out fills that are estimates. */
  readonly asEstimate: (fill: () => void) => void
}

export class MarketTape {
  readonly #options: MarketTapeOptions
  readonly #book = new VisibleBook()
  readonly #queue: QueuePlaces
  readonly #reach: TakerReach
  readonly #taken = new TakenLevels()
  /** Takers would be seen if they came. */
  #isSeen = true

  constructor(options: MarketTapeOptions) {
    this.#options = options
    this.#queue = new QueuePlaces(options.queue, options.telling)
    this.#reach = new TakerReach({ book: this.#book, ...options, queue: this.#queue })
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
    const { inside, queue, asEstimate } = this.#options
    const spec = this.#spec()
    for (const taken of this.#taken.end()) {
      if (spec === undefined) continue
      if (queue === 'optimistic') this.#takeMost(taken, spec, nowMs)
      else if (inside) asEstimate(() => this.#takeMore(taken, { inside, spec }, nowMs))
      inside?.took((taken.lots * Number(spec.lotRaw)) / Number(spec.unitRaw), taken.isEmptied)
    }
  }

  /** The bound: whoever emptied a level wanted all of ours up to the next one, and whoever is not served goes on as far as it takes. */
  #takeMost({ last, unserved, isEmptied }: Taken, { ticksPerUnit }: MarketSpec, nowMs: number): void {
    const worst = last.on === 'bid' ? 0 : ticksPerUnit
    if (isEmptied) {
      const price = this.#nextOfOthers(last, ticksPerUnit) ?? worst
      this.#reach.before({ on: last.on, price }, Number.POSITIVE_INFINITY, nowMs)
    } else if (unserved > 0) this.#reach.behind(last, { lots: unserved, limit: worst }, nowMs)
  }

  /** What a taker still wants: more of the level that it emptied, and what the recording bot gave it, which is not there now. */
  #takeMore(taken: Taken, { inside, spec }: { inside: InsideFlow; spec: MarketSpec }, nowMs: number): void {
    const { last, lots, unserved, isEmptied } = taken
    const step = last.on === 'bid' ? -1 : 1
    const lotsPerShare = Number(spec.unitRaw) / Number(spec.lotRaw)
    if (isEmptied) {
      const rest = Math.round(inside.drawRest(lots / lotsPerShare) * lotsPerShare)
      this.#reach.before({ on: last.on, price: last.price + step }, rest, nowMs)
    }
    if (unserved === 0) return
    // who emptied a level and left the next one alone would not have paid that
    const next = isEmptied ? this.#nextShown(last, spec.ticksPerUnit) : undefined
    const room = next === undefined ? undefined : Math.abs(next - last.price) / spec.ticksPerUnit
    const limit = last.price + step * Math.floor(inside.drawReach(room) * spec.ticksPerUnit)
    this.#reach.behind(last, { lots: unserved, limit }, nowMs)
  }

  /** The next price of others behind one. */
  #nextOfOthers({ on, price }: YesPlace, ticksPerUnit: number): number | undefined {
    return this.#book.prices(on, ticksPerUnit).find((level) => betterBy({ on, price: level }, price) < 0)
  }

  /** The same among what takers were shown. */
  #nextShown(place: YesPlace, ticksPerUnit: number): number | undefined {
    const { recordedBot, conditionId } = this.#options
    const others = this.#nextOfOthers(place, ticksPerUnit)
    const recorded = recordedBot?.recordedBest(conditionId)[place.on]
    if (recorded === undefined || betterBy({ on: place.on, price: recorded }, place.price) >= 0) return others
    return others === undefined || betterBy({ on: place.on, price: recorded }, others) > 0 ? recorded : others
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
    return this.#reach.resting(on)[0]?.own.place.price
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
    const grown = changes.filter((change) => this.#applyLevel({ isOfMany: true, ...change }, spec, nowMs))
    if (first) this.#queue.learn((place) => this.#book.sizeAt(place, spec.ticksPerUnit))
    for (const change of grown) this.#crossLevel(yesPlace(change, spec.ticksPerUnit), spec, nowMs)
  }

  onLevel(change: LevelChange, nowMs: number): void {
    const spec = this.#spec()
    if (spec === undefined) this.#book.apply(change)
    else if (this.#applyLevel({ isOfMany: false, ...change }, spec, nowMs))
      this.#crossLevel(yesPlace(change, spec.ticksPerUnit), spec, nowMs)
  }

  onTrade(trade: PublicTrade, nowMs: number): void {
    const spec = this.#spec()
    if (spec === undefined) return
    const taker = yesPlace(trade, spec.ticksPerUnit)
    const hit: YesPlace = { on: opposite(taker.on), price: taker.price }
    const tradedLots = Number(trade.sizeRaw / spec.lotRaw)
    const stood = this.#standingAt(hit, this.#book.sizeAt(hit, spec.ticksPerUnit))
    if (this.#taken.trades(hit, tradedLots, { stood, nowMs })) this.#options.inside?.came(hit.on)
    const left = this.#reach.through(hit, tradedLots, nowMs)
    this.#taken.fills(hit.on, tradedLots - left + this.#reach.at(hit, left, nowMs))
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
    this.#taken.changes(place, this.#standingAt(place, before), nowMs)
    this.#queue.noteLevel(place, { before, after, ...change }, nowMs)
    if (after < before) this.#book.forgetTaken(place, ticksPerUnit)
    return after > before
  }

  /** A level of others went through our prices. */
  #crossLevel(level: YesPlace, { ticksPerUnit }: MarketSpec, nowMs: number): void {
    if (this.#queue.isEmpty) return
    const available = this.#book.leftAt(level, ticksPerUnit)
    if (available === 0) return
    const left = this.#reach.through({ on: opposite(level.on), price: level.price }, available, nowMs)
    this.#book.take(level, available - left)
  }

  /** A taker whom nobody else could serve. */
  #fillInside(on: YesSide, nowMs: number): void {
    const { inside } = this.#options
    const spec = this.#spec()
    if (inside === undefined || spec === undefined || this.#queue.isEmpty) return
    const { shares, reach } = inside.drawTaker()
    const lots = Math.max(1, Math.round((shares * Number(spec.unitRaw)) / Number(spec.lotRaw)))
    const others = this.#book.best(on, spec.ticksPerUnit)
    this.#reach.inside(on, { lots, reach: reach * spec.ticksPerUnit }, others, nowMs)
  }

  #standingAt(place: YesPlace, others: number): Standing {
    const { recordedBot, conditionId } = this.#options
    return { others, shown: Math.max(others, recordedBot?.shownAt(conditionId, place) ?? 0) }
  }
}
