// Fastify around the venue: every request goes to `VenueApi.handle`, every failure of the shell gets the venue's error body.

import fastifyCors, { type FastifyCorsOptions } from '@fastify/cors'
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { ApiRequest, ApiResponse } from '../api/requests/api-request.js'
import { ApiError, errorResponse, type WireErrorCode } from '../api/requests/error-table.js'
import { type NodeServerOptions, nodeServer } from './node-server.js'
import { answerParserError } from './parser-errors.js'

/** Largest accepted body, in bytes. */
export const BODY_LIMIT = 64 * 1024
/** Longest accepted path with its query, in characters. */
const URL_LIMIT = 8 * 1024

export type Handle = (request: ApiRequest, reply: (response: ApiResponse) => void) => void

export interface HttpShellOptions extends NodeServerOptions {
  readonly handle: Handle
  readonly onFault: (error: unknown) => void
  /** Origins whose pages may call; none by default. */
  readonly cors?: readonly string[]
}

export function httpShell({ handle, onFault, cors = [], ...server }: HttpShellOptions): FastifyInstance {
  const refuse = (error: FastifyError, reply: FastifyReply) => {
    const refusal = shellRefusal(error)
    if (refusal.code === 'internal') onFault(error)
    send(reply, errorResponse(refusal))
  }
  const app = Fastify({
    bodyLimit: BODY_LIMIT,
    logger: false,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    clientErrorHandler: answerParserError,
    serverFactory: (listener) => nodeServer(server, listener),
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: (error, _request, reply) => refuse(error, reply),
  })
  if (cors.length > 0) void app.register(fastifyCors, corsOptions(cors))
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    parseJson(body.toString(), done)
  })
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    if (body.length === 0) done(null, undefined)
    else done(new ApiError('unsupported_media_type', 'Content-Type: expected application/json'))
  })
  // before the body is read
  app.addHook('onRequest', (request, _reply, done) => done(headRefusal(request)))
  app.setErrorHandler((error: FastifyError, _request, reply) => refuse(error, reply))
  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    handle(toApiRequest(request), (response) => deliver(reply, response))
  }
  app.setNotFoundHandler(answer)
  return app
}

const RATE_HEADERS = ['Limit', 'Remaining', 'Reset'].flatMap((name) => [
  `X-RateLimit-${name}-short`,
  `X-RateLimit-${name}-medium`,
])

function corsOptions(origins: readonly string[]): FastifyCorsOptions {
  return {
    origin: origins.includes('*') ? '*' : [...origins],
    methods: ['GET', 'POST', 'PATCH', 'DELETE'],
    allowedHeaders: ['content-type', 'x-api-key', 'authorization'],
    exposedHeaders: [...RATE_HEADERS, 'Retry-After-short', 'Retry-After-medium'],
    maxAge: 600,
  }
}

/** At once, late, or never. */
function deliver(reply: FastifyReply, response: ApiResponse): void {
  const { delayMs = 0, dropped } = response.delivery ?? {}
  if (delayMs > 0) {
    const { delivery: _delivery, ...rest } = response
    setTimeout(() => deliver(reply, { ...rest, ...(dropped ? { delivery: { dropped } } : {}) }), delayMs).unref()
  } else if (dropped) {
    reply.hijack()
    reply.raw.destroy()
  } else send(reply, response)
}

function parseJson(text: string, done: (error: Error | null, body?: unknown) => void): void {
  if (text.trim() === '') {
    done(null, undefined)
    return
  }
  try {
    done(null, JSON.parse(text))
  } catch {
    done(new ApiError('malformed_json', 'body: expected JSON'))
  }
}

function headRefusal({ raw, headers }: FastifyRequest): ApiError | undefined {
  if (raw.httpVersion === '1.1' && headers.host === undefined) return new ApiError('bad_request', 'Host: expected one')
  if ((raw.url ?? '').length > URL_LIMIT) {
    return new ApiError('uri_too_long', `URL: expected at most ${URL_LIMIT} characters`)
  }
  const { 'content-encoding': encoding = 'identity' } = headers
  // nothing is unpacked, so nothing can swell
  if (encoding !== 'identity') return new ApiError('unsupported_media_type', 'Content-Encoding: expected none')
  return undefined
}

/** Refusals that arise before the venue sees the request. */
function shellRefusal(error: FastifyError): ApiError {
  if (error instanceof ApiError) return error
  const status = error.statusCode ?? 500
  const code: WireErrorCode =
    status === 413
      ? 'payload_too_large'
      : status === 415
        ? 'unsupported_media_type'
        : status >= 400 && status < 500
          ? 'bad_request'
          : 'internal'
  return new ApiError(code, code === 'internal' ? 'Internal server error' : error.message)
}

function toApiRequest({ raw, method, headers, body, ip }: FastifyRequest): ApiRequest {
  // an address with its host in front means the same
  const url = (raw.url ?? '/').replace(/^https?:\/\/[^/?]*/i, '')
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  return {
    // Node leaves the body of the answer out
    method: method === 'HEAD' ? 'GET' : method,
    path,
    query: parseQuery(mark < 0 ? '' : url.slice(mark + 1)),
    headers: flat(headers),
    body,
    ip,
  }
}

const NO_QUERY: ApiRequest['query'] = Object.freeze({})

function parseQuery(text: string): ApiRequest['query'] {
  if (text === '') return NO_QUERY
  const query = new Map<string, string[]>()
  for (const [name, value] of new URLSearchParams(text)) query.set(name, [...(query.get(name) ?? []), value])
  return Object.fromEntries(query)
}

function flat(headers: FastifyRequest['headers']): Record<string, string> {
  const result: Record<string, string> = {}
  for (const name of Object.keys(headers)) {
    const value = headers[name]
    if (value !== undefined) result[name] = typeof value === 'string' ? value : value.join(', ')
  }
  return result
}

const JSON_TYPE = 'application/json; charset=utf-8'

/**
 * Past Fastify's reply, which takes a tenth of what a read costs and has no part in it; what its hooks have set goes along. The head is a list
 * since Node takes that as it is.
 */
function send(reply: FastifyReply, { status, headers, body, text }: ApiResponse): void {
  const content = text?.content ?? JSON.stringify(body) ?? ''
  const head: (string | number | string[])[] = []
  const ofHooks = reply.getHeaders()
  for (const name of Object.keys(ofHooks)) {
    const value = ofHooks[name]
    if (value !== undefined) head.push(name, value)
  }
  for (const name of Object.keys(headers)) head.push(name.toLowerCase(), headers[name] ?? '')
  head.push('cache-control', 'no-store', 'x-content-type-options', 'nosniff')
  head.push('content-type', text?.contentType ?? JSON_TYPE, 'content-length', Buffer.byteLength(content))
  reply.hijack()
  reply.raw.writeHead(status, head).end(content)
}
