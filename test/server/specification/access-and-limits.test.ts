// Sections 4 (keys, referral) to 9 of the venue's specification, sentence by sentence.

import { describe, expect, it } from 'vitest'
import { codeOf } from '../../../src/server/api/referral-book.js'
import { ALICE, BOB, KEY, SHARED_KEY, VenueDriver } from '../api/venue-driver.js'

describe('§4 API keys', () => {
  const signedIn = () => {
    const venue = new VenueDriver()
    return { venue, token: venue.signIn(ALICE).accessToken }
  }

  it('POST /me/api-keys: "Response: { id, name, prefix, tier, key }; key shown once."', () => {
    const { venue, token } = signedIn()
    const { body } = venue.post('/me/api-keys', { name: 'bot' }, { token })
    expect(body).toMatchObject({ name: 'bot', tier: 'DEFAULT', key: expect.stringMatching(/_live_/) })
    expect(body.key.startsWith(body.prefix)).toBe(true)
    expect(JSON.stringify(venue.get('/me/api-keys', { token }).body)).not.toContain(body.key)
  })

  it('rotate: "The old secret stops working; a new secret is returned once."', () => {
    const { venue, token } = signedIn()
    const { id, key } = venue.post('/me/api-keys', { name: 'bot' }, { token }).body
    const rotated = venue.post(`/me/api-keys/${id}/rotate`, undefined, { token }).body
    expect(venue.get('/tags', { key }).status).toBe(401)
    expect(venue.get('/tags', { key: rotated.key }).status).toBe(200)
  })

  it('DELETE: "Revokes the key."', () => {
    const { venue, token } = signedIn()
    const { id, key } = venue.post('/me/api-keys', { name: 'bot' }, { token }).body
    expect(venue.call('DELETE', `/me/api-keys/${id}`, { token }).status).toBe(200)
    expect(venue.get('/tags', { key }).status).toBe(401)
  })
})

describe('§4 referral', () => {
  const programme = () => {
    const venue = new VenueDriver({ globalFeeRateBps: 200, referral: { rewardBps: 2500 } })
    const alice = venue.signIn(ALICE).accessToken
    const bob = venue.signIn(BOB).accessToken
    const attribute = (code: unknown, token = bob) => venue.post('/referral/attribution', { code }, { token })
    const summary = (token = alice) => venue.get('/referral/summary', { token }).body
    return { venue, alice, bob, attribute, summary }
  }

  it('"Records first-touch attribution for the authenticated user. Idempotent."', () => {
    const { venue, attribute } = programme()
    const carol = '0x00000000000000000000000000000000000ca501'
    venue.post('/sandbox/faucet', { account: carol, amount: '1' })
    expect(attribute(codeOf(ALICE)).body).toEqual({ ok: true, changed: true, referredBy: ALICE })
    expect(attribute(codeOf(ALICE).toLowerCase()).body).toEqual({ ok: true, changed: false, referredBy: ALICE })
    expect(attribute(codeOf(carol)).body).toEqual({ ok: true, changed: false, referredBy: ALICE })
  })

  it('"Self-referral and invalid codes are rejected."', () => {
    const { attribute, summary, alice } = programme()
    expect(attribute(codeOf(BOB)).body).toMatchObject({ statusCode: 400, code: 'self_referral' })
    expect(attribute('NOBODY').body).toMatchObject({ statusCode: 400, code: 'invalid_referral_code' })
    expect(summary(alice).refereeCount).toBe(0)
  })

  it('"Referral code length: at most 32 characters"', () => {
    const { attribute } = programme()
    expect(attribute('X'.repeat(32)).body.code).toBe('invalid_referral_code')
    expect(attribute('X'.repeat(33)).body.code).toBe('validation_failed')
    expect(attribute('').status).toBe(400)
    expect(attribute(7).status).toBe(400)
  })

  it('GET /referral/summary: totals follow from the settled trades of the referees since their attribution', () => {
    const { venue, attribute, summary, alice } = programme()
    const trade = () => {
      venue.rest({ maker: ALICE, side: 'BUY', price: 50, size: 10_000, feeRateBps: 200 })
      venue.rest({ maker: BOB, side: 'BUY', outcome: 1, price: 50, size: 10_000, feeRateBps: 200 })
    }
    trade()
    venue.pass(2000)
    attribute(codeOf(ALICE))
    trade()
    expect(summary().totals).toMatchObject({ downlineVolumeUsd: 0, lifetimeRewardUsd: 0 })
    venue.pass(2000)
    // 100 shares at 0.50: 50 of volume; a fee of 2 tokens worth 1; a quarter of it is the reward
    expect(summary()).toEqual({
      code: codeOf(ALICE),
      rewardBps: 2500,
      refereeCount: 1,
      referees: [
        {
          address: BOB,
          username: null,
          referredAt: '2030-01-01T00:00:02.000Z',
          volumeUsd: 50,
          feesUsd: 1,
          rewardUsd: 0.25,
        },
      ],
      totals: {
        downlineVolumeUsd: 50,
        lifetimeRewardUsd: 0.25,
        currentEpochRewardUsd: 0.25,
        paidUsd: 0,
        unpaidUsd: 0.25,
      },
      epoch: { start: '2029-12-31T00:00:00.000Z', end: '2030-01-07T00:00:00.000Z' },
    })
    expect(venue.post('/sandbox/referrals/pay').body.paid).toEqual([{ account: ALICE, amount: '250000' }])
    expect(venue.post('/sandbox/referrals/pay').body.paid).toEqual([])
    expect(summary(alice).totals).toMatchObject({ paidUsd: 0.25, unpaidUsd: 0 })
  })

  it('"the epoch is weekly"', () => {
    const { venue, attribute, summary } = programme()
    attribute(codeOf(ALICE))
    venue.rest({ maker: ALICE, side: 'BUY', price: 50, size: 10_000, feeRateBps: 200 })
    venue.rest({ maker: BOB, side: 'BUY', outcome: 1, price: 50, size: 10_000, feeRateBps: 200 })
    venue.pass(2000)
    expect(summary().totals.currentEpochRewardUsd).toBe(0.25)
    venue.pass(7 * 86_400_000)
    const { accessToken } = venue.signIn(ALICE)
    const later = summary(accessToken)
    expect(later.epoch).toEqual({ start: '2030-01-07T00:00:00.000Z', end: '2030-01-14T00:00:00.000Z' })
    expect(later.totals).toMatchObject({ currentEpochRewardUsd: 0, lifetimeRewardUsd: 0.25 })
  })
})

describe('§5 authentication', () => {
  it('"A missing or unknown key gives 401 with message "Invalid API Key provided", even when a valid bearer is also sent."', () => {
    const venue = new VenueDriver()
    const { accessToken: token } = venue.signIn(ALICE)
    for (const key of ['', 'unknown']) {
      expect(venue.get('/me', { key, token })).toMatchObject({
        status: 401,
        body: { message: 'Invalid API Key provided', error: 'Unauthorized', statusCode: 401 },
      })
    }
  })

  it('"required for user-specific endpoints (own orders, own keys, profile updates, posting comments, cancel-all, cancel-many, referral)"', () => {
    const venue = new VenueDriver()
    const asked = [
      ['GET', '/me/orders'],
      ['POST', '/me/api-keys'],
      ['PATCH', '/me'],
      ['POST', '/markets/market-1/comments'],
      ['POST', '/markets/market-1/orders/cancel-all'],
      ['POST', '/orders/cancel-many'],
      ['POST', '/referral/attribution'],
      ['GET', '/referral/summary'],
    ] as const
    for (const [method, path] of asked) {
      expect({ path, ...venue.call(method, path, { body: {} }) }).toMatchObject({ path, status: 401 })
    }
  })

  it('"The token is a SIWE access token returned by POST /auth/verify."', () => {
    const venue = new VenueDriver()
    expect(venue.get('/me', { token: venue.signIn(ALICE).accessToken }).body.address).toBe(ALICE)
  })

  it('"Tiers: DEFAULT, PRO, INTERNAL; an MM tier is also named. Access to higher tiers is granted on request to the operator."', () => {
    const venue = new VenueDriver()
    const { accessToken: token } = venue.signIn(ALICE)
    const { id, key } = venue.post('/me/api-keys', { name: 'bot' }, { token }).body
    const limit = () => venue.get('/tags', { key }).headers['X-RateLimit-Limit-short']
    expect(limit()).toBe('10')
    const grant = (tier: string, who = token) => venue.post(`/sandbox/api-keys/${id}/tier`, { tier }, { token: who })
    expect(grant('MM').body).toMatchObject({ id, tier: 'MM' })
    expect(limit()).toBe('200')
    expect(grant('ANONYMOUS').status).toBe(400)
    expect(grant('PRO', venue.signIn(BOB).accessToken).status).toBe(404)
  })
})

describe('§7 errors', () => {
  it('"Most failures return JSON { statusCode, message, error }. message is a string or an array of validation strings."', () => {
    const venue = new VenueDriver()
    const notFound = venue.get('/markets/none').body
    expect(notFound).toMatchObject({ statusCode: 404, message: expect.any(String), error: 'Not Found' })
    const invalid = venue.post('/markets/market-1/orders', {}).body
    expect(invalid).toMatchObject({ statusCode: 400, message: expect.any(Array), error: 'Bad Request' })
  })

  it('"A few responses omit error and return only { statusCode, message }." 429 is one', () => {
    const venue = new VenueDriver()
    let blocked = venue.get('/tags', { key: SHARED_KEY })
    for (let i = 0; i < 10; i++) blocked = venue.get('/tags', { key: SHARED_KEY })
    expect(blocked.status).toBe(429)
    expect(Object.keys(blocked.body)).toEqual(['statusCode', 'message'])
  })
})

describe('§8 limits', () => {
  const burst = (venue: VenueDriver, path: string, key: string, times: number) =>
    Array.from({ length: times }, () => venue.get(path, { key }).status)

  it('"Two independent windows apply: short (per second) and medium (per minute)"', () => {
    const key = 'a-default-key'
    const venue = new VenueDriver({ keys: [{ name: 'k', key }] })
    expect(burst(venue, '/tags', key, 11)).toEqual([...Array(10).fill(200), 429])
    const calm = new VenueDriver({ keys: [{ name: 'k', key }] })
    for (let i = 0; i < 300; i++) {
      expect(calm.get('/tags', { key }).status).toBe(200)
      calm.pass(101)
    }
    expect(calm.get('/tags', { key })).toMatchObject({ status: 429, headers: { 'Retry-After-medium': '60' } })
  })

  it('"Responses carry headers X-RateLimit-Limit-short ... X-RateLimit-Reset-medium"', () => {
    const { headers } = new VenueDriver().get('/tags')
    for (const what of ['Limit', 'Remaining', 'Reset']) {
      for (const window of ['short', 'medium']) expect(headers[`X-RateLimit-${what}-${window}`]).toMatch(/^\d+$/)
    }
  })

  it('"Rate limits are per key and depend on the route class and the key\'s tier."', () => {
    const venue = new VenueDriver({ keys: ['key-one-x', 'key-two-x'].map((key) => ({ name: key, key })) })
    expect(burst(venue, '/tags', 'key-one-x', 11).at(-1)).toBe(429)
    expect(venue.get('/tags', { key: 'key-two-x' }).status).toBe(200)
    // another class of the same key
    expect(venue.post('/sandbox/faucet', { account: ALICE, amount: '1' }, { key: 'key-one-x' }).status).toBe(200)
  })

  it('"Order-write and cancel budgets are separate and much tighter for the anonymous (shared key) class."', () => {
    const venue = new VenueDriver()
    const { accessToken: token } = venue.signIn(ALICE)
    const cancel = (key: string) => venue.post('/markets/market-1/orders/cancel-all', undefined, { key, token }).headers
    expect(cancel(SHARED_KEY)['X-RateLimit-Limit-medium']).toBe('20')
    expect(cancel(KEY)['X-RateLimit-Limit-medium']).toBe('60000')
  })
})

describe('§9 versioning', () => {
  it('"The interface description is version 1.0.0. Paths carry no version segment."', () => {
    const { body } = new VenueDriver().get('/openapi.json', { key: '' })
    expect(body.info.version).toBe('1.0.0')
    expect(Object.keys(body.paths).filter((path) => /\/v\d/.test(path))).toEqual([])
  })
})
