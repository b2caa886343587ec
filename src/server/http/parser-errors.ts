// What Node refuses before there is a request for the venue to see: answered with the venue's error body.
//
//   408  too late    431  head too large    400  no HTTP, or no Host    417  an Expect that is not 100-continue

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { ApiError, errorResponse } from '../api/requests/error-table.js'

const OF_PARSER: Readonly<Record<string, ApiError>> = {
  ERR_HTTP_REQUEST_TIMEOUT: new ApiError('request_timeout', 'request: took too long to arrive'),
  HPE_HEADER_OVERFLOW: new ApiError('headers_too_large', 'headers: expected at most 16 KiB with the URL'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: new ApiError('payload_too_large', 'body: chunk extensions too large'),
}
const NO_HTTP = new ApiError('bad_request', 'request: expected HTTP/1.1')

/** For the server's `clientError`: answers where the line still takes it, and closes. */
export function answerParserError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (socket.writable) socket.write(rawAnswer(OF_PARSER[error.code ?? ''] ?? NO_HTTP))
  socket.destroy(error)
}

/** For the server's `checkExpectation`. */
export function answerExpectation(_request: IncomingMessage, response: ServerResponse): void {
  answerRefusal(response, new ApiError('expectation_failed', 'Expect: expected 100-continue or none'))
}

/** The last answer on its connection: what follows the head is not read. */
export function answerRefusal(response: ServerResponse, refusal: ApiError): void {
  const { status, body } = errorResponse(refusal)
  const text = JSON.stringify(body)
  response.writeHead(status, { ...HEADERS, 'content-length': Buffer.byteLength(text), connection: 'close' })
  response.end(text)
}

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}

/** A whole answer as text, the last on its connection. */
export function rawAnswer(refusal: ApiError): string {
  const { status, body } = errorResponse(refusal)
  const text = JSON.stringify(body)
  const headers = { ...HEADERS, 'content-length': Buffer.byteLength(text), connection: 'close' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return `HTTP/1.1 ${status} ${body.error ?? ''}\r\n${lines.join('\r\n')}\r\n\r\n${text}`
}
