import { createServer, type Server as HttpServer } from 'node:http'
import { Server, type Socket } from 'socket.io'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SocketAuth, SocketLink } from '../../../src/venue/session/transport.js'
import { openSocketIo, type SocketIoOptions } from '../../../src/venue/transport/socket-io.js'

let http: HttpServer
let io: Server
let url: string
let link: SocketLink | undefined
const auths: unknown[] = []
const sockets: Socket[] = []
let refusals = 0
let silences = 0
/** Handshakes that were asked for, by the clock of the machine. */
const asked: number[] = []

beforeEach(async () => {
  auths.length = 0
  sockets.length = 0
  asked.length = 0
  refusals = 0
  silences = 0
  http = createServer()
  io = new Server(http, { path: '/rt', transports: ['websocket'], pingInterval: 100, pingTimeout: 200 })
  io.use((socket, next) => {
    asked.push(performance.now())
    if (silences-- > 0) return
    if (refusals-- > 0) return next(new Error('unauthorized'))
    auths.push(socket.handshake.auth)
    next()
  })
  io.on('connection', (socket) => {
    sockets.push(socket)
    socket.on('subscribe', (payload, ack) => ack?.({ accepted: payload.conditionIds, rejected: [] }))
    socket.on('deaf', () => {})
  })
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done))
  const address = http.address()
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
})
afterEach(async () => {
  link?.close()
  link = undefined
  await io.close()
})

/** Calls back through a log that can be waited on. */
function open(auth: () => SocketAuth = () => ({ apiKey: 'k' }), options: Partial<SocketIoOptions> = {}) {
  const log: string[] = []
  const waiting: (() => void)[] = []
  const say = (line: string) => {
    log.push(line)
    for (const wake of waiting.splice(0)) wake()
  }
  let heard = 0
  link = openSocketIo({ baseUrl: `${url}/api`, path: '/rt', firstDelayMs: 20, lastDelayMs: 50, ...options }, auth, {
    connected: () => say('connected'),
    disconnected: (reason) => say(`disconnected ${reason}`),
    event: (name, payload) => say(`${name} ${JSON.stringify(payload)}`),
    heard: () => {
      heard++
      say('heard')
    },
  })
  const until = async (test: () => boolean) => {
    while (!test()) await new Promise<void>((done) => waiting.push(done))
  }
  const count = (line: string) => log.filter((l) => l.startsWith(line)).length
  return { link, log, until, count, heard: () => heard }
}

const emit = (to: SocketLink, name: string, payload: unknown, ackTimeoutMs = 500) =>
  new Promise<unknown>((done) => to.emit(name, payload, { ackTimeoutMs, done }))

describe('the socket', () => {
  it('connects by websocket with the handshake, acknowledges and delivers', async () => {
    const s = open(() => ({ apiKey: 'k', accessToken: 't' }))
    await s.until(() => s.count('connected') === 1)
    expect(auths).toEqual([{ apiKey: 'k', accessToken: 't' }])
    expect(await emit(s.link, 'subscribe', { conditionIds: ['a'] })).toEqual({ accepted: ['a'], rejected: [] })
    sockets[0]?.emit('trade', { x: 1 })
    await s.until(() => s.log.includes('trade {"x":1}'))
  })

  it('hears pings when nothing else comes', async () => {
    const s = open()
    await s.until(() => s.count('connected') === 1)
    const before = s.heard()
    await s.until(() => s.heard() >= before + 3)
  })

  it('tells when no acknowledgement comes in time, or nothing is connected', async () => {
    const s = open()
    expect(await emit(s.link, 'subscribe', {})).toBeUndefined()
    await s.until(() => s.count('connected') === 1)
    expect(await emit(s.link, 'deaf', {}, 30)).toBeUndefined()
  })

  it('comes back after a cut, a server-side disconnect and a refusal, asking for the handshake each time', async () => {
    let n = 0
    const s = open(() => ({ apiKey: `k${n++}` }))
    await s.until(() => s.count('connected') === 1)
    sockets[0]?.conn.close()
    await s.until(() => s.count('connected') === 2)
    refusals = 2
    sockets[1]?.disconnect(true)
    await s.until(() => s.count('connected') === 3)
    sockets[2]?.disconnect(false)
    await s.until(() => s.count('connected') === 4)
    expect(s.count('disconnected')).toBe(3)
    expect(auths).toHaveLength(4)
    expect(new Set(auths.map((a) => JSON.stringify(a))).size).toBe(4)
  })

  it('opens a new connection on reconnect and is deaf to the old one', async () => {
    const s = open()
    await s.until(() => s.count('connected') === 1)
    s.link.reconnect()
    await s.until(() => s.count('connected') === 2)
    expect(s.count('disconnected')).toBe(0)
    expect(await emit(s.link, 'subscribe', { conditionIds: [] })).toEqual({ accepted: [], rejected: [] })
    sockets[1]?.emit('trade', { fresh: true })
    await s.until(() => s.count('trade') === 1)
  })

  it.each([
    ['given up by us each time', (s: ReturnType<typeof open>) => s.link.reconnect()],
    ['cut each time', () => sockets.at(-1)?.conn.close()],
    ['sent away each time', () => sockets.at(-1)?.disconnect(true)],
  ])('comes back later each time where no connection lasts, %s', async (_how, lose) => {
    const s = open(undefined, { firstDelayMs: 40, lastDelayMs: 400 })
    for (let n = 1; n <= 6; n++) {
      await s.until(() => s.count('connected') === n)
      lose(s)
    }
    // the first may be at once; then half of 80, 160, 320 and 400 at least
    expect((asked[5] ?? 0) - (asked[0] ?? 0)).toBeGreaterThanOrEqual(40 + 80 + 160 + 200 - 5)
  })

  it('comes back at once when we give up the first', async () => {
    const s = open(undefined, { firstDelayMs: 60_000, lastDelayMs: 60_000 })
    await s.until(() => s.count('connected') === 1)
    s.link.reconnect()
    await s.until(() => s.count('connected') === 2)
  })

  it('comes back at once when we give up the first that is let in after an outage', async () => {
    refusals = 5
    const random = vi.spyOn(Math, 'random').mockReturnValue(0)
    const s = open(undefined, { firstDelayMs: 4, lastDelayMs: 60_000 })
    await s.until(() => s.count('connected') === 1)
    random.mockReturnValue(1e6)
    s.link.reconnect()
    random.mockRestore()
    await s.until(() => s.count('connected') === 2)
    expect(asked).toHaveLength(7)
  })

  it('is opened anew where the venue answers pings and never lets us in', async () => {
    silences = 2
    const s = open(undefined, { answerWithinMs: 100 })
    await s.until(() => s.count('connected') === 1)
    expect(asked).toHaveLength(3)
  })

  it('stays closed', async () => {
    const s = open()
    await s.until(() => s.count('connected') === 1)
    s.link.close()
    const before = s.log.length
    sockets[0]?.emit('trade', {})
    await new Promise((done) => setTimeout(done, 150))
    expect(s.log).toHaveLength(before)
    expect(sockets).toHaveLength(1)
  })
})
