// Bodies, queries, headers and frames at random: never a 5xx, never a hang, never a changed account.

import fc from 'fast-check'
import { WebSocket } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningServer, startServer } from '../../../src/server/http/start-server.js'
import { serverConfig } from '../../../src/server/schema.js'
import { ALICE, BOB, type CallOptions, KEY, type Loose, VenueDriver } from '../api/venue-driver.js'

const ROUTES = [
  'GET /',
  'GET /health',
  'GET /auth/nonce',
  'POST /auth/verify',
  'POST /auth/refresh',
  'GET /tags',
  'GET /markets',
  'GET /markets/grouped',
  'GET /market-groups',
  'GET /market-groups/x',
  'GET /users/x',
  'GET /markets/{id}',
  'GET /markets/{id}/fee',
  'GET /markets/{id}/best-bids',
  'GET /markets/{id}/orderbook',
  'GET /markets/{id}/trades',
  'POST /markets/{id}/orders',
  'POST /orders/cancel-many',
  'GET /orders',
  'GET /orders/x',
  'GET /me/orders',
  'GET /me/trades',
  'POST /me/api-keys/x/rotate',
  'POST /sandbox/faucet',
  'POST /sandbox/markets/{id}/resolve',
  'POST /sandbox/split',
  'POST /sandbox/merge',
  'POST /sandbox/redeem',
  'POST /sandbox/nonce',
  'POST /sandbox/transactions',
  'GET /sandbox/transactions/x',
  'POST /sandbox/faults',
] as const

const NAMES = ['limit', 'page', 'pageSize', 'offset', 'status', 'account', 'conditionId', 'search', 'excludeMaker', 'x']
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    '0',
    '-1',
    '1e309',
    'NaN',
    '0x',
    ALICE,
    '%00',
    '../..',
    "' OR 1=1 --",
    '\u0000',
    '[]',
    '99999999999999999999',
  ),
)
const json = fc.oneof(fc.jsonValue(), text, fc.constant(undefined))
const query = fc.dictionary(fc.constantFrom(...NAMES), text, { maxKeys: 4 })

function venueWithOrders() {
  const venue = new VenueDriver(
    {
      keys: [{ name: 'tests', tier: 'INTERNAL', key: KEY }],
      tiers: { INTERNAL: unlimited(), ANONYMOUS: unlimited() },
    },
    // a fault of the program shows as a 500
    { onFault: () => undefined },
  )
  venue.rest({ maker: ALICE, side: 'BUY', price: 40, size: 1000 })
  venue.rest({ maker: BOB, side: 'BUY', outcome: 1, price: 60, size: 300 })
  venue.pass(5000)
  const token = venue.signIn(ALICE).accessToken
  const state = () =>
    JSON.stringify(
      ['/me/orders', '/me/balances', '/me/positions', '/me/trades'].map((path) => venue.get(path, { token }).body),
    )
  return { venue, state }
}

function unlimited() {
  const limits = { perSecond: 1_000_000, perMinute: 1_000_000 }
  return { read: limits, write: limits, cancel: limits, account: limits }
}

/** A body that looks right but for one thing. */
function nearlyRight(venue: VenueDriver, field: string, value: unknown): unknown {
  const body: Loose = venue.order({ maker: ALICE, side: 'BUY', price: 40, size: 1000, salt: 77n })
  return { ...body, order: { ...body.order, [field]: value } }
}

function isTheSame(venue: VenueDriver, field: string, value: unknown): boolean {
  const right: Loose = venue.order({ maker: ALICE, side: 'BUY', price: 40, size: 1000, salt: 77n }).order
  const plain = (text: unknown) =>
    String(text)
      .toLowerCase()
      .replace(/^0+(?=\d)/, '')
  return typeof value === 'string' && plain(value) === plain(right[field])
}

describe('the venue under random requests', () => {
  it('answers below 500 and leaves the account as it was', () => {
    const { venue, state } = venueWithOrders()
    const before = state()
    const { id } = venue.market
    fc.assert(
      fc.property(fc.constantFrom(...ROUTES), json, query, fc.option(text), (route, body, given, token) => {
        const [method = '', path = ''] = route.replace('{id}', id).split(' ')
        const options: CallOptions = { body, ...(token === null ? {} : { token }) }
        const answer = venue.call(method, `${path}?${new URLSearchParams(given).toString()}`, options)
        expect(answer.status).toBeLessThan(500)
        expect(() => JSON.stringify(answer.body)).not.toThrow()
      }),
      { numRuns: 1500 },
    )
    venue.call('DELETE', '/sandbox/faults')
    expect(state()).toBe(before)
  })

  it('refuses an order with any one field wrong, for a reason', () => {
    const { venue, state } = venueWithOrders()
    const before = state()
    const fields = [
      'salt',
      'maker',
      'signer',
      'taker',
      'tokenId',
      'makerAmount',
      'takerAmount',
      'expiration',
      'nonce',
      'feeRateBps',
      'signature',
    ]
    fc.assert(
      fc.property(fc.constantFrom(...fields), json, (field, value) => {
        fc.pre(!isTheSame(venue, field, value))
        const answer = venue.post(`/markets/${venue.market.id}/orders`, nearlyRight(venue, field, value))
        expect(answer.status).toBe(400)
        expect(answer.body.code).toEqual(expect.any(String))
      }),
      { numRuns: 500 },
    )
    expect(state()).toBe(before)
  })

  it('takes any path and any method', () => {
    const { venue } = venueWithOrders()
    fc.assert(
      fc.property(text, fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'x'), (path, method) => {
        expect(venue.call(method, `/${path.replaceAll('?', '')}`).status).toBeLessThan(500)
      }),
      { numRuns: 500 },
    )
  })
})

describe('the server under random bytes', () => {
  let server: RunningServer
  const faults: unknown[] = []
  beforeAll(async () => {
    const keys = [{ name: 'tests', tier: 'INTERNAL', key: KEY } as const]
    const config = serverConfig.parse({ port: 0, keys, tiers: { INTERNAL: unlimited() } })
    server = await startServer({ config, onFault: (error) => faults.push(error) })
  })
  afterAll(async () => {
    await server.close()
    expect(faults).toEqual([])
  })

  const isWell = async () => {
    const options = { headers: { 'x-api-key': KEY }, signal: AbortSignal.timeout(5000) }
    expect((await fetch(`${server.url}/health`, options)).status).toBe(200)
  }

  it('answers random bodies and headers below 500', async () => {
    const header = fc.string({ maxLength: 60 }).map((value) => value.replace(/[^\t\x20-\x7e]/g, ''))
    const headers = fc.dictionary(
      fc.constantFrom(
        'x-api-key',
        'authorization',
        'content-type',
        'accept-encoding',
        'x-forwarded-for',
        'cookie',
        'origin',
      ),
      header,
      { maxKeys: 3 },
    )
    const body = fc.oneof(
      text,
      json.map((value) => JSON.stringify(value) ?? ''),
      fc.constant('['.repeat(5000)),
    )
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...ROUTES), headers, body, async (route, given, sent) => {
        const [method = '', path = ''] = route.replace('{id}', 'market-1').split(' ')
        const answer = await fetch(`${server.url}${path}`, {
          method,
          headers: { 'x-api-key': KEY, 'content-type': 'application/json', ...given },
          signal: AbortSignal.timeout(5000),
          ...(method === 'GET' ? {} : { body: sent }),
        })
        expect(answer.status).toBeLessThan(500)
        await answer.text()
      }),
      { numRuns: 150 },
    )
    await fetch(`${server.url}/sandbox/faults`, { method: 'DELETE', headers: { 'x-api-key': KEY } })
    await isWell()
  })

  it('survives random frames, text and binary, and goes on serving others', async () => {
    const address = `${server.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`
    const event = json.map((value) => `42${JSON.stringify(['subscribe', value])}`)
    const acked = json.map((value) => `421${JSON.stringify(['unsubscribe', value, {}])}`)
    const fixed = fc.constantFrom(
      '2',
      '3',
      '3probe',
      '4',
      '41',
      '40',
      '40{',
      '42',
      '42[]',
      '42[1]',
      '42["subscribe"',
      '42["disconnect"]',
      '42["error",1]',
      '43[]',
      '431["x"]',
      '451-["subscribe",{"_placeholder":true,"num":9}]',
      '459999999999-["x"]',
      '45-1-["x"]',
      '44{"message":"x"}',
      '5',
      '6',
      '9',
      '40/admin,{}',
      '42/admin,["x"]',
    )
    const frame = fc.oneof(event, acked, fixed, text, fc.uint8Array({ maxLength: 50 }))
    await fc.assert(
      fc.asyncProperty(fc.array(frame, { minLength: 1, maxLength: 10 }), fc.boolean(), async (frames, joins) => {
        const socket = new WebSocket(address)
        await new Promise((resolve, reject) => {
          socket.addEventListener('open', resolve)
          socket.addEventListener('error', () => reject(new Error('not opened')))
        })
        const gone = new Promise((resolve) => socket.addEventListener('close', resolve))
        if (joins) socket.send(`40{"apiKey":"${KEY}"}`)
        for (const sent of frames) if (socket.readyState === WebSocket.OPEN) socket.send(sent)
        socket.close()
        await gone
      }),
      { numRuns: 60 },
    )
    await isWell()
  })

  it('ends a connection that sends a frame beyond 64 KiB', async () => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
    await new Promise((resolve) => socket.addEventListener('open', resolve))
    const gone = new Promise((resolve) => socket.addEventListener('close', resolve))
    socket.send('4'.repeat(70_000))
    await gone
    await isWell()
  })
})
