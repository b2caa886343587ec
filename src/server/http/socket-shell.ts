// socket.io around the venue: websocket only, short pings, every message to `VenueApi.message`.

import type { Server as HttpServer } from 'node:http'
import { Server, type Socket } from 'socket.io'
import type { SocketAuth, SocketConn } from '../api/socket/socket-conn.js'
import type { VenueApi } from '../api/venue-api.js'
import { EventFrames } from './event-frames.js'
import { answerOtherUpgrades } from './other-upgrades.js'
import { cutSlowClients } from './slow-clients.js'
import { refuseOtherHandshakes } from './socket-refusals.js'

export interface SocketShellOptions {
  readonly server: HttpServer
  readonly api: VenueApi
  /** Clients at one time. */
  readonly maxSockets: number
  /** Characters that may wait for a client that reads slowly; one more cuts it off. */
  readonly maxBacklogChars: number
  /** A client that has not shown its key by then is cut off. */
  readonly handshakeTimeoutMs: number
  /** Sends, or sends later, but never in another order. */
  readonly tell: (send: () => void) => void
  readonly nowMs: () => number
  /** Called after everything a client did. */
  readonly onActivity: () => void
}

export function socketShell({
  server,
  api,
  maxSockets,
  maxBacklogChars,
  handshakeTimeoutMs,
  tell,
  nowMs,
  onActivity,
}: SocketShellOptions): Server {
  const io = new Server(server, {
    path: api.profile.socket.path,
    transports: ['websocket'],
    perMessageDeflate: false,
    pingInterval: 1000,
    pingTimeout: 2000,
    maxHttpBufferSize: 64 * 1024,
    serveClient: false,
    destroyUpgrade: false,
    connectTimeout: handshakeTimeoutMs,
    allowRequest: (_request, done) => {
      const full = io.engine.clientsCount >= maxSockets
      done(full ? 'too many clients' : null, !full)
    },
  })
  cutSlowClients(io, maxBacklogChars)
  refuseOtherHandshakes(io)
  answerOtherUpgrades(server, api.profile.socket.path)
  // several handshakes at once on one connection would count as one client
  const admitted = new WeakSet<object>()
  const frames = new EventFrames()
  io.use((socket, next) => {
    const refusal = api.refusesSocket(authOf(socket), socket.handshake.address, nowMs())
    if (refusal !== undefined) next(new Error(refusal))
    else if (admitted.has(socket.conn)) next(new Error('already connected'))
    else {
      admitted.add(socket.conn)
      next()
    }
  })
  io.on('connection', (socket) => {
    const conn = connOf(socket, frames, tell)
    api.connect(conn, nowMs())
    socket.onAny((event: string, ...args: unknown[]) => {
      api.message(conn, { event, payload: args[0], acknowledge: acknowledgementOf(args) }, nowMs())
      onActivity()
    })
    socket.on('disconnect', () => {
      admitted.delete(socket.conn)
      api.disconnect(conn)
    })
    onActivity()
  })
  return io
}

function connOf(socket: Socket, frames: EventFrames, tell: SocketShellOptions['tell']): SocketConn {
  return {
    id: socket.id,
    auth: authOf(socket),
    send: (event, payload) => {
      const sendTo = frames.sender(event, payload)
      tell(() => sendTo(socket.conn))
    },
    disconnect: () => {
      socket.disconnect(true)
    },
    cut: () => {
      socket.conn.close(true)
    },
  }
}

function authOf(socket: Socket): SocketAuth {
  // what is no text is left as it is: turning a hostile object into text would throw
  const { apiKey, accessToken } = socket.handshake.auth
  return { apiKey, accessToken }
}

function acknowledgementOf(args: readonly unknown[]): ((answer: unknown) => void) | undefined {
  const last = args.at(-1)
  return typeof last === 'function' ? (answer) => last(answer) : undefined
}
