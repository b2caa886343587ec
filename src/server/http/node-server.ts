// The listening HTTP or HTTPS server: what takes too long to arrive is cut, and one address holds so many connections.

import { createServer as createHttpServer, type Server as HttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https'
import type { Socket } from 'node:net'
import { answerExpectation } from './parser-errors.js'

/** Largest accepted head of a request, URL and headers together, in bytes. */
const HEAD_LIMIT = 16 * 1024
/** Longer than a client keeps an idle connection, so that it never sends into a closing one. */
const KEEP_ALIVE_MS = 75_000
/** How often late requests are looked for at most. */
const LONGEST_CHECK_MS = 1000

export interface ConnectionLimits {
  /** For the head of a request, and for a TLS handshake. */
  readonly headTimeoutMs: number
  /** For a whole request; at least `headTimeoutMs`. */
  readonly requestTimeoutMs: number
  /** Connections of one IP address at one time; one more is closed at once. */
  readonly perAddress: number
}

export interface TlsFiles {
  readonly certPem: string
  readonly keyPem: string
}

export interface NodeServerOptions {
  readonly limits: ConnectionLimits
  /** Serves HTTPS with them. */
  readonly tls?: TlsFiles | undefined
}

export function nodeServer({ limits, tls }: NodeServerOptions, listener: RequestListener): HttpServer | HttpsServer {
  const { headTimeoutMs, requestTimeoutMs, perAddress } = limits
  const options = {
    maxHeaderSize: HEAD_LIMIT,
    headersTimeout: headTimeoutMs,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.min(LONGEST_CHECK_MS, headTimeoutMs),
    keepAliveTimeout: KEEP_ALIVE_MS,
    // Node's own refusal has no body
    requireHostHeader: false,
  }
  const server =
    tls === undefined
      ? createHttpServer(options, listener)
      : createHttpsServer(
          { ...options, cert: tls.certPem, key: tls.keyPem, minVersion: 'TLSv1.2', handshakeTimeout: headTimeoutMs },
          listener,
        )
  server.on('checkExpectation', answerExpectation)
  limitConnections(server, perAddress)
  return server
}

function limitConnections(server: HttpServer | HttpsServer, perAddress: number): void {
  const open = new Map<string, number>()
  // a connection may be handed to the server again
  const counted = new WeakSet<Socket>()
  server.on('connection', (socket: Socket) => {
    if (counted.has(socket)) return
    counted.add(socket)
    const address = socket.remoteAddress ?? ''
    const count = (open.get(address) ?? 0) + 1
    if (count > perAddress) {
      socket.destroy()
      return
    }
    open.set(address, count)
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left === 0) open.delete(address)
      else open.set(address, left)
    })
  })
}
