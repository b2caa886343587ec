import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  breakEvenQuotes,
  checkStrategy,
  exampleView,
  inventoryOf,
  logit,
  logitHalfSpread,
  quotedEdge,
  sigmoid,
} from '../../src/index.js'
import { bindStrategy } from '../../src/strategy/parse-params.js'
import { asLogit } from '../../strategies/as-logit.js'

const HOUR_MS = 3_600_000
/** Long to go, so that the resolution clock does not bind. */
const QUIET = { timeLeftMs: 1e5 * HOUR_MS, fair: { p: 0.5, degraded: false } }

function run(params: unknown, changes: Parameters<typeof exampleView>[0]) {
  const wish = bindStrategy(asLogit, params)(exampleView(changes))
  return {
    ...wish,
    yes: wish.quotes.find((q) => q.outcome === 0)?.price,
    no: wish.quotes.find((q) => q.outcome === 1)?.price,
  }
}

describe('reservation price', () => {
  test('with gamma and a horizon of an hour', () => {
    const params = { gamma: 0.01, horizonSec: 3600 }
    expect(run(params, { ...QUIET, volatility: 0.0005, inventory: inventoryOf(50) }).fair).toBeCloseTo(
      0.499550000121,
      12,
    )
    const tail = { ...QUIET, fair: { p: 0.1, degraded: false }, volatility: 0.0003, inventory: inventoryOf(50) }
    expect(run(params, tail).fair).toBeCloseTo(0.0998381166, 12)
  })

  test('a long horizon is capped by the variance left to resolution', () => {
    const params = { gamma: 0.01, horizonSec: 30 * 86_400 }
    expect(run(params, { ...QUIET, volatility: 0.0005, inventory: inventoryOf(50) }).fair).toBeCloseTo(
      0.377540668798,
      12,
    )
  })

  test('from a cap: the full inventory shifts the log-odds by the skew', () => {
    const { fair } = run({ skew: 0.8, maxNet: 100 }, { ...QUIET, inventory: inventoryOf(100) })
    expect(logit(fair ?? 0)).toBeCloseTo(-0.8, 12)
  })

  test('little time left weighs more than a quiet tape', () => {
    const params = { gamma: 0.001, horizonSec: 600 }
    const at = (hours: number) =>
      run(params, { ...QUIET, timeLeftMs: hours * HOUR_MS, volatility: 0, inventory: inventoryOf(90) }).fair ?? 0
    expect(at(1)).toBeLessThan(at(10))
    // resolution comes within the horizon: the whole p (1 - p) counts
    expect(at(0.1)).toBeCloseTo(sigmoid(-0.001 * 90), 12)
  })
})

describe('half-spread', () => {
  const bare = { informedShare: 0, minHalfTicks: 0.5, skew: 0.5, maxNet: 100 }

  test('the quoted edge of gamma and k', () => {
    const edge = quotedEdge(0.005, 40)
    const { yes, no } = run({ ...bare, k: 40 }, QUIET)
    expect(yes).toBeCloseTo(0.5 - edge, 12)
    expect(no).toBeCloseTo(0.5 - edge, 12)
  })

  test('floors: ticks, markout, informed flow', () => {
    expect(run({ ...bare, k: 1e6, minHalfTicks: 2 }, QUIET).yes).toBeCloseTo(0.48, 12)
    expect(run({ ...bare, k: 1e6, markoutFloor: 0.035 }, QUIET).yes).toBeCloseTo(0.465, 12)
    const informed = run({ ...bare, k: 1e6, informedShare: 0.1 }, { ...QUIET, fair: { p: 0.2, degraded: false } })
    const expected = breakEvenQuotes(0.2, 0.1)
    expect(informed.yes).toBeCloseTo(expected.bid, 12)
    expect(informed.no).toBeCloseTo(1 - expected.ask, 12)
  })

  test('wider while the fair value is degraded, and it says so', () => {
    const degraded = { ...QUIET, fair: { p: 0.5, degraded: true } }
    expect(run({ ...bare, k: 1e6, minHalfTicks: 2, degradedWiden: 3 }, degraded).yes).toBeCloseTo(0.44, 12)
    expect(run({}, degraded).note).toBe('fair value degraded: wider')
  })

  test('logit form', () => {
    const params = { ...bare, form: 'logit', gamma: 0.4, horizonSec: 3600, k: 80 }
    const { yes, no } = run(params, { ...QUIET, volatility: 0.0005, inventory: inventoryOf(10) })
    // at p = 0.5: gamma_x = 0.1, v_x = 0.0009 * 16, k_x = 20
    const hx = logitHalfSpread({ gamma: 0.1, variance: 0.0144, k: 20 })
    const x = -0.4 * 0.0036 * 10
    expect(yes).toBeCloseTo(sigmoid(x - hx), 12)
    expect(no).toBeCloseTo(sigmoid(-x - hx), 12)
  })

  test('in the tails the logit form stays inside (0, 1) on both sides where the price form drops one', () => {
    const tail = { ...QUIET, market: { ...exampleView().market, tickSize: 0.0001 }, fair: { p: 0.01, degraded: false } }
    expect(run({ ...bare, k: 50 }, tail).yes).toBeUndefined()
    expect(run({ ...bare, k: 50, form: 'logit', minHalfTicks: 1 }, tail).yes).toBeGreaterThan(0)
  })
})

describe('whatever the parameters', () => {
  test('sound in both forms', () => {
    expect(checkStrategy(asLogit, { form: 'logit' })).toEqual([])
    expect(checkStrategy(asLogit, { form: 'logit', gamma: 0.01 })).toEqual([])
    expect(checkStrategy(asLogit, { gamma: 0.02, k: 20 })).toEqual([])
  })

  test('the pair of bids never costs a whole unit', () => {
    fc.assert(
      fc.property(
        fc.record({
          form: fc.constantFrom('price', 'logit'),
          k: fc.double({ min: 1, max: 1e4, noNaN: true }),
          skew: fc.double({ min: 0, max: 3, noNaN: true }),
        }),
        fc.double({ min: 0.001, max: 0.999, noNaN: true }),
        fc.integer({ min: -300, max: 300 }),
        (params, p, net) => {
          const { quotes } = run(params, { fair: { p, degraded: false }, inventory: inventoryOf(net) })
          const bids = quotes.map((q) => q.price)
          if (bids.length === 2) expect((bids[0] ?? 0) + (bids[1] ?? 0)).toBeLessThan(1)
        },
      ),
    )
  })

  test('nothing without a fair value', () => {
    expect(run({}, { fair: undefined })).toMatchObject({ quotes: [], note: 'no fair value' })
  })
})
