// Both ports of one kind, open and listened to, with a venue of their own whose other traders do as they are told.

import type { AccountSnapshot } from '../../../src/domain/account/account.js'
import { ticks } from '../../../src/domain/amounts/price.js'
import { lots } from '../../../src/domain/amounts/size.js'
import type { Answer, Failure } from '../../../src/domain/error.js'
import type { MarketBook } from '../../../src/domain/market/book.js'
import type { Hex, Market } from '../../../src/domain/market/market.js'
import type { Fill } from '../../../src/domain/orders/fill.js'
import type { OrderDraft, OrderRecord, OrderStatus } from '../../../src/domain/orders/order.js'
import type { BookReading, MarketData, MarketDataEvent } from '../../../src/venue/market-data.js'
import type { SignedOrder, SubmitResult, Trading, TradingEvent } from '../../../src/venue/trading.js'
import { heardBook } from './heard-book.js'
import { LOTS_PER_SHARE, type Offer, type Others } from './others.js'
import { FEE_BPS, marketId } from './venue-settings.js'

export type StandName = 'live' | 'virtual' | 'paper'

export interface StandParts {
  readonly name: StandName
  readonly marketData: MarketData
  readonly trading: Trading
  readonly others: Others
  /** Somebody trades all of `ours` at its price against us, as the venue or the tape of this stand allows. */
  readonly hit: (market: Market, ours: Offer) => void
  readonly monoMs: () => number
  /** The venue's clock. */
  readonly venueMs: () => number
  readonly pass: (ms: number) => Promise<void>
  readonly close: () => Promise<void>
}

const STEP_MS = 5
const DEADLINE_MS = 8000
const LIFE_SEC = 100
const RESTING: readonly OrderStatus[] = ['open', 'partially_filled']

export class Stand {
  readonly #parts: StandParts
  readonly marketData: MarketData
  readonly trading: Trading
  readonly others: Others
  /** Everything heard since markets were last opened. */
  marketEvents: MarketDataEvent[] = []
  tradingEvents: TradingEvent[] = []
  #used = 0
  #markets: readonly Market[] = []

  constructor(parts: StandParts) {
    this.#parts = parts
    this.marketData = parts.marketData
    this.trading = parts.trading
    this.others = parts.others
  }

  /** Returns once the socket is up and the account is signed in. */
  async start(): Promise<this> {
    this.marketData.listen((event) => this.marketEvents.push(event))
    this.trading.listen((event) => this.tradingEvents.push(event))
    this.trading.start()
    this.marketData.start()
    await this.until('the link to be up', () => this.marketEvents.some((e) => e.kind === 'link' && e.state === 'up'))
    await this.until('the sign-in', () => this.tradingEvents.some((e) => e.kind === 'signed-in'))
    return this
  }

  async close(): Promise<void> {
    this.marketData.stop()
    this.trading.stop()
    await this.#parts.close()
  }

  venueMs(): number {
    return this.#parts.venueMs()
  }

  monoMs(): number {
    return this.#parts.monoMs()
  }

  hit(market: Market, ours: Offer): void {
    this.#parts.hit(market, ours)
  }

  /** Looks again and again, as time passes, until it sees something; fails with what it waited for. */
  async until<T>(what: string, look: () => T | Promise<T>): Promise<Exclude<T, undefined | false>> {
    const end = this.monoMs() + DEADLINE_MS
    for (;;) {
      const seen = await look()
      if (isSeen(seen)) return seen
      if (this.monoMs() > end) throw new Error(`${this.#parts.name}: waited ${DEADLINE_MS} ms for ${what}`)
      await this.#parts.pass(STEP_MS)
    }
  }

  async answer<T>(run: (done: (answer: Answer<T>) => void) => void): Promise<Answer<T>> {
    const answers: Answer<T>[] = []
    run((answer) => answers.push(answer))
    return this.until('an answer', () => answers[0])
  }

  async ask<T>(run: (done: (answer: Answer<T>) => void) => void): Promise<T> {
    const answer = await this.answer(run)
    if (answer.ok) return answer.value
    throw new Error(`${this.#parts.name}: ${answer.failure.code}: ${answer.failure.message}`)
  }

  async refusal<T>(run: (done: (answer: Answer<T>) => void) => void): Promise<Failure> {
    const answer = await this.answer(run)
    if (!answer.ok) return answer.failure
    throw new Error(`${this.#parts.name}: expected a failure, got a value`)
  }

  /** A market that no test has touched. */
  freshMarket(): Promise<Market> {
    this.#used += 1
    return this.market(marketId(this.#used))
  }

  market(id: string): Promise<Market> {
    return this.ask<Market>((done) => this.marketData.readMarket(id, done))
  }

  /** A fresh market, the only one watched, with its first snapshot. */
  async openMarket(): Promise<Market> {
    const market = await this.freshMarket()
    await this.#watch([market])
    return market
  }

  /** Two of them. */
  async openTwoMarkets(): Promise<readonly [Market, Market]> {
    const markets = [await this.freshMarket(), await this.freshMarket()] as const
    await this.#watch(markets)
    return markets
  }

  async #watch(markets: readonly Market[]): Promise<void> {
    this.#markets = markets
    this.marketEvents = []
    this.tradingEvents = []
    this.marketData.watch(markets)
    for (const market of markets) {
      await this.until('its snapshot', () => this.eventsOf(market).some(({ kind }) => kind === 'snapshot'))
    }
  }

  /** Nothing of ours rests or waits for settlement any more. */
  async tidy(): Promise<void> {
    for (const market of this.#markets) await this.ask<void>((done) => this.trading.cancelAll(market, done))
    this.#markets = []
    await this.until('all matches to be settled', async () => (await this.fills()).every((f) => f.status !== 'pending'))
  }

  draft(market: Market, { outcome, side, price, shares }: Offer, more: Partial<OrderDraft> = {}): OrderDraft {
    return {
      conditionId: market.conditionId,
      ...{ outcome, side },
      price: ticks(price),
      size: lots(Math.round(shares * LOTS_PER_SHARE)),
      type: 'POST_ONLY',
      expirationSec: Math.floor(this.venueMs() / 1000) + LIFE_SEC,
      feeRateBps: FEE_BPS,
      ...more,
    }
  }

  sign(market: Market, offer: Offer, more: Partial<OrderDraft> = {}): Promise<SignedOrder> {
    return this.ask<SignedOrder>((done) => this.trading.sign(this.draft(market, offer, more), market, done))
  }

  submit(order: SignedOrder): Promise<Answer<SubmitResult>> {
    return this.answer<SubmitResult>((done) => this.trading.submit(order, done))
  }

  /** Signs and submits. */
  async place(market: Market, offer: Offer, more: Partial<OrderDraft> = {}): Promise<SubmitResult> {
    const order = await this.sign(market, offer, more)
    return this.ask<SubmitResult>((done) => this.trading.submit(order, done))
  }

  order(hash: Hex): Promise<OrderRecord> {
    return this.ask<OrderRecord>((done) => this.trading.readOrder(hash, done))
  }

  async resting({ conditionId }: Market): Promise<Hex[]> {
    const list = await this.listed({ conditionId, statuses: RESTING })
    return list.map(({ hash }) => hash)
  }

  listed(filter: Parameters<Trading['listOrders']>[0]): Promise<readonly OrderRecord[]> {
    return this.ask<readonly OrderRecord[]>((done) => this.trading.listOrders(filter, done))
  }

  fills(sinceVenueMs = 0): Promise<readonly Fill[]> {
    return this.ask<readonly Fill[]>((done) => this.trading.listFills(sinceVenueMs, done))
  }

  account(): Promise<AccountSnapshot> {
    return this.ask<AccountSnapshot>((done) => this.trading.readAccount(done))
  }

  /** Settled and locked tokens of one market. */
  async tokens({ conditionId }: Market): Promise<{ held: readonly bigint[]; locked: readonly bigint[] }> {
    const { holdings } = await this.account()
    const found = holdings.filter((holding) => holding.conditionId === conditionId)
    if (found.length > 1) throw new Error(`holdings: expected one entry for ${conditionId}, got ${found.length}`)
    return { held: found[0]?.tokensRaw ?? [0n, 0n], locked: found[0]?.lockedRaw ?? [0n, 0n] }
  }

  book(market: Market): Promise<BookReading> {
    return this.ask<BookReading>((done) => this.marketData.readBook(market, done))
  }

  /** The book as its events tell it, once it has so many levels. */
  async heardBook(market: Market, levels: number): Promise<MarketBook> {
    return this.until(`${levels} levels in the book`, () => {
      const book = heardBook(this.eventsOf(market))?.book
      return book?.flatMap(({ bids, asks }) => [...bids, ...asks]).length === levels && book
    })
  }

  orderEvents(hash: Hex): OrderRecord[] {
    return this.tradingEvents.flatMap((e) => (e.kind === 'order' && e.record.hash === hash ? [e.record] : []))
  }

  eventsOf({ conditionId }: Market): MarketDataEvent[] {
    return this.marketEvents.filter((e) => 'conditionId' in e && e.conditionId === conditionId)
  }
}

function isSeen<T>(value: T): value is Exclude<T, undefined | false> {
  return value !== undefined && value !== false
}
