// Section 8 of the venue's specification: two windows per key, route class and tier, and what the headers say to the letter.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createdKey } from './client/account-shapes.js'
import { type Answer, ask } from './client/http.js'
import { rateWindow, retryAfter } from './client/rates.js'
import { Trader } from './client/trader.js'
import { Venue } from './venue.js'

let venue: Venue

const tiers = ['DEFAULT', 'PRO', 'MM', 'INTERNAL'] as const
/** A minute short enough to be used up by the test of the medium window. */
const narrow = { PRO: { account: { perSecond: 100, perMinute: 6 } } }
const some = ['burst', 'slide', 'block', 'order', 'alone'].map((name) => ({ name, tier: 'DEFAULT' }))

beforeAll(async () => {
  venue = await Venue.start(
    { keys: [...tiers.map((tier) => ({ name: tier, tier })), ...some], tiers: narrow },
    { plain: 1 },
  )
})

afterAll(async () => {
  expect(await venue.stop()).toBe(0)
})

const key = (name: string) => venue.keys.get(name) ?? ''

const call = (method: string, path: string, apiKey?: string): Promise<Answer> =>
  ask(venue.url, {
    method,
    path,
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(method === 'POST' ? { body: {} } : {}),
  })

const read = (name: string) => call('GET', '/tags', key(name))

/** One request of each route class that changes nothing. */
const classes = {
  read: ['GET', '/tags'],
  write: ['POST', '/markets/plain-1/orders'],
  cancel: ['POST', '/orders/cancel-many'],
  account: ['POST', '/me/api-keys'],
} as const

/** Budgets: per second, per minute. */
const budgets: Record<string, Record<keyof typeof classes, [number, number]>> = {
  DEFAULT: { read: [10, 300], write: [5, 150], cancel: [10, 300], account: [10, 300] },
  PRO: { read: [50, 3000], write: [25, 1500], cancel: [50, 3000], account: [50, 3000] },
  MM: { read: [200, 12_000], write: [100, 6000], cancel: [200, 12_000], account: [200, 12_000] },
  INTERNAL: { read: [1000, 60_000], write: [500, 30_000], cancel: [1000, 60_000], account: [1000, 60_000] },
}

describe('§8 rate limits are per key and depend on the route class and the key’s tier', () => {
  for (const tier of tiers) {
    for (const name of ['read', 'write', 'cancel', 'account'] as const) {
      if (tier === 'PRO' && name === 'account') continue
      const [perSecond, perMinute] = budgets[tier]?.[name] ?? [0, 0]
      test(`${tier} ${name}: ${perSecond} per second, ${perMinute} per minute`, async () => {
        const [method, path] = classes[name]
        const { headers } = await call(method, path, key(tier))
        expect(rateWindow(headers, 'short')).toEqual({ limit: perSecond, remaining: perSecond - 1, reset: 1 })
        expect(rateWindow(headers, 'medium')).toEqual({ limit: perMinute, remaining: perMinute - 1, reset: 60 })
      })
    }
  }

  test('order-write and cancel budgets are much tighter for the shared key (the anonymous class)', async () => {
    const write = await call(...classes.write, venue.sharedKey)
    expect(rateWindow(write.headers, 'short')?.limit).toBe(1)
    expect(rateWindow(write.headers, 'medium')?.limit).toBe(10)
    const cancel = await call(...classes.cancel, venue.sharedKey)
    expect(rateWindow(cancel.headers, 'short')?.limit).toBe(2)
    expect(rateWindow(cancel.headers, 'medium')?.limit).toBe(20)
  })

  test('a personal key made by its owner is DEFAULT; another tier counts from the next request on', async () => {
    const owner = await venue.trader(0n)
    const made = await owner.send('POST', '/me/api-keys', { body: { name: 'own' }, check: createdKey })
    expect(rateWindow((await call('GET', '/tags', made.key)).headers, 'short')?.limit).toBe(10)
    await owner.send('POST', `/sandbox/api-keys/${made.id}/tier`, { body: { tier: 'PRO' }, check: (v) => v })
    expect(rateWindow((await call('GET', '/tags', made.key)).headers, 'short')?.limit).toBe(50)
  })
})

describe.concurrent('§8 exceeding a limit returns 429 Too Many Requests', () => {
  test('by short: body without `error`, Retry-After-short, no other rate header, no plain Retry-After', async () => {
    const answers = await Promise.all(Array.from({ length: 14 }, () => read('burst')))
    const good = answers.filter((a) => a.status === 200)
    expect(good).toHaveLength(10)
    // remaining: after this request, never below 0
    const left = good.map((a) => rateWindow(a.headers, 'short')?.remaining).sort((a = 0, b = 0) => a - b)
    expect(left).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    for (const refused of answers.filter((a) => a.status !== 200)) {
      expect(refused.status).toBe(429)
      expect(refused.body).toMatchObject({ statusCode: 429, message: 'ThrottlerException: Too Many Requests' })
      expect(refused.body).not.toHaveProperty('error')
      expect(retryAfter(refused.headers, 'short')).toBe(1)
      const rates = [...refused.headers.keys()].filter((name) => /ratelimit|retry/.test(name))
      expect(rates).toEqual(['retry-after-short'])
    }
  })

  test('one key’s excess does not touch another’s, nor another route class of the same key', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => read('alone')))
    expect(answers.some((a) => a.status === 429)).toBe(true)
    expect((await call(...classes.cancel, key('alone'))).status).not.toBe(429)
    expect((await read('order')).status).toBe(200)
  })

  test('a block lasts one full window, during which hits do not count; a finished block clears all hits', async () => {
    await Promise.all(Array.from({ length: 11 }, () => read('block')))
    let answer = await read('block')
    expect(answer.status).toBe(429)
    // asking all the time does not prolong it
    const end = Date.now() + 5000
    while (answer.status === 429 && Date.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, 50))
      answer = await read('block')
    }
    expect(answer.status).toBe(200)
    expect(rateWindow(answer.headers, 'short')?.remaining).toBe(9)
    // what was refused by short was not counted by medium: 10 and this one
    expect(rateWindow(answer.headers, 'medium')?.remaining).toBe(300 - 11)
  })

  test('each hit expires one full window after itself (a sliding log)', async () => {
    // the spacing must come out as meant: tried again when the machine was slow
    for (let attempt = 0; attempt < 5; attempt++) {
      const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
      await read('slide')
      const first = performance.now()
      await wait(600)
      const second = performance.now()
      await Promise.all([read('slide'), read('slide')])
      await wait(Math.max(0, first + 1050 - performance.now()))
      const { headers } = await read('slide')
      if (performance.now() - second < 950) {
        // the first is gone, the two and this one count; windows that begin anew would say 9
        expect(rateWindow(headers, 'short')?.remaining).toBe(7)
        return
      }
      await wait(1100)
    }
    throw new Error('the machine was too slow in every attempt')
  })
})

describe('§8 the per-minute figure is not the per-second figure times 60', () => {
  test('by medium: the three -short headers and Retry-After-medium', async () => {
    const answers: Answer[] = []
    for (let i = 0; i < 8; i++) answers.push(await call(...classes.account, key('PRO')))
    expect(answers.slice(0, 6).map((a) => rateWindow(a.headers, 'medium')?.remaining)).toEqual([5, 4, 3, 2, 1, 0])
    for (const refused of answers.slice(6)) {
      expect(refused.status).toBe(429)
      expect(rateWindow(refused.headers, 'short')?.limit).toBe(100)
      expect(rateWindow(refused.headers, 'medium')).toBeUndefined()
      const after = retryAfter(refused.headers, 'medium') ?? 0
      expect(after).toBeGreaterThan(50)
      expect(after).toBeLessThanOrEqual(60)
      expect(refused.headers.get('retry-after')).toBeNull()
      expect(refused.headers.get('retry-after-short')).toBeNull()
    }
  })
})

describe('without a valid key (public routes) the limit is per IP', () => {
  test('headers are there, and no key and an unknown key share one budget', async () => {
    const first = rateWindow((await call('GET', '/health')).headers, 'medium')
    const second = rateWindow((await call('GET', '/health', 'nobody')).headers, 'medium')
    expect((first?.remaining ?? 0) - (second?.remaining ?? 0)).toBe(1)
    expect(await new Trader(venue).signIn()).toHaveProperty('session.tokenType', 'Bearer')
  })
})
