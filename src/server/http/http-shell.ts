// Fastify around the venue: every request goes to `VenueApi.handle`, every failure of the shell gets the venue's error body.

import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { ApiRequest, ApiResponse } from '../api/api-request.js'
import { ApiError, errorResponse, type WireErrorCode } from '../api/error-table.js'

/** Largest accepted body, in bytes. */
export const BODY_LIMIT = 64 * 1024

export type Handle = (request: ApiRequest, reply: (response: ApiResponse) => void) => void

export interface HttpShellOptions {
  readonly handle: Handle
  readonly onFault: (error: unknown) => void
}

export function httpShell({ handle, onFault }: HttpShellOptions): FastifyInstance {
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
    // longer than a client keeps an idle connection, so that it never sends into a closing one
    keepAliveTimeout: 75_000,
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: (error, _request, reply) => {
      refuse(error, reply)
    },
  })
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
    handle(toApiRequest(request), (response) => {
      void send(reply, response)
    })
    return reply
  }
  app.setNotFoundHandler(answer)
  return app
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

function send(reply: FastifyReply, { status, headers, body }: ApiResponse): FastifyReply {
  return reply
    .code(status)
    .headers({ ...headers, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body))
}
