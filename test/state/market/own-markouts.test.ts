import { describe, expect, it } from 'vitest'
import { type MarkoutBounds, OwnMarkouts } from '../../../src/state/market/own-markouts.js'

const BOUNDS: MarkoutBounds = {
  ...{ horizonMs: 10_000, tauMs: 600_000, prior: 1 },
  ...{ widenAbove: 0.01, pullAbove: 0.03, forMs: 60_000 },
}

/** One whole fill that raises our position at 1 s, after which the mid moves by so much. */
function afterFill(move: number, { direction = 1 as 1 | -1, bounds = BOUNDS } = {}): OwnMarkouts {
  const own = new OwnMarkouts(bounds)
  own.observe(0.5, 0)
  own.matched(direction, 100, 1000)
  own.observe(0.5 + move, 6000)
  return own
}

describe('own markouts', () => {
  it('are what the mid does against us within the horizon, drawn to nothing while fills are few', () => {
    const own = afterFill(-0.04)
    expect(own.markout(10_999)).toBe(0)
    expect(own.markout(11_000)).toBeCloseTo(0.02, 12)
    expect(afterFill(-0.04, { direction: -1 }).markout(11_000)).toBeCloseTo(-0.02, 12)
  })

  it('count from the mid that stood a moment before the fill', () => {
    const own = new OwnMarkouts(BOUNDS)
    own.observe(0.5, 0)
    own.observe(0.46, 950)
    own.matched(1, 100, 1000)
    expect(own.markout(11_000)).toBeCloseTo(0.02, 12)
  })

  it('weigh a part of an order by its size', () => {
    const own = new OwnMarkouts(BOUNDS)
    own.ordered(100)
    own.observe(0.5, 0)
    own.matched(1, 25, 1000)
    own.observe(0.4, 2000)
    expect(own.markout(11_000)).toBeCloseTo((0.25 * 0.1) / 1.25, 12)
  })

  it('say nothing where no mid stands, before or after', () => {
    const own = new OwnMarkouts(BOUNDS)
    own.matched(1, 100, 1000)
    own.observe(0.5, 2000)
    own.matched(1, 100, 3000)
    own.observe(Number.NaN, 9000)
    expect(own.markout(20_000)).toBe(0)
  })

  it('widen from the end of the horizon on, for a while', () => {
    const own = afterFill(-0.03)
    expect(own.nextMs(6000)).toBe(11_000)
    expect([10_999, 11_000, 70_999, 71_000].map((ms) => own.guard(ms))).toEqual(['none', 'widened', 'widened', 'none'])
  })

  it('pull beyond the second bound; what comes back is widened for as long again, and judged anew', () => {
    const own = afterFill(-0.08)
    expect(own.guard(11_000)).toBe('pulled')
    expect(own.nextMs(11_000)).toBe(71_000)
    expect(own.markout(11_000)).toBe(0)
    expect(own.guard(71_000)).toBe('widened')
    expect(own.nextMs(71_000)).toBe(131_000)
    expect(own.guard(131_000)).toBe('none')
    expect(own.nextMs(131_000)).toBe(Number.POSITIVE_INFINITY)
  })

  it('are the same whether somebody looks in between or not', () => {
    const [looked, left] = [afterFill(-0.05), afterFill(-0.05)]
    for (let ms = 6000; ms < 30_000; ms += 100) looked.guard(ms)
    for (const own of [looked, left]) own.observe(0.3, 30_000)
    expect([looked.markout(40_000), looked.guard(40_000)]).toEqual([left.markout(40_000), left.guard(40_000)])
  })
})
