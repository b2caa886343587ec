// The venue's socket: socket.io over websocket, a fresh manager for every connection.
//
//   given up by us after it had lasted   the next one at once
//   lost, refused, not answered          the next one after a pause, doubled until one lasts: who is let in and sent away, or gives up what it
//                                        has just opened, would come back as fast as the line can carry it
//   let in after refusals                those count no more: the first one after an outage often shows what has ended meanwhile, and is given up

import type { Agent } from 'node:http'
import { io, type Socket } from 'socket.io-client'
import type { SocketAuth, SocketHandlers, SocketLink } from '../session/transport.js'

export interface SocketIoOptions {
  /** The venue's base address. */
  readonly baseUrl: string
  /** The socket's own path: `profile.socket.path`. */
  readonly path: string
  /** First delay before reconnecting, in milliseconds; doubles, with jitter. Default 200. */
  readonly firstDelayMs?: number
  /** Longest delay, and how long a connection must have been up for the first one again. Default 5000. */
  readonly lastDelayMs?: number
  /** From the opening of a connection to the venue's word that we are in. Default 10000. */
  readonly answerWithinMs?: number
  /** What connects, where that is not straight to the venue. */
  readonly agent?: Agent | undefined
}

const CONNECT_TIMEOUT_MS = 3_000

class Link implements SocketLink {
  private readonly options: SocketIoOptions
  private readonly auth: () => SocketAuth
  private readonly handlers: SocketHandlers
  private socket: Socket
  /** The next connection, or the end of the wait for an answer. */
  private timer: NodeJS.Timeout | undefined
  /** Connections that did not last, since one has; and those that were not let in, since one was. */
  private brief = 0
  private refused = 0
  private upSinceMs: number | undefined

  constructor(options: SocketIoOptions, auth: () => SocketAuth, handlers: SocketHandlers) {
    this.options = options
    this.auth = auth
    this.handlers = handlers
    this.socket = this.open()
  }

  emit(name: string, payload: unknown, options: { ackTimeoutMs: number; done: (ack: unknown) => void }): void {
    if (!this.socket.connected) {
      options.done(undefined)
      return
    }
    this.socket.timeout(options.ackTimeoutMs).emit(name, payload, (error: unknown, ack: unknown) => {
      options.done(error ? undefined : ack)
    })
  }

  /** The old connection may be stalled, so it is left to itself and a new one opened beside it. */
  reconnect(): void {
    const delayMs = this.delayMs()
    this.again(this.brief + this.refused > 1 ? delayMs : 0)
  }

  close(): void {
    this.drop()
  }

  private drop(): void {
    clearTimeout(this.timer)
    this.socket.removeAllListeners()
    this.socket.offAny()
    this.socket.io.removeAllListeners()
    this.socket.disconnect()
  }

  private open(): Socket {
    const { baseUrl, path, answerWithinMs = 10_000, agent } = this.options
    const socket = io(new URL(baseUrl).origin, {
      path,
      transports: ['websocket'],
      // `agent` itself is declared as no object
      ...(agent === undefined ? {} : { transportOptions: { websocket: { agent } } }),
      forceNew: true,
      auth: (send) => send(this.auth()),
      timeout: CONNECT_TIMEOUT_MS,
      reconnection: false,
    })
    this.listen(socket)
    // the transport may be open, and answer pings, before a venue that says nothing
    this.timer = setTimeout(() => this.again(this.delayMs()), answerWithinMs)
    return socket
  }

  private listen(socket: Socket): void {
    const { handlers } = this
    const hear = () => handlers.heard()
    const tap = () => socket.io.engine.on('packet', hear)
    socket.io.on('open', tap)
    socket.on('connect', () => {
      clearTimeout(this.timer)
      this.upSinceMs = performance.now()
      handlers.connected()
    })
    socket.on('disconnect', (reason) => {
      this.again(this.delayMs())
      handlers.disconnected(reason)
    })
    socket.on('connect_error', () => this.again(this.delayMs()))
    socket.onAny((name: string, payload: unknown) => handlers.event(name, payload))
  }

  private again(delayMs: number): void {
    this.drop()
    this.timer = setTimeout(() => {
      this.socket = this.open()
    }, delayMs)
  }

  /** Until the next connection; to be asked once for each. */
  private delayMs(): number {
    const { firstDelayMs = 200, lastDelayMs = 5_000 } = this.options
    const { upSinceMs } = this
    this.upSinceMs = undefined
    const before = this.failures(upSinceMs, lastDelayMs)
    return Math.min(lastDelayMs, firstDelayMs * 2 ** before) * (0.5 + Math.random())
  }

  /** Those before this one, which is counted. */
  private failures(upSinceMs: number | undefined, lastsMs: number): number {
    if (upSinceMs === undefined) return this.brief + this.refused++
    this.refused = 0
    if (performance.now() - upSinceMs >= lastsMs) this.brief = 0
    return this.brief++
  }
}

/** Opens at once and reconnects until closed. */
export function openSocketIo(options: SocketIoOptions, auth: () => SocketAuth, handlers: SocketHandlers): SocketLink {
  return new Link(options, auth, handlers)
}
