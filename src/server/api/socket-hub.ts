// Socket clients: the handshake, subscriptions with their acknowledgements, and what joins which room.

import type { z } from 'zod'
import { CHANNELS, subscribeRequest, type WireSubscribeAck } from '../../venue/wire/event-schema.js'
import type { ApiKeyStore } from './api-key-store.js'
import type { Catalogue } from './catalogue.js'
import { INVALID_API_KEY } from './error-table.js'
import type { EventPublisher } from './event-publisher.js'
import type { ListedMarket } from './listed-market.js'
import type { PrivateRooms } from './private-rooms.js'
import type { Rooms } from './rooms.js'
import type { SocketAuth, SocketConn, SocketMessage } from './socket-conn.js'
import type { TokenFamily, TokenStore } from './token-store.js'

export interface HubParts {
  readonly keys: ApiKeyStore
  readonly tokens: TokenStore
  readonly markets: Catalogue
  readonly rooms: Rooms
  readonly privateRooms: PrivateRooms
  readonly publisher: EventPublisher
}

type Request = z.infer<typeof subscribeRequest>
type Admission = { readonly family: TokenFamily | undefined } | { readonly refusal: string }

export class SocketHub {
  readonly #parts: HubParts
  readonly #conns = new Set<SocketConn>()

  constructor(parts: HubParts) {
    this.#parts = parts
  }

  get size(): number {
    return this.#conns.size
  }

  /** Whether a client with these credentials may connect. */
  admit({ apiKey, accessToken }: SocketAuth, nowMs: number): Admission {
    const { keys, tokens } = this.#parts
    if (typeof apiKey !== 'string' || keys.find(apiKey) === undefined) return { refusal: INVALID_API_KEY }
    if (accessToken === undefined || accessToken === null) return { family: undefined }
    const family = typeof accessToken === 'string' ? tokens.find(accessToken, nowMs) : undefined
    return family === undefined ? { refusal: 'Invalid access token' } : { family }
  }

  connect(conn: SocketConn, nowMs: number): void {
    const admission = this.admit(conn.auth, nowMs)
    if ('refusal' in admission) {
      conn.disconnect(admission.refusal)
      return
    }
    this.#conns.add(conn)
    if (admission.family !== undefined) this.#parts.privateRooms.join(conn, admission.family)
  }

  disconnect(conn: SocketConn): void {
    this.#conns.delete(conn)
    this.#parts.rooms.leaveAll(conn)
    this.#parts.privateRooms.leave(conn)
  }

  message(conn: SocketConn, { event, payload, acknowledge }: SocketMessage): void {
    if (!this.#conns.has(conn)) return
    if (event !== 'subscribe' && event !== 'unsubscribe') {
      acknowledge?.({ accepted: [], rejected: [{ id: '', reason: 'event: expected subscribe or unsubscribe' }] })
      return
    }
    const request = subscribeRequest.safeParse(payload)
    if (!request.success) {
      acknowledge?.(refusal(request.error))
      return
    }
    const known: ListedMarket[] = []
    const rejected: WireSubscribeAck['rejected'] = []
    for (const id of new Set(request.data.conditionIds)) {
      const market = this.#parts.markets.byCondition(id)
      if (market !== undefined && !market.incomplete) known.push(market)
      else rejected.push({ id, reason: 'unknown conditionId' })
    }
    acknowledge?.({ accepted: known.map(({ conditionId }) => conditionId), rejected })
    for (const market of known) {
      if (event === 'subscribe') this.#subscribe(conn, market, request.data.channels)
      else this.#unsubscribe(conn, market, request.data.channels)
    }
  }

  /** Subscribing again brings a new snapshot: that is how a client resyncs. */
  #subscribe(conn: SocketConn, market: ListedMarket, channels: Request['channels']): void {
    for (const channel of channels) this.#parts.rooms.join(conn, market.conditionId, channel)
    if (channels.includes('orderbook')) this.#parts.publisher.sendSnapshot(conn, market)
  }

  #unsubscribe(conn: SocketConn, market: ListedMarket, channels: Request['channels']): void {
    const left = channels.length === 0 ? CHANNELS : channels
    for (const channel of left) this.#parts.rooms.leave(conn, market.conditionId, channel)
  }
}

function refusal(error: z.ZodError): WireSubscribeAck {
  const [issue] = error.issues
  const field = issue === undefined || issue.path.length === 0 ? 'payload' : issue.path.map(String).join('.')
  return { accepted: [], rejected: [{ id: '', reason: `${field}: ${issue?.message ?? 'expected an object'}` }] }
}
