// What becomes of requests that ask for another protocol than the venue's socket: they are answered as if they had not asked.
// So clients that would like HTTP/2 are served, and a websocket at another path meets the key and the limits of that path.

import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { ApiError } from '../api/requests/error-table.js'
import { rawAnswer } from './parser-errors.js'

/** Headers that speak of the connection, not of the request. */
const OF_THE_UPGRADE = ['upgrade', 'connection', 'http2-settings']

/** `socketPath` is left to the socket's own server. */
export function answerOtherUpgrades(server: HttpServer, socketPath: string): void {
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    if (isAt(socketPath, request.url ?? '')) return
    socket.on('error', () => socket.destroy())
    // the parser has let go of the connection: it begins again, with the request as it should have been, for this one answer
    socket.unshift(Buffer.concat([Buffer.from(plainHead(request), 'latin1'), head]))
    server.emit(socket instanceof TLSSocket ? 'secureConnection' : 'connection', socket)
  })
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    socket.on('error', () => socket.destroy())
    socket.end(rawAnswer(new ApiError('method_not_allowed', 'Cannot CONNECT')))
  })
}

function isAt(socketPath: string, url: string): boolean {
  const path = url.split('?', 1)[0] ?? ''
  return path === socketPath || path.startsWith(`${socketPath.replace(/\/$/, '')}/`)
}

function plainHead({ method, url, httpVersion, rawHeaders }: IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (!OF_THE_UPGRADE.includes(name.toLowerCase())) lines.push(`${name}: ${rawHeaders[at + 1]}`)
  }
  return `${lines.join('\r\n')}\r\nconnection: close\r\n\r\n`
}
