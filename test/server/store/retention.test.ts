// What is over leaves the file; what somebody may still come back for stays.

import { afterAll, describe, expect, it } from 'vitest'
import type { ListedMarket } from '../../../src/server/api/markets/listed-market.js'
import { ALICE, BOB, type OrderInput } from '../api/venue-driver.js'
import { freshPath, KeptVenue, removeFiles } from './kept-venue.js'

afterAll(removeFiles)

const HOUR_MS = 3_600_000
const MINUTE_SEC = 60
const BID: OrderInput = { maker: ALICE, side: 'BUY', price: 40, size: 1000 }
const TAKE: OrderInput = { maker: BOB, side: 'BUY', outcome: 1, price: 60, size: 1000 }

/** Of a venue in which nothing but what a test does happens. */
const QUIET = { keepEndedHours: 1 }

class Keeper extends KeptVenue {
  /** Orders of all markets. */
  get known(): number {
    const of = ({ conditionId }: ListedMarket) =>
      this.store.archive.orders({ conditionId }, { offset: 0, size: 0 }).total
    return this.api.markets.all().reduce((sum, market) => sum + of(market), 0)
  }

  token(): string {
    return this.signIn(ALICE).accessToken
  }

  inSec(seconds: number): number {
    return Math.floor(this.nowMs / 1000) + seconds
  }

  cancel(...hashes: string[]): void {
    const { status } = this.post('/orders/cancel-many', { orderHashes: hashes }, { token: this.token() })
    expect(status).toBe(200)
    this.store.commit()
  }

  /** Orders of somebody else, one commit each. */
  goOn(orders: number): void {
    for (let i = 0; i < orders; i++) {
      const hash = this.rest({ maker: BOB, side: 'BUY', price: 2, size: 500, expirationSec: this.inSec(MINUTE_SEC) })
      this.post('/orders/cancel-many', { orderHashes: [hash] }, { token: this.signIn(BOB).accessToken })
      this.store.commit()
    }
  }

  knows(hash: string): boolean {
    return this.get(`/orders/${hash}`, { token: this.token() }).status === 200
  }
}

describe.each([
  ['a data file', () => freshPath()],
  ['the scratch file', () => undefined],
])('an order in %s', (_name, pathOf) => {
  it('that came to nothing and has expired is forgotten after its time, and not before', () => {
    const venue = new Keeper(pathOf(), QUIET)
    const hash = venue.rest({ ...BID, expirationSec: venue.inSec(MINUTE_SEC) })
    venue.cancel(hash)
    venue.pass(0.99 * HOUR_MS)
    venue.goOn(5)
    expect(venue.knows(hash)).toBe(true)
    venue.pass(0.1 * HOUR_MS)
    venue.goOn(5)
    expect(venue.knows(hash)).toBe(false)
    venue.die()
  })

  it('is known for as long as its bytes could be sent again', () => {
    const venue = new Keeper(pathOf(), QUIET)
    const again = { ...BID, salt: 77n, expirationSec: venue.inSec(3 * 3600) }
    const hash = venue.rest(again)
    const forEver = venue.rest({ ...BID, salt: 78n })
    venue.cancel(hash, forEver)
    venue.pass(2 * HOUR_MS)
    venue.goOn(5)
    venue.submit(again)
    expect(venue.get(`/orders/${hash}`, { token: venue.token() }).body.status).toBe('cancelled_local')
    venue.pass(2.5 * HOUR_MS)
    venue.goOn(10)
    expect([venue.knows(hash), venue.knows(forEver)]).toEqual([false, true])
    venue.die()
  })

  it('that rests, however long, stays, and goes a while after its cancel', () => {
    const venue = new Keeper(pathOf(), QUIET)
    const hash = venue.rest({ ...BID, expirationSec: venue.inSec(5 * 3600) })
    venue.pass(4 * HOUR_MS)
    venue.goOn(10)
    expect(venue.knows(hash)).toBe(true)
    venue.cancel(hash)
    venue.pass(0.9 * HOUR_MS)
    venue.goOn(10)
    expect(venue.knows(hash)).toBe(true)
    venue.pass(1.5 * HOUR_MS)
    venue.goOn(20)
    expect(venue.knows(hash)).toBe(false)
    venue.die()
  })

  it('that was filled stays with its fill for good', () => {
    const venue = new Keeper(pathOf(), QUIET)
    const hash = venue.rest({ ...BID, expirationSec: venue.inSec(MINUTE_SEC) })
    expect(venue.submit(TAKE).status).toBe(201)
    venue.pass(10_000)
    venue.store.commit()
    venue.pass(50 * HOUR_MS)
    venue.goOn(20)
    expect(venue.knows(hash)).toBe(true)
    expect(venue.get('/me/trades', { token: venue.token() }).body.data).toHaveLength(1)
    venue.die()
  })
})

it('a living sandbox stays as large as it was, whatever its traders do', () => {
  const path = freshPath()
  const world = 'demo'
  const venue = new Keeper(path, { keepEndedHours: 0.01, world })
  const sizes: number[] = []
  for (let round = 0; round < 6; round++) {
    for (let i = 0; i < 36; i++) {
      venue.pass(1000)
      venue.store.commit()
    }
    sizes.push(venue.known)
  }
  const [, , third = 0] = sizes
  expect(third).toBeGreaterThan(200)
  expect(Math.max(...sizes.slice(3))).toBeLessThan(1.5 * third)
  venue.die()
  // and is the same venue after a restart
  const again = new Keeper(path, { keepEndedHours: 0.01, world })
  again.pass(10_000)
  again.die()
})
