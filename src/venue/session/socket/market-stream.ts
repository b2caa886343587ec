// Market data over the socket: rooms, payloads as events, the connection's state.

import type { ConditionId, Market } from '../../../domain/market.js'
import type { Clock } from '../../../domain/time.js'
import type { BookReading, MarketDataEvent } from '../../market-data.js'
import { AUTH_ENDED, type ServerEventName } from '../../wire/event-schema.js'
import type { VenueProfile } from '../../wire/profile.js'
import type { SocketAuth, Transport } from '../transport.js'
import type { VenueClock } from '../venue-clock.js'
import { type Connection, createConnection } from './connection.js'
import { conditionOf, isMarketEvent, type MarketEventName, readMarketEvent } from './event-reader.js'
import { RoomBooks } from './room-books.js'
import { createSubscriptions, type Subscriptions } from './subscriptions.js'

export interface MarketStreamOptions {
  readonly profile: VenueProfile
  readonly transport: Transport
  readonly clock: Clock
  readonly venueClock: VenueClock
  readonly auth: () => SocketAuth
  readonly probeAfterMs: number
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

/** The venue's name of an event -> ours. */
function ownNames(events: VenueProfile['socket']['events']): ReadonlyMap<string, ServerEventName> {
  const names = Object.keys(events) as (keyof typeof events)[]
  return new Map(names.map((name) => [events[name], name]))
}

class RoomStream implements MarketStream {
  private readonly options: MarketStreamOptions
  private readonly names: ReadonlyMap<string, ServerEventName>
  private readonly connection: Connection
  private readonly subscriptions: Subscriptions
  private markets = new Map<string, Market>()
  private readonly books = new RoomBooks()

  constructor(options: MarketStreamOptions) {
    this.options = options
    this.names = ownNames(options.profile.socket.events)
    this.connection = createConnection({
      ...options,
      onState: (state) => {
        options.onEvent({ kind: 'link', state })
        if (state === 'up') this.subscriptions.connected()
      },
      onEvent: (name, payload) => this.received(name, payload),
    })
    this.subscriptions = createSubscriptions({
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
    this.markets = new Map(markets.map((m) => [m.conditionId, m]))
    this.books.keep(this.markets)
    this.subscriptions.set(markets.map((m) => m.conditionId))
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
    const conditionId = conditionOf(payload)
    if (conditionId === undefined) {
      this.unattributed(name)
      return
    }
    const market = this.markets.get(conditionId)
    if (!market) return
    const read = readMarketEvent(name, payload, { market, socket: profile.socket })
    if ('kind' in read) {
      onEvent(read)
      return
    }
    venueClock.onEvent(read.ts, clock.monoMs())
    onEvent(read.event)
    if (profile.socket.hashed && this.differs(market, read.event)) this.convict(market)
  }

  /** Follows the book of the room; whether it is not the one that the venue told of. */
  private differs(market: Market, event: MarketDataEvent): boolean {
    if ((event.kind !== 'snapshot' && event.kind !== 'change') || event.seq === undefined) return false
    if (event.kind === 'change') return this.books.change(market, event.change, event.seq)
    this.books.snapshot(market.conditionId, event.book, event.seq)
    return false
  }

  private convict({ conditionId }: Market): void {
    const message = 'orderbook: another hash than that of the venue over REST at the same number'
    this.options.onEvent({ kind: 'unreadable', conditionId, message })
  }

  /** A payload that names no market could have been any market's. With sequence numbers the gap will show whose it was. */
  private unattributed(name: MarketEventName): void {
    if (this.options.profile.socket.sequenced) return
    for (const { conditionId } of this.markets.values()) {
      this.options.onEvent({ kind: 'unreadable', conditionId, message: `${name}: names no condition` })
    }
  }
}

/** Closed until opened. */
export function createMarketStream(options: MarketStreamOptions): MarketStream {
  return new RoomStream(options)
}
