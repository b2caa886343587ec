import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type RunningServer, startServer } from '../../../src/server/http/start-server.js'
import { serverConfig } from '../../../src/server/schema.js'
import type { FaultSpecInput } from '../../../src/venue/wire/fault-schema.js'

const KEY = 'a-personal-key-of-tests'
const headers = { 'x-api-key': KEY, 'content-type': 'application/json' }

let server: RunningServer
const faults: unknown[] = []
const sockets: Socket[] = []

beforeAll(async () => {
  const keys = [{ name: 'tests', tier: 'INTERNAL', key: KEY } as const]
  server = await startServer({ config: serverConfig.parse({ port: 0, keys }), onFault: (error) => faults.push(error) })
})

afterEach(async () => {
  await fetch(`${server.url}/sandbox/faults`, { method: 'DELETE', headers: { 'x-api-key': KEY } })
})

afterAll(async () => {
  for (const socket of sockets) socket.disconnect()
  await server.close()
  expect(faults).toEqual([])
})

const get = (path: string) => fetch(`${server.url}${path}`, { headers: { 'x-api-key': KEY } })

async function add(spec: FaultSpecInput): Promise<void> {
  const response = await fetch(`${server.url}/sandbox/faults`, { method: 'POST', headers, body: JSON.stringify(spec) })
  expect(response.status).toBe(201)
}

async function openSocket(): Promise<Socket> {
  const socket = io(server.url, { transports: ['websocket'], auth: { apiKey: KEY }, forceNew: true })
  sockets.push(socket)
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  return socket
}

const once = (socket: Socket, event: string) => new Promise((resolve) => socket.once(event, resolve))

describe('a client over real sockets', () => {
  it('gets no answer when it is dropped, and one afterwards', async () => {
    await add({ kind: 'answer-dropped', count: 1 })
    await expect(get('/tags')).rejects.toThrow()
    expect((await get('/tags')).status).toBe(200)
  })

  it('waits for a delayed answer', async () => {
    await add({ kind: 'answer-delayed', delayMs: 60_000, route: 'GET /tags' })
    await expect(fetch(`${server.url}/tags`, { headers, signal: AbortSignal.timeout(200) })).rejects.toThrow(/abort/i)
    expect((await get('/markets?limit=1')).status).toBe(200)
  })

  it('gets it in the end', async () => {
    await add({ kind: 'answer-delayed', delayMs: 30, count: 1 })
    expect(await (await get('/tags')).json()).toEqual(expect.any(Array))
  })

  it('reads a page of HTML instead of JSON', async () => {
    await add({ kind: 'proxy-429', count: 1, retryAfterSec: 2 })
    const answer = await get('/tags')
    expect(answer.status).toBe(429)
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
    expect(answer.headers.get('retry-after')).toBe('2')
    expect(answer.headers.get('x-ratelimit-limit-short')).toBeNull()
    expect(await answer.text()).toContain('<h1>429 Too Many Requests</h1>')
  })

  it('reads another Date', async () => {
    await add({ kind: 'clock-skew', skewMs: 3_600_000 })
    const ahead = Date.parse((await get('/tags')).headers.get('date') ?? '') - Date.now()
    expect(ahead).toBeGreaterThan(3_500_000)
  })

  it('loses its socket by a broken line, and comes back by itself', async () => {
    const socket = await openSocket()
    const gone = once(socket, 'disconnect')
    const back = once(socket, 'connect')
    await add({ kind: 'socket-cut' })
    expect(await gone).not.toBe('io server disconnect')
    await back
    expect(socket.connected).toBe(true)
  })

  it('finds the door shut during a restart, and open after it', async () => {
    const socket = await openSocket()
    const gone = once(socket, 'disconnect')
    const refused = once(socket, 'connect_error')
    await add({ kind: 'restart', durationMs: 60_000 })
    await gone
    await expect(get('/tags')).rejects.toThrow()
    expect(await refused).toMatchObject({ message: 'Server restarting' })
    await fetch(`${server.url}/sandbox/faults`, { method: 'DELETE', headers: { 'x-api-key': KEY } })
    expect((await get('/tags')).status).toBe(200)
    socket.connect()
    await once(socket, 'connect')
  })

  it('hears nothing on an open silent socket', async () => {
    const socket = await openSocket()
    await add({ kind: 'socket-silent' })
    await expect(socket.timeout(200).emitWithAck('subscribe', { conditionIds: [], channels: [] })).rejects.toThrow(
      /timed out/,
    )
    expect(socket.connected).toBe(true)
  })
})
