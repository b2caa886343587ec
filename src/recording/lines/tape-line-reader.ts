// Lines of the market stream as what they tell: frames are read by the session's own readers, with the terms that were known by then.

import type { ConditionId, Market } from '../../domain/market/market.js'
import { isSameGrid } from '../../domain/market/market-terms.js'
import { isTerminal, type OrderRecord } from '../../domain/orders/order.js'
import type { MarketDataEvent } from '../../venue/market-data.js'
import {
  isMarketEvent,
  ownNames,
  type ReadEvent,
  readMarketFrame,
  unattributed,
} from '../../venue/session/socket/event-reader.js'
import { readPrivateEvent } from '../../venue/session/socket/private-reader.js'
import { ToldTrades } from '../../venue/session/socket/told-trades.js'
import type { VenueProfile } from '../../venue/wire/profile.js'
import type { TapeEvent, TapeRecord } from '../tape-record.js'
import { toExactJson } from './exact-json.js'
import type { FrameLine, HeadLine, TapeLine } from './tape-line.js'

type Names = ReturnType<typeof ownNames>
const NONE: readonly TapeRecord[] = []

export class LineReader {
  #run: string | undefined
  #segment = 0
  #socket: VenueProfile['socket'] | undefined
  #names: Names = new Map()
  #isUp = false
  /** Followed: their frames count. */
  readonly #watched = new Map<string, Market>()
  readonly #known = new Map<string, Market>()
  /** The terms last told, as text. */
  readonly #lastTerms = new Map<string, string>()

  /** Orders of the recording bot that rest, as they were told last. */
  readonly #own = new Map<string, string>()

  readonly #trades = new ToldTrades()

  /** Markets whose book was told, and not lost since. */
  readonly #whole = new Set<ConditionId>()

  /** What the line tells, in order; nothing for lines about the tape itself, and for a book or an order that was read until here. */
  read(line: TapeLine): readonly TapeRecord[] {
    if (line.k === 'event' && line.standing && this.#isWhole(line.event)) return NONE
    if (line.k === 'own-order' && line.standing && this.#own.get(line.order.hash) === amountsOf(line.order)) return NONE
    const records = this.#told(line)
    for (const { event } of records) this.#learn(event)
    return records
  }

  #isWhole(event: MarketDataEvent): boolean {
    return event.kind === 'snapshot' && this.#whole.has(event.conditionId)
  }

  #learn(event: TapeEvent): void {
    if (event.kind === 'market-dropped') this.#whole.delete(event.conditionId)
    else if (event.kind === 'own-order') {
      const { hash, status } = event.record
      if (isTerminal(status)) this.#own.delete(hash)
      else this.#own.set(hash, amountsOf(event.record))
    } else if (event.kind !== 'market-data') return
    else if (event.event.kind === 'snapshot') this.#whole.add(event.event.conditionId)
    else if (event.event.kind === 'unreadable') this.#whole.delete(event.event.conditionId)
    else if (event.event.kind === 'link' && event.event.state === 'down') this.#whole.clear()
  }

  #told(line: TapeLine): readonly TapeRecord[] {
    const atMs = line.at / 1000
    const one = (event: TapeEvent, venueMs?: number) => [{ atMs, ...(venueMs === undefined ? {} : { venueMs }), event }]
    switch (line.k) {
      case 'head':
        return this.#head(line)
      case 'frame':
        return this.#frame(line)
      case 'market': {
        const market = this.#counted(line)
        return this.#terms(market, line.via) || line.again ? one({ kind: 'market', market }) : NONE
      }
      case 'dropped':
        this.#watched.delete(line.conditionId)
        // followed again, it is news, whatever its terms
        this.#lastTerms.delete(line.conditionId)
        return one({ kind: 'market-dropped', conditionId: line.conditionId })
      case 'event':
        if (line.event.kind === 'link') this.#linked(line.event.state)
        return one({ kind: 'market-data', event: line.event }, line.venueMs)
      case 'fee':
        return one({ kind: 'fee', conditionId: line.conditionId, feeRateBps: line.feeRateBps })
      case 'best-bids':
        return one({ kind: 'best-bids', conditionId: line.conditionId, bids: line.bids })
      case 'book': {
        const { conditionId, book, seq } = line
        return one({ kind: 'book', conditionId, book, ...(seq === undefined ? {} : { seq }) })
      }
      case 'own-order':
        return one({ kind: 'own-order', record: line.order }, line.order.updatedMs)
      case 'gap':
        return this.#lost(atMs, `the recording lost ${line.lines} lines: ${line.reason}`)
      case 'end':
        return this.ended(line.at)
      case 'clock':
      case 'core':
        return NONE
    }
  }

  #linked(state: 'up' | 'down' | 'heard'): void {
    this.#isUp = state !== 'down'
    if (!this.#isUp) this.#trades.lost()
  }

  /** Nothing more is told: the link is down from here on, if nobody has said so. */
  ended(at: number): readonly TapeRecord[] {
    if (!this.#isUp) return NONE
    this.#isUp = false
    return [{ atMs: at / 1000, event: { kind: 'market-data', event: { kind: 'link', state: 'down' } } }]
  }

  #head({ at, run, segment, profile }: HeadLine): readonly TapeRecord[] {
    this.#socket = profile?.socket
    this.#names = profile === undefined ? new Map() : ownNames(profile.socket.events)
    const isNext = segment === this.#segment + 1
    this.#segment = segment
    if (run === this.#run) return isNext ? NONE : this.#lost(at / 1000, 'a file of the tape is missing before this one')
    const left = this.#run === undefined ? NONE : this.ended(at)
    this.#run = run
    this.#watched.clear()
    this.#whole.clear()
    this.#own.clear()
    return left
  }

  /** What is told of a market is counted as it is followed, whatever a list says of its tick and size step: until it is followed by them. */
  #counted({ market, via }: Extract<TapeLine, { readonly k: 'market' }>): Market {
    const watched = this.#watched.get(market.conditionId)
    if (via === 'watch' || watched === undefined || isSameGrid(watched, market)) return market
    const { status, registration, feeRateBps, winner } = market
    return { ...watched, status, registration, feeRateBps, ...(winner === undefined ? {} : { winner }) }
  }

  /** Returns whether they are news. */
  #terms(market: Market, via: 'watch' | 'read' | 'list'): boolean {
    const { conditionId } = market
    this.#known.set(conditionId, market)
    if (via === 'watch') this.#watched.set(conditionId, market)
    const terms = toExactJson(market)
    if (this.#lastTerms.get(conditionId) === terms) return false
    this.#lastTerms.set(conditionId, terms)
    return true
  }

  #frame({ at, name: venueName, payload }: FrameLine): readonly TapeRecord[] {
    const name = this.#names.get(venueName)
    if (name === undefined || this.#socket === undefined) return NONE
    if (isMarketEvent(name)) {
      const read = readMarketFrame(name, payload, { markets: this.#watched, socket: this.#socket })
      if (read === undefined) return NONE
      if (read !== 'unattributed') return this.#isRepeated(read, at / 1000) ? NONE : [marketRecord(at, read)]
      return [...this.#watched.values()].map((market) => marketRecord(at, unattributed(name, market)))
    }
    if (name !== 'order') return NONE
    const told = readPrivateEvent(name, payload, { get: (conditionId) => this.#known.get(conditionId) })
    if (told.kind !== 'order') return NONE
    return [{ atMs: at / 1000, venueMs: told.record.updatedMs, event: { kind: 'own-order', record: told.record } }]
  }

  #isRepeated(read: MarketDataEvent | ReadEvent, atMs: number): boolean {
    return 'event' in read && read.event.kind === 'trade' && this.#trades.isRepeated(read.event.trade, atMs)
  }

  #lost(atMs: number, message: string): readonly TapeRecord[] {
    const conditions: readonly ConditionId[] = [...this.#watched.values()].map(({ conditionId }) => conditionId)
    return conditions.map((conditionId) => ({
      atMs,
      event: { kind: 'market-data', event: { kind: 'unreadable', conditionId, message } },
    }))
  }
}

const amountsOf = ({ status, remainingRaw, filledRaw, pendingRaw }: OrderRecord) =>
  `${status} ${remainingRaw} ${filledRaw} ${pendingRaw}`

function marketRecord(at: number, read: MarketDataEvent | ReadEvent): TapeRecord {
  const atMs = at / 1000
  if ('kind' in read) return { atMs, event: { kind: 'market-data', event: read } }
  return { atMs, venueMs: read.ts, event: { kind: 'market-data', event: read.event } }
}
