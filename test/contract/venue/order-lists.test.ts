// Section 4 of the venue's specification, GET /orders: who sees what, and the strict checks of its parameters.

import { beforeAll, describe, expect, test } from 'vitest'
import { ask } from './client/http.js'
import type { Market } from './client/shapes.js'
import { Trader } from './client/trader.js'
import { orderList } from './client/trading-shapes.js'
import { commonVenue } from './common-venue.js'
import { eventually } from './eventually.js'
import type { Venue } from './venue.js'

let venue: Venue
let alice: Trader
let bob: Trader
let market: Market
/** Hashes of alice's orders by status. */
const hashes = new Map<string, string>()

beforeAll(async () => {
  venue = await commonVenue()
  ;[alice, bob] = [await venue.trader(), await venue.trader()]
  market = await venue.freshMarket()
  const wish = { market, outcome: 0, side: 'BUY', price: '0.40', size: 10_000_000n } as const
  const against = { market, outcome: 1, side: 'BUY', price: '0.60' } as const
  const submit = async (rest: object) => (await alice.submit({ ...wish, ...rest })).orderHash
  hashes.set('filled', await submit({}))
  await bob.submit({ ...against, size: 10_000_000n })
  hashes.set('partially_filled', await submit({}))
  await bob.submit({ ...against, size: 3_000_000n })
  hashes.set('open', await submit({ price: '0.30' }))
  hashes.set('cancelled_local', await submit({ orderType: 'FOK' }))
  await eventually(
    () => alice.trades(),
    (trades) => trades.length === 2 && trades.every((t) => t.status === 'settled'),
  )
})

type Query = Record<string, string | number>

const anonymously = (query: Query) => ask(venue.url, { method: 'GET', path: '/orders', apiKey: venue.sharedKey, query })

const listed = async (query: Query) => {
  const { orders } = await alice.get('/orders', orderList, query)
  return orders.map((o) => o.status).sort()
}

describe('§4 GET /orders', () => {
  test('rule 1: at least one of `account` or `conditionId` is required; otherwise 400', async () => {
    const answer = await alice.raw('GET', '/orders')
    expect(answer).toMatchObject({ status: 400, body: { statusCode: 400, error: 'Bad Request' } })
    expect((await anonymously({ limit: 5 })).status).toBe(400)
  })

  test('rule 2: listing another account’s orders requires a SIWE bearer or a per-user API key', async () => {
    const query = { account: alice.address, conditionId: market.conditionId }
    expect((await anonymously(query)).status).toBe(401)
    expect((await bob.get('/orders', orderList, query)).orders).toHaveLength(4)
    // a bearer with the shared key
    const bearer = bob.session?.accessToken ?? ''
    const request = { method: 'GET', path: '/orders', query, bearer, apiKey: venue.sharedKey }
    expect((await ask(venue.url, request)).status).toBe(200)
    // a key of somebody, without a bearer
    const name = { name: 'lists' }
    const { key } = Object((await bob.raw('POST', '/me/api-keys', { body: name })).body)
    expect((await ask(venue.url, { method: 'GET', path: '/orders', query, apiKey: key })).status).toBe(200)
  })

  test('rule 3: a public conditionId feed returns only filled and partially_filled', async () => {
    const answer = await anonymously({ conditionId: market.conditionId })
    const { orders } = orderList(answer.body, 'orders')
    // alice's two and the two that took them
    expect(orders.map((o) => o.status).sort()).toEqual(['filled', 'filled', 'filled', 'partially_filled'])
  })

  test('rule 3: status=open on it returns an empty list', async () => {
    for (const status of ['open', 'cancelled_local', 'open,expired']) {
      const answer = await anonymously({ conditionId: market.conditionId, status })
      expect(answer).toMatchObject({ status: 200, body: { orders: [] } })
    }
    const both = orderList(
      (await anonymously({ conditionId: market.conditionId, status: 'open,filled' })).body,
      'orders',
    )
    expect(new Set(both.orders.map((o) => o.status))).toEqual(new Set(['filled']))
  })

  test('rule 3: with credentials the feed of a conditionId shows every status', async () => {
    expect(await listed({ conditionId: market.conditionId, account: alice.address })).toHaveLength(4)
    expect(await listed({ conditionId: market.conditionId })).toEqual(
      expect.arrayContaining(['open', 'cancelled_local']),
    )
  })

  test('rule 4: own open orders, by `account` with credentials or GET /me/orders', async () => {
    const byAccount = await alice.get('/orders', orderList, { account: alice.address, status: 'open' })
    const mine = await alice.get('/me/orders', orderList, { status: 'open' })
    expect(byAccount.orders.map((o) => o.orderHash)).toEqual([hashes.get('open')])
    expect(mine.orders).toEqual(byAccount.orders)
    expect((await new Trader(venue).raw('GET', '/me/orders')).status).toBe(401)
  })

  for (const limit of ['0', '-1', '251', 'many', '1.5', '']) {
    test(`rule 5: order lists validate \`limit\` strictly: "${limit}" is 400`, async () => {
      for (const path of ['/orders', '/me/orders']) {
        const answer = await alice.raw('GET', path, { query: { account: alice.address, limit } })
        expect(answer.status, `${path}: ${answer.text.slice(0, 200)}`).toBe(400)
        expect(Object(answer.body).statusCode).toBe(400)
      }
    })
  }

  test('rule 5: a limit given twice is no integer: 400', async () => {
    const answer = await alice.raw('GET', `/me/orders?limit=5&limit=6`)
    expect(answer.status, answer.text.slice(0, 200)).toBe(400)
  })

  test('rule 5: 1 and 250 are good; offset is an integer >= 0', async () => {
    const account = alice.address
    expect((await alice.raw('GET', '/orders', { query: { account, limit: 250 } })).status).toBe(200)
    expect((await alice.raw('GET', '/orders', { query: { account, limit: 1 } })).status).toBe(200)
    for (const offset of ['-1', 'x']) {
      expect((await alice.raw('GET', '/orders', { query: { account, offset } })).status).toBe(400)
    }
  })

  test('`status`: one or a comma-separated list of the order statuses; another word is 400', async () => {
    const account = alice.address
    expect(await listed({ account })).toEqual(['cancelled_local', 'filled', 'open', 'partially_filled'])
    expect(await listed({ account, status: 'filled' })).toEqual(['filled'])
    expect(await listed({ account, status: 'open,cancelled_local' })).toEqual(['cancelled_local', 'open'])
    expect((await alice.raw('GET', '/orders', { query: { account, status: 'asleep' } })).status).toBe(400)
    expect((await alice.raw('GET', '/orders', { query: { account, status: 'open,asleep' } })).status).toBe(400)
  })

  test('limit and offset page through, newest first, with a pagination object beside `orders`', async () => {
    const account = alice.address
    const whole = await alice.get('/orders', orderList, { account })
    expect(whole.orders.map((o) => o.orderHash)).toEqual(
      ['cancelled_local', 'open', 'partially_filled', 'filled'].map((status) => hashes.get(status)),
    )
    const part = await alice.get('/orders', orderList, { account, limit: 2, offset: 2 })
    expect(part.orders).toEqual(whole.orders.slice(2))
    expect(part.pagination).toMatchObject({ total: 4, pageSize: 2, page: 2, hasNext: false, hasPrev: true })
  })

  test('`account` is found in whatever letters it is written; one that is no wallet is 400', async () => {
    expect(await listed({ account: alice.address.toLowerCase() })).toHaveLength(4)
    expect((await alice.raw('GET', '/orders', { query: { account: '0x12' } })).status).toBe(400)
  })

  test('§3 a filled order: all of it filled; a partly filled one rests with what remains', async () => {
    const order = async (status: string) => alice.order(hashes.get(status) ?? '')
    expect(await order('filled')).toMatchObject({ filledSize: 10_000_000n, remainingSize: 0n })
    expect(await order('partially_filled')).toMatchObject({ filledSize: 3_000_000n, remainingSize: 7_000_000n })
  })
})
