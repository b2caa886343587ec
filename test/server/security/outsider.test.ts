// What an outsider sends over a bare socket: never a 5xx, a hang, a word about the program, or a changed account.

import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { WebSocket } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningServer, startServer } from '../../../src/server/http/start-server.js'
import { serverConfig } from '../../../src/server/schema.js'
import type { Loose } from '../api/venue-driver.js'

const KEY = 'a-personal-key-of-tests'
const WALLET = '0x1111111111111111111111111111111111111111'
const unlimited = { perSecond: 1_000_000, perMinute: 1_000_000 }
const budget = { read: unlimited, write: unlimited, cancel: unlimited, account: unlimited }
let server: RunningServer
const faults: unknown[] = []

beforeAll(async () => {
  const config = serverConfig.parse({
    port: 0,
    keys: [{ name: 'tests', tier: 'INTERNAL', key: KEY }],
    tiers: { INTERNAL: budget, ANONYMOUS: budget },
    accounts: [{ address: WALLET, collateral: 100 }],
  })
  server = await startServer({ config, onFault: (error) => faults.push(error) })
})

afterAll(async () => {
  const { accountsRaw } = server.api.exchange.ledger.totals()
  expect((await fetch(`${server.url}/health`)).status).toBe(200)
  await server.close()
  expect(faults).toEqual([])
  expect(accountsRaw).toBe(100_000_000n)
})

interface Heard {
  readonly statuses: number[]
  readonly text: string
}

/** Everything that the server says to these bytes until it closes. */
async function say(bytes: string | Buffer): Promise<Heard> {
  const text = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(bytes))
    const timer = setTimeout(() => reject(new Error(`no end: ${bytes.toString('latin1').slice(0, 100)}`)), 5000)
    let said = ''
    socket.on('data', (data) => {
      said += data.toString('latin1')
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(said)
    })
  })
  expect(text).not.toMatch(/node_modules|\.ts:\d|\n\s+at |internal/)
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))
  for (const status of statuses) expect(status, bytes.toString('latin1').slice(0, 200)).toBeLessThan(500)
  return { statuses, text }
}

interface Sent {
  readonly headers?: string
  readonly body?: string | Buffer
  readonly type?: string
}

function request(method: string, target: string, { headers = '', body = '', type = 'application/json' }: Sent = {}) {
  const sized = body.length === 0 ? '' : `content-type: ${type}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`
  const head = `${method} ${target} HTTP/1.1\r\nhost: x\r\nx-api-key: ${KEY}\r\nconnection: close\r\n${headers}${sized}\r\n`
  return Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body)])
}

const statusOf = async (bytes: string | Buffer) => (await say(bytes)).statuses.at(-1)

describe('addresses', () => {
  it.each([
    ['an absolute address', 'http://evil.test/tags?limit=1', 200],
    ['an absolute address without a path', 'http://evil.test', 200],
    ['a host in the path', '//evil.test/tags', 404],
    ['another scheme', 'ftp://evil.test/tags', 404],
    ['an asterisk', '*', 404],
    ['a climb', '/../../etc/passwd', 404],
    ['a null byte', '/markets/%00', 404],
    ['a bare null byte', '/markets/\x00', 400],
    ['broken percent-encoding', '/markets/%zz', 400],
    ['an over-long encoding', '/markets/%c0%af', 400],
    ['half a character', '/markets/%ed%a0%80', 400],
    ['bytes beyond ASCII', '/markets/\xff', 400],
    ['4000 segments', `/${'a/'.repeat(4000)}`, 404],
    ['a segment of 4000 characters', `/markets/${'a'.repeat(4000)}`, 404],
    ['9000 characters', `/${'a'.repeat(9000)}`, 414],
    ['2000 parameters', `/markets?${'a=1&'.repeat(2000)}`, 200],
    ['inherited parameter names', '/markets?__proto__=1&constructor=2&__proto__[x]=1&limit=1&limit=2', 200],
  ])('%s', async (_name, target, status) => {
    expect(await statusOf(request('GET', target))).toBe(status)
  })
})

describe('methods', () => {
  it('HEAD is a GET without its body', async () => {
    const { text } = await say(request('HEAD', '/tags'))
    expect(text).toMatch(/^HTTP\/1\.1 200 [\s\S]*content-length: [1-9]\d*\r\n[\s\S]*\r\n\r\n$/)
    expect(await statusOf(request('HEAD', '/sandbox/split'))).toBe(405)
  })

  it.each(['OPTIONS', 'TRACE', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'M-SEARCH'])(
    '%s is refused with what is allowed',
    async (method) => {
      const { statuses, text } = await say(request(method, '/tags'))
      expect(statuses).toEqual([405])
      expect(text).toMatch(/\r\nallow: GET\r\n/)
      // TRACE would repeat the key
      expect(text).not.toContain(KEY)
    },
  )

  it.each(['get', 'FOO', ''])('"%s" is no request', async (method) => {
    expect(await statusOf(request(method, '/tags'))).toBe(400)
  })
})

describe('numbers in queries', () => {
  const values = [
    '-0',
    '1e3',
    '1e400',
    'NaN',
    'Infinity',
    '0x10',
    '1_000',
    '9'.repeat(400),
    '-1',
    '0.5',
    '%00',
    '%F0%9F%98%80',
  ]
  const fields = [
    '/markets?limit=',
    '/markets?page=',
    '/markets?offset=',
    '/markets?sortBy=',
    `/orders?account=${WALLET}&limit=`,
    `/orders?account=${WALLET}&offset=`,
    '/orders?conditionId=',
    '/users?page=',
    '/leaderboard?offset=',
    '/markets/market-1/trades?offset=',
    '/markets/market-1/comments?page=',
    '/markets/market-1/price-history?limit=',
    '/markets/market-1/price-history?from=',
    '/markets/market-1/price-history?to=',
    '/markets/market-1/best-bids?excludeMaker=',
  ]

  it.each(fields)('%s', async (field) => {
    for (const value of values) expect([200, 400]).toContain(await statusOf(request('GET', `${field}${value}`)))
  })
})

describe('bodies', () => {
  const paths = [
    '/auth/verify',
    '/auth/refresh',
    '/markets/market-1/orders',
    '/orders/cancel-many',
    '/sandbox/faucet',
    '/sandbox/faults',
    '/sandbox/fees',
    '/sandbox/markets/market-1/resolve',
    '/sandbox/split',
    '/me/api-keys',
    '/markets/market-1/comments',
  ]
  const amount = (text: string) => `{"account":"${WALLET}","amount":${text}}`
  const bodies = {
    'a depth of 10,000': '['.repeat(10_000) + ']'.repeat(10_000),
    'objects 8000 deep': `${'{"a":'.repeat(8000)}1${'}'.repeat(8000)}`,
    'inherited names': '{"__proto__":{"x":1},"constructor":{"prototype":{}},"toString":1}',
    'a number too large': '1e999',
    'negative zero': '-0',
    null: 'null',
    'half a character': '{"message":"\\ud800","signature":"\\udfff","refreshToken":"\\ud800","text":"\\ud800"}',
    'an amount with an exponent': amount('"1e18"'),
    'an amount of negative zero': amount('"-0"'),
    'an amount in other digits': amount('"١٢"'),
    'an amount of 5000 digits': amount('9'.repeat(5000)),
    '5000 fields': `{${Array.from({ length: 5000 }, (_, n) => `"k${n}":1`).join(',')}}`,
    'a byte order mark': '\ufeff{}',
    'a cut escape': '{"a":"\\u00',
  }

  it.each(Object.entries(bodies))('%s', async (_name, body) => {
    for (const path of paths) expect([400, 401]).toContain(await statusOf(request('POST', path, { body })))
  })

  it('that are packed are not unpacked', async () => {
    const headers = 'content-encoding: gzip\r\n'
    const bomb = gzipSync(Buffer.alloc(30_000_000, 32))
    expect(await statusOf(request('POST', '/auth/refresh', { headers, body: bomb }))).toBe(415)
    expect(await statusOf(request('POST', '/auth/refresh', { headers, body: '{"refreshToken":"x"}' }))).toBe(415)
  })

  it.each([
    'text/plain',
    'multipart/form-data',
    'a/b/c',
    '',
    'application/json, text/html',
    '\xff',
    'application/jsonp',
  ])('of the type "%s" are refused', async (type) => {
    expect(await statusOf(request('POST', '/auth/refresh', { body: '{"refreshToken":"x"}', type }))).toBe(415)
  })
})

describe('frames of HTTP', () => {
  const post = `POST /auth/refresh HTTP/1.1\r\nhost: x\r\nx-api-key: ${KEY}\r\ncontent-type: application/json\r\n`
  const get = 'GET /health HTTP/1.1\r\nhost: x\r\n'

  it.each([
    ['two lengths', `${post}content-length: 2\r\ncontent-length: 20\r\n\r\n{}`, [400]],
    ['a length and chunks', `${post}content-length: 6\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${get}\r\n`, [400]],
    ['an unknown coding', `${post}transfer-encoding: xchunked\r\n\r\n0\r\n\r\n`, [400]],
    ['a negative length', `${post}content-length: -5\r\n\r\n`, [400]],
    ['a huge length', `${post}content-length: 99999999999\r\n\r\n{}`, [413]],
    ['a broken chunk', `${post}transfer-encoding: chunked\r\n\r\nZZ\r\n`, [400]],
    [
      'a chunk with 20,000 characters beside it',
      `${post}transfer-encoding: chunked\r\n\r\n1;${'x'.repeat(20_000)}\r\n`,
      [413],
    ],
    ['a folded header', `${get}x-a: b\r\n c\r\n\r\n`, [400]],
    ['bare line feeds', 'GET /health HTTP/1.1\nhost: x\n\n', [400]],
    ['a blank in a header name', 'GET /health HTTP/1.1\r\nhost : x\r\n\r\n', [400]],
    ['no host', 'GET /health HTTP/1.1\r\nconnection: close\r\n\r\n', [400]],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400]],
    ['a tunnel', 'CONNECT evil.test:443 HTTP/1.1\r\nhost: x\r\n\r\n', [405]],
    ['a wish nobody grants', `${get}expect: 200-maybe\r\nconnection: close\r\n\r\n`, [417]],
  ])('%s', async (_name, bytes, statuses) => {
    expect((await say(bytes)).statuses).toEqual(statuses)
  })

  it('two keys are no key', async () => {
    expect(await statusOf(request('GET', '/tags', { headers: 'x-api-key: other\r\n' }))).toBe(401)
  })

  it('two bearers are none', async () => {
    const headers = 'authorization: Bearer a\r\nauthorization: Bearer b\r\n'
    expect(await statusOf(request('GET', '/me', { headers }))).toBe(401)
  })

  it('a forwarded address moves nobody into another window', async () => {
    const headers = (n: number) => `x-forwarded-for: 10.0.0.${n}\r\nforwarded: for=10.0.0.${n}\r\n`
    const remaining = async (n: number) => {
      const { text } = await say(`${get}${headers(n)}connection: close\r\n\r\n`)
      return Number(/x-ratelimit-remaining-medium: (\d+)/i.exec(text)?.[1])
    }
    expect(await remaining(1)).toBe((await remaining(2)) + 1)
  })

  it('500 requests in one breath are answered each, in order', async () => {
    const { statuses } = await say(
      `${`${get}\r\n`.repeat(500)}GET /nowhere HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
    )
    expect(statuses).toEqual([...Array.from({ length: 500 }, () => 200), 401])
  })
})

describe('a wish for another protocol', () => {
  const wish = 'connection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABkAAQAAP__\r\n'

  it('is ignored, and the request answered, its body too', async () => {
    expect((await say(`GET /health HTTP/1.1\r\nhost: x\r\n${wish}\r\n`)).statuses).toEqual([200])
    const body = '{"refreshToken":"x"}'
    const head = `POST /auth/refresh HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n`
    const { statuses, text } = await say(`${head}${wish}\r\n${body}`)
    expect(statuses).toEqual([401])
    expect(text).toContain('refreshToken: unknown or expired')
  })

  it('ends the connection with its answer, however many follow at once', async () => {
    const one = `GET /health HTTP/1.1\r\nhost: x\r\n${wish}\r\n`
    expect((await say(one.repeat(200))).statuses[0]).toBe(200)
  })

  it('for a websocket elsewhere meets what any request there meets: the key, and then the path', async () => {
    const websocket = 'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n'
    const ask = (key: string) =>
      say(`GET /nowhere HTTP/1.1\r\nhost: x\r\n${key}connection: upgrade\r\nupgrade: websocket\r\n${websocket}\r\n`)
    expect((await ask('')).statuses).toEqual([401])
    expect((await ask(`x-api-key: ${KEY}\r\n`)).statuses).toEqual([404])
  })

  it.each(['constructor', '__proto__', 'x'])('for a socket session "%s" that is none is refused', async (sid) => {
    const key = 'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n'
    const target = `/socket.io/?EIO=4&transport=websocket&sid=${sid}`
    const head = `GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n${key}\r\n`
    expect((await say(head)).statuses).toEqual([400])
  })
})

/** Sends the first frame, the others once it is answered; what was heard until the silence that `until` ends. */
async function frames(first: string, others: readonly (string | Uint8Array)[], until: (heard: string[]) => boolean) {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
  const heard: string[] = []
  let isGreeted = false
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`heard only ${heard.join(' ')}`)), 5000)
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    socket.addEventListener('open', () => socket.send(first))
    socket.addEventListener('close', end)
    socket.addEventListener('message', ({ data }: Loose) => {
      heard.push(String(data))
      if (!isGreeted && heard.some((frame) => frame.startsWith('40'))) {
        isGreeted = true
        for (const frame of others) socket.send(frame)
      }
      if (until(heard)) end()
    })
  })
  socket.close()
  return heard
}

describe('socket handshakes', () => {
  const deep = '['.repeat(20_000) + ']'.repeat(20_000)

  it.each([
    ['a token that is no text and refuses to become one', `{"apiKey":"${KEY}","accessToken":{"toString":null}}`],
    ['a token of 20,000 lists', `{"apiKey":"${KEY}","accessToken":${deep}}`],
    ['a token that is false', `{"apiKey":"${KEY}","accessToken":false}`],
    ['a key that refuses to become text', '{"apiKey":{"toString":null}}'],
    ['a key by inheritance', `{"__proto__":{"apiKey":"${KEY}"}}`],
  ])('%s', async (_name, auth) => {
    const heard = await frames(`40${auth}`, [], (all) => all.some((frame) => frame.startsWith('44')))
    expect(heard.at(-1)).toMatch(/^44\{"message":"Invalid (access token|API Key provided)"\}$/)
  })

  it('many on one connection make one client', async () => {
    const one = `40{"apiKey":"${KEY}"}`
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
    const heard: string[] = []
    socket.addEventListener('message', ({ data }: Loose) => heard.push(String(data)))
    const gone = new Promise((resolve) => socket.addEventListener('close', resolve))
    socket.addEventListener('open', () => {
      for (let n = 0; n < 50; n++) socket.send(one)
    })
    await gone
    expect(heard.filter((frame) => frame.startsWith('40')).length).toBeLessThanOrEqual(1)
  })

  it('a client may leave and come back on its connection', async () => {
    const auth = `40{"apiKey":"${KEY}"}`
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
    const greeting = () =>
      new Promise<string>((resolve) => {
        const listen = ({ data }: Loose) => {
          if (!String(data).startsWith('4')) return
          socket.removeEventListener('message', listen)
          resolve(String(data))
        }
        socket.addEventListener('message', listen)
      })
    await new Promise((resolve) => socket.addEventListener('open', resolve))
    for (let n = 0; n < 3; n++) {
      const greeted = greeting()
      socket.send(auth)
      expect(await greeted).toMatch(/^40\{"sid"/)
      const unknown = greeting()
      socket.send('421["x"]')
      await unknown
      socket.send('41')
      // the farewell has no answer; what comes after it in time is another client's health
      await say(request('GET', '/health'))
    }
    socket.close()
  })
})

describe('socket frames', () => {
  const ask = (payload: string) => `421["subscribe",${payload}]`
  it.each([
    ['lists 20,000 deep', ask('['.repeat(20_000) + ']'.repeat(20_000))],
    ['objects 9000 deep', ask(`{"conditionIds":${'{"a":'.repeat(9000)}1${'}'.repeat(9000)},"channels":[]}`)],
    ['inherited names', ask('{"conditionIds":["__proto__","constructor"],"channels":["__proto__"]}')],
    ['an id of 50,000 characters', ask(`{"conditionIds":["${'x'.repeat(50_000)}"],"channels":["orderbook"]}`)],
    ['an inherited event', '421["constructor",1]'],
    ['a number for an event', '421[5]'],
    ['a null byte', '421["subscribe\\u0000",{}]'],
  ])('%s', async (_name, frame) => {
    const heard = await frames(`40{"apiKey":"${KEY}"}`, [frame], (all) => all.some((one) => one.startsWith('431')))
    expect(heard.at(-1)).toContain('"rejected":[{')
  })
})
