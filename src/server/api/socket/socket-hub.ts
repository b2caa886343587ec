// Socket clients: the handshake, subscriptions with their acknowledgements, and what joins which room.

import type { z } from 'zod'
import {
  authRequest,
  CHANNELS,
  type Channel,
  subscribeRequest,
  type WireAuthAck,
  type WireSubscribeAck,
} from '../../../venue/wire/event-schema.js'
import type { ApiKeyRecord, ApiKeyStore } from '../accounts/api-key-store.js'
import type { AccessGrant, TokenStore } from '../accounts/token-store.js'
import type { Catalogue } from '../markets/catalogue.js'
import type { ListedMarket } from '../markets/listed-market.js'
import { INVALID_API_KEY } from '../requests/error-table.js'
import type { EventPublisher } from './event-publisher.js'
import type { PrivateRooms } from './private-rooms.js'
import type { Rooms } from './rooms.js'
import type { SocketAuth, SocketConn, SocketMessage } from './socket-conn.js'

export interface HubParts {
  readonly keys: ApiKeyStore
  readonly tokens: TokenStore
  readonly markets: Catalogue
  readonly rooms: Rooms
  readonly privateRooms: PrivateRooms
  readonly publisher: EventPublisher
  /** Venue time of what happens now. */
  readonly nowMs: () => number
}

type Request = z.infer<typeof subscribeRequest>
interface RoomMessage extends SocketMessage {
  readonly event: 'subscribe' | 'unsubscribe'
}
type Admission = { readonly key: ApiKeyRecord; readonly grant: AccessGrant | undefined } | { readonly refusal: string }

export class SocketHub {
  readonly #parts: HubParts
  /** With the id of the key each came with. */
  readonly #conns = new Map<SocketConn, string>()

  constructor(parts: HubParts) {
    this.#parts = parts
    parts.keys.whenRevoked((id) => this.#cutOff(id))
    parts.tokens.whenRevoked(() => parts.privateRooms.dropEnded(parts.nowMs()))
  }

  /** Whether a client with these credentials may connect. */
  admit({ apiKey, accessToken }: SocketAuth, nowMs: number): Admission {
    const { keys, tokens } = this.#parts
    const key = typeof apiKey === 'string' ? keys.find(apiKey) : undefined
    if (key === undefined) return { refusal: INVALID_API_KEY }
    if (accessToken === undefined || accessToken === null) return { key, grant: undefined }
    const grant = typeof accessToken === 'string' ? tokens.grant(accessToken, nowMs) : undefined
    return grant === undefined ? { refusal: 'Invalid access token' } : { key, grant }
  }

  connect(conn: SocketConn, nowMs: number): void {
    const admission = this.admit(conn.auth, nowMs)
    if ('refusal' in admission) {
      conn.disconnect(admission.refusal)
      return
    }
    this.#conns.set(conn, admission.key.id)
    if (admission.grant !== undefined) this.#parts.privateRooms.join(conn, admission.grant)
  }

  disconnect(conn: SocketConn): void {
    this.#conns.delete(conn)
    this.#parts.rooms.leaveAll(conn)
    this.#parts.privateRooms.leave(conn)
  }

  message(conn: SocketConn, message: SocketMessage, nowMs: number): void {
    if (!this.#conns.has(conn)) return
    const { event, payload, acknowledge } = message
    if (event === 'auth') acknowledge?.(this.#signIn(conn, payload, nowMs))
    else if (event === 'subscribe' || event === 'unsubscribe') this.#changeRooms(conn, { ...message, event })
    else acknowledge?.(notAccepted(event, 'event: expected subscribe, unsubscribe or auth'))
  }

  /** A new access token takes the place of the old one; one that is not good changes nothing. */
  #signIn(conn: SocketConn, payload: unknown, nowMs: number): WireAuthAck {
    const request = authRequest.safeParse(payload)
    if (!request.success) return { accepted: false, reason: textOf(request.error) }
    const grant = this.#parts.tokens.grant(request.data.accessToken, nowMs)
    if (grant === undefined) return { accepted: false, reason: 'accessToken: unknown or expired' }
    this.#parts.privateRooms.join(conn, grant)
    return { accepted: true, account: grant.family.account, expiresAt: grant.untilMs }
  }

  #changeRooms(conn: SocketConn, { event, payload, acknowledge }: RoomMessage): void {
    const request = subscribeRequest.safeParse(payload)
    if (!request.success) {
      acknowledge?.(notAccepted(event, textOf(request.error)))
      return
    }
    // a condition that is named in two spellings is one
    const known = new Set<ListedMarket>()
    const rejected: WireSubscribeAck['rejected'] = []
    for (const id of new Set(request.data.conditionIds)) {
      const market = this.#parts.markets.byCondition(id)
      if (market !== undefined && !market.incomplete) known.add(market)
      else rejected.push({ id, reason: 'unknown conditionId' })
    }
    acknowledge?.({ accepted: [...known].map(({ conditionId }) => conditionId), rejected })
    for (const market of known) {
      if (event === 'subscribe') this.#subscribe(conn, market, request.data.channels)
      else this.#unsubscribe(conn, market, request.data.channels)
    }
  }

  /** Ends the connections that were made with a key whose secret does not work any more. */
  #cutOff(keyId: string): void {
    for (const [conn, id] of this.#conns) {
      if (id !== keyId) continue
      this.disconnect(conn)
      conn.disconnect(INVALID_API_KEY)
    }
  }

  /** Subscribing again brings a new snapshot: that is how a client resyncs. */
  #subscribe(conn: SocketConn, market: ListedMarket, channels: Request['channels']): void {
    const joined = channelsNamed(channels)
    for (const channel of joined) this.#parts.rooms.join(conn, market.conditionId, channel)
    if (joined.includes('orderbook')) this.#parts.publisher.sendSnapshot(conn, market)
  }

  #unsubscribe(conn: SocketConn, market: ListedMarket, channels: Request['channels']): void {
    for (const channel of channelsNamed(channels)) this.#parts.rooms.leave(conn, market.conditionId, channel)
  }
}

/** None named means all. */
function channelsNamed(channels: Request['channels']): readonly Channel[] {
  return channels.length === 0 ? CHANNELS : channels
}

/** The acknowledgement of a message that was not carried out, as one of its kind reads it. */
export function notAccepted(event: string, reason: string): WireSubscribeAck | WireAuthAck {
  return event === 'auth' ? { accepted: false, reason } : { accepted: [], rejected: [{ id: '', reason }] }
}

function textOf(error: z.ZodError): string {
  const [issue] = error.issues
  const field = issue === undefined || issue.path.length === 0 ? 'payload' : issue.path.map(String).join('.')
  return `${field}: ${issue?.message ?? 'expected an object'}`
}
