// For every operation of the OpenAPI document: a venue in which it succeeds, and an input with which it does.

import type { Hex } from '../../../../src/domain/market/market.js'
import { codeOf } from '../../../../src/server/api/accounts/referral-book.js'
import { ALICE, BOB, KEY, type Loose, tagSignature, VenueDriver } from '../venue-driver.js'

export interface Input {
  /** Values of the path's parameters. */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly token?: string
}

const unlimited = { perSecond: 1_000_000, perMinute: 1_000_000 }

/** Two groups, an open order of Alice, a settled trade, a match, a comment. */
export function richVenue(): VenueDriver {
  const venue = new VenueDriver({
    keys: [{ name: 'k', tier: 'INTERNAL', key: KEY }],
    tiers: { INTERNAL: { read: unlimited, write: unlimited, cancel: unlimited, account: unlimited } },
    globalFeeRateBps: 100,
    tags: [{ slug: 'football', name: 'Football', feeRateBps: 100 }],
    matches: [{ id: 'final', league: 'Cup', home: 'Harbour', away: 'Vale', startsInSec: -600 }],
    groups: [{ slug: 'cup', title: 'Cup', groupType: 'sports', tagSlug: 'football' }],
    markets: [
      { id: 'm1', question: 'Rain?', category: 'weather' },
      { id: 'm2', question: 'Home wins?', groupSlug: 'cup', tags: ['football'], match: 'final', category: 'sports' },
      { id: 'm3', question: 'Incomplete?', incomplete: true },
    ],
  })
  venue.rest({ maker: ALICE, side: 'BUY', price: 40, size: 500, feeRateBps: 100 })
  venue.rest({ maker: BOB, side: 'BUY', outcome: 1, price: 60, size: 200, feeRateBps: 100 })
  venue.pass(2000)
  return venue
}

const asAlice = (venue: VenueDriver) => ({ token: venue.signIn(ALICE).accessToken })
const m1 = { params: { id: 'm1' } }
const plain = (): Input => ({})
const onM1 = (): Input => m1
const signedIn = (venue: VenueDriver): Input => asAlice(venue)
const ownKey = (venue: VenueDriver): Input => {
  const { accessToken: token } = venue.signIn(ALICE)
  return { token, params: { id: venue.post('/me/api-keys', { name: 'mine' }, { token }).body.id } }
}
const openOrder = (venue: VenueDriver): Hex =>
  venue.get(`/orders?account=${ALICE}&status=open,partially_filled`).body.orders[0].orderHash
const sets = (venue: VenueDriver, body: Loose = {}): Input => ({
  ...asAlice(venue),
  body: { conditionId: venue.market.conditionId, ...body },
})

export const INPUTS: Readonly<Record<string, (venue: VenueDriver) => Input>> = {
  'GET /': plain,
  'GET /health': plain,
  'GET /docs': plain,
  'GET /openapi.json': plain,
  'GET /asyncapi.json': plain,
  'GET /auth/nonce': plain,
  'POST /auth/verify': (venue) => {
    const message = venue.siwe(ALICE, venue.get('/auth/nonce').body.nonce)
    return { body: { message, signature: tagSignature(ALICE, message) } }
  },
  'POST /auth/refresh': (venue) => ({ body: { refreshToken: venue.signIn(ALICE).refreshToken } }),
  'GET /markets/grouped': () => ({ query: { groupType: 'sports', status: 'OPEN', limit: '5' } }),
  'GET /markets': () => ({ query: { search: 'a', sortBy: '-volume', includeIncomplete: '1' } }),
  'GET /market-groups': () => ({ query: { groupType: 'sports' } }),
  'GET /market-groups/{slug}': () => ({ params: { slug: 'cup' } }),
  'GET /tags': plain,
  'GET /categories': plain,
  'GET /markets/{id}': () => ({ params: { id: 'm2' } }),
  'GET /markets/{id}/fee': onM1,
  'GET /markets/{id}/best-bids': () => ({ ...m1, query: { excludeMaker: BOB } }),
  'GET /markets/{id}/orderbook': onM1,
  'GET /markets/{id}/trades': onM1,
  'GET /markets/{id}/ticker': onM1,
  'GET /markets/{id}/price-history': () => ({ ...m1, query: { interval: '1m', from: '2029-01-01T00:00:00Z' } }),
  'GET /markets/{id}/comments': (venue) => {
    venue.post('/markets/m1/comments', { text: 'Hello' }, asAlice(venue))
    return m1
  },
  'GET /markets/{id}/comments/count': onM1,
  'POST /markets/{id}/comments': (venue) => ({ ...m1, ...asAlice(venue), body: { text: 'Hello' } }),
  'GET /sports/scores': () => ({ query: { league: 'Cup', status: 'LIVE' } }),
  'POST /markets/{id}/orders': (venue) => ({
    ...m1,
    body: venue.order({ maker: ALICE, side: 'BUY', price: 30, size: 100, feeRateBps: 100 }),
  }),
  'POST /markets/{id}/orders/cancel-all': (venue) => ({ ...m1, ...asAlice(venue) }),
  'POST /orders/cancel-many': (venue) => ({
    ...asAlice(venue),
    body: { orderHashes: [openOrder(venue), `0x${'ab'.repeat(32)}`], account: ALICE },
  }),
  'GET /orders/{hash}': (venue) => ({ params: { hash: openOrder(venue) } }),
  'GET /orders': () => ({ query: { account: ALICE, status: 'open,partially_filled', limit: '5' } }),
  'GET /users': () => ({ query: { search: ALICE.slice(0, 8) } }),
  'GET /users/{id}': () => ({ params: { id: ALICE } }),
  'GET /users/{id}/pnl': () => ({ params: { id: ALICE } }),
  'GET /leaderboard': () => ({ query: { sortBy: 'volume' } }),
  'GET /me': signedIn,
  'PATCH /me': (venue) => ({ ...asAlice(venue), body: { username: 'alice_1' } }),
  'GET /me/orders': (venue) => ({ ...asAlice(venue), query: { status: 'open' } }),
  'GET /me/trades': signedIn,
  'GET /me/balances': signedIn,
  'GET /me/positions': signedIn,
  'GET /me/api-keys': ownKey,
  'POST /me/api-keys': (venue) => ({ ...asAlice(venue), body: { name: 'mine' } }),
  'POST /me/api-keys/{id}/rotate': ownKey,
  'DELETE /me/api-keys/{id}': ownKey,
  'POST /referral/attribution': (venue) => ({ ...asAlice(venue), body: { code: codeOf(BOB) } }),
  'GET /referral/summary': signedIn,
  'POST /sandbox/faucet': () => ({ body: { account: BOB, amount: '1000000' } }),
  'POST /sandbox/markets/{id}/close': onM1,
  'POST /sandbox/markets/{id}/resolve': () => ({ ...m1, body: { outcome: 0 } }),
  'POST /sandbox/markets/{id}/register': () => ({ ...m1, body: { clobMarketStatus: 'FAILED' } }),
  'POST /sandbox/markets/{id}/terms': () => ({ ...m1, body: { tickSize: '0.05' } }),
  'POST /sandbox/nonce': signedIn,
  'POST /sandbox/split': (venue) => sets(venue, { amount: '1000000' }),
  'POST /sandbox/merge': (venue) => {
    const { token, body } = sets(venue, { amount: '1000000' })
    venue.post('/sandbox/split', body, { token })
    return { ...(token === undefined ? {} : { token }), body }
  },
  'POST /sandbox/redeem': (venue) => {
    venue.post('/sandbox/markets/m1/resolve', { outcome: 0 })
    return sets(venue)
  },
  'POST /sandbox/transactions': (venue) => sets(venue, { nonce: 0, act: 'split', amount: '1000000' }),
  'GET /sandbox/transactions': signedIn,
  'GET /sandbox/transactions/{hash}': (venue) => {
    const { token, body } = sets(venue, { nonce: 0, act: 'split', amount: '1000000' })
    const options = token === undefined ? {} : { token }
    return { ...options, params: { hash: venue.post('/sandbox/transactions', body, options).body.hash } }
  },
  'POST /sandbox/fees': () => ({ body: { scope: 'tag', tagSlug: 'football', feeRateBps: 50 } }),
  'POST /sandbox/api-keys/{id}/tier': (venue) => ({ ...ownKey(venue), body: { tier: 'MM' } }),
  'POST /sandbox/referrals/pay': plain,
  'POST /sandbox/faults': () => ({ body: { kind: 'halted', route: 'GET /tags' } }),
  'GET /sandbox/faults': (venue) => {
    venue.post('/sandbox/faults', { kind: 'halted', route: 'GET /tags' })
    return {}
  },
  'DELETE /sandbox/faults': plain,
  'DELETE /sandbox/faults/{id}': (venue) => ({
    params: { id: venue.post('/sandbox/faults', { kind: 'halted', route: 'GET /tags' }).body.id },
  }),
}
