import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ticks } from '../../../src/domain/amounts/price.js'
import { lots } from '../../../src/domain/amounts/size.js'
import type { MarketBook } from '../../../src/domain/market/book.js'
import { seededRandom } from '../../../src/domain/random.js'
import { A_MOMENT_MS } from '../../../src/domain/time.js'
import { type EstimateSettings, Estimates } from '../../../src/state/market/estimates.js'
import { A, B, market } from '../../risk/builders.js'

type Pair = readonly [number, number]
const levels = (pairs: readonly Pair[]) => pairs.map(([price, size]) => ({ price: ticks(price), size: lots(size) }))
const book = (yes: Pair[], no: Pair[], yesAsks: Pair[] = [], noAsks: Pair[] = []): MarketBook => [
  { bids: levels(yes), asks: levels(yesAsks) },
  { bids: levels(no), asks: levels(noAsks) },
]
const TIMES = { fairTauMs: 1000, volatilityTauMs: 60_000, confirmMs: 3000, maxFairAgeMs: 30_000 }
const estimates = (change: Partial<EstimateSettings> = {}) => {
  const e = new Estimates({ ...TIMES, ...change })
  e.advance({ monoMs: 0, venueMs: VENUE_MS })
  e.open(market())
  return e
}
const VENUE_MS = 1_790_000_000_000
const at = (e: Estimates, monoMs: number) => {
  e.advance({ monoMs, venueMs: VENUE_MS + monoMs })
  return e.fair(market())
}
const EMPTY = book([], [])
const AROUND_45 = book([[40, 5]], [[50, 5]])

describe('the fair value', () => {
  it('is unknown before the first two-sided book', () => {
    const e = estimates()
    expect(at(e, 0)).toBeUndefined()
    expect(e.isKnown(market())).toBe(false)
    e.observe(market(), book([[40, 5]], []), 1)
    e.observe(market(), book([[40, 5]], [[60, 5]]), 2)
    expect(at(e, 2)).toBeUndefined()
    expect(e.volatility(A)).toBeUndefined()
    e.observe(market(), AROUND_45, 3)
    expect(at(e, 3)).toMatchObject({ p: expect.closeTo(0.45, 9), basis: 'two-sided', ageMs: 0, degraded: false })
    expect(at(e, 3)).toMatchObject({ spread: expect.closeTo(0.1, 9), mid: expect.closeTo(0.45, 9), jump: 0 })
    expect(e.isKnown(market())).toBe(true)
  })

  it('is decided the same to the last digit, whether anybody beside the core has looked at what is held or not', () => {
    const [looked, alone] = [estimates(), estimates()]
    for (let n = 0; n < 200; n++) {
      const nowMs = 137 * n
      for (const e of [looked, alone]) {
        e.observe(market(), book([[40 + (n % 3), 5]], [[50 + (n % 2), 5]]), nowMs)
        e.advance({ monoMs: nowMs + 71, venueMs: VENUE_MS + nowMs + 71 })
      }
      const { fair } = looked.seenMarks(market())
      expect(at(alone, nowMs + 136)).toEqual(at(looked, nowMs + 136))
      expect(fair).toBeCloseTo(alone.marks(market()).fair ?? 0, 1)
    }
    expect(looked.seenMarks(market())).toEqual(alone.marks(market()))
    expect(looked.seenMarks(market(B))).toEqual(alone.marks(market(B)))
  })

  it('what is past is not next, although nobody has asked for the value since', () => {
    const e = estimates()
    e.observe(market(), AROUND_45, 0)
    e.observe(market(), EMPTY, 9000)
    e.advance({ monoMs: 50_000, venueMs: 50_000 })
    expect(e.nextMonoMs(A)).toBe(Number.POSITIVE_INFINITY)
  })

  it.each([
    ['one side left', book([[90, 5]], []), 'one-sided'],
    ['an empty book', EMPTY, 'two-sided'],
    ['a crossed book', book([[90, 5]], [[10, 5]]), 'two-sided'],
  ] as const)('%s says nothing: the value ages, is degraded, and goes', (_name, left, basis) => {
    const e = estimates()
    e.observe(market(), AROUND_45, 0)
    e.observe(market(), left, 9000)
    expect(at(e, 9900)).toMatchObject({ p: expect.closeTo(0.45, 9), basis, ageMs: 900, degraded: false })
    expect(e.nextMonoMs(A)).toBe(39_000 + A_MOMENT_MS)
    expect(at(e, 10_001)).toMatchObject({ p: expect.closeTo(0.45, 9), basis, ageMs: 1001, degraded: true })
    expect(at(e, 39_000)).toMatchObject({ ageMs: 30_000 })
    expect(at(e, 39_001)).toBeUndefined()
    expect(e.isKnown(market())).toBe(false)
    // what is held keeps its value
    expect(e.marks(market())).toMatchObject({ fair: expect.closeTo(0.45, 9), isFirm: true })
    e.observe(market(), AROUND_45, 50_000)
    expect(at(e, 50_000)).toMatchObject({ p: expect.closeTo(0.45, 9), ageMs: 0 })
  })

  it('a book that stands for half an hour without a word is not old', () => {
    const e = estimates()
    e.observe(market(), AROUND_45, 0)
    expect(at(e, 1_800_000)).toMatchObject({ ageMs: 0, degraded: false })
  })

  it('leans to the side with less behind it, and weighs each book by the time it stood', () => {
    const e = estimates()
    e.observe(market(), book([[40, 30]], [[50, 10]]), 0)
    expect(at(e, 0)?.p).toBeCloseTo(0.475, 9)
    // three to one at most: a size is free to show
    const leaning = estimates()
    leaning.observe(market(), book([[40, 9000]], [[50, 10]]), 0)
    expect(at(leaning, 0)?.p).toBeCloseTo(0.475, 9)
    e.observe(market(), book([[45, 10]], [[45, 10]]), 1000)
    expect(at(e, 1000)?.p).toBeCloseTo(0.475, 9)
    const between = at(e, 1700)?.p
    expect(between).toBeGreaterThan(0.475)
    expect(between).toBeLessThan(0.5)
    expect(at(e, 60_000)?.p).toBeCloseTo(0.5, 6)
  })

  it('an order that shows for a moment after a quiet hour moves nothing', () => {
    const e = estimates()
    e.observe(market(), book([[40, 500]], [[50, 500]]), 0)
    e.observe(market(), book([[44, 500]], [[50, 500]]), 3_600_000)
    expect(at(e, 3_600_010)?.p).toBeCloseTo(0.45, 3)
    e.observe(market(), book([[40, 500]], [[50, 500]]), 3_600_010)
    expect(at(e, 3_660_000)?.p).toBeCloseTo(0.45, 9)
  })

  it('is the payout once the market is over', () => {
    const e = estimates()
    e.observe(market(), AROUND_45, 3)
    expect(e.marks(market(A, { status: 'RESOLVED', winner: 0 })).fair).toBe(1)
    expect(e.marks(market(A, { status: 'RESOLVED', winner: 1 })).fair).toBe(0)
    expect(e.marks(market(A, { status: 'CANCELLED' })).fair).toBe(0.5)
    expect(e.marks(market(A, { status: 'RESOLVED' })).fair).toBeCloseTo(0.45, 9)
  })

  it('stays strictly inside (0, 1), and inside what the books said', () => {
    const size = fc.integer({ min: 1, max: 9 })
    const price = fc.integer({ min: 1, max: 98 })
    const step = fc.tuple(price, price, size, fc.integer({ min: 0, max: 9000 }))
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 20 }), (steps) => {
        const e = estimates()
        let [low, high, now] = [1, 0, 0]
        for (const [yes, no, lotsOf, afterMs] of steps) {
          now += afterMs
          e.observe(market(), book([[yes, lotsOf]], [[no, 5]]), now)
          if (yes + no >= 100) continue
          low = Math.min(low, yes / 100)
          high = Math.max(high, 1 - no / 100)
        }
        const fair = e.marks(market()).fair
        if (high === 0) expect(fair).toBeUndefined()
        else {
          expect(fair).toBeGreaterThanOrEqual(low - 1e-9)
          expect(fair).toBeLessThanOrEqual(high + 1e-9)
        }
      }),
    )
  })
})

describe('a jump beyond the spread', () => {
  /** A book of 500 lots around 0.45, ours are 200, then one at 60 / 64. */
  const jumped = (size: number) => {
    const e = estimates()
    e.ordered(A, 200)
    e.observe(market(), book([[43, 500]], [[53, 500]]), 0)
    e.observe(market(), book([[60, size]], [[36, size]]), 10_000)
    return e
  }

  it('leaves the value, says so at once, and is followed at once when our size has rested there', () => {
    const e = jumped(200)
    expect(at(e, 10_000)).toMatchObject({ p: expect.closeTo(0.45, 9), jump: 1, ageMs: 0 })
    expect(e.nextMonoMs(A)).toBe(13_000)
    expect(at(e, 12_999)).toMatchObject({ p: expect.closeTo(0.45, 9), jump: 1, ageMs: 2999, degraded: true })
    expect(at(e, 13_000)).toMatchObject({ p: expect.closeTo(0.62, 9), jump: 0, ageMs: 0, degraded: false })
  })

  it('of less than our size is never followed, and the value goes', () => {
    const e = jumped(199)
    expect(at(e, 39_999)).toMatchObject({ jump: 1, p: expect.closeTo(0.45, 9) })
    expect(at(e, 40_001)).toBeUndefined()
  })

  it('is followed when our size has traded there, in pieces too, and not by trades elsewhere', () => {
    const e = jumped(100)
    const trade = (price: number, size: number, outcome: 0 | 1 = 0) => {
      const sizeRaw = BigInt(size) * market().lotRaw
      const more = { tradeId: '', conditionId: A, matchType: 'direct', side: 'BUY', venueMs: 0 } as const
      e.traded(market(), { ...more, outcome, price: ticks(price), sizeRaw })
    }
    at(e, 10_500)
    trade(44, 900)
    trade(60, 150)
    expect(at(e, 10_500)?.jump).toBe(1)
    trade(38, 50, 1)
    expect(at(e, 10_500)).toMatchObject({ p: expect.closeTo(0.62, 9), jump: 0 })
  })

  it('that is taken back leaves the endangered side off for as long as it stood', () => {
    const e = jumped(500)
    e.observe(market(), book([[43, 500]], [[53, 500]]), 12_000)
    expect(at(e, 13_999)).toMatchObject({ jump: 1, p: expect.closeTo(0.45, 9) })
    expect(at(e, 14_000)).toMatchObject({ jump: 0, p: expect.closeTo(0.45, 9), ageMs: 0 })
  })

  it('a maker who replaces the order does not begin anew, one who shows it half of the time never ends', () => {
    const replaced = jumped(500)
    replaced.observe(market(), book([[43, 500]], [[36, 500]]), 12_000)
    replaced.observe(market(), book([[60, 500]], [[36, 500]]), 12_100)
    expect(at(replaced, 13_199)?.jump).toBe(1)
    expect(at(replaced, 13_200)).toMatchObject({ jump: 0, p: expect.closeTo(0.62, 9) })
    const flickering = jumped(500)
    for (let n = 1; n < 60; n++) {
      const shown = n % 2 === 0 ? book([[60, 500]], [[36, 500]]) : book([[43, 500]], [[53, 500]])
      flickering.observe(market(), shown, 10_000 + 400 * n)
    }
    expect(flickering.marks(market()).fair).toBeCloseTo(0.45, 9)
  })

  it('small orders inside the spread are no jump and move next to nothing', () => {
    const e = estimates()
    e.ordered(A, 2000)
    e.observe(market(), book([[40, 6000]], [[40, 6000]]), 0)
    const small: Pair[] = [
      [58, 100],
      [40, 6000],
    ]
    e.observe(market(), book(small, [[40, 6000]]), 1000)
    expect(at(e, 60_000)).toMatchObject({ jump: 0, p: expect.closeTo(0.5, 1) })
    expect(Math.abs((at(e, 60_000)?.p ?? 0) - 0.5)).toBeLessThan(0.01)
  })

  it('never follows the book further than the time that a size of ours has rested allows', () => {
    const jump = fc.tuple(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 1, max: 2990 }))
    fc.assert(
      fc.property(fc.array(jump, { minLength: 1, maxLength: 12 }), (flashes) => {
        const e = estimates()
        e.ordered(A, 200)
        const calm = book([[43, 500]], [[53, 500]])
        e.observe(market(), calm, 0)
        let now = 0
        for (const [bid, forMs] of flashes) {
          now += 3000
          e.observe(market(), book([[bid, 500]], [[99 - bid, 500]]), now)
          now += forMs
          e.observe(market(), calm, now)
          now += 60_000
          e.observe(market(), calm, now)
          expect(at(e, now)?.p).toBeCloseTo(0.45, 6)
        }
      }),
    )
  })
})

describe('where the book bears none', () => {
  it('the operator’s prior carries: of the market before that of all, until its time has come', () => {
    const e = estimates({ prior: { p: 0.3 }, priors: { [A]: { p: 0.6, untilSec: (VENUE_MS + 50_000) / 1000 } } })
    expect(at(e, 5000)).toMatchObject({ p: 0.6, basis: 'prior', ageMs: 5000, degraded: false, jump: 0 })
    expect(at(e, 5000)).not.toHaveProperty('mid')
    expect(e.marks(market())).toMatchObject({ fair: 0.6, isFirm: false })
    expect(e.fair(market(B))).toBeUndefined()
    e.open(market(B))
    expect(e.fair(market(B))).toMatchObject({ p: 0.3 })
    expect(at(e, 50_000)).toBeUndefined()
  })

  it('a prior of a market that is named by its condition id in capitals is its own', () => {
    const e = estimates({ prior: { p: 0.3 }, priors: { [A.toUpperCase()]: { p: 0.6 } } })
    expect(at(e, 5000)).toMatchObject({ p: 0.6 })
  })

  it('a book that agrees takes over from a prior at once, one that does not must be confirmed first', () => {
    const e = estimates({ prior: { p: 0.5 } })
    e.observe(market(), AROUND_45, 1)
    expect(at(e, 1)).toMatchObject({ p: expect.closeTo(0.45, 9), basis: 'two-sided' })
    const far = estimates({ prior: { p: 0.8 } })
    far.observe(market(), AROUND_45, 1)
    expect(at(far, 2999)).toMatchObject({ p: 0.8, basis: 'prior', jump: -1 })
    expect(at(far, 3001)).toMatchObject({ p: expect.closeTo(0.45, 9), basis: 'two-sided', jump: 0 })
  })

  it('a fresh signal goes before an old book and before a prior, with its own age', () => {
    const e = estimates({ fairSignal: { name: 'model', maxAgeMs: 5000, maxJump: 1 }, prior: { p: 0.3 } })
    at(e, 1000)
    e.signalled({ name: 'other', conditionId: A }, 0.9, VENUE_MS)
    e.signalled({ name: 'model' }, 0.2, VENUE_MS + 900)
    e.signalled({ name: 'model', conditionId: A }, 0.7, VENUE_MS + 400)
    expect(at(e, 2000)).toMatchObject({ p: 0.7, basis: 'signal', ageMs: 1600, degraded: false })
    e.observe(market(), book([[65, 5]], [[25, 5]]), 2000)
    expect(at(e, 2000)?.basis).toBe('two-sided')
    e.observe(market(), EMPTY, 2500)
    // at once: nothing else happens that would tell of it
    expect(at(e, 2500)?.basis).toBe('signal')
    expect(at(e, 5400)).toMatchObject({ basis: 'signal', ageMs: 5000 })
    expect(e.nextMonoMs(A)).toBe(5400 + A_MOMENT_MS)
    expect(at(e, e.nextMonoMs(A))?.basis).toBe('two-sided')
    expect(e.nextMonoMs(A)).toBe(32_500 + A_MOMENT_MS)
    expect(at(e, 5401)).toMatchObject({ basis: 'two-sided', ageMs: 2901, degraded: true })
    expect(at(e, 90_000)).toMatchObject({ basis: 'prior' })
    e.signalled({ name: 'model', conditionId: A }, 1, VENUE_MS + 90_000)
    expect(at(e, 90_000)).toMatchObject({ basis: 'prior' })
    e.signalled({ name: 'model', conditionId: A }, Number.NaN, VENUE_MS + 90_000)
    expect(at(e, 90_000)).toMatchObject({ basis: 'prior' })
  })
})

it('what is held keeps the value of the last signal, where no book has told another, however old it grows', () => {
  const e = estimates({ fairSignal: { name: 'model', maxAgeMs: 5000, maxJump: 1 }, prior: { p: 0.3 } })
  at(e, 1000)
  e.signalled({ name: 'model' }, 0.9, VENUE_MS + 900)
  for (const monoMs of [2000, 60_000]) {
    at(e, monoMs)
    expect(e.marks(market())).toMatchObject({ fair: 0.9, isFirm: true })
  }
  expect(at(e, 60_000)).toMatchObject({ p: 0.3, basis: 'prior' })
  e.observe(market(), AROUND_45, 60_000)
  // a jump that is confirmed
  at(e, 63_001)
  expect(e.marks(market()).fair).toBeCloseTo(0.45, 9)
})

it('remembers what the others bid last, and takes a lower bid for real once it has stood', () => {
  const e = estimates()
  expect(e.marks(market()).bids).toEqual([Number.NaN, Number.NaN])
  e.observe(market(), AROUND_45, 0)
  e.observe(market(), EMPTY, 10)
  expect(e.marks(market()).bids).toEqual([0.4, 0.5])
  e.observe(market(), book([[1, 5]], []), 100)
  at(e, 3099)
  expect(e.marks(market()).bids[0]).toBe(0.4)
  at(e, 3100)
  expect(e.marks(market()).bids[0]).toBe(0.01)
  e.observe(market(), book([[30, 5]], []), 3200)
  expect(e.marks(market()).bids[0]).toBe(0.3)
})

it('the volatility is zero for a still book, positive for a moving one, and samples lie 5 s apart', () => {
  const still = estimates()
  const moving = estimates()
  for (let i = 0; i < 5; i++) {
    still.observe(market(), book([[40, 5]], [[50, 5]]), i * 5000)
    moving.observe(market(), book([[40 + 5 * (i % 2), 5]], [[50 - 5 * (i % 2), 5]]), i * 5000)
  }
  expect(still.volatility(A)).toBe(0)
  expect(moving.volatility(A)).toBeGreaterThan(0)
  const quick = estimates()
  quick.observe(market(), book([[40, 5]], [[50, 5]]), 0)
  quick.observe(market(), book([[60, 5]], [[30, 5]]), 4999)
  expect(quick.volatility(A)).toBeUndefined()
})

it('the volatility is what the book moves, though the fair value is an average that lags behind it', () => {
  const e = estimates({ fairTauMs: 20_000, volatilityTauMs: 900_000 })
  const fine = market(A, { ticksPerUnit: 10_000 })
  const random = seededRandom(1, 'walk')
  const variances: number[] = []
  // one tick up or down each second, far within the spread
  for (let sec = 0, bid = 5000; sec < 36_000; sec++) {
    bid += random.next() < 0.5 ? 1 : -1
    e.observe(fine, book([[bid, 5]], [[9800 - bid, 5]]), sec * 1000)
    if (sec > 3600) variances.push((e.volatility(A) ?? Number.NaN) ** 2)
  }
  const measured = Math.sqrt(variances.reduce((sum, variance) => sum + variance, 0) / variances.length)
  expect(measured / 0.0001).toBeGreaterThan(0.7)
  expect(measured / 0.0001).toBeLessThan(1.1)
})

it('a market that is over is worth its payout without an estimate; what became of our fills stays counted, the last ones by the mid that stood', () => {
  const bounds = { horizonMs: 10_000, tauMs: 600_000, prior: 1, widenAbove: 0.1, pullAbove: 0.3, forMs: 60_000 }
  const e = estimates({ ownMarkouts: bounds })
  e.observe(market(), AROUND_45, 0)
  for (const [atMs, bid] of [
    [1000, 36],
    [20_000, 34],
  ] as const) {
    at(e, atMs)
    e.of(A).matched(1, 5)
    e.observe(market(), book([[bid, 5]], [[50, 5]]), atMs + 2000)
  }
  at(e, 25_000)
  expect(e.ownRecord()).toMatchObject({ judged: 1, moves: expect.closeTo(0.02, 9), weight: 1 })
  const over = market(A, { status: 'RESOLVED', winner: 0 })
  e.forgetMarket(A)
  e.forgetMarket(A)
  expect(e.ownRecord()).toMatchObject({ judged: 2, moves: expect.closeTo(0.03, 9), weight: 2 })
  expect(e.marks(over)).toMatchObject({ fair: 1, isFirm: true })
  expect(e.mid(over)).toBe(1)
})

it('on another tick and size step the value, its volatility and what became of our fills stay, and lots are told on the new one', () => {
  const bounds = { horizonMs: 10_000, tauMs: 600_000, prior: 1, widenAbove: 0.02, pullAbove: 0.3, forMs: 60_000 }
  const e = estimates({ ownMarkouts: bounds })
  e.ordered(A, 1000)
  e.observe(market(), book([[40, 1000]], [[50, 1000]]), 0)
  at(e, 1000)
  e.of(A).matched(1, 1000)
  const coarser = market(A, { ticksPerUnit: 20, lotRaw: market().lotRaw * 100n })
  const { fair } = e.marks(market())
  e.regrid(market(), coarser)
  expect(e.marks(coarser).fair).toBe(fair)
  e.observe(coarser, book([[7, 10]], [[11, 10]]), 2000)
  at(e, 2000)
  e.of(A).matched(1, 5)
  at(e, 11_500)
  expect(e.ownGuard(A)).toBe('widened')
  at(e, 12_500)
  expect(e.ownRecord()).toMatchObject({ judged: 2, weight: 1.5, moves: expect.closeTo(0.075, 9) })
})
