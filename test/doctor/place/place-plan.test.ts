// What `doctor --place` would send, and what it says of it before.

import { describe, expect, it } from 'vitest'
import { offerOf, type PlacePlan, placePlan, questionLines } from '../../../src/doctor/place/place-plan.js'
import type { Level, MarketBook } from '../../../src/domain/market/book.js'
import type { Market } from '../../../src/domain/market/market.js'

const NOW_MS = 1_800_000_000_000
const market = {
  ...{
    id: 'kettle',
    question: 'Will the kettle boil?',
    ticksPerUnit: 100,
    lotRaw: 10_000n,
    minLots: 500,
    unitRaw: 1_000_000n,
  },
  ...{ status: 'OPEN', registration: 'REGISTERED', endMs: NOW_MS + 3_600_000 },
} as unknown as Market

const level = (price: number): Level => ({ price: price as never, size: 100 as never })
const bids = (yes: number[], no: number[], asks: number[] = []): MarketBook => [
  { bids: yes.map(level), asks: asks.map(level) },
  { bids: no.map(level), asks: [] },
]
const orders = { stopMatchingBeforeSec: 60, minLifetimeSec: 0 }
const planOf = (book: MarketBook, of: Market = market): PlacePlan | string =>
  placePlan(of, { book, venueMs: NOW_MS, ...orders })

describe('a plan', () => {
  it('buys nothing dearer than the cheaper outcome, and rests far from the market', () => {
    const plan = planOf(bids([20], [70]))
    expect(plan).toMatchObject({
      resting: { outcome: 1, price: 1 },
      expiring: { outcome: 0, price: 1 },
      // whoever bids 70 for NO sells YES at 30; prices may move by 5 until it is sent
      crossing: { outcome: 0, price: 35 },
      joining: { outcome: 0, price: 25 },
      ...{ expiringSec: 66, lifeSec: 120 },
      // (1 + 1 + 35 + 25) hundredths of 5 shares
      worstRaw: 3_100_000n,
    })
  })

  it('takes the lower of a direct offer and that of the other outcome’s bids', () => {
    expect(offerOf(bids([20], [70], [28]), 0, 100)).toBe(28)
    expect(offerOf(bids([20], [75], [28]), 0, 100)).toBe(25)
    expect(offerOf(bids([], []), 0, 100)).toBeUndefined()
  })

  it.each([
    ['one side alone', bids([20], []), market, 'its book has one side, or none'],
    ['an offer where we would rest', bids([1], [98]), market, 'somebody sells at 2 ticks, as low as we would bid'],
    ['its end too near', bids([20], [70]), { ...market, endMs: NOW_MS + 100_000 }, 'it ends in 100 s'],
    ['no open market', bids([20], [70]), { ...market, status: 'CLOSED' }, 'it is CLOSED and REGISTERED'],
  ] as const)('is none for %s', (_why, book, of, said) => {
    expect(planOf(book, of as Market)).toBe(said)
  })

  it('is said before: how many, where, what each may cost, and the worst of it', () => {
    const plan = planOf(bids([20], [70]))
    if (typeof plan === 'string') throw new Error(plan)
    const text = questionLines(plan, 5).join('\n')
    expect(text).toContain('in kettle (Will the kettle boil?), 4 orders of 5 shares each')
    expect(text).toContain('bid YES at 0.35 or less, POST_ONLY')
    expect(text).toContain('it buys for 1.75')
    expect(text).toContain('sells for 1.25')
    expect(text).toContain('every one of them matched: 3.10 of collateral')
    expect(text).toContain('within 120 s')
  })
})
