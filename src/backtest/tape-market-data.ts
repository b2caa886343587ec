// The market data of a run on a tape: what is told by itself comes from the tape when it was received, what is asked for is answered from the
// state of the venue at that moment, with a delay; for a strategy that is tried now asks what the recording one never asked.

import type { Answer, Failure } from '../domain/error.js'
import { mergedBids } from '../domain/market/best-pair.js'
import { type BestBids, EMPTY_BOOK } from '../domain/market/book.js'
import type { ConditionId, Market } from '../domain/market/market.js'
import type { PermitDesk } from '../domain/permit.js'
import { ABOUT_LISTING, aboutMarket } from '../domain/run/sent-message.js'
import type { Clock } from '../domain/time.js'
import type {
  BookReading,
  FeeReading,
  MarketData,
  MarketDataEvent,
  MarketListing,
  MarketQuery,
} from '../venue/market-data.js'
import { charged } from '../venue/simulated/fills/charged.js'
import type { Trip } from '../venue/simulated/fills/latency.js'
import type { OthersBook } from './others-book.js'
import type { TapeFacts } from './tape-facts.js'

export interface TapeMarketDataOptions {
  readonly clock: Clock
  /** Of a read. */
  readonly trip: (about?: string) => Trip
  /** As of the venue's time. */
  readonly facts: TapeFacts
  readonly venueBooks: OthersBook
  /** Whether the venue's best bids count sellers of the other outcome. */
  readonly mergedBestBids: boolean
  /** As received so far. */
  readonly toldBooks: OthersBook
}

const UNREACHABLE: Failure = { code: 'unreachable', message: 'the tape has no connection here' }
/** A room is entered, and a market's snapshot comes, so soon. */
const ROOM_MS = 1
const OTHER_GRID: Failure = { code: 'bad-payload', message: 'prices and sizes are on another tick or size step here' }

export class TapeMarketData implements MarketData {
  readonly #options: TapeMarketDataOptions
  #listener: (event: MarketDataEvent) => void = () => undefined
  #isRunning = false
  #watched = new Map<ConditionId, Market>()
  /** The number of the last change that was told of each market. */
  readonly #seqs = new Map<ConditionId, number>()

  constructor(options: TapeMarketDataOptions) {
    this.#options = options
  }

  /** What the tape has received now. */
  received(event: MarketDataEvent): void {
    if (event.kind !== 'link' && 'seq' in event && event.seq !== undefined) this.#seqs.set(event.conditionId, event.seq)
    if (!this.#isRunning) return
    if (event.kind === 'link' || this.#isCounted(event)) this.#listener(event)
  }

  /** What the tape tells of the market is counted in others from now on than before: until the bot goes by them it reads nothing of it. */
  regridded(conditionId: ConditionId): void {
    if (this.#isRunning && this.#watched.has(conditionId) && !this.#isReadable(conditionId))
      this.#listener({ kind: 'unreadable', conditionId, message: OTHER_GRID.message })
  }

  /** It is watched, and what has a price or a size has it on the bot's tick and size step. */
  #isCounted({ conditionId, kind }: Exclude<MarketDataEvent, { kind: 'link' }>): boolean {
    if (!this.#watched.has(conditionId)) return false
    return (kind !== 'snapshot' && kind !== 'change' && kind !== 'trade') || this.#isReadable(conditionId)
  }

  #isReadable(conditionId: ConditionId): boolean {
    const market = this.#watched.get(conditionId)
    return market !== undefined && this.#options.toldBooks.isOn(market)
  }

  listen(listener: (event: MarketDataEvent) => void): void {
    this.#listener = listener
  }

  start(): void {
    this.#isRunning = true
    this.#options.clock.soon(() =>
      this.#listener({ kind: 'link', state: this.#options.facts.isLinkUp ? 'up' : 'down' }),
    )
  }

  stop(): void {
    this.#isRunning = false
  }

  watch(markets: readonly Market[]): void {
    const entered = markets.filter(({ conditionId }) => !this.#watched.has(conditionId))
    const before = this.#watched
    this.#watched = new Map(markets.map((market) => [market.conditionId, market]))
    for (const conditionId of before.keys())
      if (!this.#watched.has(conditionId)) this.#listener({ kind: 'unwatched', conditionId })
    for (const { conditionId } of entered) {
      this.#options.clock.after(ROOM_MS, () => {
        if (!this.#isRunning || !this.#watched.has(conditionId)) return
        this.#listener({ kind: 'subscribed', conditionId, accepted: true })
        if (this.#options.facts.answersFor(conditionId)) this.#snapshot(conditionId)
      })
    }
  }

  resync(conditionId: ConditionId): void {
    const { clock, facts, trip } = this.#options
    if (!facts.answersFor(conditionId)) return
    const askedMonoMs = clock.monoMs()
    const { thereMs, backMs } = trip()
    clock.after(thereMs + backMs, () => {
      if (!this.#isRunning || !facts.answersFor(conditionId)) return
      this.#snapshot(conditionId)
      this.#listener({ kind: 'resync-answered', conditionId, askedMonoMs })
    })
  }

  readMarket(id: string, done: (answer: Answer<Market>) => void): void {
    this.#read(done, (facts) => {
      const market = facts.market(id)
      if (market) return { ok: true, value: market }
      return { ok: false, failure: { code: 'not-found', message: `the tape knows no market ${id} here` } }
    })
  }

  listMarkets(query: MarketQuery, done: (answer: Answer<MarketListing>) => void): void {
    this.#read(done, (facts) => ({ ok: true, value: { markets: facts.matching(query), refused: [] } }), ABOUT_LISTING)
  }

  readFee(market: Market, done: (answer: Answer<FeeReading>) => void, paidFrom?: PermitDesk): void {
    const readAtMonoMs = this.#options.clock.monoMs()
    const told = charged(done, paidFrom, 'read')
    const arrived = (answer: Answer<number>) =>
      told(answer.ok ? { ok: true, value: { feeRateBps: answer.value, readAtMonoMs } } : answer)
    this.#readOf(market, arrived, (facts) => ({
      ok: true,
      value: (facts.market(market.conditionId) ?? market).feeRateBps,
    }))
  }

  readBestBids(market: Market, done: (answer: Answer<BestBids>) => void, paidFrom?: PermitDesk): void {
    this.#readCounted(market, charged(done, paidFrom, 'read'), () => {
      const { venueBooks, mergedBestBids } = this.#options
      const book = venueBooks.book(market.conditionId) ?? EMPTY_BOOK
      const bids: BestBids = mergedBestBids ? mergedBids(book, market.ticksPerUnit) : [book[0].bids[0], book[1].bids[0]]
      return { ok: true, value: bids }
    })
  }

  readBook(market: Market, done: (answer: Answer<BookReading>) => void, paidFrom?: PermitDesk): void {
    this.#readCounted(market, charged(done, paidFrom, 'read'), () => {
      const book = this.#options.venueBooks.book(market.conditionId)
      if (book) return { ok: true, value: { book } }
      return { ok: false, failure: { code: 'not-found', message: 'the tape has no book of this market here' } }
    })
  }

  #snapshot(conditionId: ConditionId): void {
    const book = this.#options.toldBooks.book(conditionId)
    const seq = this.#seqs.get(conditionId)
    if (book && this.#isReadable(conditionId))
      this.#listener({ kind: 'snapshot', conditionId, book, ...(seq === undefined ? {} : { seq }) })
  }

  #readOf<T>({ conditionId }: Market, done: (answer: Answer<T>) => void, look: (facts: TapeFacts) => Answer<T>): void {
    this.#read(
      done,
      (facts) => (facts.answersFor(conditionId) ? look(facts) : { ok: false, failure: UNREACHABLE }),
      aboutMarket(conditionId),
    )
  }

  /** Of what has prices and sizes: as a venue's answer that is on no tick of the one who has asked. */
  #readCounted<T>(market: Market, done: (answer: Answer<T>) => void, look: (facts: TapeFacts) => Answer<T>): void {
    this.#readOf(market, done, (facts) =>
      this.#options.venueBooks.isOn(market) ? look(facts) : { ok: false, failure: OTHER_GRID },
    )
  }

  /** Looked at there, answered here. */
  #read<T>(done: (answer: Answer<T>) => void, look: (facts: TapeFacts) => Answer<T>, about?: string): void {
    const { clock, trip, facts } = this.#options
    const { thereMs, backMs } = trip(about)
    clock.after(thereMs, () => {
      const answer: Answer<T> = facts.isLinkUp ? look(facts) : { ok: false, failure: UNREACHABLE }
      clock.after(backMs, () => done(answer))
    })
  }
}
