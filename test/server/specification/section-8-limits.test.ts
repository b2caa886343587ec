// Section 8 of the venue's specification: sizes, rate limits, their windows and headers.

import { describe, expect, it } from 'vitest'
import type { ServerConfigInput } from '../../../src/server/schema.js'
import { ALICE, BOB, KEY, SHARED_KEY, VenueDriver } from '../api/venue-driver.js'

const buy = { maker: ALICE, side: 'BUY', price: 40, size: 100 } as const
const TIERS = ['DEFAULT', 'PRO', 'MM', 'INTERNAL'] as const
type Tier = (typeof TIERS)[number]
const keyOf = (tier: Tier) => `a-key-of-tier-${tier}`

/** A venue with a key of each tier, and the usual one. */
function tiered(config: ServerConfigInput = {}) {
  const keys = TIERS.map((tier) => ({ name: tier, tier, key: keyOf(tier) }))
  return new VenueDriver({ keys: [...keys, { name: 'tests', tier: 'INTERNAL', key: KEY }], ...config })
}

const limits = ({ headers }: { headers: Readonly<Record<string, string>> }) => [
  Number(headers['X-RateLimit-Limit-short']),
  Number(headers['X-RateLimit-Limit-medium']),
]
const accepted = (times: number, ask: () => { status: number }) =>
  Array.from({ length: times }, ask).filter(({ status }) => status !== 429).length

describe('section 8, limits', () => {
  it('"Orders per cancel-many call: 1 to 100", "Referral code length: at most 32 characters", "Offset: minimum 0"', () => {
    const venue = new VenueDriver()
    const { accessToken: token } = venue.signIn(ALICE)
    const cancel = (count: number) => {
      const orderHashes = Array.from({ length: count }, (_, i) => `0x${i.toString(16).padStart(64, '0')}`)
      return venue.post('/orders/cancel-many', { orderHashes }, { token }).status
    }
    expect([0, 1, 100, 101].map(cancel)).toEqual([400, 200, 200, 400])
    const attribute = (length: number) =>
      venue.post('/referral/attribution', { code: 'X'.repeat(length) }, { token }).body.code
    expect([32, 33].map(attribute)).toEqual(['invalid_referral_code', 'validation_failed'])
    expect(venue.get('/markets?offset=-1').body).toEqual(venue.get('/markets').body)
    expect(venue.get(`/orders?account=${ALICE}&offset=-1`).status).toBe(400)
  })
})

describe('section 8, tiers', () => {
  it.each([
    ['DEFAULT', 10, 300],
    ['PRO', 50, 3000],
    ['INTERNAL', 1000, 60_000],
  ] as const)('"%s: %d per second, %d per minute"', (tier, perSecond, perMinute) => {
    const venue = tiered()
    const ask = () => venue.get('/tags', { key: keyOf(tier) })
    expect(limits(ask())).toEqual([perSecond, perMinute])
    venue.pass(1000)
    expect(accepted(perSecond + 5, ask)).toBe(perSecond)
  })

  it('DEFAULT: the minute ends after 300 requests, however they are spread', () => {
    const venue = tiered()
    // slow enough for the second, too fast for the minute
    const ask = () => {
      venue.pass(150)
      return venue.get('/tags', { key: keyOf('DEFAULT') })
    }
    expect(accepted(300, ask)).toBe(300)
    expect(ask()).toMatchObject({ status: 429, headers: { 'Retry-After-medium': '60' } })
  })

  it('"an MM tier is also named": above PRO', () => {
    const venue = tiered()
    const [pro = [], mm = [], internal = []] = (['PRO', 'MM', 'INTERNAL'] as const).map((tier) =>
      limits(venue.get('/tags', { key: keyOf(tier) })),
    )
    expect(mm).toEqual([200, 12_000])
    for (const i of [0, 1])
      expect([pro[i], mm[i], internal[i]].sort((a, b) => a! - b!)).toEqual([pro[i], mm[i], internal[i]])
  })
})

describe('section 8, windows', () => {
  it('"Two independent windows apply: `short` (per second) and `medium` (per minute)"', () => {
    const venue = tiered()
    const ask = () => venue.get('/tags', { key: keyOf('DEFAULT') })
    expect(accepted(11, ask)).toBe(10)
    venue.pass(1000)
    // the second is free again, the minute remembers
    const { headers } = ask()
    expect(headers).toMatchObject({ 'X-RateLimit-Remaining-short': '9', 'X-RateLimit-Remaining-medium': '289' })
  })

  it('"the per-minute figure is not the per-second figure times 60."', () => {
    const [perSecond = 0, perMinute = 0] = limits(tiered().get('/tags', { key: keyOf('DEFAULT') }))
    expect([perSecond, perMinute]).toEqual([10, 300])
    expect(perMinute).toBeLessThan(perSecond * 60)
  })

  it('"Responses carry headers `X-RateLimit-Limit-short`, `X-RateLimit-Limit-medium`, `X-RateLimit-Remaining-short`, `X-RateLimit-Remaining-medium`, `X-RateLimit-Reset-short`, `X-RateLimit-Reset-medium`.": refusals too', () => {
    const venue = tiered()
    const answers = [
      venue.get('/tags'),
      venue.get('/markets/none'),
      venue.get('/markets?status=x'),
      venue.get('/me'),
      venue.get('/orders'),
      venue.post('/markets/market-1/orders', {}),
      venue.submit({ ...buy, feeRateBps: 1 }),
      venue.submit(buy),
      venue.get('/health', { key: '' }),
    ]
    const names = ['Limit', 'Remaining', 'Reset'].flatMap((what) => [
      `X-RateLimit-${what}-short`,
      `X-RateLimit-${what}-medium`,
    ])
    for (const { status, headers } of answers) {
      expect({
        status,
        names: Object.keys(headers)
          .filter((name) => name.startsWith('X-Rate'))
          .sort(),
      }).toEqual({
        status,
        names: [...names].sort(),
      })
      for (const name of names) expect(headers[name]).toMatch(/^\d+$/)
    }
  })

  it('"Exceeding a limit returns 429 Too Many Requests."', () => {
    const venue = tiered()
    const answers = Array.from({ length: 11 }, () => venue.get('/tags', { key: keyOf('DEFAULT') }))
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(200), 429])
    expect(answers[10]?.body.message).toMatch(/Too Many Requests/)
  })
})

describe('section 8, route classes', () => {
  const ask = {
    read: (venue: VenueDriver, key: string) => venue.get('/tags', { key }),
    write: (venue: VenueDriver, key: string) => venue.submit(buy, { key }),
    cancel: (venue: VenueDriver, key: string, token: string) =>
      venue.post('/markets/market-1/orders/cancel-all', undefined, { key, token }),
    account: (venue: VenueDriver, key: string) =>
      venue.post('/sandbox/faucet', { account: ALICE, amount: '1' }, { key }),
  } as const

  it('"Rate limits are per key and depend on the route class and the key\'s tier.": one is used up, the others are not', () => {
    for (const used of ['read', 'write', 'cancel', 'account'] as const) {
      const venue = tiered()
      const { accessToken: token } = venue.signIn(ALICE)
      const key = keyOf('DEFAULT')
      expect(accepted(30, () => ask[used](venue, key, token))).toBe(used === 'write' ? 5 : 10)
      for (const other of ['read', 'write', 'cancel', 'account'] as const) {
        const blocked = ask[other](venue, key, token).status === 429
        expect({ used, other, blocked }).toEqual({ used, other, blocked: other === used })
      }
      expect(ask[used](venue, keyOf('PRO'), token).status).not.toBe(429)
    }
  })

  it('two keys of one account have a budget each', () => {
    const venue = tiered()
    const { accessToken: token } = venue.signIn(BOB)
    const [one, two] = ['one', 'two'].map((name) => venue.post('/me/api-keys', { name }, { token }).body.key)
    expect(accepted(20, () => venue.get('/tags', { key: one }))).toBe(10)
    expect(accepted(20, () => venue.get('/tags', { key: two }))).toBe(10)
  })

  it('"Order-write and cancel budgets are separate and much tighter for the anonymous (shared key) class."', () => {
    const venue = tiered()
    const { accessToken: token } = venue.signIn(ALICE)
    const of = (key: string) => ({
      write: limits(ask.write(venue, key)),
      cancel: limits(ask.cancel(venue, key, token)),
    })
    expect(of(SHARED_KEY)).toEqual({ write: [1, 10], cancel: [2, 20] })
    expect(of(keyOf('DEFAULT'))).toEqual({ write: [5, 150], cancel: [10, 300] })
    venue.pass(60_000)
    expect(accepted(5, () => ask.write(venue, SHARED_KEY))).toBe(1)
    // the cancels are not touched by it
    expect(accepted(5, () => ask.cancel(venue, SHARED_KEY, token))).toBe(2)
    venue.pass(60_000)
    const spread = () => {
      venue.pass(1100)
      return ask.write(venue, SHARED_KEY)
    }
    expect(accepted(20, spread)).toBe(10)
  })
})
