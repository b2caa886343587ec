// Where the specification is silent about rate limits: what the headers mean to the second, and what a block is.

import { describe, expect, it } from 'vitest'
import { ALICE, SHARED_KEY, VenueDriver } from '../api/venue-driver.js'

const KEY = 'a-default-key'

/** A key with 3 reads a second and 8 a minute; asks `ms` after the last request. */
function throttled() {
  const venue = new VenueDriver({
    keys: [{ name: 'k', key: KEY }],
    tiers: { DEFAULT: { read: { perSecond: 3, perMinute: 8 } } },
  })
  return (ms = 0) => {
    venue.pass(ms)
    const { status, headers } = venue.get('/tags', { key: KEY })
    const short = (name: string) => headers[`X-RateLimit-${name}-short`]
    const medium = (name: string) => headers[`X-RateLimit-${name}-medium`]
    return { status, headers, short, medium }
  }
}

describe('rate limits, headers', () => {
  it('`Remaining` is what is left after this request, never below 0', () => {
    const ask = throttled()
    expect([ask(), ask(), ask()].map(({ short }) => short('Remaining'))).toEqual(['2', '1', '0'])
    expect(ask(1000).medium('Remaining')).toBe('4')
  })

  it('`Reset` is seconds from now, rounded up, to the end of the window of the record', () => {
    const ask = throttled()
    const first = ask()
    expect([first.short('Reset'), first.medium('Reset')]).toEqual(['1', '60'])
    expect(ask(999).short('Reset')).toBe('1')
    expect(ask(501).medium('Reset')).toBe('59')
    expect(ask(57_500).medium('Reset')).toBe('1')
    expect(ask(1000).medium('Reset')).toBe('60')
  })

  it('`Reset` does not promise the full limit: each hit expires one full window after itself', () => {
    const ask = throttled()
    ask()
    ask(900)
    ask()
    // a new window of the record began, but the hits of 900 count still
    const { status, short } = ask(100)
    expect([status, short('Remaining'), short('Reset')]).toEqual([200, '0', '1'])
    expect(ask(799).status).toBe(429)
  })

  it('"Two sliding windows": a hit counts until just before its window is over', () => {
    const [full, free] = [throttled(), throttled()]
    for (const ask of [full, free]) for (let i = 0; i < 3; i++) ask()
    expect([full(999).status, free(1000).status]).toEqual([429, 200])
  })
})

describe('rate limits, blocks', () => {
  it('"a 429 carries `Retry-After-short`": no other rate header, no plain Retry-After', () => {
    const ask = throttled()
    for (let i = 0; i < 3; i++) ask()
    expect(ask()).toMatchObject({ status: 429, headers: { 'Retry-After-short': '1' } })
    expect(Object.keys(ask().headers)).toEqual(['Retry-After-short'])
  })

  it('"or `Retry-After-medium`": with the three headers of the short window', () => {
    const ask = throttled()
    for (let i = 0; i < 8; i++) expect(ask(500).status).toBe(200)
    expect(ask(500)).toMatchObject({
      status: 429,
      headers: {
        'X-RateLimit-Limit-short': '3',
        'X-RateLimit-Remaining-short': '1',
        'X-RateLimit-Reset-short': '1',
        'Retry-After-medium': '60',
      },
    })
    expect(Object.keys(ask(30_000).headers)).toHaveLength(4)
    expect(ask().headers['Retry-After-medium']).toBe('30')
  })

  it('the short window is looked at first; what it blocks is not counted in the minute', () => {
    const ask = throttled()
    for (let i = 0; i < 3; i++) ask()
    for (let i = 0; i < 50; i++) expect(ask().headers).not.toHaveProperty('Retry-After-medium')
    expect(ask(1000).medium('Remaining')).toBe('4')
  })

  it('"blocks for one full window", from the first excess request; hits during it neither count nor prolong it', () => {
    const ask = throttled()
    for (let i = 0; i < 3; i++) ask()
    expect(ask(500).status).toBe(429)
    expect(ask(999).status).toBe(429)
    expect(ask(1).status).toBe(200)
  })

  it('a block that is over clears all hits', () => {
    const ask = throttled()
    for (const ms of [0, 900, 50]) ask(ms)
    expect(ask(10).status).toBe(429)
    expect(ask(1000).short('Remaining')).toBe('2')
  })

  it('the block of a minute holds for the minute, and then gives everything back', () => {
    const ask = throttled()
    for (let i = 0; i < 9; i++) ask(500)
    expect(ask(59_999).status).toBe(429)
    const { status, medium } = ask(1)
    expect([status, medium('Remaining')]).toEqual([200, '7'])
  })
})

describe('rate limits, who is counted', () => {
  it('without a key on a public route: the address', () => {
    const venue = new VenueDriver()
    const ask = (ip: string) => venue.get('/health', { key: '', ip }).status
    for (let i = 0; i < 10; i++) expect(ask('10.0.0.1')).toBe(200)
    expect([ask('10.0.0.1'), ask('10.0.0.2')]).toEqual([429, 200])
  })

  it('the shared key: everybody who uses it together, from whatever address', () => {
    const venue = new VenueDriver()
    const ask = (ip: string) => venue.get('/tags', { key: SHARED_KEY, ip }).status
    for (let i = 0; i < 10; i++) expect(ask(`10.0.0.${i}`)).toBe(200)
    expect(ask('10.0.0.99')).toBe(429)
  })

  it.each([
    ['ANONYMOUS', [10, 300], [1, 10], [2, 20]],
    ['DEFAULT', [10, 300], [5, 150], [10, 300]],
    ['PRO', [50, 3000], [25, 1500], [50, 3000]],
    ['MM', [200, 12_000], [100, 6000], [200, 12_000]],
    ['INTERNAL', [1000, 60_000], [500, 30_000], [1000, 60_000]],
  ] as const)('%s: budgets of the classes read and account, write, cancel', (tier, general, write, cancel) => {
    const isShared = tier === 'ANONYMOUS'
    const venue = new VenueDriver(isShared ? {} : { keys: [{ name: 'k', tier, key: KEY }] })
    const key = isShared ? SHARED_KEY : KEY
    const { accessToken: token } = venue.signIn(ALICE)
    const limits = ({ headers }: { headers: Readonly<Record<string, string>> }) =>
      ['short', 'medium'].map((window) => Number(headers[`X-RateLimit-Limit-${window}`]))
    expect(limits(venue.get('/tags', { key }))).toEqual(general)
    expect(limits(venue.post('/sandbox/faucet', {}, { key }))).toEqual(general)
    expect(limits(venue.post('/markets/market-1/orders', {}, { key }))).toEqual(write)
    expect(limits(venue.post('/orders/cancel-many', {}, { key, token }))).toEqual(cancel)
  })
})
