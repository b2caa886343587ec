// Requests over kept-alive connections. Never retries, never follows a redirect, gives up at the request's deadline.
//
//   refused, unknown host, no route, bad certificate   mayHaveArrived = false: the request never left
//   reset, closed, deadline, unreadable body           mayHaveArrived = true

import { Pool } from 'undici'
import type { HttpRequest, HttpResult } from '../session/transport.js'

export interface UndiciHttpOptions {
  /** Scheme, host, port and an optional path prefix. */
  readonly baseUrl: string
  /** Connections kept; one request at a time on each. Default 32. */
  readonly connections?: number
  /** The last check before the wire: a reason to refuse the request, or `undefined`. */
  readonly lastCheck?: (request: HttpRequest) => string | undefined
}

export interface UndiciHttp {
  http(request: HttpRequest, done: (result: HttpResult) => void): void
  /** Opens a connection by reading the venue's public root without a key, so that the first order does not wait for it. */
  warm(): Promise<void>
  close(): Promise<void>
}

const CONNECT_TIMEOUT_MS = 2_000
/** undici alone would drop an idle connection after 4 s. */
const KEEP_ALIVE_MS = 60_000
const MOST_BYTES = 32 * 1024 * 1024
const WARM_DEADLINE_MS = 3_000

const NEVER_LEFT =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_TLS|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/

function codeOf(thrown: unknown): string {
  if (thrown instanceof AggregateError && thrown.errors.length > 0) return codeOf(thrown.errors[0])
  if (thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string') return thrown.code
  return thrown instanceof Error ? thrown.name : 'unknown'
}

function plainHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const plain: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) plain[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value
  }
  return plain
}

async function send(pool: Pool, path: string, request: HttpRequest): Promise<HttpResult> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), request.deadlineMs)
  try {
    const response = await pool.request({
      path,
      method: request.method,
      headers: request.headers,
      signal: abort.signal,
      ...(request.body === undefined ? {} : { body: request.body }),
    })
    const body = await response.body.text()
    return { kind: 'response', status: response.statusCode, headers: plainHeaders(response.headers), body }
  } catch (thrown) {
    if (abort.signal.aborted) {
      return { kind: 'failed', reason: `no answer within ${request.deadlineMs} ms`, mayHaveArrived: true }
    }
    const code = codeOf(thrown)
    return { kind: 'failed', reason: code, mayHaveArrived: !NEVER_LEFT.test(code) }
  } finally {
    clearTimeout(timer)
  }
}

/** One pool to one venue. */
export function createUndiciHttp(options: UndiciHttpOptions): UndiciHttp {
  const { origin, pathname } = new URL(options.baseUrl)
  const prefix = pathname.replace(/\/+$/, '')
  const pool = new Pool(origin, {
    connections: options.connections ?? 32,
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    connect: { timeout: CONNECT_TIMEOUT_MS },
    maxResponseSize: MOST_BYTES,
  })
  return {
    http(request, done) {
      const refusal = options.lastCheck?.(request)
      if (refusal !== undefined) {
        done({ kind: 'failed', reason: refusal, mayHaveArrived: false })
        return
      }
      void send(pool, `${prefix}${request.path}`, request).then(done)
    },
    async warm() {
      const headers = { accept: 'application/json' }
      const root = { method: 'GET', path: '/', headers, routeClass: 'read', deadlineMs: WARM_DEADLINE_MS } as const
      await send(pool, `${prefix}/`, root)
    },
    close: () => pool.destroy(),
  }
}
