import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningServer, startServer } from '../../../src/server/http/start-server.js'
import { serverConfig } from '../../../src/server/schema.js'
import { errorBody } from '../../../src/venue/wire/primitives.js'

const KEY = 'a-personal-key-of-tests'
const ORIGIN = 'https://app.venue.test'
let server: RunningServer
let closed: RunningServer
const faults: unknown[] = []

beforeAll(async () => {
  const keys = [{ name: 'tests', tier: 'INTERNAL', key: KEY } as const]
  const start = (more: object) =>
    startServer({ config: serverConfig.parse({ port: 0, keys, ...more }), onFault: (error) => faults.push(error) })
  server = await start({ cors: [ORIGIN], maxSockets: 2 })
  closed = await start({})
})

afterAll(async () => {
  await server.close()
  await closed.close()
  expect(faults).toEqual([])
})

type Init = Omit<RequestInit, 'headers'> & { readonly headers?: Record<string, string> }

const ask = (path: string, init: Init = {}, at = server) =>
  fetch(`${at.url}${path}`, { ...init, headers: { 'x-api-key': KEY, ...init.headers } })

describe('size limits', () => {
  it('refuses a URL beyond 8 KiB with 414', async () => {
    const answer = await ask(`/markets?search=${'x'.repeat(9000)}`)
    expect(answer.status).toBe(414)
    expect(errorBody.parse(await answer.json())).toMatchObject({ code: 'uri_too_long' })
  })

  it('refuses a head beyond 16 KiB with 431', async () => {
    const answer = await ask('/tags', { headers: { 'x-large': 'x'.repeat(17_000) } })
    expect(answer.status).toBe(431)
  })

  it('refuses a body beyond 64 KiB with 413, also when its length is not announced', async () => {
    const sent = JSON.stringify({ refreshToken: 'x'.repeat(70_000) })
    const headers = { 'content-type': 'application/json' }
    expect((await ask('/auth/refresh', { method: 'POST', headers, body: sent })).status).toBe(413)
    const body = new Blob([sent]).stream()
    const chunked = ask('/auth/refresh', { method: 'POST', headers, body, duplex: 'half' } as Init)
    expect((await chunked).status).toBe(413)
  })

  it('takes so many sockets and no more', async () => {
    const open = () =>
      io(server.url, { transports: ['websocket'], auth: { apiKey: KEY }, reconnection: false, forceNew: true })
    const settled = (socket: Socket) =>
      new Promise<boolean>((resolve) => {
        socket.on('connect', () => resolve(true))
        socket.on('connect_error', () => resolve(false))
      })
    const sockets: Socket[] = []
    const results: boolean[] = []
    for (let n = 0; n < 3; n++) {
      const socket = open()
      sockets.push(socket)
      results.push(await settled(socket))
    }
    expect(results).toEqual([true, true, false])
    for (const socket of sockets) socket.disconnect()
  })
})

describe('CORS', () => {
  const preflight = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-api-key' }

  it('lets the configured origin call, and read the rate headers', async () => {
    const before = await ask('/orders/cancel-many', { method: 'OPTIONS', headers: { origin: ORIGIN, ...preflight } })
    expect(before.status).toBe(204)
    expect(before.headers.get('access-control-allow-origin')).toBe(ORIGIN)
    expect(before.headers.get('access-control-allow-headers')).toMatch(/x-api-key/)
    const answer = await ask('/tags', { headers: { origin: ORIGIN } })
    expect(answer.headers.get('access-control-allow-origin')).toBe(ORIGIN)
    expect(answer.headers.get('access-control-expose-headers')).toMatch(/X-RateLimit-Remaining-short/)
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
  })

  it('lets no other origin, and by default none', async () => {
    for (const at of [server, closed]) {
      const origin = 'https://evil.test'
      const answer = await ask('/tags', { headers: { origin } }, at)
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    }
    const answer = await ask('/tags', { headers: { origin: ORIGIN } }, closed)
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('every answer', () => {
  it.each(['/tags', '/nowhere', '/health', '/markets/%zz'])(
    '%s is not stored, not sniffed, and names no product',
    async (path) => {
      const { headers } = await ask(path)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('server')).toBeNull()
      expect(headers.get('x-powered-by')).toBeNull()
    },
  )
})
