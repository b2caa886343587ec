// The faults that a socket client meets: each connection is wrapped, and what it is sent passes through here.
//
//   socket-silent      nothing arrives, acknowledgements included; the connection stays open
//   room-refused       a subscribe, or a new token, is answered, and the room is not joined
//   subscribe-lost     a subscribe, or a new token, is neither carried out nor answered
//   event-lost         the event is gone, its number is spent: a gap
//   event-duplicated   sent twice
//   event-reordered    held until the next event, and sent after it
//   clock-skew         moves `ts`

import type { Address } from '../../../domain/market/market.js'
import { subscribeAck, subscribeRequest } from '../../../venue/wire/event-schema.js'
import type { SocketConn, SocketMessage } from '../socket/socket-conn.js'
import type { FaultPlan, Occasion } from './fault-plan.js'

export interface SocketFaultParts {
  readonly plan: FaultPlan
  /** The wallet that a client is signed in as now. */
  readonly accountOf: (wrapped: SocketConn) => Address | undefined
  /** Venue time of what happens now. */
  readonly nowMs: () => number
}

const NOT_OPEN = 'the room is not open'

interface Sent {
  readonly event: string
  readonly payload: unknown
}

interface Client {
  readonly conn: SocketConn
  /** What the venue sends through. */
  readonly wrapped: SocketConn
  held: Sent | undefined
}

export class SocketFaults {
  readonly #parts: SocketFaultParts
  readonly #clients = new Map<SocketConn, Client>()

  constructor(parts: SocketFaultParts) {
    this.#parts = parts
  }

  /** The connection as the venue shall see it, from now to `leave`. */
  enter(conn: SocketConn): SocketConn {
    const wrapped: SocketConn = {
      id: conn.id,
      auth: conn.auth,
      send: (event, payload) => this.#send(client, { event, payload }),
      disconnect: (reason) => conn.disconnect(reason),
    }
    const client: Client = { conn, wrapped, held: undefined }
    this.#clients.set(conn, client)
    return wrapped
  }

  /** The connection as the venue sees it. */
  of(conn: SocketConn): SocketConn {
    return this.#clients.get(conn)?.wrapped ?? conn
  }

  leave(conn: SocketConn): void {
    this.#clients.delete(conn)
  }

  /** What the client asked, as far as the venue hears of it; its acknowledgement may stay away. */
  message(conn: SocketConn, message: SocketMessage): SocketMessage | undefined {
    const { plan, nowMs } = this.#parts
    const client = this.#clients.get(conn)
    const { acknowledge } = message
    if (plan.isEmpty || client === undefined || acknowledge === undefined) return message
    const accounts = this.#accountsOf(client)
    const told = (answer: unknown) => {
      if (plan.strike('socket-silent', { accounts: this.#accountsOf(client) }, nowMs()) === undefined)
        acknowledge(answer)
    }
    if (message.event === 'auth') {
      const strikes = (kind: 'room-refused' | 'subscribe-lost') =>
        plan.strike(kind, { accounts }, nowMs()) !== undefined
      if (strikes('subscribe-lost')) return undefined
      if (!strikes('room-refused')) return { ...message, acknowledge: told }
      told({ accepted: false, reason: NOT_OPEN })
      return undefined
    }
    const request = message.event === 'subscribe' ? subscribeRequest.safeParse(message.payload) : undefined
    if (request?.success !== true) return { ...message, acknowledge: told }
    const { conditionIds } = request.data
    const strikes = (kind: 'room-refused' | 'subscribe-lost') => (conditionId: string) =>
      plan.strike(kind, { accounts, conditionId }, nowMs()) !== undefined
    if (conditionIds.some(strikes('subscribe-lost'))) return undefined
    const refused = conditionIds.filter(strikes('room-refused'))
    return {
      ...message,
      payload: { ...request.data, conditionIds: conditionIds.filter((id) => !refused.includes(id)) },
      acknowledge: (answer) => told(withRefused(answer, refused)),
    }
  }

  /** Cuts the clients that a `socket-cut` strikes; with `everyone`, all. */
  cut(everyone = false): void {
    for (const client of this.#clients.values()) if (everyone || this.#isCut(client)) cutOff(client.conn)
  }

  /** Cuts a client that has just come, if a `socket-cut` goes on. */
  cutNewcomer(conn: SocketConn): void {
    const client = this.#clients.get(conn)
    if (client !== undefined && this.#isCut(client)) cutOff(conn)
  }

  #isCut(client: Client): boolean {
    const { plan, nowMs } = this.#parts
    return !plan.isEmpty && plan.strike('socket-cut', { accounts: this.#accountsOf(client) }, nowMs()) !== undefined
  }

  #accountsOf({ wrapped }: Client): readonly Address[] {
    const account = this.#parts.accountOf(wrapped)
    return account === undefined ? [] : [account]
  }

  #send(client: Client, sent: Sent): void {
    const { plan, nowMs } = this.#parts
    const { held } = client
    if (plan.isEmpty && held === undefined) {
      client.conn.send(sent.event, sent.payload)
      return
    }
    const now = nowMs()
    const occasion: Occasion = {
      accounts: this.#accountsOf(client),
      conditionId: conditionOf(sent.payload),
      event: sent.event,
    }
    if (plan.strike('socket-silent', occasion, now) || plan.strike('event-lost', occasion, now)) return
    const skew = plan.strike('clock-skew', occasion, now)
    const timed = skew === undefined ? sent : { ...sent, payload: shifted(sent.payload, skew.skewMs) }
    if (held === undefined && plan.strike('event-reordered', occasion, now)) {
      client.held = timed
      return
    }
    client.held = undefined
    const twice = plan.strike('event-duplicated', occasion, now) !== undefined
    for (const { event, payload } of [timed, ...(twice ? [timed] : []), ...(held === undefined ? [] : [held])]) {
      client.conn.send(event, payload)
    }
  }
}

function withRefused(answer: unknown, refused: readonly string[]): unknown {
  const ack = subscribeAck.safeParse(answer)
  if (refused.length === 0 || !ack.success) return answer
  const rejected = refused.map((id) => ({ id, reason: NOT_OPEN }))
  return { ...ack.data, rejected: [...ack.data.rejected, ...rejected] }
}

/** Without a goodbye where the connection can. */
function cutOff(conn: SocketConn): void {
  if (conn.cut === undefined) conn.disconnect('cut')
  else conn.cut()
}

function conditionOf(payload: unknown): string | undefined {
  const id = typeof payload === 'object' && payload !== null ? Reflect.get(payload, 'conditionId') : undefined
  return typeof id === 'string' ? id : undefined
}

function shifted(payload: unknown, skewMs: number): unknown {
  if (typeof payload !== 'object' || payload === null) return payload
  const ts: unknown = Reflect.get(payload, 'ts')
  return typeof ts === 'number' ? { ...payload, ts: ts + skewMs } : payload
}
