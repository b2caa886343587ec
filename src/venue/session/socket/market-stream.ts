// Market data over the socket: rooms, payloads as events, the connection's state.

import type { ConditionId, Market } from '../../../domain/market/market.js'
import type { Clock } from '../../../domain/time.js'
import type { BookReading, MarketDataEvent } from '../../market-data.js'
import { AUTH_ENDED, type ServerEventName } from '../../wire/event-schema.js'
import type { VenueProfile } from '../../wire/profile.js'
import type { SocketAuth, Transport } from '../transport.js'
import type { VenueClock } from '../venue-clock.js'
import { type Connection, createConnection } from './connection.js'
import {
  isMarketEvent,
  type MarketEventName,
  ownNames,
  type ReadEvent,
  readMarketFrame,
  unattributed,
} from './event-reader.js'
import { LATE_BOOK, LateRooms, lateBook } from './late-rooms.js'
import { RoomBooks } from './room-books.js'
import { Subscriptions } from './subscriptions.js'
import { ToldTrades } from './told-trades.js'

export interface MarketStreamOptions {
  readonly profile: VenueProfile
  readonly transport: Transport
  readonly clock: Clock
  readonly venueClock: VenueClock
  readonly auth: () => SocketAuth
  readonly probeAfterMs: number
  /** A change of a book that is further behind its stamp shows nothing that is still so. */
  readonly maxLagMs: number
  readonly onEvent: (event: MarketDataEvent) => void
  /** `order` and `balance`; only called where the profile has private events. */
  readonly onPrivate: (name: 'order' | 'balance', payload: unknown) => void
  /** The venue ended our private room. */
  readonly onPrivateEnded: (payload: unknown) => void
}

export interface MarketStream {
  open(): void
  close(): void
  isUp(): boolean
  reconnect(): void
  watch(markets: readonly Market[]): void
  resync(conditionId: ConditionId): void
  /** Gives an access token over the open connection; `done` as in `Connection.emit`. */
  showToken(accessToken: string, done: (ack: unknown) => void): void
  /** The venue's book over REST: one with a number and a hash is held against the stream, which is `unreadable` where they differ. */
  told(market: Market, reading: BookReading): void
}

/** What is said of a book that is not the one that the venue tells of. */
export const ANOTHER_HASH = 'orderbook: another hash than that of the venue over REST at the same number'

/** Whether that is said of a book as a whole, as no single frame shows: who reads the frames again does not find it out. */
export const isOfWholeBook = (message: string): boolean => message === ANOTHER_HASH || message.startsWith(LATE_BOOK)

class RoomStream implements MarketStream {
  private readonly options: MarketStreamOptions
  private readonly names: ReadonlyMap<string, ServerEventName>
  private readonly connection: Connection
  private readonly subscriptions: Subscriptions
  private markets = new Map<string, Market>()
  private readonly books = new RoomBooks()
  private readonly trades = new ToldTrades()
  private readonly late: LateRooms

  constructor(options: MarketStreamOptions) {
    this.options = options
    this.late = new LateRooms(options.maxLagMs)
    this.names = ownNames(options.profile.socket.events)
    this.connection = createConnection({
      ...options,
      onState: (state) => {
        options.onEvent({ kind: 'link', state })
        if (state === 'down') {
          this.trades.lost()
          this.late.connectionLost()
        }
        if (state === 'up') this.subscriptions.connected()
      },
      onEvent: (name, payload) => this.received(name, payload),
    })
    this.subscriptions = new Subscriptions({
      connection: this.connection,
      nowMonoMs: () => options.clock.monoMs(),
      onResult: (result) => options.onEvent({ kind: 'subscribed', ...result }),
      onResynced: (conditionId, askedMonoMs) => options.onEvent({ kind: 'resync-answered', conditionId, askedMonoMs }),
    })
  }

  open(): void {
    this.connection.open()
  }

  close(): void {
    this.connection.close()
  }

  isUp(): boolean {
    return this.connection.isUp()
  }

  reconnect(): void {
    this.connection.reconnect()
  }

  watch(markets: readonly Market[]): void {
    const before = this.markets
    this.markets = new Map(markets.map((m) => [m.conditionId, m]))
    this.books.keep(this.markets)
    this.subscriptions.set(markets.map((m) => m.conditionId))
    for (const [key, { conditionId }] of before) {
      if (this.markets.has(key)) continue
      this.late.forget(conditionId)
      this.options.onEvent({ kind: 'unwatched', conditionId })
    }
  }

  told(market: Market, { seq, hash }: BookReading): void {
    if (seq !== undefined && hash !== undefined && this.books.told(market, seq, hash)) this.convict(market)
  }

  resync(conditionId: ConditionId): void {
    this.subscriptions.resync(conditionId)
  }

  showToken(accessToken: string, done: (ack: unknown) => void): void {
    this.connection.emit('auth', { accessToken }, done)
  }

  private received(venueName: string, payload: unknown): void {
    if (venueName === AUTH_ENDED) {
      this.options.onPrivateEnded(payload)
      return
    }
    const name = this.names.get(venueName)
    if (name === undefined) return
    if (name === 'order' || name === 'balance') {
      if (this.options.profile.socket.privateEvents) this.options.onPrivate(name, payload)
    } else if (isMarketEvent(name)) {
      this.marketEvent(name, payload)
    }
  }

  private marketEvent(name: MarketEventName, payload: unknown): void {
    const { profile, clock, venueClock, onEvent } = this.options
    const { markets } = this
    const read = readMarketFrame(name, payload, { markets, socket: profile.socket })
    if (read === undefined) return
    if (read === 'unattributed') {
      for (const market of markets.values()) onEvent(unattributed(name, market))
      return
    }
    if ('kind' in read) {
      onEvent(read)
      return
    }
    const nowMs = clock.monoMs()
    venueClock.onEvent(read.ts, nowMs)
    if (read.event.kind === 'trade' && this.trades.isRepeated(read.event.trade, nowMs)) return
    if (this.isLate(read)) return
    onEvent(read.event)
    if (profile.socket.hashed) this.follow(read.event)
  }

  /** Whether it tells of a book that is not there any more. */
  private isLate({ event, ts }: ReadEvent): boolean {
    if (event.kind !== 'snapshot' && event.kind !== 'change') return false
    const { kind, conditionId } = event
    const lagMs = this.options.venueClock.lagMs(ts)
    const taken = this.late.heard({ kind, conditionId, lagMs })
    if (taken === 'lost') this.options.onEvent({ kind: 'unreadable', conditionId, message: lateBook(lagMs) })
    return taken !== 'taken'
  }

  /** Follows the book of the room, which may turn out not to be the one that the venue told of. */
  private follow(event: MarketDataEvent): void {
    if ((event.kind !== 'snapshot' && event.kind !== 'change') || event.seq === undefined) return
    const market = this.markets.get(event.conditionId)
    if (market === undefined) return
    if (event.kind === 'snapshot') this.books.snapshot(market.conditionId, event.book, event.seq)
    else if (this.books.change(market, event.change, event.seq)) this.convict(market)
  }

  private convict({ conditionId }: Market): void {
    this.options.onEvent({ kind: 'unreadable', conditionId, message: ANOTHER_HASH })
  }
}

/** Closed until opened. */
export function createMarketStream(options: MarketStreamOptions): MarketStream {
  return new RoomStream(options)
}
