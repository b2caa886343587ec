import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { HttpSource, type HttpSourceOptions } from '../../src/signals/http-source.js'
import { clock, listen, until } from './listening.js'

let server: Server
let origin: string
let answer: (request: IncomingMessage, response: ServerResponse) => void
let asked: IncomingMessage[]
let source: HttpSource | undefined
beforeEach(async () => {
  asked = []
  answer = (_request, response) => response.end('{}')
  server = createServer((request, response) => {
    asked.push(request)
    answer(request, response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  source?.stop()
  server.closeAllConnections()
  server.close()
})

function ask(change: Partial<HttpSourceOptions> = {}) {
  const limits = { everyMs: 5, timeoutMs: 2000, maxBytes: 65_536 }
  source = new HttpSource({ name: 'model', url: `${origin}/fair?token=hush`, value: '/p', ...limits, clock, ...change })
  return listen(source)
}

const json = (value: unknown) => (_request: IncomingMessage, response: ServerResponse) =>
  void response.end(JSON.stringify(value))

it('tells the number at its place, again and again, as old as the question', async () => {
  answer = json({ p: 0.4 })
  const fromMs = Date.now()
  const heard = ask({ market: 'm1' })
  await until(() => heard.words.length >= 2)
  expect(heard.words[0]).toMatchObject({ name: 'model', value: 0.4, market: 'm1' })
  expect(heard.words[0]?.atMs).toBeGreaterThanOrEqual(fromMs)
  expect(heard.words[0]?.atMs).toBeLessThanOrEqual(Date.now())
  expect([heard.failures, asked[0]?.method, asked[0]?.url]).toEqual([[], 'GET', '/fair?token=hush'])
})

it('takes the time that the answer has, and a number written as text', async () => {
  answer = json({ p: '0.41', made: 1_760_000_000_000 })
  const heard = ask({ at: '/made' })
  await until(() => heard.words.length > 0)
  expect(heard.words[0]).toEqual({ name: 'model', value: 0.41, atMs: 1_760_000_000_000 })
})

it('refuses a time that is no Unix milliseconds, and names it', async () => {
  answer = json({ p: 0.41, made: 1_760_000_000 })
  const heard = ask({ at: '/made' })
  await until(() => heard.failures.length > 0)
  expect(heard.failures[0]).toMatch(/: expected Unix milliseconds at '\/made', got 1760000000$/)
  expect(heard.words).toEqual([])
})

it('sends its header, and names it nowhere', async () => {
  const heard = ask({ authorization: () => 'Bearer hush' })
  await until(() => heard.failures.length > 0)
  expect(asked[0]?.headers.authorization).toBe('Bearer hush')
  expect(heard.failures.join()).not.toContain('hush')
})

it.each<[string, typeof answer, RegExp]>([
  ['no number', json({ p: 'high' }), /expected a number at '\/p', got a string$/],
  ['nothing there', json({}), /expected a number at '\/p', got nothing$/],
  ['another status', (_q, r) => void r.writeHead(503).end('{"p":1}'), /answered with status 503$/],
  ['a redirect', (_q, r) => void r.writeHead(302, { location: '/other' }).end(), /answered with status 302$/],
  ['something else', (_q, r) => void r.end('<html>hush'), /answered with something else than JSON$/],
  ['too much', (_q, r) => void r.end(JSON.stringify({ p: 0.4, more: 'x'.repeat(70_000) })), /more than 65536 bytes$/],
  ['a broken line', (_q, r) => void r.socket?.destroy(), /UND_ERR_SOCKET|ECONNRESET/],
])('%s is a failure that says so, and the next question is asked', async (_name, first, words) => {
  answer = first
  const heard = ask()
  await until(() => heard.failures.length > 0)
  expect(heard.failures[0]).toMatch(words)
  expect(heard.failures[0]).toContain(new URL(origin).host)
  expect(heard.failures[0]).not.toContain('hush')
  answer = json({ p: 0.4 })
  await until(() => heard.words.length > 0)
  expect(asked.every(({ url }) => url !== '/other')).toBe(true)
})

it('gives up a question that is not answered in time', async () => {
  answer = () => undefined
  const heard = ask({ timeoutMs: 60 })
  await until(() => heard.failures.length > 0)
  expect(heard.failures[0]).toMatch(/no answer within 60 ms$/)
})

it('says that nobody is there', async () => {
  const heard = ask({ url: 'http://127.0.0.1:1/fair' })
  await until(() => heard.failures.length > 0)
  expect(heard.failures[0]).toBe('127.0.0.1:1: ECONNREFUSED')
})

it('is silent when it is stopped, whatever is under way', async () => {
  answer = () => undefined
  const heard = ask()
  await until(() => asked.length > 0)
  source?.stop()
  await new Promise((done) => setTimeout(done, 50))
  expect([heard.words, heard.failures]).toEqual([[], []])
})
