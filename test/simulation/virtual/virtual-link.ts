// A socket between a session and the server's API in virtual time, over a seeded network.

import type { VirtualClock } from '../../../src/backtest/virtual-clock.js'
import type { SocketConn } from '../../../src/server/api/socket/socket-conn.js'
import type { VenueApi } from '../../../src/server/api/venue-api.js'
import type { SocketHandlers, SocketLink } from '../../../src/venue/session/transport.js'
import type { NetworkWeather } from './network-weather.js'
import { copied } from './on-the-wire.js'

export interface LinkParts {
  readonly venue: () => VenueApi | undefined
  readonly clock: VirtualClock
  readonly delay: () => number
  readonly weather: NetworkWeather
  readonly auth: () => { apiKey: string; accessToken?: string }
}

let connections = 0
const REFUSED_AGAIN_MS = 500

/** Frames arrive in order, each after its own delay or that of the one before it. */
export class VirtualLink implements SocketLink {
  readonly #parts: LinkParts
  readonly #handlers: SocketHandlers
  #conn: SocketConn | undefined
  #lastArrivalMs = 0
  #closed = false

  constructor(parts: LinkParts, handlers: SocketHandlers) {
    this.#parts = parts
    this.#handlers = handlers
  }

  open(): void {
    const { clock, venue, auth } = this.#parts
    clock.after(this.#parts.delay(), () => {
      if (this.#closed) return
      const api = venue()
      if (api === undefined || api.refusesSocket(auth(), '127.0.0.1', clock.wallMs()) !== undefined) {
        clock.after(REFUSED_AGAIN_MS, () => this.open())
        return
      }
      const conn: SocketConn = {
        id: `virtual-${++connections}`,
        auth: auth(),
        send: (event, payload) => {
          const told = this.#told(payload)
          this.#arrive(conn, () => this.#handlers.event(event, copied(told)))
        },
        disconnect: (reason) => this.cut(reason),
      }
      this.#conn = conn
      api.connect(conn, clock.wallMs())
      this.#arrive(conn, () => this.#handlers.connected())
      this.#ping(conn)
    })
  }

  emit(
    name: string,
    payload: unknown,
    options: { ackTimeoutMs: number; done: (ack: unknown | undefined) => void },
  ): void {
    const { clock, venue, delay } = this.#parts
    const conn = this.#conn
    let answered = false
    const finish = (ack: unknown) => {
      if (answered) return
      answered = true
      options.done(ack)
    }
    clock.after(options.ackTimeoutMs, () => finish(undefined))
    if (!conn) return
    const [lateMs] = this.#parts.weather.copies('up', {})
    if (lateMs === undefined) return
    clock.after(delay() + lateMs, () => {
      if (this.#conn !== conn) return
      venue()?.message(
        conn,
        {
          event: name,
          payload: copied(payload),
          acknowledge: (answer) => {
            const told = this.#told(answer)
            this.#arrive(conn, () => finish(copied(told)))
          },
        },
        clock.wallMs(),
      )
    })
  }

  reconnect(): void {
    this.cut('reconnect')
  }

  close(): void {
    this.#closed = true
    if (this.#conn) this.#parts.venue()?.disconnect(this.#conn)
    this.#conn = undefined
  }

  cut(reason: string): void {
    if (!this.#conn) return
    this.#parts.venue()?.disconnect(this.#conn)
    this.#conn = undefined
    this.#parts.clock.after(1, () => this.#handlers.disconnected(reason))
    this.#parts.clock.after(200, () => {
      if (!this.#closed && !this.#conn) this.open()
    })
  }

  #ping(conn: SocketConn): void {
    this.#parts.clock.after(1000, () => {
      if (this.#conn !== conn) return
      this.#arrive(conn, () => undefined)
      this.#ping(conn)
    })
  }

  #told(payload: unknown): unknown {
    return this.#parts.weather.garbledFrame?.(payload) ?? payload
  }

  #arrive(conn: SocketConn, run: () => void): void {
    const { clock, delay, weather } = this.#parts
    const [lateMs] = weather.copies('down', {})
    if (lateMs === undefined) return
    this.#lastArrivalMs = Math.max(this.#lastArrivalMs, clock.monoMs() + delay() + lateMs)
    clock.after(this.#lastArrivalMs - clock.monoMs(), () => {
      if (this.#conn !== conn) return
      this.#handlers.heard()
      run()
    })
  }
}
