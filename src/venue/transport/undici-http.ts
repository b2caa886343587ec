// Requests over kept-alive connections. Never retries, never follows a redirect, gives up at the request's deadline.
//
//   no connection for it: refused, unknown host, bad certificate, none free before the deadline   mayHaveArrived = false
//   given to a connection: reset, closed, deadline, unreadable body                               mayHaveArrived = true

import { type Dispatcher, Pool } from 'undici'
import { MOST_UNDER_WAY } from '../../domain/permit.js'
import type { HttpRequest, HttpResult } from '../session/transport.js'

/** Connections to one venue. */
export interface Lines extends Pick<Dispatcher, 'dispatch' | 'destroy'> {
  readonly origin: string
  /** Requests that have a connection or wait for one. */
  underWay(): number
  /** What stands between, behind the reason of each failure. */
  readonly through: string
}

export type PoolOptions = Pick<
  Pool.Options,
  'connections' | 'pipelining' | 'keepAliveTimeout' | 'keepAliveMaxTimeout' | 'maxResponseSize'
>

export interface UndiciHttpOptions {
  /** Scheme, host, port and an optional path prefix. */
  readonly baseUrl: string
  /** Connections kept; one request at a time on each. Cancels have others where all of these are taken. Default 128, opened as they are needed. */
  readonly connections?: number
  /** The last check before the wire: a reason to refuse the request, or `undefined`. Asked again when a connection takes it. */
  readonly lastCheck?: (request: HttpRequest) => string | undefined
  /** Where connections do not go straight to the venue. */
  readonly openLines?: (origin: string, options: PoolOptions) => Lines
}

export interface UndiciHttp {
  http(request: HttpRequest, done: (result: HttpResult) => void): void
  /** Opens a connection by reading the venue's public root without a key, so that the first order does not wait for it. */
  warm(): Promise<void>
  close(): Promise<void>
}

export const CONNECT_TIMEOUT_MS = 2_000
/** undici alone would drop an idle connection after 4 s. */
const KEEP_ALIVE_MS = 60_000
/** Nothing that the budget lets go waits for one: a wait here is in the order of the asking, whatever became urgent since. */
const CONNECTIONS = 2 * MOST_UNDER_WAY
const CANCEL_CONNECTIONS = 8
const MOST_BYTES = 32 * 1024 * 1024
const WARM_DEADLINE_MS = 3_000

/** What a proxy says in the place of a connection has the code of any abort. */
const TUNNEL_REFUSED = /^Proxy response \((\d+)\)/

function codeOf(thrown: unknown): string {
  const [, status] = (thrown instanceof Error && TUNNEL_REFUSED.exec(thrown.message)) || []
  if (status !== undefined) return `status ${status}`
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

interface SendingParts {
  readonly deadlineMs: number
  /** Behind the reason of a failure. */
  readonly through: string
  /** Why it must not leave now. */
  readonly refusal: () => string | undefined
  readonly done: (result: HttpResult) => void
}

const withheld = (reason: string): HttpResult => ({ kind: 'failed', reason, mayHaveArrived: false, isWithheld: true })

/** One request, heard part by part: no stream, no signal and no promise stands between the pool and us. */
class Sending implements Dispatcher.DispatchHandler {
  readonly #parts: SendingParts
  readonly #untilMonoMs: number
  readonly #timer: NodeJS.Timeout
  readonly #chunks: Buffer[] = []
  #status = 0
  #headers: Record<string, string> = {}
  /** There from right before it is written to a connection: without it nothing ever left. */
  #controller: Dispatcher.DispatchController | undefined
  #isOver = false

  constructor(parts: SendingParts) {
    this.#parts = parts
    this.#untilMonoMs = performance.now() + parts.deadlineMs
    // of a process that was held up, sockets are read once more: the answer may have lain there all the time
    this.#timer = setTimeout(() => setImmediate(() => this.#giveUp()), parts.deadlineMs)
  }

  /**
   * Right before it is written, which may be long after it was asked for: it waited for a connection, or the process was held up. By then its
   * deadline may have passed, or the right to send it: then it must not leave any more, and an abort would cost the connection.
   */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (performance.now() >= this.#untilMonoMs) this.#giveUp()
    const refusal = this.#parts.refusal()
    if (refusal !== undefined) this.#end(withheld(refusal))
    if (this.#isOver) throw new Error('given up')
    this.#controller = controller
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    this.#status = status
    this.#headers = plainHeaders(headers)
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk)
  }

  onResponseEnd(): void {
    const [first] = this.#chunks
    const bytes = first !== undefined && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks)
    this.#end({ kind: 'response', status: this.#status, headers: this.#headers, body: bytes.toString() })
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    this.#fail(codeOf(error))
  }

  #giveUp(): void {
    if (this.#isOver) return
    this.#fail(`no ${this.#controller ? 'answer' : 'connection'} within ${this.#parts.deadlineMs} ms`)
    this.#controller?.abort(new Error('no answer'))
  }

  #fail(reason: string): void {
    this.#end({
      kind: 'failed',
      reason: `${reason}${this.#parts.through}`,
      mayHaveArrived: this.#controller !== undefined,
    })
  }

  /** Not inside the pool's parser: it would take a fault of ours for one of the connection. */
  #end(result: HttpResult): void {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#timer)
    queueMicrotask(() => this.#parts.done(result))
  }
}

function openPool(origin: string, options: PoolOptions): Lines {
  const pool = new Pool(origin, { ...options, connect: { timeout: CONNECT_TIMEOUT_MS } })
  return Object.assign(pool, { origin, underWay: () => pool.stats.size, through: '' })
}

function send(lines: Lines, path: string, request: HttpRequest, heard: Pick<SendingParts, 'refusal' | 'done'>): void {
  const { origin, through } = lines
  const { method, body = null, deadlineMs } = request
  // a proxy's lines add to them
  const headers = { ...request.headers }
  lines.dispatch({ origin, path, method, headers, body }, new Sending({ ...heard, deadlineMs, through }))
}

/** One venue. */
export function createUndiciHttp(options: UndiciHttpOptions): UndiciHttp {
  const { baseUrl, connections = CONNECTIONS, lastCheck, openLines = openPool } = options
  const { origin, pathname } = new URL(baseUrl)
  const prefix = pathname.replace(/\/+$/, '')
  const open = (most: number) =>
    openLines(origin, {
      connections: most,
      pipelining: 1,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
      maxResponseSize: MOST_BYTES,
    })
  const lines = open(connections)
  // reads that a venue leaves unanswered keep theirs until their deadlines, and whoever waits for one is served in turn
  const forCancels = open(CANCEL_CONNECTIONS)
  return {
    http(request, done) {
      const refusal = () => lastCheck?.(request)
      const now = refusal()
      if (now !== undefined) {
        done(withheld(now))
        return
      }
      const isTaken = request.routeClass === 'cancel' && lines.underWay() >= connections
      send(isTaken ? forCancels : lines, `${prefix}${request.path}`, request, { refusal, done })
    },
    async warm() {
      const headers = { accept: 'application/json' }
      const root = { method: 'GET', path: '/', headers, routeClass: 'read', deadlineMs: WARM_DEADLINE_MS } as const
      await new Promise<HttpResult>((done) => send(lines, `${prefix}/`, root, { refusal: () => undefined, done }))
    },
    async close() {
      await Promise.all([lines.destroy(), forCancels.destroy()])
    },
  }
}
