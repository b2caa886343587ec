import { once } from 'node:events'
import { createServer } from 'node:net'
import { Worker } from 'node:worker_threads'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { HttpRequest, HttpResult } from '../../../src/venue/session/transport.js'
import { createUndiciHttp, type UndiciHttp } from '../../../src/venue/transport/undici-http.js'

let app: FastifyInstance
let url: string
const seen: string[] = []
const ports = new Set<number | undefined>()
/** Has /held answered, once it is asked. */
let release: (() => void) | undefined

beforeAll(async () => {
  app = Fastify()
  app.addHook('onRequest', async (request) => {
    seen.push(`${request.method} ${request.url}`)
    ports.add(request.socket.remotePort)
  })
  app.get('/', async () => ({ name: 'x' }))
  app.get('/v/echo', async (request, reply) => reply.header('X-Thing', 'Yes').send({ headers: request.headers }))
  app.post('/v/echo', async (request, reply) => reply.code(201).send(request.body))
  app.get('/v/slow', async () => new Promise((done) => setTimeout(() => done({}), 5_000).unref()))
  app.get('/v/held', async () => new Promise((done) => (release = () => done({}))))
  app.get('/v/half', (_request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200, { 'content-length': '1000' })
    reply.raw.write('{"half":')
    setTimeout(() => reply.raw.destroy(), 20)
  })
  app.get('/v/parts', (_request, reply) => {
    reply.hijack()
    const text = Buffer.from('"précis"')
    reply.raw.write(text.subarray(0, 4))
    setTimeout(() => reply.raw.end(text.subarray(4)), 20)
  })
  app.get('/v/moved', async (_request, reply) => reply.redirect('/v/echo', 302))
  app.post('/v/reset', (request) => {
    request.socket.destroy()
  })
  url = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

const clients: UndiciHttp[] = []
afterAll(async () => {
  await Promise.all(clients.map((c) => c.close()))
})
function client(baseUrl = `${url}/v/`, extra = {}): UndiciHttp {
  const made = createUndiciHttp({ baseUrl, ...extra })
  clients.push(made)
  return made
}

/** A server that says through shared memory that its answer to /held is with the machine. */
const ANSWERING = `
  const { parentPort, workerData } = require('node:worker_threads')
  const server = require('node:http').createServer((request, response) => {
    response.end('{}', () => {
      if (request.url !== '/held') return
      Atomics.store(workerData, 0, 1)
      Atomics.notify(workerData, 0)
    })
  })
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))
`

const requestOf = (path: string, extra: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'GET',
  path,
  headers: { 'x-api-key': 'k' },
  routeClass: 'read',
  deadlineMs: 1_000,
  ...extra,
})
/** A connection is free again one turn of the loop after its answer. */
const idle = () => new Promise((done) => setImmediate(done))
const send = (http: UndiciHttp, request: HttpRequest) => new Promise<HttpResult>((done) => http.http(request, done))

describe('requests', () => {
  it('carry headers and body, and bring lower-case headers back', async () => {
    const http = client()
    const got = await send(http, requestOf('/echo'))
    expect(got).toMatchObject({
      kind: 'response',
      status: 200,
      headers: { 'x-thing': 'Yes', date: expect.any(String) },
    })
    expect(got.kind === 'response' && JSON.parse(got.body).headers['x-api-key']).toBe('k')
    const body = '{"a":1}'
    const headers = { 'content-type': 'application/json' }
    expect(await send(http, requestOf('/echo', { method: 'POST', body, headers }))).toMatchObject({ status: 201, body })
  })

  it('reuse one connection', async () => {
    const http = client()
    await send(http, requestOf('/echo'))
    ports.clear()
    for (let i = 0; i < 5; i++) {
      await idle()
      await send(http, requestOf('/echo'))
    }
    expect(ports.size).toBe(1)
  })

  it('are given up at their deadline and may have arrived', async () => {
    const result = await send(client(), requestOf('/slow', { deadlineMs: 100 }))
    expect(result).toEqual({ kind: 'failed', reason: 'no answer within 100 ms', mayHaveArrived: true })
  })

  it('have an answer that came in time, however long the process was held up then', async () => {
    const hasAnswered = new Int32Array(new SharedArrayBuffer(4))
    const server = new Worker(ANSWERING, { eval: true, workerData: hasAnswered })
    const [port] = await once(server, 'message')
    const http = client(`http://127.0.0.1:${port}`)
    await http.warm()
    await idle()
    const answer = send(http, requestOf('/held', { deadlineMs: 500 }))
    // what is given to an idle connection is written in the loop's next check phase
    await idle()
    await idle()
    expect(Atomics.wait(hasAnswered, 0, 0, 5000)).not.toBe('timed-out')
    // held up beyond the deadline
    Atomics.wait(hasAnswered, 0, 1, 600)
    expect(await answer).toMatchObject({ kind: 'response', status: 200 })
    await server.terminate()
  })

  it('may have arrived when the connection is reset, and are sent once', async () => {
    seen.length = 0
    const result = await send(
      client(),
      requestOf('/reset', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }),
    )
    expect(result).toMatchObject({ kind: 'failed', mayHaveArrived: true })
    expect(seen).toEqual(['POST /v/reset'])
  })

  it('may have arrived when the body breaks off', async () => {
    expect(await send(client(), requestOf('/half'))).toMatchObject({ kind: 'failed', mayHaveArrived: true })
  })

  it('never left when nobody listens', async () => {
    const port = await new Promise<number>((done) => {
      const server = createServer().listen(0, '127.0.0.1', () => {
        const address = server.address()
        server.close(() => done(typeof address === 'object' && address ? address.port : 0))
      })
    })
    const result = await send(client(`http://127.0.0.1:${port}`), requestOf('/echo'))
    expect(result).toEqual({ kind: 'failed', reason: 'ECONNREFUSED', mayHaveArrived: false })
  })

  it.each([
    ['breaks off the handshake', undefined],
    ['answers it in plain text', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
  ])('never left where a port of TLS %s', async (_how, text) => {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => (text === undefined ? socket.destroy() : socket.end(text)))
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const result = await send(client(`https://127.0.0.1:${port}`), requestOf('/echo', { method: 'POST', body: '{}' }))
    server.close()
    expect(result).toMatchObject({ kind: 'failed', mayHaveArrived: false })
  })

  it('do not follow redirects', async () => {
    expect(await send(client(), requestOf('/moved'))).toMatchObject({ kind: 'response', status: 302 })
  })

  it('pass a last check before the wire', async () => {
    seen.length = 0
    const lastCheck = (r: HttpRequest) => (r.method === 'POST' ? 'paper mode sends nothing' : undefined)
    const http = client(undefined, { lastCheck })
    const refused = await send(http, requestOf('/echo', { method: 'POST', body: '{}' }))
    const reason = 'paper mode sends nothing'
    expect(refused).toEqual({ kind: 'failed', reason, mayHaveArrived: false, isWithheld: true })
    expect(await send(http, requestOf('/echo'))).toMatchObject({ status: 200 })
    expect(seen).toEqual(['GET /v/echo'])
  })

  it('never leave after a deadline that passed while they waited for a connection', async () => {
    seen.length = 0
    const http = client(undefined, { connections: 1 })
    const slow = send(http, requestOf('/slow', { deadlineMs: 150 }))
    const late = await send(http, requestOf('/echo', { deadlineMs: 50 }))
    expect(late).toEqual({ kind: 'failed', reason: 'no connection within 50 ms', mayHaveArrived: false })
    await slow
    expect(await send(http, requestOf('/echo?next'))).toMatchObject({ status: 200 })
    expect(seen).toEqual(['GET /v/slow', 'GET /v/echo?next'])
  })

  it('never leave after a deadline that passed while the process was held up before their connection was there', async () => {
    seen.length = 0
    const order = { method: 'POST', body: '{}', routeClass: 'write', deadlineMs: 100 } as const
    const late = send(client(), requestOf('/echo', order))
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 150)
    expect(await late).toEqual({ kind: 'failed', reason: 'no connection within 100 ms', mayHaveArrived: false })
    expect(seen).toEqual([])
  })

  it('never leave once the last check refuses what it let pass before there was a connection', async () => {
    seen.length = 0
    let refusal: string | undefined
    const http = client(undefined, { connections: 1, lastCheck: () => refusal })
    const first = send(http, requestOf('/held'))
    await vi.waitFor(() => expect(release).toBeDefined())
    const order = send(http, requestOf('/echo', { method: 'POST', body: '{}', routeClass: 'write' }))
    refusal = 'the lease is over'
    release?.()
    expect(await order).toEqual({ kind: 'failed', reason: refusal, mayHaveArrived: false, isWithheld: true })
    expect(await first).toMatchObject({ status: 200 })
    refusal = undefined
    expect(await send(http, requestOf('/echo'))).toMatchObject({ status: 200 })
    expect(seen).toEqual(['GET /v/held', 'GET /v/echo'])
    release = undefined
  })

  it('that were given up before they left cost no connection', async () => {
    const http = client(undefined, { connections: 1 })
    ports.clear()
    const first = send(http, requestOf('/held'))
    await vi.waitFor(() => expect(release).toBeDefined())
    const given = await Promise.all([1, 2, 3].map((deadlineMs) => send(http, requestOf('/echo', { deadlineMs }))))
    expect(given).toMatchObject([1, 2, 3].map(() => ({ mayHaveArrived: false })))
    release?.()
    expect(await first).toMatchObject({ status: 200 })
    await idle()
    expect(await send(http, requestOf('/echo'))).toMatchObject({ status: 200 })
    expect(ports.size).toBe(1)
  })

  it('that cancel wait for none that take all connections', async () => {
    const http = client(undefined, { connections: 2 })
    let answered = 0
    const slow = ['/slow', '/slow'].map((path) => send(http, requestOf(path)).finally(() => answered++))
    const headers = { 'content-type': 'application/json' }
    const cancel = requestOf('/echo', { method: 'POST', body: '{"a":1}', headers, routeClass: 'cancel' })
    expect(await send(http, cancel)).toMatchObject({ status: 201 })
    expect(answered).toBe(0)
    await Promise.all(slow)
  })

  it('that cancel use the connections that are open already', async () => {
    const http = client()
    await http.warm()
    await idle()
    ports.clear()
    const headers = { 'content-type': 'application/json' }
    const cancel = requestOf('/echo', { method: 'POST', body: '{}', headers, routeClass: 'cancel' })
    await send(http, cancel)
    await idle()
    await send(http, requestOf('/echo'))
    expect(ports.size).toBe(1)
  })

  it('bring a text whole that comes in parts, in the middle of a character', async () => {
    expect(await send(client(), requestOf('/parts'))).toMatchObject({ kind: 'response', body: '"précis"' })
  })

  it('find a connection open after warming up, which sends no key', async () => {
    ports.clear()
    const http = client(url)
    await http.warm()
    await idle()
    await send(http, requestOf('/v/echo'))
    expect(ports.size).toBe(1)
  })
})
