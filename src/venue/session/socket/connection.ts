// The socket connection as a whole: up or down, and whether anything is still heard on it.
//
//   nothing heard for `probeAfterMs`   an empty subscribe is sent as a probe
//   no acknowledgement within 1 s      down, and a new connection

import type { CancelTimer, Clock } from '../../../domain/time.js'
import type { SocketAuth, SocketLink, Transport } from '../transport.js'

export interface ConnectionOptions {
  readonly transport: Transport
  readonly clock: Clock
  readonly auth: () => SocketAuth
  readonly probeAfterMs: number
  readonly onState: (state: 'up' | 'down' | 'heard') => void
  readonly onEvent: (name: string, payload: unknown) => void
}

export interface Connection {
  open(): void
  close(): void
  isUp(): boolean
  /** Sends while up. `undefined`: no acknowledgement in time, or not up. Never called back once this connection has ended. */
  emit(name: string, payload: unknown, done: (ack: unknown) => void): void
  /** Gives this connection up: `down`, then a new one. */
  reconnect(): void
}

const ACK_TIMEOUT_MS = 2_000
const PROBE_TIMEOUT_MS = 1_000
const HEARD_EVERY_MS = 250

class WatchedConnection implements Connection {
  private readonly options: ConnectionOptions
  private link: SocketLink | undefined
  private up = false
  private heardAt = 0
  private toldAt = Number.NEGATIVE_INFINITY
  private timer: CancelTimer | undefined
  /** Acknowledgements of a former connection are ignored. */
  private epoch = 0

  constructor(options: ConnectionOptions) {
    this.options = options
  }

  isUp(): boolean {
    return this.up
  }

  open(): void {
    if (this.link) return
    const { transport, auth, onEvent } = this.options
    this.link = transport.openSocket(auth, {
      connected: () => this.connected(),
      disconnected: () => this.down(),
      event: (name, payload) => {
        this.heard()
        onEvent(name, payload)
      },
      heard: () => this.heard(),
    })
  }

  close(): void {
    this.down()
    this.link?.close()
    this.link = undefined
  }

  reconnect(): void {
    this.down()
    this.link?.reconnect()
  }

  emit(name: string, payload: unknown, done: (ack: unknown) => void): void {
    this.send(name, payload, ACK_TIMEOUT_MS, done)
  }

  private send(name: string, payload: unknown, ackTimeoutMs: number, done: (ack: unknown) => void): void {
    if (!this.up || !this.link) {
      done(undefined)
      return
    }
    const epoch = this.epoch
    this.link.emit(name, payload, {
      ackTimeoutMs,
      done: (ack) => {
        if (epoch !== this.epoch) return
        if (ack !== undefined) this.heard()
        done(ack)
      },
    })
  }

  private connected(): void {
    if (this.up) this.down()
    this.up = true
    this.heardAt = this.options.clock.monoMs()
    this.watch(this.options.probeAfterMs)
    this.options.onState('up')
  }

  private down(): void {
    this.timer?.()
    if (!this.up) return
    this.up = false
    this.epoch++
    this.toldAt = Number.NEGATIVE_INFINITY
    this.options.onState('down')
  }

  private heard(): void {
    if (!this.up) return
    const now = this.options.clock.monoMs()
    this.heardAt = now
    if (now - this.toldAt < HEARD_EVERY_MS) return
    this.toldAt = now
    this.options.onState('heard')
  }

  /** One timer looks at the last time of hearing, so that a frame costs no timer. */
  private watch(delayMs: number): void {
    this.timer = this.options.clock.after(delayMs, () => {
      const quietMs = this.options.clock.monoMs() - this.heardAt
      const left = this.options.probeAfterMs - quietMs
      // timers are of whole milliseconds, and less than one may be a rounding error for ever
      if (left >= 1) this.watch(left)
      else this.probe()
    })
  }

  private probe(): void {
    this.send('subscribe', { conditionIds: [], channels: [] }, PROBE_TIMEOUT_MS, (ack) => {
      // a frame that came meanwhile is as good as the acknowledgement
      const quietMs = this.options.clock.monoMs() - this.heardAt
      if (ack === undefined && quietMs >= PROBE_TIMEOUT_MS) this.reconnect()
      else this.watch(this.options.probeAfterMs - quietMs)
    })
  }
}

/** Closed until opened. */
export function createConnection(options: ConnectionOptions): Connection {
  return new WatchedConnection(options)
}
