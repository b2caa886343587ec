// Books as a tape tells them, without the orders of the bot that recorded it: in the run that is tried now they were never placed.
//
//   others = level of the tape - what rested there of the recording bot, as far as the level shows it yet
//
// An order and the level that it changes are told as two records. The order comes first here, whenever it was received: a change of the level in
// its direction is its own up to its size, and only the rest is others'. After a second the level is taken to show it. An order whose end nobody
// heard, as of a recorder that was killed, ends with its expiration.

import type { Ticks } from '../domain/amounts/price.js'
import { lots } from '../domain/amounts/size.js'
import { type LevelMap, levelKey, levelMap, levelOf, putLevel } from '../domain/collections/level-map.js'
import { TimeQueue } from '../domain/collections/time-queue.js'
import { EMPTY_BOOK, type Level, type MarketBook } from '../domain/market/book.js'
import { type ConditionId, isFinal, type Market } from '../domain/market/market.js'
import { isSameGrid } from '../domain/market/market-terms.js'
import { NO, YES } from '../domain/market/side.js'
import { betterBy, type YesPlace, type YesSide, yesPlace } from '../domain/market/yes-view.js'
import { isTerminal, type OrderRecord } from '../domain/orders/order.js'
import { A_MOMENT_MS } from '../domain/time.js'
import type { TapeEvent } from '../recording/tape-record.js'
import type { MarketDataEvent } from '../venue/market-data.js'
import { MOMENT_MS } from '../venue/simulated/fills/taken-levels.js'

interface Recorded {
  readonly place: number
  readonly lots: number
}

/** What an order of the recording bot has changed and its level does not show yet. */
interface Unseen {
  lots: number
  readonly untilMs: number
}

interface MarketLevels {
  /** By place: as on the tape. */
  levels: LevelMap
  /** By place: of the recording bot. */
  readonly recorded: LevelMap
  readonly orders: Map<string, Recorded>
  readonly unseen: Map<number, Unseen>
  /** By place: levels that have changed in this moment, as they were before it; and when it began. */
  readonly before: LevelMap
  /** The same, of others alone. */
  readonly othersBefore: LevelMap
  beganMs: number
  lotRaw: bigint
  ticksPerUnit: number
  /** Without a book there is nothing to tell of. */
  isKnown: boolean
}

/** A level shows an order within this time, milliseconds. */
const SHOWN_WITHIN_MS = 1000
/** The venue's word that an order has expired comes sooner after that, whatever the difference of the clocks. */
const EXPIRED_HEARD_MS = 10_000

interface TwoClocks {
  readonly nowMs: () => number
  /** By which orders expire. */
  readonly venueMs: () => number
}

export class OthersBook {
  readonly #markets = new Map<ConditionId, MarketLevels>()
  /** Over, and nothing stands there: of a long tape there are tens of thousands, and nobody comes back to one. */
  readonly #emptied = new Set<ConditionId>()
  /** Markets with something unseen. */
  readonly #unsettled = new Set<ConditionId>()
  /** Orders of the recording bot as they were told, by when they have expired for sure. */
  readonly #expiring = new TimeQueue<OrderRecord>()
  readonly #nowMs: () => number
  readonly #venueMs: () => number
  readonly #tell: (event: MarketDataEvent) => void

  /** `tell` hears what the venue would have told without the recording bot. */
  constructor({ nowMs, venueMs }: TwoClocks, tell: (event: MarketDataEvent) => void) {
    this.#nowMs = nowMs
    this.#venueMs = venueMs
    this.#tell = tell
  }

  take(event: TapeEvent): void {
    if (event.kind === 'market') {
      const { conditionId, lotRaw, ticksPerUnit } = event.market
      if (this.#emptied.has(conditionId)) return
      if (!this.isOn(event.market)) this.#markets.delete(conditionId)
      Object.assign(this.#market(conditionId), { lotRaw, ticksPerUnit })
    } else if (event.kind === 'own-order') this.#order(event.record)
    else if (event.kind === 'market-data') this.#marketData(event.event)
  }

  /** What is told of the market, if anything is, is counted in its ticks and lots. */
  isOn({ conditionId, ...grid }: Pick<Market, 'conditionId' | 'ticksPerUnit' | 'lotRaw'>): boolean {
    const market = this.#markets.get(conditionId)
    return market === undefined || market.ticksPerUnit === 0 || isSameGrid(market, grid)
  }

  /** What has not shown itself in time is taken for shown. */
  settle(): void {
    const venueMs = this.#venueMs()
    for (let due = this.#expiring.takeBy(venueMs); due !== undefined; due = this.#expiring.takeBy(venueMs))
      this.#order({ ...due, status: 'expired', remainingRaw: 0n })
    for (const conditionId of this.#unsettled) {
      const market = this.#market(conditionId)
      for (const [place, { untilMs }] of market.unseen) {
        if (untilMs > this.#nowMs()) continue
        const before = this.#othersAt(market, place)
        market.unseen.delete(place)
        const size = this.#othersAt(market, place)
        if (market.isKnown && size !== before) this.#tell({ kind: 'change', conditionId, change: levelOf(place, size) })
      }
      if (market.unseen.size === 0) this.#unsettled.delete(conditionId)
    }
  }

  /** Of others, best level first; `undefined` before the first book. */
  book(conditionId: ConditionId): MarketBook | undefined {
    const market = this.#markets.get(conditionId)
    if (market === undefined && this.#emptied.has(conditionId)) return EMPTY_BOOK
    if (market === undefined || !market.isKnown) return undefined
    return bookOf(market.levels.keys(), (place) => this.#othersAt(market, place))
  }

  /** As it stood when the moment began that goes on, or is just over. */
  bookBefore(conditionId: ConditionId): MarketBook | undefined {
    const market = this.#markets.get(conditionId)
    if (market === undefined || this.#nowMs() > market.beganMs + MOMENT_MS + A_MOMENT_MS) return this.book(conditionId)
    const { levels, othersBefore } = market
    const places = new Set([...levels.keys(), ...othersBefore.keys()])
    return bookOf(places, (place) => othersBefore.get(place) ?? this.#othersAt(market, place))
  }

  /** Best prices of YES that the recording bot shows. */
  recordedBest(conditionId: ConditionId): Readonly<Record<YesSide, Ticks | undefined>> {
    const best: Record<YesSide, Ticks | undefined> = { bid: undefined, ask: undefined }
    const market = this.#markets.get(conditionId)
    if (market === undefined || market.ticksPerUnit === 0) return best
    for (const [key, size] of market.recorded) {
      const { on, price } = yesPlace(levelOf(key, size), market.ticksPerUnit)
      const known = best[on]
      if (known === undefined || betterBy({ on, price }, known) > 0) best[on] = price
    }
    return best
  }

  /** Lots that takers were shown at a place when this moment began, the recording bot's among them. */
  shownAt(conditionId: ConditionId, { on, price }: YesPlace): number {
    const market = this.#markets.get(conditionId)
    if (market === undefined || market.ticksPerUnit === 0) return 0
    const before = this.#isMomentOf(market) ? market.before : undefined
    const shown = (key: number) => before?.get(key) ?? market.levels.get(key) ?? 0
    const other = market.ticksPerUnit - price
    const [side, opposite] = on === 'bid' ? (['BUY', 'SELL'] as const) : (['SELL', 'BUY'] as const)
    return shown(levelKey(YES, side, price)) + shown(levelKey(NO, opposite, other))
  }

  #isMomentOf({ beganMs }: MarketLevels): boolean {
    return this.#nowMs() < beganMs + MOMENT_MS
  }

  #marketData(event: MarketDataEvent): void {
    if (event.kind === 'snapshot') this.#snapshot(event)
    else if (event.kind === 'change') this.#change(event)
    else this.#tell(event)
    if (event.kind === 'status' && isFinal(event)) this.#dropEmpty(event.conditionId)
  }

  #dropEmpty(conditionId: ConditionId): void {
    const market = this.#markets.get(conditionId)
    if (!market?.isKnown) return
    const { levels, recorded, orders, unseen } = market
    if ([levels, recorded, orders, unseen].some(({ size }) => size > 0)) return
    this.#markets.delete(conditionId)
    this.#emptied.add(conditionId)
  }

  #snapshot(event: Extract<MarketDataEvent, { kind: 'snapshot' }>): void {
    const market = this.#market(event.conditionId)
    market.isKnown = true
    market.levels = levelMap(event.book)
    market.unseen.clear()
    const book = market.recorded.size === 0 ? event.book : this.book(event.conditionId)
    this.#tell({ ...event, book: book ?? event.book })
  }

  #change(event: Extract<MarketDataEvent, { kind: 'change' }>): void {
    const market = this.#market(event.conditionId)
    const { outcome, side, price, size } = event.change
    const place = levelKey(outcome, side, price)
    const before = market.levels.get(place) ?? 0
    const grownBy = size - before
    if (!this.#isMomentOf(market)) {
      market.before.clear()
      market.othersBefore.clear()
      market.beganMs = this.#nowMs()
    }
    if (!market.before.has(place)) {
      market.before.set(place, before)
      market.othersBefore.set(place, this.#othersAt(market, place))
    }
    putLevel(market.levels, place, size)
    if (!market.recorded.has(place) && !market.unseen.has(place)) {
      this.#tell(event)
      return
    }
    this.#show(market, place, grownBy)
    this.#tell({ ...event, change: { ...event.change, size: lots(this.#othersAt(market, place)) } })
  }

  /** The level has moved: of that, what an order explains. */
  #show(market: MarketLevels, place: number, grownBy: number): void {
    const unseen = market.unseen.get(place)
    if (unseen === undefined || Math.sign(grownBy) !== Math.sign(unseen.lots)) return
    unseen.lots -= Math.sign(grownBy) * Math.min(Math.abs(grownBy), Math.abs(unseen.lots))
    if (unseen.lots === 0) market.unseen.delete(place)
  }

  #order(record: OrderRecord): void {
    const { conditionId, hash, outcome, side, price } = record
    const market = this.#market(conditionId)
    const place = levelKey(outcome, side, price)
    const rests = isTerminal(record.status) || market.lotRaw === 0n ? 0 : Number(record.remainingRaw / market.lotRaw)
    const before = market.orders.get(hash)?.lots ?? 0
    if (rests === before) return
    this.#unsettled.add(conditionId)
    const unseen = (market.unseen.get(place)?.lots ?? 0) + rests - before
    if (unseen === 0) market.unseen.delete(place)
    else market.unseen.set(place, { lots: unseen, untilMs: this.#nowMs() + SHOWN_WITHIN_MS })
    if (rests > 0 && before === 0 && record.expirationSec > 0)
      this.#expiring.add(record.expirationSec * 1000 + EXPIRED_HEARD_MS, record)
    if (rests > 0) market.orders.set(hash, { place, lots: rests })
    else market.orders.delete(hash)
    const own = (market.recorded.get(place) ?? 0) + rests - before
    putLevel(market.recorded, place, own)
  }

  #othersAt({ levels, recorded, unseen }: MarketLevels, place: number): number {
    return Math.max(0, (levels.get(place) ?? 0) - (recorded.get(place) ?? 0) + (unseen.get(place)?.lots ?? 0))
  }

  #market(conditionId: ConditionId): MarketLevels {
    let market = this.#markets.get(conditionId)
    if (market === undefined) {
      market = {
        levels: new Map(),
        ...{ recorded: new Map(), orders: new Map(), unseen: new Map() },
        ...{ before: new Map(), othersBefore: new Map() },
        beganMs: Number.NEGATIVE_INFINITY,
        ...{ lotRaw: 0n, ticksPerUnit: 0, isKnown: this.#emptied.has(conditionId) },
      }
      this.#markets.set(conditionId, market)
    }
    return market
  }
}

function bookOf(places: Iterable<number>, sizeAt: (place: number) => number): MarketBook {
  const [yes, no] = [
    { bids: [] as Level[], asks: [] as Level[] },
    { bids: [] as Level[], asks: [] as Level[] },
  ]
  for (const place of places) {
    const { outcome, side, price, size } = levelOf(place, sizeAt(place))
    const half = outcome === YES ? yes : no
    if (size > 0) (side === 'BUY' ? half.bids : half.asks).push({ price, size })
  }
  for (const { bids, asks } of [yes, no]) {
    bids.sort((a, b) => b.price - a.price)
    asks.sort((a, b) => a.price - b.price)
  }
  return [yes, no]
}
