// Fastify around the venue: every request goes to `VenueApi.handle`, every failure of the shell gets the venue's error body.

import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import fastifyCors, { type FastifyCorsOptions } from '@fastify/cors'
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { ApiRequest, ApiResponse } from '../api/api-request.js'
import { ApiError, errorResponse, type WireErrorCode } from '../api/error-table.js'

/** Largest accepted body, in bytes. */
export const BODY_LIMIT = 64 * 1024
/** Largest accepted head of a request, URL and headers together, in bytes. */
const HEAD_LIMIT = 16 * 1024
/** Longest accepted path with its query, in characters. */
const URL_LIMIT = 8 * 1024
/** A request that has not arrived whole by then is given up. */
const REQUEST_TIMEOUT_MS = 30_000
/** Longer than a client keeps an idle connection, so that it never sends into a closing one. */
const KEEP_ALIVE_MS = 75_000

export type Handle = (request: ApiRequest, reply: (response: ApiResponse) => void) => void

export interface HttpShellOptions {
  readonly handle: Handle
  readonly onFault: (error: unknown) => void
  /** Origins whose pages may call; none by default. */
  readonly cors?: readonly string[]
  /** Serves HTTPS with them. */
  readonly tls?: TlsFiles
}

export interface TlsFiles {
  readonly certPem: string
  readonly keyPem: string
}

export function httpShell({ handle, onFault, cors = [], tls }: HttpShellOptions): FastifyInstance {
  const refuse = (error: FastifyError, reply: FastifyReply) => {
    const refusal = shellRefusal(error)
    if (refusal.code === 'internal') onFault(error)
    return send(reply, errorResponse(refusal))
  }
  const app = Fastify({
    bodyLimit: BODY_LIMIT,
    logger: false,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    serverFactory: (listener) => serverOf(tls, listener),
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: (error, _request, reply) => {
      refuse(error, reply)
    },
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
  app.setErrorHandler((error: FastifyError, _request, reply) => refuse(error, reply))
  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    if ((request.raw.url ?? '').length > URL_LIMIT) {
      return send(reply, errorResponse(new ApiError('uri_too_long', `URL: expected at most ${URL_LIMIT} characters`)))
    }
    handle(toApiRequest(request), (response) => deliver(reply, response))
    return reply
  }
  app.setNotFoundHandler(answer)
  return app
}

function serverOf(tls: TlsFiles | undefined, listener: RequestListener) {
  const options = { maxHeaderSize: HEAD_LIMIT, requestTimeout: REQUEST_TIMEOUT_MS, keepAliveTimeout: KEEP_ALIVE_MS }
  if (tls === undefined) return createHttpServer(options, listener)
  return createHttpsServer({ ...options, cert: tls.certPem, key: tls.keyPem, minVersion: 'TLSv1.2' }, listener)
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
  const url = raw.url ?? '/'
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  return { method, path, query: parseQuery(mark < 0 ? '' : url.slice(mark + 1)), headers: flat(headers), body, ip }
}

function parseQuery(text: string): ApiRequest['query'] {
  const query = new Map<string, string[]>()
  for (const [name, value] of new URLSearchParams(text)) query.set(name, [...(query.get(name) ?? []), value])
  return Object.fromEntries(query)
}

function flat(headers: FastifyRequest['headers']): Record<string, string> {
  const result: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) result[name] = typeof value === 'string' ? value : value.join(', ')
  }
  return result
}

function send(reply: FastifyReply, { status, headers, body, text }: ApiResponse): FastifyReply {
  return reply
    .code(status)
    .headers({ ...headers, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .type(text?.contentType ?? 'application/json; charset=utf-8')
    .send(text?.content ?? JSON.stringify(body))
}
