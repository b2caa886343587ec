// What the venue tells, as lines of the market stream: frames as they came, and what the port answered and said besides.

import type { BestBids } from '../../domain/market/book.js'
import type { ConditionId, Market } from '../../domain/market/market.js'
import type { BookReading, FeeReading, MarketDataEvent } from '../../venue/market-data.js'
import { isOfWholeBook } from '../../venue/session/socket/market-stream.js'
import type { VenueProfile } from '../../venue/wire/profile.js'
import { toExactJson } from '../lines/exact-json.js'
import { frameText, lineText } from '../lines/tape-line.js'
import { StandingBooks } from './standing-books.js'
import { StandingOrders } from './standing-orders.js'
import type { TapeClock } from './tape-clock.js'

export interface FrameNote {
  readonly conn: number
  readonly n: number
  readonly name: string
  readonly payload: unknown
}

export interface MarketRecorderParts {
  readonly clock: TapeClock
  readonly append: (line: string) => void
  /** By which frames are read. */
  readonly profile: VenueProfile | undefined
}

/** What no list has named for so long is over: venues have had any number of markets, and a recorder runs for months. */
const FORGOTTEN_AFTER_US = 3600e6

interface Terms {
  readonly text: string
  /** When they were told last, whether that was news or not. */
  readonly at: number
}

export class MarketRecorder {
  readonly #parts: MarketRecorderParts
  readonly #watched = new Map<ConditionId, Market>()
  readonly #books = new StandingBooks()
  readonly #orders: StandingOrders
  /** The terms last written, those not told for longest first. */
  readonly #terms = new Map<ConditionId, Terms>()

  constructor(parts: MarketRecorderParts) {
    this.#parts = parts
    this.#orders = new StandingOrders(parts.profile)
  }

  /** The markets that are followed now, as they were last read. */
  get watched(): readonly Market[] {
    return [...this.#watched.values()]
  }

  /** Lines with which a tape can be read from here on, by whoever has not read what was before: terms, own orders and books as they stand. */
  standingLines(): readonly string[] {
    const stamp = this.#parts.clock.last()
    const markets = this.watched
    const books = markets.flatMap(({ conditionId }) => this.#books.snapshot(conditionId) ?? [])
    return [
      ...markets.map((market) => lineText({ k: 'market', ...stamp, via: 'watch', market })),
      // before the books, which show them
      ...this.#orders.resting.map((order) => lineText({ k: 'own-order', ...stamp, standing: true, order })),
      ...books.map((event) => {
        const { venueMs } = event
        return lineText({
          ...{ k: 'event', ...stamp, standing: true, event },
          ...(venueMs === undefined ? {} : { venueMs }),
        })
      }),
    ]
  }

  frame(note: FrameNote): void {
    this.#parts.append(frameText({ ...this.#parts.clock.stamp(), ...note }))
    this.#orders.take(note.name, note.payload, this.#watched)
  }

  /** Of what the session tells, only what no frame says: the rest is read from the frames again. */
  told(event: MarketDataEvent): void {
    this.#books.take(event)
    const isOfNoFrame =
      event.kind === 'link' ||
      event.kind === 'subscribed' ||
      event.kind === 'resync-answered' ||
      (event.kind === 'unreadable' && isOfWholeBook(event.message))
    if (isOfNoFrame) this.#parts.append(lineText({ k: 'event', ...this.#parts.clock.stamp(), event }))
  }

  watch(markets: readonly Market[]): void {
    const kept = new Set(markets.map(({ conditionId }) => conditionId))
    for (const conditionId of this.#watched.keys()) {
      if (kept.has(conditionId)) continue
      this.#watched.delete(conditionId)
      this.#books.drop(conditionId)
      this.#orders.drop(conditionId)
      this.#parts.append(lineText({ k: 'dropped', ...this.#parts.clock.stamp(), conditionId }))
    }
    for (const market of markets) {
      const isNew = !this.#watched.has(market.conditionId)
      this.#watched.set(market.conditionId, market)
      this.market(market, 'watch', isNew)
    }
  }

  /** Written where its terms differ from those written before. */
  market(market: Market, via: 'watch' | 'read' | 'list', isNew = false): void {
    const { conditionId } = market
    const stamp = this.#parts.clock.stamp()
    const text = toExactJson(market)
    const known = this.#terms.get(conditionId)?.text
    this.#terms.delete(conditionId)
    this.#terms.set(conditionId, { text, at: stamp.at })
    this.#forgetBefore(stamp.at - FORGOTTEN_AFTER_US)
    if (isNew || known !== text) this.#parts.append(lineText({ k: 'market', ...stamp, via, market }))
  }

  /** Told again after that, they are written again. */
  #forgetBefore(at: number): void {
    for (const [conditionId, terms] of this.#terms) {
      if (terms.at >= at) return
      this.#terms.delete(conditionId)
    }
  }

  fee({ conditionId }: Market, { feeRateBps }: FeeReading): void {
    this.#parts.append(lineText({ k: 'fee', ...this.#parts.clock.stamp(), conditionId, feeRateBps }))
  }

  bestBids({ conditionId }: Market, bids: BestBids): void {
    this.#parts.append(lineText({ k: 'best-bids', ...this.#parts.clock.stamp(), conditionId, bids }))
  }

  book({ conditionId }: Market, reading: BookReading): void {
    this.#parts.append(lineText({ k: 'book', ...this.#parts.clock.stamp(), conditionId, ...reading }))
  }
}
