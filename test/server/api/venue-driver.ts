// Drives a VenueApi in virtual time: requests, sign-in, signed orders, socket clients. Signatures are tags, so tests stay fast.

import { createHash } from 'node:crypto'
import { createSiweMessage } from 'viem/siwe'
import { getAddress } from 'viem/utils'
import { ticks } from '../../../src/domain/amounts/price.js'
import { lots } from '../../../src/domain/amounts/size.js'
import type { Address, Hex, Market } from '../../../src/domain/market/market.js'
import type { Outcome, Side } from '../../../src/domain/market/side.js'
import type { OrderType } from '../../../src/domain/orders/order.js'
import { seededRandom } from '../../../src/domain/random.js'
import type { ApiCrypto } from '../../../src/server/api/accounts/api-crypto.js'
import { createVenueApi } from '../../../src/server/api/create-venue-api.js'
import type { VenueStore } from '../../../src/server/api/kept/venue-store.js'
import type { ListedMarket } from '../../../src/server/api/markets/listed-market.js'
import type { ApiResponse } from '../../../src/server/api/requests/api-request.js'
import type { SocketAuth, SocketConn } from '../../../src/server/api/socket/socket-conn.js'
import { type ServerConfigInput, serverConfig } from '../../../src/server/schema.js'
import { orderMessage, toWireOrder } from '../../../src/venue/wire/order-codec.js'
import type { WireOrderSubmission } from '../../../src/venue/wire/order-schema.js'
import { orderHash } from '../../../src/venue/wire/typed-data.js'

export const START_MS = Date.parse('2030-01-01T00:00:00Z')
export const SHARED_KEY = 'shared-key-of-tests'
export const KEY = 'internal-key-of-tests'

export const ALICE = getAddress('0x00000000000000000000000000000000000a11ce')
export const BOB = getAddress('0x0000000000000000000000000000000000000b0b')

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** The tag stands for the signature of `signer` over `text`. */
export function tagSignature(signer: string, text: string): Hex {
  return `0x${signer.slice(2).toLowerCase()}${sha256(text)}`
}

export function tagCrypto(): ApiCrypto {
  const random = seededRandom(7)
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  return {
    randomToken: (length) => Array.from({ length }, () => alphabet.charAt(random.below(62))).join(''),
    sha256,
    constantTimeEqual: (a, b) => a === b,
    orderHasher: (profile) => (message) => orderHash(message, profile),
    recoverOrderSigner: (hash, signature, done) => {
      const signer = `0x${signature.slice(2, 42)}` as Address
      done(tagSignature(signer, hash) === signature ? signer : undefined)
    },
    verifyText: ({ message, signature, address }, done) => done(tagSignature(address, message) === signature),
  }
}

export interface CallOptions {
  readonly key?: string | undefined
  readonly token?: string | undefined
  readonly body?: unknown
  readonly ip?: string
}

// biome-ignore lint/suspicious/noExplicitAny: answers are checked field by field, as an untyped client reads them
export type Loose = any

export interface Heard {
  readonly event: string
  readonly payload: Loose
}

export interface OrderInput {
  readonly maker: Address
  readonly side: Side
  readonly outcome?: Outcome
  readonly price: number
  readonly size: number
  readonly type?: OrderType
  readonly expirationSec?: number
  readonly feeRateBps?: number
  readonly salt?: bigint
  readonly nonce?: number
}

export class VenueDriver {
  readonly api
  readonly created
  nowMs: number
  #salt = 1n

  constructor(
    config: ServerConfigInput = {},
    options: { crypto?: ApiCrypto; onFault?: (error: unknown) => void; store?: VenueStore; nowMs?: number } = {},
  ) {
    this.nowMs = options.nowMs ?? START_MS
    const parsed = serverConfig.parse({
      sharedKey: SHARED_KEY,
      keys: [{ name: 'tests', tier: 'INTERNAL', key: KEY }],
      accounts: [ALICE, BOB].map((address) => ({ address, collateral: 10_000 })),
      ...config,
    })
    this.created = createVenueApi({
      config: parsed,
      crypto: options.crypto ?? tagCrypto(),
      random: seededRandom(parsed.seed),
      nowMs: this.nowMs,
      ...(options.store === undefined ? {} : { store: options.store }),
      onFault:
        options.onFault ??
        ((error) => {
          throw error
        }),
    })
    this.api = this.created.api
  }

  get market(): ListedMarket {
    return this.api.markets.all()[0]!
  }

  pass(ms: number): void {
    this.nowMs += ms
    this.api.advance(this.nowMs)
  }

  call(method: string, target: string, options: CallOptions = {}): ApiResponse & { body: Loose } {
    const { key = KEY, token, body, ip = '10.0.0.1' } = options
    const [path = '', queryText = ''] = target.split('?')
    const headers: Record<string, string> = {}
    if (key !== '') headers['x-api-key'] = key
    if (token !== undefined) headers.authorization = `Bearer ${token}`
    const query = Object.fromEntries(new URLSearchParams(queryText))
    let response: ApiResponse | undefined
    this.api.handle({ method, path, query, headers, body, ip }, this.nowMs, (r) => {
      if (response !== undefined) throw new Error('answered twice')
      response = r
    })
    if (response === undefined) throw new Error('not answered')
    return response
  }

  get(target: string, options: CallOptions = {}) {
    return this.call('GET', target, options)
  }

  post(target: string, body?: unknown, options: CallOptions = {}) {
    return this.call('POST', target, { ...options, body })
  }

  siwe(address: Address, nonce: string, changes: Record<string, unknown> = {}): string {
    const { domain, uri, chainId } = this.api.profile.siwe
    return createSiweMessage({
      address,
      nonce,
      domain,
      uri,
      chainId,
      version: '1',
      issuedAt: new Date(this.nowMs),
      ...changes,
    } as Parameters<typeof createSiweMessage>[0])
  }

  signIn(address: Address): { accessToken: string; refreshToken: string } {
    const nonce = this.get('/auth/nonce').body.nonce
    const message = this.siwe(address, nonce)
    const { status, body } = this.post('/auth/verify', { message, signature: tagSignature(address, message) })
    if (status !== 200) throw new Error(JSON.stringify(body))
    return body
  }

  /** A signed body for the first market, or the given one. */
  order(input: OrderInput, listed = this.market): WireOrderSubmission {
    const { maker, side, outcome = 0, price, size, type = 'GTC', expirationSec = 0, feeRateBps = 0 } = input
    const salt = input.salt ?? this.#salt++
    const nonce = BigInt(input.nonce ?? 0)
    const draft = {
      side,
      outcome,
      type,
      expirationSec,
      feeRateBps,
      conditionId: listed.conditionId,
      price: ticks(price),
      size: lots(size),
    }
    const fields = { maker, signer: maker, salt, nonce, signatureType: 0 as const }
    const message = orderMessage(draft, { ...listed.grid } as Market, fields)
    const { typedData } = this.api.profile
    const signature = tagSignature(maker, orderHash(message, typedData))
    return { order: toWireOrder(message, signature, typedData.variant === 'side-in-order'), orderType: type }
  }

  submit(input: OrderInput, options: CallOptions = {}) {
    return this.post(`/markets/${this.market.id}/orders`, this.order(input), options)
  }

  /** Submits and returns the hash. */
  rest(input: OrderInput): string {
    const { status, body } = this.submit(input)
    if (status !== 201) throw new Error(JSON.stringify(body))
    return body.orderHash
  }

  socket(auth: SocketAuth = { apiKey: KEY }) {
    const heard: Heard[] = []
    const closed: string[] = []
    const conn: SocketConn = {
      id: `c${Math.random()}`,
      auth,
      send: (event, payload) => heard.push({ event, payload }),
      disconnect: (reason) => closed.push(reason),
    }
    this.api.connect(conn, this.nowMs)
    const send = (event: string, payload: unknown): Loose => {
      let ack: unknown
      const acknowledge = (answer: unknown) => {
        ack = answer
      }
      this.api.message(conn, { event, payload, acknowledge }, this.nowMs)
      return ack
    }
    return { conn, heard, closed, send, of: (event: string) => heard.filter((h) => h.event === event) }
  }
}
