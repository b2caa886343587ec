// Section 4 of the venue's specification, users and comments, and section 9, the version and what the venue says of itself.

import { beforeAll, describe, expect, test } from 'vitest'
import { text } from './client/checks.js'
import { pageOf, user } from './client/shapes.js'
import type { Trader } from './client/trader.js'
import { commonVenue } from './common-venue.js'
import type { Venue } from './venue.js'

let venue: Venue
let anyone: Trader

beforeAll(async () => {
  venue = await commonVenue()
  anyone = await venue.trader(0n)
})

describe('§4 users', () => {
  test('GET /users/{id}: {id} is a wallet address, a user id or a username', async () => {
    const trader = await venue.trader()
    const me = await trader.send('PATCH', '/me', { body: { username: 'Contract_1' }, check: user })
    expect(me.address.toLowerCase()).toBe(trader.address.toLowerCase())
    for (const id of [me.id, trader.address, trader.address.toLowerCase(), 'Contract_1']) {
      expect(await anyone.get(`/users/${id}`, user)).toEqual(me)
    }
    expect((await anyone.raw('GET', '/users/nobody_here')).status).toBe(404)
    expect((await anyone.get('/users', pageOf(user), { search: 'contract' })).data).toEqual([me])
  })

  test('PATCH /me: one holder whatever the case, null gives it back', async () => {
    const [one, two] = [await venue.trader(0n), await venue.trader(0n)]
    await one.send('PATCH', '/me', { body: { username: 'Solo_Name' }, check: user })
    expect((await two.raw('PATCH', '/me', { body: { username: 'solo_name' } })).status).toBe(409)
    expect((await two.raw('PATCH', '/me', { body: { username: '1x' } })).status).toBe(400)
    expect((await one.send('PATCH', '/me', { body: { username: null }, check: user })).username).toBeNull()
    expect((await two.raw('PATCH', '/me', { body: { username: 'solo_name' } })).status).toBe(200)
  })
})

describe('§1 comments', () => {
  test('comments and their count, newest first, answers to another included', async () => {
    const market = await venue.freshMarket()
    const path = `/markets/${market.id}/comments`
    const first = await anyone.raw('POST', path, { body: { text: 'It will.' } })
    expect(first.status).toBe(201)
    const id = text(Object(first.body).id, 'id')
    expect((await anyone.raw('POST', path, { body: { text: 'It will not.', parentId: id } })).status).toBe(201)
    const page = await anyone.get(
      path,
      pageOf((value) => value),
    )
    expect(page.data).toMatchObject([
      { text: 'It will not.', parentId: id },
      { text: 'It will.', parentId: null },
    ])
    expect((await anyone.raw('GET', `${path}/count`)).body).toEqual({ count: 2 })
    expect((await anyone.raw('POST', path, { body: { text: '' } })).status).toBe(400)
    expect((await anyone.raw('POST', path, { body: { text: 'x'.repeat(1001) } })).status).toBe(400)
    expect((await anyone.raw('POST', path, { body: { text: 'x' }, bearer: 'none' })).status).toBe(401)
  })
})

describe('§9 versioning and the descriptions', () => {
  test('the interface description is version 1.0.0', async () => {
    const document = await anyone.raw('GET', '/openapi.json', {})
    expect(document.body).toMatchObject({ openapi: expect.stringMatching(/^3\.1/), info: { version: '1.0.0' } })
    const events = await anyone.raw('GET', '/asyncapi.json', {})
    expect(events.body).toMatchObject({ asyncapi: expect.stringMatching(/^3\./) })
  })

  test('every endpoint of §4 is in the document', async () => {
    const document = Object((await anyone.raw('GET', '/openapi.json')).body)
    const routes = Object.entries(document.paths).flatMap(([path, ways]) =>
      Object.keys(Object(ways)).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(routes).toEqual(
      expect.arrayContaining([
        'GET /markets/grouped',
        'GET /markets',
        'GET /market-groups',
        'GET /market-groups/{slug}',
        'GET /tags',
        'GET /users/{id}',
        'GET /markets/{id}/fee',
        'GET /markets/{id}/best-bids',
        'POST /markets/{id}/orders',
        'POST /markets/{id}/orders/cancel-all',
        'POST /orders/cancel-many',
        'GET /orders/{hash}',
        'GET /orders',
        'GET /me/orders',
        'POST /me/api-keys',
        'POST /me/api-keys/{id}/rotate',
        'DELETE /me/api-keys/{id}',
        'POST /referral/attribution',
        'GET /referral/summary',
        'POST /auth/verify',
      ]),
    )
  })
})
