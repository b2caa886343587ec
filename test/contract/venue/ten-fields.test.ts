// The other profile: orders of exactly the ten fields that the specification's body lists, a collateral of 18 decimals,
// makers who pay what they signed, faults switched off, and a socket that promises no more than rooms.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { feeOf } from './client/amounts.js'
import type { Market } from './client/shapes.js'
import { tenFields, twelveFields } from './client/signing.js'
import { Feed } from './client/socket.js'
import type { Trader } from './client/trader.js'
import { eventually } from './eventually.js'
import { Venue } from './venue.js'

const one = 10n ** 18n
let venue: Venue
let market: Market
let alice: Trader
let bob: Trader

beforeAll(async () => {
  venue = await Venue.start({
    typedData: 'side-from-amounts',
    collateral: { decimals: 18, symbol: 'DAIQ' },
    fees: { makerPays: true },
    settlement: { delayMs: 0 },
    chain: { domainName: 'Another Exchange', chainId: 1364545353 },
    markets: [
      { id: 'm', question: 'Does it work?', tickSize: '0.0025', minOrderSize: '1', sizeStep: '400', feeRateBps: 77 },
    ],
    faults: { allowed: false },
    switches: { privateEvents: false, seq: false, hash: false },
  })
  market = await venue.market('m')
  ;[alice, bob] = [await venue.trader(1000n * one), await venue.trader(1000n * one)]
})

afterAll(async () => {
  expect(await venue.stop()).toBe(0)
})

test('the venue publishes the ten fields and its domain at GET /', () => {
  expect(venue.profile.typedData.types.Order).toEqual(tenFields)
  expect(venue.profile.typedData.domain.name).toBe('Another Exchange')
})

test('an order of ten fields is taken, and its hash is the digest over ten; over twelve it is a bad signature', async () => {
  const wish = { market, outcome: 0, side: 'BUY', price: '0.0025', size: one } as const
  const { body, hash } = await alice.sign(wish)
  expect((await alice.post(market, body)).body).toEqual({ orderHash: hash, status: 'open' })
  alice.place.profile.typedData.types.Order = twelveFields
  const other = await alice.sign(wish)
  alice.place.profile.typedData.types.Order = tenFields
  expect(await alice.post(market, other.body)).toMatchObject({ status: 400, body: { code: 'bad_signature' } })
})

test('the tick is a multiple, not a number of decimals: 0.0025 steps', async () => {
  const wish = { market, outcome: 0, side: 'BUY', price: '0.0035', size: one } as const
  expect(await alice.attempt(wish)).toMatchObject({ status: 400, body: { code: 'bad_amounts' } })
  expect((await alice.submit({ ...wish, price: '0.0075' })).status).toBe('open')
})

test('18 decimals, and makers who pay: both fees to the raw unit', async () => {
  const [carol, dave] = [await venue.trader(1000n * one), await venue.trader(1000n * one)]
  const size = 3n * one + 1_234_567_890_123_200n
  await carol.submit({ market, outcome: 0, side: 'BUY', price: '0.3725', size })
  await dave.submit({ market, outcome: 1, side: 'BUY', price: '0.6275', size })
  await eventually(
    () => dave.trades(),
    ([trade]) => trade?.status === 'settled',
  )
  const fees = [feeOf('BUY', 77, { price: '0.3725', size }), feeOf('BUY', 77, { price: '0.6275', size })] as const
  expect(await carol.held(market, 0)).toBe(size - fees[0])
  expect(await dave.held(market, 1)).toBe(size - fees[1])
  expect((await carol.balances()).collateral.total).toBe(1000n * one - (size * 3725n) / 10_000n)
})

test('faults.allowed: false switches the routes off', async () => {
  const answer = await bob.raw('POST', '/sandbox/faults', { body: { kind: 'server-error' } })
  expect(answer.status).toBe(403)
  expect((await bob.raw('GET', '/me')).status).toBe(200)
})

test('§6 switches turn off what the specification does not promise: no seq, no hash, no private events', async () => {
  const auth = { apiKey: venue.apiKey, accessToken: alice.session?.accessToken ?? '' }
  const feed = await Feed.connect(venue.url, auth)
  await feed.subscribe([market.conditionId], ['orderbook'])
  await alice.submit({ market, outcome: 0, side: 'BUY', price: '0.0050', size: one })
  const update = await feed.until('an update', (e) => e.name === 'orderbook.update')
  expect(update).toMatchObject({ conditionId: market.conditionId, seq: undefined })
  const snapshot = await feed.until('a snapshot', (e) => e.name === 'orderbook.snapshot')
  expect(snapshot.seq).toBeUndefined()
  expect(snapshot.data).not.toHaveProperty('hash')
  expect(new Set(feed.events.map((e) => e.name))).toEqual(new Set(['orderbook.snapshot', 'orderbook.update']))
  feed.close()
})
