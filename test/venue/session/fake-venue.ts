// A small scripted venue behind the transport port, in virtual time.

import type { Address, Hex, Market } from '../../../src/domain/market/market.js'
import type {
  HttpRequest,
  HttpResult,
  Signer,
  SocketAuth,
  SocketHandlers,
  SocketLink,
  Transport,
} from '../../../src/venue/session/transport.js'
import { parseMarket } from '../../../src/venue/wire/market-codec.js'
import type { WireMarket } from '../../../src/venue/wire/market-schema.js'
import type { WireOrderRecord } from '../../../src/venue/wire/order-schema.js'
import { type VenueProfile, venueProfile } from '../../../src/venue/wire/profile.js'
import type { VirtualClock } from './virtual-clock.js'

export const API_KEY = 'quoin_live_canaryKey123456'
export const WALLET: Address = '0x1111111111111111111111111111111111111111'
export const CONTRACT: Address = '0x0000000000000000000000000000000000000001'

export function profileOf(overrides: Record<string, unknown> = {}): VenueProfile {
  return venueProfile.parse({
    name: 'fake',
    typedData: { domain: { name: 'Fake', version: '1', chainId: 137, verifyingContract: CONTRACT } },
    siwe: { domain: 'app.fake', uri: 'https://app.fake', chainId: 137 },
    ...overrides,
  })
}

export function wireMarket(n: number, extra: Partial<WireMarket> = {}): WireMarket {
  return {
    id: `m${n}`,
    conditionId: `0xc${n}`,
    question: `Question ${n}?`,
    status: 'OPEN',
    clobMarketStatus: 'REGISTERED',
    feeRateBps: 100,
    feeRateBpsOverride: null,
    endTimestamp: '2026-02-01T00:00:00.000Z',
    outcomes: [
      { outcomeId: `y${n}`, tokenId: `${n}01`, name: 'Yes', index: 0 },
      { outcomeId: `n${n}`, tokenId: `${n}02`, name: 'No', index: 1 },
    ],
    ...extra,
  }
}

export const marketOf = (n: number): Market => parseMarket(wireMarket(n), profileOf().marketDefaults)

export const fakeSigner: Signer = {
  maker: WALLET,
  signer: WALLET,
  signatureType: 0,
  salt: () => 7n,
  signOrder: (_message, _context, done) => done({ hash: hashOf(1), signature: '0xaa' }),
  signText: (_text, done) => done('0xbb'),
}

export const hashOf = (n: number): Hex => `0x${n.toString(16).padStart(64, '0')}`

/** A status with its body, a loss before or after the venue, or a whole result. */
export type Reply =
  | {
      readonly status?: number
      readonly json?: unknown
      readonly text?: string
      readonly headers?: Record<string, string>
    }
  | 'lost'
  | 'refused'

type Handler = (request: HttpRequest) => Reply

export class FakeSocket implements SocketLink {
  readonly emitted: { readonly name: string; readonly payload: unknown }[] = []
  auths: SocketAuth[] = []
  connected = false
  closed = false
  reconnects = 0
  /** What a message is answered with; `undefined` for never. */
  ack: (name: string, payload: { conditionIds: string[] }) => unknown = (name, { conditionIds }) =>
    name === 'auth'
      ? { accepted: true, account: WALLET, expiresAt: 0 }
      : {
          accepted: conditionIds,
          rejected: [],
        }
  readonly handlers: SocketHandlers
  private readonly venue: FakeVenue
  readonly auth: () => SocketAuth

  constructor(venue: FakeVenue, auth: () => SocketAuth, handlers: SocketHandlers) {
    this.venue = venue
    this.auth = auth
    this.handlers = handlers
    this.reopen()
  }

  emit(name: string, payload: unknown, options: { ackTimeoutMs: number; done: (ack: unknown) => void }): void {
    this.emitted.push({ name, payload })
    const ack = this.ack(name, payload as { conditionIds: string[] })
    if (ack === undefined) this.venue.clock.after(options.ackTimeoutMs, () => options.done(undefined))
    else this.venue.clock.after(5, () => options.done(ack))
  }

  reconnect(): void {
    this.reconnects++
    this.connected = false
    this.reopen()
  }

  close(): void {
    this.closed = true
    this.connected = false
  }

  /** The network drops the connection. */
  cut(): void {
    this.connected = false
    this.handlers.disconnected('transport close')
  }

  reopen(): void {
    this.venue.clock.after(5, () => {
      if (this.closed) return
      this.auths.push(this.auth())
      this.connected = true
      this.handlers.connected()
    })
  }

  push(name: string, payload: unknown): void {
    this.handlers.event(name, payload)
  }

  named(name: string): unknown[] {
    return this.emitted.filter((e) => e.name === name).map((e) => e.payload)
  }
}

export class FakeVenue implements Transport {
  readonly clock: VirtualClock
  readonly requests: HttpRequest[] = []
  readonly sockets: FakeSocket[] = []
  latencyMs = 10
  /** The venue's clock minus the virtual wall clock. */
  skewMs = 0
  private readonly handlers: { readonly method: string; readonly path: RegExp; handler: Handler }[] = []
  private tokens = 0

  constructor(clock: VirtualClock) {
    this.clock = clock
    this.on('GET', /^\/auth\/nonce/, () => ({ json: { nonce: 'nonce1234' } }))
    this.on('POST', /^\/auth\/verify/, () => ({ json: this.issue() }))
    this.on('POST', /^\/auth\/refresh/, () => ({ json: this.issue() }))
    this.on('GET', /^\/me$/, () => ({ json: { nonce: '0' } }))
  }

  expiresInSec = 3_600

  issue(): unknown {
    this.tokens++
    return {
      accessToken: `access-token-${this.tokens}`,
      refreshToken: `refresh-token-${this.tokens}`,
      tokenType: 'Bearer',
      expiresIn: this.expiresInSec,
    }
  }

  /** The newest handler of a path wins. */
  on(method: string, path: RegExp, handler: Handler): void {
    this.handlers.unshift({ method, path, handler })
  }

  http(request: HttpRequest, done: (result: HttpResult) => void): void {
    this.requests.push(request)
    const found = this.handlers.find((h) => h.method === request.method && h.path.test(request.path))
    const reply: Reply = found
      ? found.handler(request)
      : { status: 404, json: { statusCode: 404, message: 'no such thing' } }
    if (reply === 'refused') {
      this.clock.after(1, () => done({ kind: 'failed', reason: 'ECONNREFUSED', mayHaveArrived: false }))
      return
    }
    if (reply === 'lost') {
      this.clock.after(request.deadlineMs, () => done({ kind: 'failed', reason: 'no answer', mayHaveArrived: true }))
      return
    }
    const date = new Date(this.clock.wallMs() + this.skewMs + this.latencyMs / 2).toUTCString()
    const body = reply.text ?? JSON.stringify(reply.json ?? {})
    const headers = { date, ...reply.headers }
    this.clock.after(this.latencyMs, () => done({ kind: 'response', status: reply.status ?? 200, headers, body }))
  }

  openSocket(auth: () => SocketAuth, handlers: SocketHandlers): SocketLink {
    const socket = new FakeSocket(this, auth, handlers)
    this.sockets.push(socket)
    return socket
  }

  get socket(): FakeSocket {
    const socket = this.sockets.at(-1)
    if (!socket) throw new Error('no socket was opened')
    return socket
  }

  sent(path: RegExp): HttpRequest[] {
    return this.requests.filter((r) => path.test(r.path))
  }
}

/** An order of ours as the venue tells of it: a bid on five shares at 0.4, of which nothing is matched. */
export const wireOrder = (n: number, extra: Partial<WireOrderRecord> = {}): WireOrderRecord => ({
  orderHash: hashOf(n),
  account: WALLET,
  conditionId: '0xc1',
  tokenId: '101',
  status: 'open',
  side: 'BUY',
  price: '0.4',
  originalSize: '5000000',
  filledSize: '0',
  remainingSize: '5000000',
  orderType: 'POST_ONLY',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...extra,
})
