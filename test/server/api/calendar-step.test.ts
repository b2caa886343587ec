// The calendar moves under a venue: dates stay where they are in it, everything that takes a length of time keeps the rest of it.

import { afterAll, describe, expect, it } from 'vitest'
import { freshPath, KeptVenue, removeFiles } from '../store/kept-venue.js'
import { ALICE, BOB, VenueDriver } from './venue-driver.js'

afterAll(removeFiles)

const HOUR_MS = 3_600_000

/** As the clock of a server does it. */
function step(venue: VenueDriver, byMs: number): void {
  venue.nowMs += byMs
  venue.api.rebase(byMs)
  venue.pass(0)
}

const statusOf = (venue: VenueDriver, hash: string) => venue.get(`/orders/${hash}`).body.status

/** Another price is another order. */
function match(venue: VenueDriver, price = 40): string {
  const hash = venue.rest({ maker: ALICE, side: 'BUY', price, size: 100 })
  venue.submit({ maker: BOB, side: 'BUY', outcome: 1, price: 100 - price, size: 100 })
  expect(statusOf(venue, hash)).not.toBe('filled')
  return hash
}

describe.each([HOUR_MS, -HOUR_MS])('a step of %i ms', (byMs) => {
  it('leaves a settlement under way its time, and later ones theirs', () => {
    const venue = new VenueDriver({ settlement: { delayMs: 1000 } })
    const before = match(venue)
    venue.pass(600)
    step(venue, byMs)
    expect(statusOf(venue, before)).toBe('pending_settlement')
    venue.pass(399)
    expect(statusOf(venue, before)).toBe('pending_settlement')
    venue.pass(1)
    expect(statusOf(venue, before)).toBe('filled')
    const after = match(venue)
    venue.pass(1000)
    expect(statusOf(venue, after)).toBe('filled')
    step(venue, -byMs)
    const back = match(venue)
    venue.pass(1000)
    expect(statusOf(venue, back)).toBe('filled')
  })

  it('leaves expirations their dates', () => {
    const venue = new VenueDriver()
    const atSec = Math.floor(venue.nowMs / 1000) + 7200
    const resting = venue.rest({ maker: ALICE, side: 'BUY', price: 40, size: 100, expirationSec: atSec })
    step(venue, byMs)
    venue.pass(atSec * 1000 - venue.nowMs - 1)
    expect(statusOf(venue, resting)).toBe('open')
    venue.pass(1)
    expect(statusOf(venue, resting)).toBe('expired')
  })

  it('leaves windows and blocks their time', () => {
    const venue = new VenueDriver()
    const ask = () => venue.get('/markets', { key: 'wrong', ip: '10.0.0.9' })
    for (let i = 0; i < 11; i++) ask()
    expect(ask().status).toBe(429)
    step(venue, byMs)
    expect(ask()).toMatchObject({ status: 429, headers: { 'Retry-After-short': '1' } })
    venue.pass(1000)
    expect(ask().status).toBe(401)
  })

  it('lets a living world go on at its pace, and ends its markets at their dates', () => {
    const venue = new VenueDriver({ world: 'demo', accounts: [] })
    venue.pass(5000)
    const trades = () =>
      venue.api.markets.all().reduce((sum, { conditionId }) => sum + venue.api.exchange.trades(conditionId).length, 0)
    const before = trades()
    step(venue, byMs)
    const atStep = trades()
    expect(atStep - before).toBeLessThan(5)
    for (let i = 0; i < 30; i++) venue.pass(1000)
    expect(trades()).toBeGreaterThan(atStep)
    const ended = venue.api.markets.all().filter(({ conditionId }) => {
      const market = venue.api.exchange.market(conditionId)
      return market !== undefined && market.status === 'OPEN' && market.spec.endMs <= venue.nowMs
    })
    expect(ended).toEqual([])
  })
})

it('a step of years does not play them through', () => {
  const venue = new VenueDriver({ world: 'demo', accounts: [] })
  venue.pass(5000)
  step(venue, 5 * 365 * 24 * HOUR_MS)
  venue.pass(10_000)
  const open = venue.api.markets.all().filter(({ conditionId }) => {
    const market = venue.api.exchange.market(conditionId)
    return market?.status === 'OPEN' && market.spec.endMs > venue.nowMs
  })
  expect(open.length).toBeGreaterThan(0)
})

describe('a restart in an earlier time than the file was left in', () => {
  it('takes settlements, expirations and sign-ins back to now', () => {
    const path = freshPath()
    const first = new KeptVenue(path, { settlement: { delayMs: 1000 } })
    step(first, HOUR_MS)
    const { accessToken: token } = first.signIn(ALICE)
    const pending = match(first)
    first.store.commit()
    first.die()
    const second = new KeptVenue(path, { settlement: { delayMs: 1000 } }, first.nowMs - HOUR_MS)
    expect(second.created.backMs).toBe(-HOUR_MS)
    second.pass(1000)
    expect(statusOf(second, pending)).toBe('filled')
    const later = match(second, 41)
    second.pass(1000)
    expect(statusOf(second, later)).toBe('filled')
    const atSec = Math.floor(second.nowMs / 1000) + 120
    const resting = second.rest({ maker: ALICE, side: 'BUY', price: 30, size: 100, expirationSec: atSec })
    second.pass(121_000)
    expect(statusOf(second, resting)).toBe('expired')
    second.pass(HOUR_MS - 130_000 - 2000)
    expect(second.get('/me', { token }).status).toBe(200)
    second.pass(20_000)
    expect(second.get('/me', { token }).status).toBe(401)
    second.die()
  })
})
