import { createServer, request as openRequest, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { HttpRequest, HttpResult } from '../../../src/venue/session/transport.js'
import { throughProxy } from '../../../src/venue/transport/through-proxy.js'
import { createUndiciHttp, type UndiciHttp } from '../../../src/venue/transport/undici-http.js'
import { type AProxy, openProxy } from '../../loopback/a-proxy.js'

const CONNECTIONS = 2
let venue: Server
let proxy: AProxy
let client: UndiciHttp
const held: (() => void)[] = []

beforeAll(async () => {
  venue = createServer((request, response) => {
    if (request.url === '/v/held') held.push(() => response.end('late'))
    else response.end(`${request.method} ${request.headers.host}${request.url}`)
  })
  await new Promise<void>((done) => venue.listen(0, '127.0.0.1', done))
  proxy = await openProxy((venue.address() as AddressInfo).port)
  const { openLines } = await throughProxy(proxy.url)
  client = createUndiciHttp({ baseUrl: 'http://venue.test/v', connections: CONNECTIONS, openLines })
})
afterAll(async () => {
  await client.close()
  await proxy.close()
  venue.closeAllConnections()
  venue.close()
})

function ask(path: string, more: Partial<HttpRequest> = {}): Promise<HttpResult> {
  const headers = Object.freeze({ accept: 'text/plain' })
  const request = { method: 'GET', path, headers, routeClass: 'read', deadlineMs: 2000, ...more } as const
  return new Promise((done) => client.http(request, done))
}

it('asks the venue by its name, over connections that are kept', async () => {
  for (const path of ['/a', '/b', '/c', '/d', '/e']) {
    expect(await ask(path)).toMatchObject({ kind: 'response', status: 200, body: `GET venue.test/v${path}` })
  }
  expect(proxy.asked.length).toBeLessThanOrEqual(CONNECTIONS)
  expect(new Set(proxy.asked.flat())).toEqual(new Set(['CONNECT venue.test:80', undefined]))
})

it('has others for cancels where all are taken', async () => {
  const late = [ask('/held'), ask('/held')]
  await expect.poll(() => held.length).toBe(CONNECTIONS)
  expect(await ask('/c', { method: 'DELETE', routeClass: 'cancel' })).toMatchObject({ body: 'DELETE venue.test/v/c' })
  for (const answer of held) answer()
  expect(await Promise.all(late)).toMatchObject([{ body: 'late' }, { body: 'late' }])
})

it.each([
  ['refuses', () => proxy.refuse(403), /^status 403 \(through the proxy 127\.0\.0\.1:\d+\)$/],
  ['closes', () => proxy.refuse('closing'), /^closed without an answer \(through the proxy /],
  ['says nothing', () => proxy.refuse('silently'), /^no connection within 300 ms \(through the proxy /],
])('knows that nothing has left while the proxy %s, and asks on afterwards', async (_, turn, reason) => {
  turn()
  expect(await ask('/d', { deadlineMs: 300 })).toEqual({
    ...{ kind: 'failed', mayHaveArrived: false },
    reason: expect.stringMatching(reason),
  })
  proxy.refuse(undefined)
  await expect.poll(() => ask('/e'), { timeout: 10_000 }).toMatchObject({ body: 'GET venue.test/v/e' })
})

it('asks no more often for a tunnel than it is asked, where the proxy closes in the place of an answer', async () => {
  proxy.refuse('closing')
  const before = proxy.asked.length
  await ask('/f', { deadlineMs: 300 })
  await sleep(300)
  expect(proxy.asked.length).toBe(before + 1)
  proxy.refuse(undefined)
})

it('keeps no tunnel of a socket half open that the proxy is silent about', async () => {
  const { agent } = await throughProxy(proxy.url)
  proxy.refuse('silently')
  for (let n = 0; n < 3; n++) {
    const request = openRequest({ host: 'venue.test', agent }).on('error', () => undefined)
    request.end()
    setTimeout(() => request.destroy(), 50)
  }
  await expect.poll(() => proxy.open()).toBe(3)
  await expect.poll(() => proxy.open(), { timeout: 10_000 }).toBe(0)
  proxy.refuse(undefined)
})

it('shows the proxy a token that has no password', async () => {
  const { agent, openLines } = await throughProxy(new URL(proxy.url.href.replace('//', '//a%3Atoken@')))
  const own = createUndiciHttp({ baseUrl: 'http://own.test', openLines })
  await new Promise<HttpResult>((done) =>
    own.http({ method: 'GET', path: '/', headers: {}, routeClass: 'read', deadlineMs: 2000 }, done),
  )
  await own.close()
  const request = openRequest({ host: 'own.test', agent }).on('error', () => undefined)
  request.end()
  await expect.poll(() => proxy.asked.filter(([what]) => what === 'CONNECT own.test:80').length).toBe(2)
  request.destroy()
  const shown = `Basic ${Buffer.from('a:token:').toString('base64')}`
  expect(proxy.asked.slice(-2).map(([, authorization]) => authorization)).toEqual([shown, shown])
})
