import { createConnection, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { startTelemetry, type TelemetryServer, type TelemetrySources } from '../../src/telemetry/http.js'
import { SAMPLE } from './sample-snapshot.js'

let server: TelemetryServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

async function get(path: string, sources: Partial<TelemetrySources> = {}, init: RequestInit = {}): Promise<Response> {
  server = await startTelemetry(
    {
      metrics: async () => 'quoin_halted 0\n',
      health: () => ({ ok: true, reasons: [] }),
      ready: () => ({ ok: true, reasons: [] }),
      status: () => SAMPLE,
      ...sources,
    },
    { host: '127.0.0.1', port: 0 },
  )
  return fetch(`${server.url}${path}`, init)
}

function holdTheLine(port: number): Promise<Socket> {
  return new Promise((done) => {
    const socket = createConnection(port, '127.0.0.1', () => {
      socket.write('GET /metrics HTTP/1.1\r\nHost: localhost\r\n')
      done(socket)
    })
    socket.on('error', () => done(socket))
  })
}

describe('telemetry server', () => {
  it('serves the metrics as Prometheus text', async () => {
    const response = await get('/metrics')
    expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4')
    expect(await response.text()).toBe('quoin_halted 0\n')
  })

  it('answers health and readiness with 200, or 503 and the reasons', async () => {
    expect((await get('/healthz')).status).toBe(200)
    await server?.close()
    const response = await get('/readyz', { ready: () => ({ ok: false, reasons: ['halted'] }) })
    expect(response.status).toBe(503)
    expect(await response.json()).toEqual({ ok: false, reasons: ['halted'] })
  })

  it('serves the snapshot', async () => {
    expect(await (await get('/status?pretty')).json()).toEqual(JSON.parse(JSON.stringify(SAMPLE)))
    await server?.close()
    expect((await get('/status', { status: () => undefined })).status).toBe(503)
  })

  it('refuses other methods and paths', async () => {
    expect((await get('/metrics', {}, { method: 'POST' })).status).toBe(405)
    await server?.close()
    expect((await get('/nowhere')).status).toBe(404)
  })

  it('answers 500 without details when a source throws', async () => {
    const response = await get('/metrics', { metrics: () => Promise.reject(new Error('inner detail')) })
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('inner detail')
  })

  it('goes on answering, however many hold the line with half a request', async () => {
    await get('/healthz', {}, { headers: { connection: 'close' } })
    const port = Number(new URL(server?.url ?? '').port)
    const crowd = await Promise.all(Array.from({ length: 300 }, () => holdTheLine(port)))
    for (let n = 0; n < 5; n++) {
      const signal = AbortSignal.timeout(5000)
      expect((await fetch(`${server?.url}/healthz`, { signal, headers: { connection: 'close' } })).status).toBe(200)
    }
    for (const socket of crowd) socket.destroy()
  })

  it('rejects when the port is taken', async () => {
    await get('/healthz')
    const port = Number(new URL(server?.url ?? '').port)
    await expect(
      startTelemetry(
        { metrics: async () => '', health: ok, ready: ok, status: () => undefined },
        { host: '127.0.0.1', port },
      ),
    ).rejects.toThrow('EADDRINUSE')
  })
})

const ok = () => ({ ok: true, reasons: [] })
