// socket.io around the venue: websocket only, short pings, every message to `VenueApi.message`.

import type { Server as HttpServer } from 'node:http'
import { Server, type Socket } from 'socket.io'
import type { SocketAuth, SocketConn } from '../api/socket-conn.js'
import type { VenueApi } from '../api/venue-api.js'

export interface SocketShellOptions {
  readonly server: HttpServer
  readonly api: VenueApi
  /** Clients at one time. */
  readonly maxSockets: number
  /** Sends, or sends later, but never in another order. */
  readonly tell: (send: () => void) => void
  /** Called after everything a client did. */
  readonly onActivity: () => void
}

export function socketShell({ server, api, maxSockets, tell, onActivity }: SocketShellOptions): Server {
  const io = new Server(server, {
    path: api.profile.socket.path,
    transports: ['websocket'],
    perMessageDeflate: false,
    pingInterval: 1000,
    pingTimeout: 2000,
    maxHttpBufferSize: 64 * 1024,
    serveClient: false,
    // a handshake that never ends is given up
    connectTimeout: 5000,
    allowRequest: (_request, done) => {
      const full = io.engine.clientsCount >= maxSockets
      done(full ? 'too many clients' : null, !full)
    },
  })
  io.use((socket, next) => {
    const refusal = api.refusesSocket(authOf(socket), Date.now())
    if (refusal === undefined) next()
    else next(new Error(refusal))
  })
  io.on('connection', (socket) => {
    const conn = connOf(socket, tell)
    api.connect(conn, Date.now())
    socket.onAny((event: string, ...args: unknown[]) => {
      api.message(conn, { event, payload: args[0], acknowledge: acknowledgementOf(args) }, Date.now())
      onActivity()
    })
    socket.on('disconnect', () => api.disconnect(conn))
    onActivity()
  })
  return io
}

function connOf(socket: Socket, tell: SocketShellOptions['tell']): SocketConn {
  return {
    id: socket.id,
    auth: authOf(socket),
    send: (event, payload) => {
      tell(() => {
        socket.emit(event, payload)
      })
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
  const { apiKey, accessToken } = socket.handshake.auth
  return {
    apiKey: typeof apiKey === 'string' ? apiKey : undefined,
    // anything given counts as a token, so that a wrong one is refused and not ignored
    accessToken: accessToken === undefined || accessToken === null ? undefined : String(accessToken),
  }
}

function acknowledgementOf(args: readonly unknown[]): ((answer: unknown) => void) | undefined {
  const last = args.at(-1)
  return typeof last === 'function' ? (answer) => last(answer) : undefined
}
