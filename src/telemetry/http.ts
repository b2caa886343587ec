// Telemetry over HTTP.
//
//   GET /metrics   Prometheus text
//   GET /healthz   200 while the process works, 503 with reasons when it does not
//   GET /readyz    200 while the bot can quote, 503 with reasons when it cannot
//   GET /status    the snapshot as JSON
//   whatever else is served here: `pages`

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { BotSnapshot } from '../domain/run/snapshot.js'
import { visibleJson } from '../domain/visible-text.js'
import { isOurName } from './our-name.js'

export interface Health {
  readonly ok: boolean
  /** Why not; empty when ok. */
  readonly reasons: readonly string[]
}

export interface TelemetrySources {
  readonly metrics: () => Promise<string>
  readonly health: () => Health
  readonly ready: () => Health
  /** The snapshot, and what the process says of itself. */
  readonly status: () => (BotSnapshot & { readonly bot?: Readonly<Record<string, unknown>> }) | undefined
  /** Asked before everything else: whether it takes the request. */
  readonly pages?: PageHandler | undefined
}

export type PageHandler = (request: IncomingMessage, response: ServerResponse) => boolean

export interface TelemetryPlace {
  readonly host: string
  readonly port: number
  /** Names by which the state may be asked for, besides localhost and plain addresses. */
  readonly names?: readonly string[]
}

export interface TelemetryServer {
  readonly url: string
  close(): Promise<void>
}

interface Page {
  readonly status: number
  readonly type: string
  readonly body: string
}

const JSON_TYPE = 'application/json; charset=utf-8'
const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** A scraper asks by whatever name it knows, and browsers read nothing of it that a page elsewhere could use. */
const OPEN_TO_ALL: ReadonlySet<string> = new Set(['/metrics', '/healthz', '/readyz'])
/** Whoever is slow with a request is let go; a bot has better uses for its sockets. */
const LIMITS = { headersTimeout: 10_000, requestTimeout: 20_000, connectionsCheckingInterval: 5000 }
/** Where another comes the oldest is let go: whoever only holds the line keeps no probe and no scrape out. */
const MOST_CONNECTIONS = 256

/** Rejects when the port cannot be bound. */
export async function startTelemetry(
  sources: TelemetrySources,
  { host, port, names = [] }: TelemetryPlace,
): Promise<TelemetryServer> {
  const server = createServer(LIMITS, (request, response) => {
    if (!OPEN_TO_ALL.has(pathOf(request)) && !isOurName(request.headers.host, names)) refuse(response)
    else if (!sources.pages?.(request, response)) void answer(request, response, sources)
  })
  makeRoomIn(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${boundPort(server)}`, close: () => closed(server) }
}

function makeRoomIn(server: Server): void {
  const connections = new Set<Socket>()
  server.on('connection', (socket) => {
    const [oldest] = connections
    if (oldest !== undefined && connections.size >= MOST_CONNECTIONS) {
      connections.delete(oldest)
      oldest.destroy()
    }
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
}

function boundPort(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

async function answer(request: IncomingMessage, response: ServerResponse, sources: TelemetrySources): Promise<void> {
  let page: Page
  try {
    page = await pageFor(request, sources)
  } catch {
    page = json(500, { error: 'telemetry failed' })
  }
  response.writeHead(page.status, {
    'content-type': page.type,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  response.end(request.method === 'HEAD' ? '' : page.body)
}

const pathOf = ({ url = '/' }: IncomingMessage) => url.split('?')[0] ?? url

function refuse(response: ServerResponse): void {
  const error = 'expected localhost, a plain address or a name of telemetry.names as Host'
  response.writeHead(403, { 'content-type': JSON_TYPE, 'cache-control': 'no-store', connection: 'close' })
  response.end(`${JSON.stringify({ error })}\n`)
}

async function pageFor(request: IncomingMessage, sources: TelemetrySources): Promise<Page> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return json(405, { error: 'expected GET' })
  switch (pathOf(request)) {
    case '/metrics':
      return { status: 200, type: METRICS_TYPE, body: await sources.metrics() }
    case '/healthz':
      return healthPage(sources.health())
    case '/readyz':
      return healthPage(sources.ready())
    case '/status': {
      const snapshot = sources.status()
      return snapshot === undefined ? json(503, { error: 'no snapshot yet' }) : json(200, snapshot)
    }
    default:
      return json(404, { error: 'expected one of /metrics, /healthz, /readyz, /status' })
  }
}

function healthPage(health: Health): Page {
  return json(health.ok ? 200 : 503, { ok: health.ok, reasons: health.reasons })
}

function json(status: number, body: unknown): Page {
  return { status, type: JSON_TYPE, body: `${visibleJson(JSON.stringify(body))}\n` }
}
