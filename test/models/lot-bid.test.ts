import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lotPrices } from '../../src/models/cara.js'
import { outcomeHalfSpread } from '../../src/models/glosten-milgrom.js'
import { type HalfSpread, lotBid, MOST_LOGIT_BOUND } from '../../src/models/lot-bid.js'
import { logitHalfSpread, quotedEdge } from '../../src/models/quoted-edge.js'
import { effectiveGamma } from '../../src/models/risk-horizon.js'

const bare: HalfSpread = { edge: 0.02, form: 'logit', bound: 1.5, floor: 0, informedShare: 0, widen: 1 }

describe('a bid', () => {
  test('in price stands one edge below the worth', () => {
    expect(lotBid({ worth: 0.6, p: 0.5 }, { ...bare, form: 'price' })).toBeCloseTo(0.58, 14)
  })

  // Avellaneda and Stoikov in log-odds, gamma_x = 0.1, v = 0.04, k_x = 20
  test.each([
    [0.5, 0, 0.4870340538, 0.5129659462],
    [0.5, 5, 0.4820388779, 0.5079681791],
    [0.3, -5, 0.2933491258, 0.3153072914],
    [0.9, 10, 0.8914220029, 0.901063722],
  ])('in log-odds, at p %f holding %f, is that of the literature', (p, q, bid, ask) => {
    // the inventory term h_x has beside the edge is in the lot's worth: here by hand
    const worth = (sign: number) => 1 / (1 + Math.exp(-(Math.log(p / (1 - p)) - 0.004 * q) + sign * 0.002))
    const edge = quotedEdge(0.1, 20) * p * (1 - p)
    expect(logitHalfSpread({ gamma: 0.1, variance: 0.04, k: 20 })).toBeCloseTo(0.002 + quotedEdge(0.1, 20), 12)
    expect(lotBid({ worth: worth(1), p }, { ...bare, edge })).toBeCloseTo(bid, 9)
    expect(1 - lotBid({ worth: 1 - worth(-1), p: 1 - p }, { ...bare, edge })).toBeCloseTo(ask, 9)
  })

  test('in log-odds stands at most so many edges below the worth: unbounded it would bid 0.000002 for 0.999', () => {
    expect(lotBid({ worth: 0.999, p: 0.999 }, bare)).toBeCloseTo(0.999 - 0.03, 12)
    expect(lotBid({ worth: 0.999, p: 0.999 }, { ...bare, bound: 1e9 })).toBeLessThan(0.000003)
  })

  test('the bound is where the unbounded bid turns', () => {
    const edge = 1e-5
    const unbounded = (p: number) => lotBid({ worth: p, p }, { ...bare, edge, bound: 1e9 })
    const top = 1 - edge
    expect(unbounded(top)).toBeGreaterThan(unbounded(top - edge / 2))
    expect(unbounded(top)).toBeGreaterThan(unbounded(top + edge / 2))
    expect((top - unbounded(top)) / edge).toBeCloseTo(MOST_LOGIT_BOUND, 4)
  })
})

describe('whatever it is made of', () => {
  const number = (min: number, max: number) => fc.double({ min, max, noNaN: true })
  const halfSpread = fc.record({
    form: fc.constantFrom('price' as const, 'logit' as const),
    k: number(5, 1e4),
    bound: number(1, MOST_LOGIT_BOUND),
    floor: number(0, 0.05),
    informedShare: number(0, 0.5),
    widen: number(1, 4),
  })
  const risk = fc.record({
    sigma: number(0, 0.1),
    gamma: number(1e-6, 0.2),
    size: number(0.01, 1000),
    q: number(-2000, 2000),
  })
  const probability = fc.oneof(number(1e-6, 1 - 1e-6), number(0.99, 1 - 1e-6), number(1e-6, 0.01))
  type Given = typeof halfSpread extends fc.Arbitrary<infer T> ? T : never
  type Risk = typeof risk extends fc.Arbitrary<infer T> ? T : never

  function quotes(p: number, { sigma, gamma, size, q }: Risk, given: Given) {
    const state = { p, q, gamma: effectiveGamma(gamma, { p, sigma, seconds: 600 }) }
    const { bid, ask } = lotPrices(state, size)
    const parts: HalfSpread = { ...given, edge: quotedEdge(state.gamma, given.k) }
    const [yes, no] = [lotBid({ worth: bid, p }, parts), lotBid({ worth: 1 - ask, p: 1 - p }, parts)]
    return { worth: { bid, ask }, bid: yes, ask: 1 - no, parts }
  }

  test('quotes are finite and ordered, on their side of the worth of their lot, and within the bound', () => {
    fc.assert(
      fc.property(probability, risk, halfSpread, (p, at, given) => {
        const { worth, bid, ask, parts } = quotes(p, at, given)
        expect(Number.isFinite(bid) && Number.isFinite(ask)).toBe(true)
        expect(bid).toBeLessThan(ask)
        const { edge, form, floor, informedShare, widen, bound } = parts
        // a distance in log-odds is at most a quarter of it in price
        const most =
          widen * Math.max((form === 'price' ? 1 : bound) * edge, floor, outcomeHalfSpread(informedShare) / 4)
        for (const distance of [worth.bid - bid, ask - worth.ask]) {
          expect(distance).toBeGreaterThanOrEqual(-1e-12)
          expect(distance).toBeLessThanOrEqual(most + 1e-12)
        }
      }),
    )
  })

  test('bids are below 1, asks above 0, and lots are worth something inside', () => {
    fc.assert(
      fc.property(probability, risk, halfSpread, (p, at, given) => {
        const { worth, bid, ask } = quotes(p, at, given)
        expect(bid).toBeLessThan(1)
        expect(ask).toBeGreaterThan(0)
        expect(worth.bid).toBeGreaterThan(0)
        expect(worth.ask).toBeLessThan(1)
      }),
    )
  })

  test('more inventory lowers both quotes', () => {
    fc.assert(
      fc.property(probability, risk, halfSpread, number(0, 500), (p, at, given, more) => {
        const [less, most] = [quotes(p, at, given), quotes(p, { ...at, q: at.q + more }, given)]
        expect(most.bid).toBeLessThanOrEqual(less.bid + 1e-12)
        expect(most.ask).toBeLessThanOrEqual(less.ask + 1e-12)
      }),
    )
  })

  test('a larger lot is bid for at less', () => {
    fc.assert(
      fc.property(probability, risk, halfSpread, number(1, 10), (p, at, given, times) => {
        const [small, large] = [quotes(p, at, given), quotes(p, { ...at, size: at.size * times }, given)]
        expect(large.bid).toBeLessThanOrEqual(small.bid + 1e-12)
        expect(large.ask).toBeGreaterThanOrEqual(small.ask - 1e-12)
      }),
    )
  })

  test('YES and NO changed over, the quotes change over', () => {
    fc.assert(
      fc.property(probability, risk, halfSpread, (p, at, given) => {
        const [one, other] = [quotes(p, at, given), quotes(1 - p, { ...at, q: -at.q }, given)]
        expect(other.bid).toBeCloseTo(1 - one.ask, 7)
        expect(other.ask).toBeCloseTo(1 - one.bid, 7)
      }),
    )
  })

  test('a higher price never lowers the bid', () => {
    fc.assert(
      fc.property(probability, probability, halfSpread, (one, other, given) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)]
        const bid = (p: number) => lotBid({ worth: p, p }, { ...given, edge: 1 / given.k })
        expect(bid(high)).toBeGreaterThanOrEqual(bid(low) - 1e-12)
      }),
    )
  })
})
