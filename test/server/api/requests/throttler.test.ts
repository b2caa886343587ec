import { describe, expect, it } from 'vitest'
import { Throttler, TOO_MANY_REQUESTS } from '../../../../src/server/api/requests/throttler.js'

const limits = { perSecond: 3, perMinute: 8 }

function throttle() {
  const throttler = new Throttler()
  return (nowMs: number, overrides: object = {}) =>
    throttler.hit({ tracker: 'key:1', routeClass: 'read', limits, nowMs, ...overrides })
}

describe('Throttler', () => {
  it('sends limit, what remains after this request, and seconds from now rounded up', () => {
    const hit = throttle()
    expect(hit(0).headers).toEqual({
      'X-RateLimit-Limit-short': '3',
      'X-RateLimit-Remaining-short': '2',
      'X-RateLimit-Reset-short': '1',
      'X-RateLimit-Limit-medium': '8',
      'X-RateLimit-Remaining-medium': '7',
      'X-RateLimit-Reset-medium': '60',
    })
    const later = hit(400).headers
    expect(later['X-RateLimit-Remaining-short']).toBe('1')
    expect(later['X-RateLimit-Reset-short']).toBe('1')
    expect(later['X-RateLimit-Reset-medium']).toBe('60')
    expect(hit(1500).headers['X-RateLimit-Reset-medium']).toBe('59')
  })

  it('never lets the remaining number fall below 0', () => {
    const hit = throttle()
    hit(0)
    hit(0)
    expect(hit(0).headers['X-RateLimit-Remaining-short']).toBe('0')
  })

  it('blocked by short: only Retry-After-short, no other rate header, and medium is not counted', () => {
    const hit = throttle()
    for (let i = 0; i < 3; i++) hit(0)
    for (let i = 0; i < 5; i++) expect(hit(10)).toEqual({ blocked: true, headers: { 'Retry-After-short': '1' } })
    // 3 hits before the block and this one: 8 - 4
    expect(hit(1010).headers['X-RateLimit-Remaining-medium']).toBe('4')
  })

  it('blocked by medium: the three short headers and Retry-After-medium', () => {
    const hit = throttle()
    for (let i = 0; i < 8; i++) expect(hit(i * 500).blocked).toBe(false)
    expect(hit(4000)).toEqual({
      blocked: true,
      headers: {
        'X-RateLimit-Limit-short': '3',
        'X-RateLimit-Remaining-short': '1',
        'X-RateLimit-Reset-short': '1',
        'Retry-After-medium': '60',
      },
    })
    expect(hit(34_000).headers['Retry-After-medium']).toBe('30')
  })

  it('lets each hit expire one full window after itself, while Reset counts to the end of the record window', () => {
    const hit = throttle()
    hit(0)
    hit(900)
    hit(900)
    // a new record window begins at 1000, but the hits of 900 still count
    const { blocked, headers } = hit(1000)
    expect(blocked).toBe(false)
    expect(headers['X-RateLimit-Remaining-short']).toBe('0')
    expect(headers['X-RateLimit-Reset-short']).toBe('1')
    expect(hit(1899).blocked).toBe(true)
  })

  it('counts a hit until just before its window is over', () => {
    const full = throttle()
    for (let i = 0; i < 3; i++) full(0)
    expect(full(999).blocked).toBe(true)
    const free = throttle()
    for (let i = 0; i < 3; i++) free(0)
    expect(free(1000).blocked).toBe(false)
  })

  it('starts a block of one full window with the first excess request; hits during it do not count or prolong it', () => {
    const hit = throttle()
    for (let i = 0; i < 3; i++) hit(0)
    expect(hit(500).blocked).toBe(true)
    expect(hit(1499).blocked).toBe(true)
    expect(hit(1500).blocked).toBe(false)
  })

  it('clears all hits at the end of a block', () => {
    const hit = throttle()
    hit(0)
    hit(900)
    hit(950)
    expect(hit(960).blocked).toBe(true)
    expect(hit(1960).headers['X-RateLimit-Remaining-short']).toBe('2')
  })

  it('keeps keys and route classes apart', () => {
    const hit = throttle()
    for (let i = 0; i < 4; i++) hit(0)
    expect(hit(0).blocked).toBe(true)
    expect(hit(0, { routeClass: 'write' }).blocked).toBe(false)
    expect(hit(0, { tracker: 'key:2' }).blocked).toBe(false)
  })

  it('says 429 without `error`', () => {
    expect(TOO_MANY_REQUESTS).toEqual({ statusCode: 429, message: 'ThrottlerException: Too Many Requests' })
  })

  it('forgets idle records instead of growing for ever', () => {
    const throttler = new Throttler()
    const ask = (id: number, nowMs: number) => throttler.hit({ tracker: `ip:${id}`, routeClass: 'read', limits, nowMs })
    for (let id = 0; id < 6000; id++) ask(id, 0)
    ask(0, 300_000)
    expect(ask(1, 300_000).headers['X-RateLimit-Remaining-medium']).toBe('7')
  })
})
