// A client of the venue: both ports over one transport, one wallet, one key. Pure: runs unchanged in virtual time.

import { z } from 'zod'
import type { Answer } from '../../domain/error.js'
import type { PermitDesk } from '../../domain/permit.js'
import type { Clock } from '../../domain/time.js'
import type { BookReading, MarketData, MarketDataEvent } from '../market-data.js'
import type { OddRecordEvent, Trading, TradingEvent } from '../trading.js'
import { ownNonce } from '../wire/account-schema.js'
import type { VenueProfile } from '../wire/profile.js'
import { OwnNonce } from './own-nonce.js'
import { createRedactor } from './redact.js'
import { createAccountRequests } from './rest/account-requests.js'
import { createHttpClient, type HttpClient, type RequestNote } from './rest/http-client.js'
import { createMarketCatalogue, type MarketCatalogue } from './rest/market-catalogue.js'
import { createMarketRequests, type MarketRequests, parsed } from './rest/market-requests.js'
import { createOrderRequests } from './rest/order-requests.js'
import type { RecordReader } from './rest/records-on-grid.js'
import { createSignedInRequests } from './rest/signed-in-requests.js'
import { createSignIn, type SignIn } from './sign-in.js'
import { createMarketStream, type MarketStream } from './socket/market-stream.js'
import { readPrivateEvent } from './socket/private-reader.js'
import { createPrivateRoom, type PrivateRoom } from './socket/private-room.js'
import type { Signer, Transport } from './transport.js'
import { createVenueClock, type VenueClock } from './venue-clock.js'

export interface SessionSettings {
  /** A request is given up this long after it was sent. Default 3000. */
  readonly requestDeadlineMs: number
  /** The access token is refreshed this long before its end. Default 300000. */
  readonly refreshEarlyMs: number
  /** Silence on the socket after which it is probed. Default 1500. */
  readonly probeAfterMs: number
  /** A book's changes may be this far behind the venue's stamps. Default 3000. */
  readonly maxLagMs: number
  /** The venue's clock may be this far from the local one. Default 30000. */
  readonly maxClockOffsetMs: number
}

export interface SessionOptions {
  readonly profile: VenueProfile
  readonly transport: Transport
  readonly clock: Clock
  readonly apiKey: string
  /** Where requests are paid that nobody else pays. */
  readonly desk: PermitDesk
  /** Without one the session only reads. */
  readonly signer?: Signer
  readonly settings?: Partial<SessionSettings>
  readonly onRequest?: (note: RequestNote) => void
}

export interface Session {
  readonly marketData: MarketData
  /** Absent without a signer. */
  readonly trading?: Trading
  readonly venueClock: VenueClock
  /** Requests in the wallet's name that no port has; absent without a signer. */
  readonly own?: HttpClient
}

const DEFAULTS: SessionSettings = {
  requestDeadlineMs: 3_000,
  refreshEarlyMs: 300_000,
  probeAfterMs: 1_500,
  maxLagMs: 3_000,
  maxClockOffsetMs: 30_000,
}

/** Everything the two ports share. */
class SessionParts {
  readonly options: SessionOptions
  readonly venueClock: VenueClock
  readonly http: HttpClient
  readonly requests: MarketRequests
  readonly catalogue: MarketCatalogue
  readonly stream: MarketStream
  readonly signIn: SignIn | undefined
  readonly redactor = createRedactor()
  marketListener: ((event: MarketDataEvent) => void) | undefined
  tradingListener: ((event: TradingEvent) => void) | undefined
  /** Private events come over the stream of the other port: they end when this one is stopped. */
  tradingStopped = false
  private streamWanted = false
  private readonly room: PrivateRoom | undefined

  constructor(options: SessionOptions) {
    this.options = options
    const settings = { ...DEFAULTS, ...options.settings }
    const { profile, clock, apiKey } = options
    this.venueClock = createVenueClock(clock, {
      maxOffsetMs: settings.maxClockOffsetMs,
      // any answer has a date; this one is short
      onDoubt: () => this.http.call({ route: 'markets', query: { limit: 1 }, schema: z.unknown() }, () => undefined),
    })
    this.redactor.add(apiKey)
    this.http = createHttpClient({
      ...options,
      venueClock: this.venueClock,
      deadlineMs: settings.requestDeadlineMs,
      redact: (text) => this.redactor.redact(text),
      onRequest: options.onRequest ?? (() => {}),
    })
    this.requests = createMarketRequests({
      http: this.http,
      profile,
      excludeMaker: options.signer?.maker,
      asNow: (market) => this.catalogue.get(market.conditionId) ?? market,
    })
    this.catalogue = createMarketCatalogue((id, done) => this.requests.readMarket(id, done))
    this.signIn = options.signer && this.wallet(options.signer, settings)
    if (this.signIn && profile.socket.privateEvents) {
      this.room = createPrivateRoom({ clock, signIn: this.signIn, stream: () => this.stream })
    }
    this.stream = createMarketStream({
      ...options,
      venueClock: this.venueClock,
      probeAfterMs: settings.probeAfterMs,
      maxLagMs: settings.maxLagMs,
      auth: () => this.auth(),
      onEvent: (event) => {
        this.marketListener?.(event)
        // the token may have come while the handshake was under way
        if (event.kind === 'link' && event.state === 'up') this.room?.showToken()
      },
      onPrivate: (name, payload) => {
        if (!this.tradingStopped) this.tradingListener?.(readPrivateEvent(name, payload, this.catalogue))
      },
      onPrivateEnded: (payload) => this.room?.ended(payload),
    })
  }

  /** The socket opens after the first sign-in attempt, so that its handshake can carry the token. */
  openStream(): void {
    this.streamWanted = true
    if (!this.signIn || !this.options.profile.socket.privateEvents) {
      this.stream.open()
      return
    }
    this.signIn.start()
    this.signIn.withToken(() => {
      if (this.streamWanted) this.stream.open()
    })
  }

  closeStream(): void {
    this.streamWanted = false
    this.stream.close()
  }

  private auth() {
    const token = this.room?.handshakeToken()
    return { apiKey: this.options.apiKey, ...(token === undefined ? {} : { accessToken: token }) }
  }

  private wallet(signer: Signer, settings: SessionSettings): SignIn {
    const { profile, clock } = this.options
    return createSignIn({
      http: this.http,
      signer,
      clock,
      venueClock: this.venueClock,
      siwe: profile.siwe,
      refreshEarlyMs: settings.refreshEarlyMs,
      onEvent: (event) => {
        if (event.kind === 'signed-in') this.room?.showToken()
        this.tradingListener?.(event)
      },
      onToken: (token) => this.redactor.add(token),
    })
  }
}

function marketDataPort(parts: SessionParts): MarketData {
  const { requests, stream, catalogue } = parts
  return {
    ...requests,
    listen(listener) {
      parts.marketListener = listener
    },
    start: () => parts.openStream(),
    stop: () => parts.closeStream(),
    watch(markets) {
      for (const market of markets) catalogue.remember(market)
      stream.watch(markets)
    },
    resync: (conditionId) => stream.resync(conditionId),
    readBook(market, done, paidFrom) {
      const answered = (answer: Answer<BookReading>) => {
        if (answer.ok) stream.told(market, answer.value)
        done(answer)
      }
      requests.readBook(market, answered, paidFrom)
    },
    readMarket(id, done) {
      requests.readMarket(id, (answer) => {
        // whoever was told of a market counts on the grid that it was given, whatever the venue says by now
        if (answer.ok) {
          if (catalogue.get(answer.value.conditionId) === undefined) catalogue.remember(answer.value)
        } else if (answer.failure.code === 'unsuitable-market') catalogue.leaveOut(id)
        done(answer)
      })
    },
  }
}

function tradingPort(parts: SessionParts, signer: Signer, signIn: SignIn): Trading {
  const { http, catalogue, options } = parts
  const { profile } = options
  const own = createSignedInRequests(http, signIn)
  const nonce = new OwnNonce({
    first: BigInt(profile.orders.nonce),
    read: (done) => own.call({ route: 'me', schema: ownNonce }, (a) => done(parsed(a, ({ value }) => value.nonce))),
    onEvent: (event) => parts.tradingListener?.(event),
  })
  const told = new Set<string>()
  const tellOnce = (of: string, event: TradingEvent) => {
    if (told.has(of)) return
    told.add(of)
    parts.tradingListener?.(event)
  }
  const tell = (event: OddRecordEvent) => tellOnce(event.hash, event)
  const records: RecordReader = {
    catalogue,
    onOffGrid: ({ orderHash, conditionId, price }, countsAt) =>
      tell({ kind: 'off-grid', hash: orderHash, conditionId, price, countsAt }),
    onLeftOut: ({ orderHash, conditionId }) => tell({ kind: 'left-out', hash: orderHash, conditionId }),
  }
  const onMatchLeftOut: NonNullable<RecordReader['onLeftOut']> = ({ conditionId }) =>
    tellOnce(conditionId, { kind: 'matches-left-out', conditionId })
  const requests = { http, own, profile, signer, nonce, ...records, onMatchLeftOut }
  return {
    ...createOrderRequests(requests),
    ...createAccountRequests(requests),
    account: signer.maker,
    followsGrid: true,
    listen(listener) {
      parts.tradingListener = listener
    },
    start() {
      parts.tradingStopped = false
      signIn.start()
    },
    stop() {
      parts.tradingStopped = true
      signIn.stop()
    },
  }
}

/** Nothing is sent before a port is started or asked. */
export function createSession(options: SessionOptions): Session {
  const parts = new SessionParts(options)
  const { venueClock, signIn } = parts
  const marketData = marketDataPort(parts)
  if (!options.signer || !signIn) return { marketData, venueClock }
  const own = createSignedInRequests(parts.http, signIn)
  return { marketData, trading: tradingPort(parts, options.signer, signIn), venueClock, own }
}
