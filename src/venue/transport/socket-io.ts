// The venue's socket: socket.io over websocket, a fresh manager for every connection we ask for, jittered back-off between them.

import { io, type Socket } from 'socket.io-client'
import type { SocketAuth, SocketHandlers, SocketLink } from '../session/transport.js'

export interface SocketIoOptions {
  /** The venue's base address. */
  readonly baseUrl: string
  /** The socket's own path: `profile.socket.path`. */
  readonly path: string
  /** First delay before reconnecting, in milliseconds; doubles, with jitter. Default 200. */
  readonly firstDelayMs?: number
  /** Longest delay. Default 5000. */
  readonly lastDelayMs?: number
}

const CONNECT_TIMEOUT_MS = 3_000

class Link implements SocketLink {
  private readonly options: SocketIoOptions
  private readonly auth: () => SocketAuth
  private readonly handlers: SocketHandlers
  private socket: Socket
  private retry: NodeJS.Timeout | undefined
  private refusals = 0

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
    this.drop()
    this.socket = this.open()
  }

  close(): void {
    this.drop()
  }

  private drop(): void {
    clearTimeout(this.retry)
    this.socket.removeAllListeners()
    this.socket.offAny()
    this.socket.io.removeAllListeners()
    this.socket.disconnect()
  }

  private open(): Socket {
    const { baseUrl, path, firstDelayMs = 200, lastDelayMs = 5_000 } = this.options
    const socket = io(new URL(baseUrl).origin, {
      path,
      transports: ['websocket'],
      forceNew: true,
      auth: (send) => send(this.auth()),
      timeout: CONNECT_TIMEOUT_MS,
      reconnectionDelay: firstDelayMs,
      reconnectionDelayMax: lastDelayMs,
      randomizationFactor: 0.5,
    })
    this.listen(socket)
    return socket
  }

  private listen(socket: Socket): void {
    const { handlers } = this
    const hear = () => handlers.heard()
    const tap = () => socket.io.engine.on('packet', hear)
    socket.io.on('open', tap)
    socket.on('connect', () => {
      this.refusals = 0
      handlers.connected()
    })
    socket.on('disconnect', (reason) => {
      handlers.disconnected(reason)
      // the manager stays away after a disconnect that the server asked for
      if (reason === 'io server disconnect') this.later(socket)
    })
    socket.on('connect_error', () => {
      // refused by the server's own check: not retried by the manager either
      if (!socket.active) this.later(socket)
    })
    socket.onAny((name: string, payload: unknown) => handlers.event(name, payload))
  }

  private later(socket: Socket): void {
    const { firstDelayMs = 200, lastDelayMs = 5_000 } = this.options
    const delay = Math.min(lastDelayMs, firstDelayMs * 2 ** this.refusals++)
    clearTimeout(this.retry)
    this.retry = setTimeout(() => socket.connect(), delay * (0.5 + Math.random()))
  }
}

/** Opens at once and reconnects until closed. */
export function openSocketIo(options: SocketIoOptions, auth: () => SocketAuth, handlers: SocketHandlers): SocketLink {
  return new Link(options, auth, handlers)
}
