// Telemetry over HTTP.
//
//   GET /metrics   Prometheus text
//   GET /healthz   200 while the process works, 503 with reasons when it does not
//   GET /readyz    200 while the bot can quote, 503 with reasons when it cannot
//   GET /status    the snapshot as JSON

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { BotSnapshot } from '../domain/snapshot.js'
import { visibleJson } from '../domain/visible-text.js'

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

/** Rejects when the port cannot be bound. */
export async function startTelemetry(
  sources: TelemetrySources,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<TelemetryServer> {
  const server = createServer((request, response) => void answer(request, response, sources))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${boundPort(server)}`, close: () => closed(server) }
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

async function pageFor(request: IncomingMessage, sources: TelemetrySources): Promise<Page> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return json(405, { error: 'expected GET' })
  switch ((request.url ?? '/').split('?')[0]) {
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
