// What of the specification is a matter of transport: headers by name, bodies as JSON, over a real connection.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningServer, startServer } from '../../../src/server/http/start-server.js'
import { serverConfig } from '../../../src/server/schema.js'

const KEY = 'a-default-key-of-tests'
const MARKET = { id: 'm', question: '?' }
let server: RunningServer

beforeAll(async () => {
  const tiers = { DEFAULT: { write: { perSecond: 100, perMinute: 5 } } }
  const config = serverConfig.parse({ port: 0, keys: [{ name: 'k', key: KEY }], markets: [MARKET], tiers })
  server = await startServer({ config })
})
afterAll(() => server.close())

const ask = (path: string, headers: Record<string, string> = { 'x-api-key': KEY }, init: RequestInit = {}) =>
  fetch(`${server.url}${path}`, { ...init, headers: { ...headers, ...(init.headers as Record<string, string>) } })

describe('section 1, over HTTP', () => {
  it('"The service is an HTTP/JSON backend"', async () => {
    for (const path of ['/markets', '/tags', '/markets/none', '/nothing']) {
      const answer = await ask(path)
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
      await answer.json()
    }
  })
})

describe('section 4, over HTTP', () => {
  it('query parameters come as they are written', async () => {
    const list = async (query: string) => (await (await ask(`/markets/grouped?${query}`)).json()) as { data: unknown[] }
    expect((await list('search=%3F&limit=many')).data).toHaveLength(1)
    expect((await list('search=none')).data).toHaveLength(0)
    expect((await ask('/orders?limit=5')).status).toBe(400)
  })
})

describe('section 5, over HTTP', () => {
  it('"A missing or unknown key gives 401 with message "Invalid API Key provided""', async () => {
    for (const headers of [{}, { 'x-api-key': 'unknown' }]) {
      const answer = await ask('/markets', headers)
      expect(answer.status).toBe(401)
      expect(await answer.json()).toMatchObject({
        message: 'Invalid API Key provided',
        error: 'Unauthorized',
        statusCode: 401,
      })
    }
    expect((await ask('/markets', { 'X-API-KEY': KEY })).status).toBe(200)
  })
})

describe('section 8, over HTTP', () => {
  it('"Responses carry headers `X-RateLimit-Limit-short`"..."Exceeding a limit returns 429 Too Many Requests."', async () => {
    const post = () =>
      ask('/markets/m/orders', undefined, {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json' },
      })
    const first = await post()
    expect(first.status).toBe(400)
    const of = (name: string) => ['short', 'medium'].map((window) => first.headers.get(`X-RateLimit-${name}-${window}`))
    expect(of('Limit')).toEqual(['100', '5'])
    expect(of('Remaining')).toEqual(['99', '4'])
    expect(of('Reset')).toEqual(['1', '60'])
    const all = await Promise.all(Array.from({ length: 8 }, post))
    const blocked = all.filter(({ status }) => status === 429)
    expect(blocked).toHaveLength(4)
    expect(blocked[0]?.statusText).toBe('Too Many Requests')
    expect(blocked[0]?.headers.get('Retry-After-medium')).toMatch(/^(59|60)$/)
    expect(await blocked[0]?.json()).toEqual({ statusCode: 429, message: 'ThrottlerException: Too Many Requests' })
  })
})
