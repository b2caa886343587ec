import { describe, expect, it } from 'vitest'
import { edgeDraws, edgeOf } from '../../src/backtest/edge-difference.js'
import type { RunFill } from '../../src/report/result.js'
import { FROM_MS, MINUTE_MS, madeFill, madeMarket, madeRun } from '../report/made-result.js'

const NO_MIDS = { '1': undefined, '10': undefined, '60': undefined }
const span = { fromMs: FROM_MS, toMs: FROM_MS + 40 * MINUTE_MS }
const run = (fills: readonly RunFill[], markets = [madeMarket()]) => madeRun({ fills, markets })

describe('the edge of a fill', () => {
  it('is what its shares are worth over the next minute less what they cost', () => {
    // the mean of 0.50, 0.51 and 0.47 is a third of a tick above 0.49
    expect(edgeOf(madeFill({ fee: 0.01 }))).toBeCloseTo(10 * (1.48 / 3 - 0.48) - 0.01)
    expect(edgeOf(madeFill({ side: 'SELL' }))).toBeCloseTo(-10 * (1.48 / 3 - 0.48))
    // NO bought at 0.55 is YES sold at 0.45
    expect(edgeOf(madeFill({ outcome: 1, price: 0.55 }))).toBeCloseTo(-10 * (1.48 / 3 - 0.45))
  })

  it('takes the payoff where the market is over before the mid is seen, else the mid at the fill', () => {
    const last = madeFill({ midAfter: { ...NO_MIDS, '1': 0.5 } })
    expect(edgeOf(last, { status: 'RESOLVED', winner: 1 })).toBeCloseTo(10 * (0.5 / 3 - 0.48))
    expect(edgeOf(last, { status: 'RESOLVED', winner: 0 })).toBeCloseTo(10 * (2.5 / 3 - 0.48))
    const cheap = madeFill({ mid: 0.2, midAfter: NO_MIDS, price: 0.1 })
    expect(edgeOf(cheap, { status: 'CANCELLED' })).toBeCloseTo(10 * (0.5 - 0.1))
    expect(edgeOf(madeFill({ mid: 0.49, midAfter: NO_MIDS }))).toBeCloseTo(0.1)
  })

  it('is nothing where it was reverted, or where nobody knew a price', () => {
    expect(edgeOf(madeFill({ status: 'failed' }))).toBe(0)
    const { mid: _, ...blind } = madeFill({ midAfter: NO_MIDS })
    expect(edgeOf(blind)).toBe(0)
  })
})

describe('draws of the difference', () => {
  const early = madeFill()
  const late = madeFill({ atMs: FROM_MS + 30 * MINUTE_MS })

  it('by part of the tape, the second less the first; what both filled cancels', () => {
    const [one = 0, other = 0] = edgeDraws(run([early, late]), run([early, late, late]), span).sort((a, b) => a - b)
    expect(one).toBe(0)
    expect(other).toBeCloseTo(edgeOf(late))
    expect(edgeDraws(run([early]), run([late]), span)).toHaveLength(2)
  })

  it('by event: markets of a group are one', () => {
    const b = madeFill({ conditionId: '0xb' })
    const markets = [madeMarket(), madeMarket({ conditionId: '0xb' })]
    const grouped = markets.map((market) => ({ ...market, groupId: 'cup' }))
    expect(edgeDraws(run([], markets), run([early, b], markets), span)).toHaveLength(2)
    expect(edgeDraws(run([], grouped), run([early, b], grouped), span)).toHaveLength(1)
  })

  it('no part is shorter than twenty seconds', () => {
    const short = { fromMs: FROM_MS, toMs: FROM_MS + MINUTE_MS }
    const fills = Array.from({ length: 60 }, (_, i) => madeFill({ atMs: FROM_MS + i * 1000 }))
    expect(edgeDraws(run([]), run(fills), short)).toHaveLength(3)
  })
})
