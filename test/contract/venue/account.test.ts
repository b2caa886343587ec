// Sections 4, 5 and 7 of the venue's specification: API keys, sign-in, tokens and referrals.

import { Wallet } from 'ethers'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  attribution,
  createdKey,
  failure,
  keyInfo,
  referralSummary,
  type Tokens,
  tokens,
} from './client/account-shapes.js'
import { type Answer, ask } from './client/http.js'
import { pageOf } from './client/shapes.js'
import { Trader } from './client/trader.js'
import { commonVenue } from './common-venue.js'
import { eventually } from './eventually.js'
import type { Venue } from './venue.js'

let venue: Venue

beforeAll(async () => {
  venue = await commonVenue()
})

const call = (method: string, path: string, rest: object = {}): Promise<Answer> =>
  ask(venue.url, { method, path, ...rest })

describe('§5.1 every backend request on a route that is not public must carry an API key', () => {
  const invalid = { statusCode: 401, message: 'Invalid API Key provided', error: 'Unauthorized' }

  for (const path of ['/', '/health', '/docs', '/openapi.json', '/asyncapi.json', '/auth/nonce']) {
    test(`${path} is public`, async () => {
      expect((await call('GET', path)).status).toBe(200)
    })
  }

  for (const [method, path] of [
    ['GET', '/markets'],
    ['GET', '/markets/grouped'],
    ['GET', '/market-groups'],
    ['GET', '/tags'],
    ['GET', '/orders'],
    ['GET', '/markets/plain-1/fee'],
    ['POST', '/markets/plain-1/orders'],
    ['POST', '/orders/cancel-many'],
    ['POST', '/me/api-keys'],
    ['GET', '/referral/summary'],
  ] as const) {
    test(`${method} ${path}: a missing or unknown key gives 401 "Invalid API Key provided"`, async () => {
      expect(await call(method, path)).toMatchObject({ status: 401, body: invalid })
      expect(await call(method, path, { apiKey: 'nobody' })).toMatchObject({ status: 401, body: invalid })
    })
  }

  test('…even when a valid bearer is also sent', async () => {
    const trader = await venue.trader(0n)
    const bearer = trader.session?.accessToken ?? ''
    expect(await call('GET', '/me', { bearer })).toMatchObject({ status: 401, body: invalid })
    expect(await call('GET', '/me', { bearer, apiKey: 'nobody' })).toMatchObject({ status: 401, body: invalid })
    expect((await call('GET', '/me', { bearer, apiKey: venue.sharedKey })).status).toBe(200)
  })

  test('§7.2 401 body shape { message, error: "Unauthorized", statusCode: 401 }, for a bad bearer too', async () => {
    for (const bearer of ['nonsense', '', 'a.b.c']) {
      const answer = await call('GET', '/me', { bearer, apiKey: venue.sharedKey })
      expect(answer.status).toBe(401)
      expect(failure(answer.body, 'body')).toMatchObject({ statusCode: 401, error: 'Unauthorized' })
    }
  })
})

describe('§5.2 sign-in with a wallet (SIWE)', () => {
  const verify = async (trader: Trader, message: string, signer = trader.wallet): Promise<Answer> =>
    trader.raw('POST', '/auth/verify', { body: { message, signature: await signer.signMessage(message) } })

  test('POST /auth/verify returns the access token, for an hour, and a refresh token', async () => {
    const trader = new Trader(venue)
    const answer = await verify(trader, await trader.message())
    expect(tokens(answer.body, 'tokens')).toMatchObject({ tokenType: 'Bearer', expiresIn: 3600 })
    const { accessToken: bearer } = tokens(answer.body, 'tokens')
    const me = await trader.raw('GET', '/me', { bearer })
    expect(Object(me.body).address.toLowerCase()).toBe(trader.address.toLowerCase())
  })

  test('the nonce is for a single use, deleted before the signature is checked', async () => {
    const trader = new Trader(venue)
    const message = await trader.message()
    expect((await verify(trader, message, new Wallet(Wallet.createRandom().privateKey))).status).toBe(401)
    expect((await verify(trader, message)).status).toBe(401)
    const other = await trader.message()
    expect((await verify(trader, other)).status).toBe(200)
    expect((await verify(trader, other)).status).toBe(401)
  })

  const wrong: [string, () => Parameters<Trader['message']>[0]][] = [
    ['another domain', () => ({ domain: 'evil.example' })],
    ['another chain id', () => ({ chainId: 1 })],
    ['another address', () => ({ address: Wallet.createRandom().address })],
    ['a nonce of one’s own', () => ({ nonce: 'abcdefgh12345678' })],
    ['issued in the future', () => ({ issuedAt: new Date(Date.now() + 3_600_000).toISOString() })],
    ['expired', () => ({ expirationTime: new Date(Date.now() - 1000).toISOString() })],
  ]
  for (const [name, changes] of wrong) {
    test(`401 with a reason: ${name}`, async () => {
      const trader = new Trader(venue)
      const answer = await verify(trader, await trader.message(changes()))
      expect(answer).toMatchObject({ status: 401, body: { statusCode: 401, error: 'Unauthorized' } })
      expect(String(failure(answer.body, 'body').message)).not.toBe('')
    })
  }

  test('refresh: rotated; the old refresh token is dead, and its re-use revokes the family', async () => {
    const trader = await venue.trader(0n)
    const refresh = (session: Tokens | undefined) =>
      trader.raw('POST', '/auth/refresh', { body: { refreshToken: session?.refreshToken } })
    const first = trader.session
    const second = tokens((await refresh(first)).body, 'tokens')
    expect(second.refreshToken).not.toBe(first?.refreshToken)
    const me = await trader.raw('GET', '/me', { bearer: second.accessToken })
    expect(me.status).toBe(200)
    expect((await refresh(first)).status).toBe(401)
    expect((await refresh(second)).status).toBe(401)
    expect((await trader.raw('POST', '/auth/refresh', { body: { refreshToken: 'nonsense' } })).status).toBe(401)
  })
})

describe('§4 API keys', () => {
  test('creation returns id, name, prefix, tier, key; the key is of tier DEFAULT and works at once', async () => {
    const trader = await venue.trader(0n)
    const answer = await trader.raw('POST', '/me/api-keys', { body: { name: 'my bot' } })
    expect(answer.status).toBe(201)
    const made = createdKey(answer.body, 'key')
    expect(made).toMatchObject({ name: 'my bot', tier: 'DEFAULT' })
    // a brand-specific prefix ending in _live_; `prefix` holds the leading part of the key
    expect(made.key).toMatch(/^[a-z]+_live_\w+$/)
    expect(made.key.startsWith(made.prefix)).toBe(true)
    expect(made.prefix.length).toBeLessThan(made.key.length / 2)
    expect((await call('GET', '/markets', { apiKey: made.key })).status).toBe(200)
  })

  test('the secret is returned once only: no list shows it again', async () => {
    const trader = await venue.trader(0n)
    const made = await trader.send('POST', '/me/api-keys', { body: { name: 'quiet' }, check: createdKey })
    const answer = await trader.raw('GET', '/me/api-keys')
    expect(pageOf(keyInfo)(answer.body, 'keys').data).toEqual([
      { id: made.id, name: 'quiet', prefix: made.prefix, tier: 'DEFAULT' },
    ])
    expect(answer.text).not.toContain(made.key)
  })

  test('rotate: the old secret stops working; a new secret is returned once', async () => {
    const trader = await venue.trader(0n)
    const made = await trader.send('POST', '/me/api-keys', { body: { name: 'turns' }, check: createdKey })
    const turned = await trader.send('POST', `/me/api-keys/${made.id}/rotate`, { check: createdKey })
    expect(turned).toMatchObject({ id: made.id, name: 'turns' })
    expect(turned.key).not.toBe(made.key)
    expect((await call('GET', '/markets', { apiKey: made.key })).status).toBe(401)
    expect((await call('GET', '/markets', { apiKey: turned.key })).status).toBe(200)
  })

  test('DELETE revokes the key', async () => {
    const trader = await venue.trader(0n)
    const made = await trader.send('POST', '/me/api-keys', { body: { name: 'goes' }, check: createdKey })
    expect((await trader.raw('DELETE', `/me/api-keys/${made.id}`)).status).toBe(200)
    expect((await call('GET', '/markets', { apiKey: made.key })).status).toBe(401)
    expect((await trader.get('/me/api-keys', pageOf(keyInfo))).data).toEqual([])
    expect((await trader.raw('DELETE', `/me/api-keys/${made.id}`)).status).toBe(404)
  })

  test('somebody else’s key is neither rotated nor revoked', async () => {
    const [owner, thief] = [await venue.trader(0n), await venue.trader(0n)]
    const made = await owner.send('POST', '/me/api-keys', { body: { name: 'mine' }, check: createdKey })
    expect([403, 404]).toContain((await thief.raw('DELETE', `/me/api-keys/${made.id}`)).status)
    expect([403, 404]).toContain((await thief.raw('POST', `/me/api-keys/${made.id}/rotate`)).status)
    expect((await call('GET', '/markets', { apiKey: made.key })).status).toBe(200)
    expect((await thief.get('/me/api-keys', pageOf(keyInfo))).data).toEqual([])
  })

  test('K, B: both are needed; a name is needed', async () => {
    const trader = await venue.trader(0n)
    const body = { name: 'x' }
    expect((await new Trader(venue).raw('POST', '/me/api-keys', { body })).status).toBe(401)
    for (const bad of [{}, { name: '' }, { name: 7 }]) {
      expect(await trader.raw('POST', '/me/api-keys', { body: bad })).toMatchObject({
        status: 400,
        body: { message: [expect.stringContaining('name')] },
      })
    }
  })
})

describe('§4 referral', () => {
  const attribute = (trader: Trader, code: string): Promise<Answer> =>
    trader.raw('POST', '/referral/attribution', { body: { code } })
  const summary = (trader: Trader) => trader.get('/referral/summary', referralSummary)
  const codeOf = async (trader: Trader) => (await summary(trader)).code

  test('first touch: the first code counts for ever; idempotent', async () => {
    const [first, second, referee] = [await venue.trader(0n), await venue.trader(0n), await venue.trader(0n)]
    const [code, later] = [await codeOf(first), await codeOf(second)]
    const answer = attribution((await attribute(referee, code)).body, 'attribution')
    expect(answer).toMatchObject({ ok: true, changed: true })
    expect(answer.referredBy.toLowerCase()).toBe(first.address.toLowerCase())
    for (const again of [code, later, code.toLowerCase()]) {
      expect(attribution((await attribute(referee, again)).body, 'attribution')).toEqual({ ...answer, changed: false })
    }
    expect(await summary(second)).toMatchObject({ refereeCount: 0, referees: [] })
    expect(await summary(first)).toMatchObject({
      refereeCount: 1,
      referees: [{ volumeUsd: 0, feesUsd: 0, rewardUsd: 0 }],
    })
  })

  test('self-referral and invalid codes are rejected: 400', async () => {
    const trader = await venue.trader(0n)
    expect(await attribute(trader, await codeOf(trader))).toMatchObject({
      status: 400,
      body: { code: 'self_referral' },
    })
    expect(await attribute(trader, 'nobody')).toMatchObject({ status: 400, body: { code: 'invalid_referral_code' } })
    expect(await summary(trader)).toMatchObject({ refereeCount: 0 })
  })

  test('§8 referral code length: at most 32 characters', async () => {
    const trader = await venue.trader(0n)
    expect(await attribute(trader, 'x'.repeat(32))).toMatchObject({ body: { code: 'invalid_referral_code' } })
    expect(await attribute(trader, 'x'.repeat(33))).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', message: [expect.stringContaining('code')] },
    })
  })

  test('both endpoints need the bearer', async () => {
    const stranger = new Trader(venue)
    expect((await attribute(stranger, 'x')).status).toBe(401)
    expect((await stranger.raw('GET', '/referral/summary')).status).toBe(401)
  })

  test('§2 summary: a weekly epoch that contains now', async () => {
    const { epoch, rewardBps } = await summary(await venue.trader(0n))
    const [start, end] = [Date.parse(epoch.start), Date.parse(epoch.end)]
    expect(end - start).toBe(7 * 86_400_000)
    expect(start <= Date.now() && Date.now() < end).toBe(true)
    expect(new Date(start).getUTCDay()).toBe(1)
    expect(rewardBps).toBe(2000)
  })

  test('§2 totals follow from the referees’ settled trades, and are paid', async () => {
    const market = await venue.freshMarket()
    await venue.sandbox('fees', { scope: 'market', marketId: market.id, feeRateBps: 200 })
    const [referrer, referee, maker] = [await venue.trader(0n), await venue.trader(), await venue.trader()]
    await attribute(referee, await codeOf(referrer))
    const size = 100_000_000n
    await maker.submit({ market, outcome: 0, side: 'BUY', price: '0.50', size })
    await referee.submit({ market, outcome: 1, side: 'BUY', price: '0.50', size })
    // 2 tokens of fee at 0.50 are 1 unit of collateral, a fifth of it is the reward
    const seen = await eventually(
      () => summary(referrer),
      (s) => s.totals.downlineVolumeUsd > 0,
    )
    expect(seen.totals).toEqual({
      downlineVolumeUsd: 50,
      lifetimeRewardUsd: 0.2,
      currentEpochRewardUsd: 0.2,
      paidUsd: 0,
      unpaidUsd: 0.2,
    })
    expect(seen.referees).toMatchObject([{ volumeUsd: 50, feesUsd: 1, rewardUsd: 0.2 }])
    await venue.sandbox('referrals/pay')
    expect((await summary(referrer)).totals).toMatchObject({ paidUsd: 0.2, unpaidUsd: 0, lifetimeRewardUsd: 0.2 })
    expect((await referrer.balances()).collateral.total).toBe(200_000n)
  })
})
