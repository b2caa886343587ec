import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  breakEvenQuotes,
  exampleView,
  inventoryOf,
  logit,
  logitHalfSpread,
  lotPrices,
  quotedEdge,
  reservationPrice,
  sigmoid,
} from '../../src/index.js'
import { bindStrategy } from '../../src/strategy/parse-params.js'
import { toldTerms } from '../../src/strategy/told-terms.js'
import { asLogit } from '../../strategies/as-logit.js'
import { runLattice } from '../models/binary-lattice.js'

const HOUR_MS = 3_600_000
/** Long to go, so that the resolution clock does not bind. */
const QUIET = { timeLeftMs: 1e5 * HOUR_MS, fair: { p: 0.5, degraded: false } }

function run(params: unknown, changes: Parameters<typeof exampleView>[0]) {
  const wish = bindStrategy(asLogit, params)(exampleView(changes))
  return {
    ...wish,
    reservation: toldTerms(wish.terms).terms?.reservation ?? Number.NaN,
    yes: wish.quotes.find((q) => q.outcome === 0)?.price,
    no: wish.quotes.find((q) => q.outcome === 1)?.price,
  }
}

describe('reservation price', () => {
  test('is what is leant against, and not the value that edges are measured by', () => {
    const long = run({}, { ...QUIET, inventory: inventoryOf(100) })
    expect(long.fair).toBe(0.5)
    expect(long.reservation).toBeLessThan(0.5)
  })

  test('with gamma and a horizon of an hour', () => {
    const params = { gamma: 0.01, skew: 0, horizonSec: 3600 }
    expect(run(params, { ...QUIET, volatility: 0.0005, inventory: inventoryOf(50) }).reservation).toBeCloseTo(
      0.499550000121,
      12,
    )
    const tail = { ...QUIET, fair: { p: 0.1, degraded: false }, volatility: 0.0003, inventory: inventoryOf(50) }
    expect(run(params, tail).reservation).toBeCloseTo(0.0998381166, 12)
  })

  test('a long horizon is capped by the variance left to resolution', () => {
    const params = { gamma: 0.01, skew: 0, horizonSec: 30 * 86_400 }
    expect(run(params, { ...QUIET, volatility: 0.0005, inventory: inventoryOf(50) }).reservation).toBeCloseTo(
      0.377540668798,
      12,
    )
  })

  test('where the horizon holds little risk, the full inventory still shifts the log-odds by the skew', () => {
    const { reservation } = run(
      { gamma: 1e-15, skew: 0.8, maxNet: 100 },
      { ...QUIET, volatility: 0, inventory: inventoryOf(100) },
    )
    expect(logit(reservation)).toBeCloseTo(-0.8, 12)
  })

  test('with the defaults, volatility and horizon count, quiet as the market may be', () => {
    const shift = (params: unknown, volatility: number) =>
      logit(run(params, { ...QUIET, volatility, inventory: inventoryOf(100) }).reservation)
    for (const volatility of [0.0005, 0.005, 0.015]) {
      expect(shift({}, 1.2 * volatility)).toBeLessThan(shift({}, volatility))
      expect(shift({ horizonSec: 700 }, volatility)).toBeLessThan(shift({}, volatility))
      expect(shift({ gamma: 0.002 }, volatility)).toBeLessThan(shift({}, volatility))
    }
  })

  test('held to the end, both parts count in full', () => {
    const params = { skew: 0.2, maxNet: 200, gamma: 0.0015 }
    const { reservation } = run(params, { ...QUIET, timeLeftMs: 60_000, inventory: inventoryOf(100) })
    expect(logit(reservation)).toBeCloseTo(-0.25, 12)
  })

  test('little time left weighs more than a quiet tape', () => {
    const params = { gamma: 0.001, skew: 0, horizonSec: 600 }
    const at = (hours: number) =>
      run(params, { ...QUIET, timeLeftMs: hours * HOUR_MS, volatility: 0, inventory: inventoryOf(90) }).reservation
    expect(at(1)).toBeLessThan(at(10))
    // resolution comes within the horizon: the whole p (1 - p) counts
    expect(at(0.1)).toBeCloseTo(sigmoid(-0.001 * 90), 12)
  })
})

describe('lot prices', () => {
  const bare = { informedShare: 0, minHalfTicks: 0.5, skew: 1, maxNet: 100, gamma: 1e-12, k: 40 }

  test('each bid is the certainty equivalent of its whole lot, less the edge', () => {
    const { yes, no } = run({ ...bare, size: 10 }, { ...QUIET, inventory: inventoryOf(20) })
    const edge = quotedEdge(0.01, 40)
    // the side that adds is tapered to 8 shares; the other one's whole lot is that of the table in test/models/cara.test.ts
    expect(yes).toBeCloseTo(lotPrices({ p: 0.5, q: 20, gamma: 0.01 }, 8).bid - edge, 12)
    expect(no).toBeCloseTo(1 - 0.4625779069 - edge, 9)
  })

  test('a larger lot is bid for at less', () => {
    const bid = (size: number) => run({ ...bare, size }, QUIET).yes ?? 0
    expect(bid(40)).toBeLessThan(bid(20))
    expect(bid(20)).toBeLessThan(bid(1))
  })

  test('a lot bought and sold again at the own quotes earns, in expectation of nothing but them', () => {
    // bought at the bid while flat, sold at the ask while long one lot
    for (const gamma of [0.0025, 0.01, 0.05]) {
      const params = { ...bare, gamma, k: 1e9, minHalfTicks: 0.5, maxNet: 1e9 }
      const near = { ...QUIET, timeLeftMs: 60_000, market: { ...exampleView().market, tickSize: 1e-9 } }
      const bought = run(params, near).yes ?? 1
      const sold = 1 - (run(params, { ...near, inventory: inventoryOf(20) }).no ?? 1)
      expect(sold).toBeGreaterThanOrEqual(bought - 1e-6)
    }
  })
})

describe('what lots earn in an exact market, a fifth of whose flow knows the next move', () => {
  // k = 50 is the default's, gamma and size those at which the price of the next share loses money
  const [gamma, k, size] = [0.01, 50, 20]
  const market = { steps: 61, start: 0, informed: 0.2, fillRate: 0.7, k, lot: size, maxLots: 10, throughFair: true }
  const edge = quotedEdge(gamma, k)
  const bare = { gamma, k, size, skew: 0, informedShare: 0, minHalfTicks: 0.5 }
  const noEnd = { horizonSec: 1e9, maxNet: 1e9, endShare: 0, reduceOnlyMs: 0, stopMs: 0 }

  test('the lot prices earn', () => {
    const found = runLattice(market, ({ p, q }) => {
      const { yes, no } = run({ ...bare, ...noEnd }, { fair: { p, degraded: false }, inventory: inventoryOf(q) })
      return { bid: yes, ask: no === undefined ? undefined : 1 - no }
    })
    const expected = runLattice(market, (place) => {
      const { bid, ask } = lotPrices({ ...place, gamma }, size)
      return { bid: bid - edge, ask: ask + edge }
    })
    expect(found.mean).toBeCloseTo(expected.mean, 7)
    expect(found.mean).toBeCloseTo(3.3038, 4)
    expect(found.std).toBeCloseTo(expected.std, 7)
  })

  test('the price of the next share loses: once a lot is held, it asks less than was paid', () => {
    const { mean, spread } = runLattice(market, (place) => {
      const r = reservationPrice({ ...place, gamma })
      return { bid: r - edge, ask: r + edge }
    })
    expect(mean).toBeCloseTo(-2.0769, 4)
    // of twice as many fills, less than half the spread
    expect(spread).toBeLessThan(3.1)
  })
})

describe('half-spread', () => {
  /** No inventory risk: the lot is worth the fair value. */
  const bare = { informedShare: 0, minHalfTicks: 0.5, skew: 0, gamma: 1e-9 }

  test('floors: ticks, markout, informed flow', () => {
    expect(run({ ...bare, k: 1e6, minHalfTicks: 2 }, QUIET).yes).toBeCloseTo(0.48, 6)
    expect(run({ ...bare, k: 1e6, markoutFloor: 0.035 }, QUIET).yes).toBeCloseTo(0.465, 6)
    const informed = run({ ...bare, k: 1e6, informedShare: 0.1 }, { ...QUIET, fair: { p: 0.2, degraded: false } })
    const expected = breakEvenQuotes(0.2, 0.1)
    expect(informed.yes).toBeCloseTo(expected.bid, 6)
    expect(informed.no).toBeCloseTo(1 - expected.ask, 6)
  })

  test('wider while the fair value is degraded, and it says so', () => {
    const degraded = { ...QUIET, fair: { p: 0.5, degraded: true } }
    expect(run({ ...bare, k: 1e6, minHalfTicks: 2, degradedWiden: 3 }, degraded).yes).toBeCloseTo(0.44, 6)
    expect(run({}, degraded).note).toMatch(/^wider: the others' book is one-sided/)
  })

  test('measured toxicity is a floor for the bid that it is measured on', () => {
    const { yes, no } = run({ ...bare, k: 1e6 }, { ...QUIET, toxicity: [0.04, 0.015] })
    expect(yes).toBeCloseTo(0.46, 6)
    expect(no).toBeCloseTo(0.485, 6)
  })

  test("logit form: for single shares it is Avellaneda and Stoikov's in log-odds", () => {
    const params = { ...bare, form: 'logit', gamma: 0.4, horizonSec: 3600, k: 80, size: 1 }
    const { yes, no } = run(params, { ...QUIET, volatility: 0.0005, inventory: inventoryOf(10) })
    // at p = 0.5: gamma_x = 0.1, v_x = 0.0009 * 16, k_x = 20
    const hx = logitHalfSpread({ gamma: 0.1, variance: 0.0144, k: 20 })
    const x = -0.4 * 0.0036 * 10
    expect(yes).toBeCloseTo(sigmoid(x - hx), 4)
    expect(no).toBeCloseTo(sigmoid(-x - hx), 4)
  })

  const tail = (p: number) => ({
    ...QUIET,
    market: { ...exampleView().market, tickSize: 0.0001 },
    fair: { p, degraded: false },
  })

  test('in the tails the logit form stays inside (0, 1) on both sides where the price form drops one', () => {
    expect(run({ ...bare, k: 50 }, tail(0.01)).yes).toBeUndefined()
    expect(run({ ...bare, k: 50, form: 'logit' }, tail(0.01)).yes).toBeGreaterThan(0)
  })

  test('and its distance is bounded in price', () => {
    expect(run({ ...bare, k: 50, form: 'logit', logitBound: 1.5 }, tail(0.999)).yes).toBeCloseTo(0.999 - 1.5 / 50, 6)
    expect(run({ form: 'logit' }, tail(0.999)).yes).toBeGreaterThan(0.96)
  })

  test('so that a higher price never lowers the bid, in either form', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('price', 'logit'),
        fc.double({ min: 5, max: 1000, noNaN: true }),
        fc.double({ min: 1, max: 1.7, noNaN: true }),
        fc.double({ min: 0.002, max: 0.996, noNaN: true }),
        (form, k, logitBound, p) => {
          const bid = (at: number) => run({ ...bare, form, k, logitBound, informedShare: 0.03 }, tail(at)).yes ?? 0
          expect(bid(p + 0.001)).toBeGreaterThanOrEqual(bid(p) - 1e-9)
        },
      ),
    )
  })
})

describe('the end', () => {
  const NOW_MS = exampleView().nowMs
  const market = exampleView().market
  const at = (times: Partial<typeof market>, timeLeftMs: number, params: unknown = {}) =>
    run(params, {
      market: { ...market, endMs: NOW_MS + timeLeftMs, ...times },
      timeLeftMs,
      inventory: inventoryOf(30),
    }).quotes.map((quote) => quote.outcome)

  test('the fixed times are floors', () => {
    const short = { startMs: NOW_MS - 60_000 }
    expect(at(short, 31_000)).toEqual([0, 1])
    expect(at(short, 29_000)).toEqual([1])
    expect(at(short, 9000)).toEqual([])
  })

  test('a longer market ends sooner before its close, by a share of its life', () => {
    // of half an hour: a twentieth is 90 s
    const from = (timeLeftMs: number) => ({ startMs: NOW_MS + timeLeftMs - 1_800_000 })
    expect(at(from(181_000), 181_000)).toEqual([0, 1])
    expect(at(from(91_000), 91_000)).toEqual([1])
    expect(at(from(89_000), 89_000)).toEqual([])
    expect(at(from(89_000), 89_000, { endShare: 0 })).toEqual([0, 1])
  })

  test('a kick-off is the end, unless the match is quoted too', () => {
    const match = { matchStartMs: NOW_MS + 5000, matchEndMs: NOW_MS + 5_405_000 }
    expect(at(match, 7_200_000)).toEqual([])
    expect(at(match, 7_200_000, { inPlay: true })).toEqual([0, 1])
  })
})

test('flow that costs twice what a fill earns ends it twice as soon', () => {
  const market = exampleView().market
  const quotes = (timeLeftMs: number, toxicity: readonly [number, number]) =>
    run({ k: 50 }, { market, timeLeftMs, toxicity }).quotes.length
  expect(quotes(15_000, [0, 0])).toBe(0)
  expect(quotes(45_000, [0, 0])).toBe(2)
  expect(quotes(45_000, [0, 0.045])).toBe(0)
})
