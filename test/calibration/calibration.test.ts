import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calibrate } from '../../src/calibration/calibration.js'
import type { ToldFill } from '../../src/calibration/told-run.js'
import { at, toldFill, toldRun } from './told-run-builders.js'

describe('what both filled', () => {
  it('is the same leg within one tick and two seconds, each share once', () => {
    const live = toldRun({ fills: [toldFill({ shares: 10 }), toldFill({ atMs: at(20), shares: 6 })] })
    const paper = toldRun({
      model: 'paper',
      fills: [
        toldFill({ atMs: at(11), price: 0.47, shares: 4 }),
        toldFill({ atMs: at(22.5), shares: 6 }),
        toldFill({ atMs: at(30), side: 'SELL', shares: 5 }),
      ],
    })
    const found = calibrate(live, paper)
    expect(found?.same).toEqual({ shares: 4, betterCents: expect.closeTo(1), laterMs: 1000 })
    expect(found?.first).toMatchObject({ fills: 2, shares: 16, again: expect.closeTo(0.25) })
    expect(found?.second).toMatchObject({ fills: 3, shares: 15, again: expect.closeTo(4 / 15) })
  })

  it('a buy of NO at 1 - p is a sale of YES at p', () => {
    const found = calibrate(
      toldRun({ fills: [toldFill({ side: 'SELL', price: 0.52 })] }),
      toldRun({ fills: [toldFill({ outcome: 1, side: 'BUY', price: 0.48 })] }),
    )
    expect(found?.first.again).toBe(1)
  })

  it('a finer tick is seen from the prices of a market', () => {
    const fine = (price: number) => toldRun({ fills: [toldFill({ price })] })
    expect(calibrate(fine(0.481), fine(0.482))?.first.again).toBe(1)
    expect(calibrate(fine(0.481), fine(0.489))?.first.again).toBe(0)
    // of half a cent: one apart is one tick, two are not
    expect(calibrate(fine(0.485), fine(0.49))?.first.again).toBe(1)
    expect(calibrate(fine(0.485), fine(0.495))?.first.again).toBe(0)
  })

  it('nothing is told of runs without a moment in common', () => {
    expect(calibrate(toldRun({ toMs: at(10) }), toldRun({ fromMs: at(10) }))).toBeUndefined()
  })

  it('begins where the fills of a long run are listed from: before, the other one filled what that run may have too', () => {
    const live = toldRun({ fills: [toldFill({ atMs: at(40) }), toldFill({ atMs: at(60) })], fillsLeftOut: 7 })
    const paper = toldRun({ fills: [10, 20, 40, 60, 70].map((second) => toldFill({ atMs: at(second) })) })
    for (const found of [calibrate(live, paper), calibrate(paper, live)]) {
      const sides = [found?.first, found?.second].sort((a, b) => (a?.fills ?? 0) - (b?.fills ?? 0))
      expect(found?.fromMs).toBe(at(40))
      // the seven are outside of that time indeed, and profit is of that time
      expect(sides[0]).toMatchObject({ fills: 2, again: 1, fillsOutside: 7, pnl: { total: 30 } })
      expect(sides[1]).toMatchObject({ fills: 3, fillsOutside: 2, only: { queue: 10 }, pnl: { total: 30 } })
    }
    expect(calibrate(live, toldRun({ toMs: at(40) }))).toBeUndefined()
  })

  it('counts what lies outside of the common time apart, profit too', () => {
    const live = toldRun({ fills: [toldFill({ atMs: at(5) }), toldFill({ atMs: at(15) })], fillsLeftOut: 7 })
    const found = calibrate(live, toldRun({ fromMs: at(10), fills: [] }))
    expect(found?.first).toMatchObject({ fills: 1, fillsOutside: 8, pnl: { total: 45 } })
  })
})

describe('why the rest differs', () => {
  const onlyOf = (fill: Partial<ToldFill>, other: Parameters<typeof toldRun>[0] = {}) => {
    const found = calibrate(toldRun({ fills: [toldFill(fill)] }), toldRun({ fills: [], ...other }))
    return Object.entries(found?.first.only ?? {}).flatMap(([reason, shares]) => (shares > 0 ? [reason] : []))
  }
  const looks = (ownBid: number | undefined) => [
    { conditionId: '0xa', samples: [{ atMs: at(9), ...(ownBid === undefined ? {} : { ownBid }) }] },
  ]

  it.each([
    ['reverted', { status: 'failed' }, {}],
    ['estimate', { isEstimate: true }, {}],
    ['other-market', { conditionId: '0xc' }, {}],
    ['other-market', { atMs: at(30) }, { markets: looks(0.48) }],
    ['no-quote', {}, { markets: looks(undefined) }],
    ['other-price', {}, { markets: looks(0.47) }],
    ['queue', {}, { markets: looks(0.48) }],
    ['queue', {}, { markets: looks(0.49) }],
  ] as const)('%s', (reason, fill, other) => {
    expect(onlyOf(fill, other)).toEqual([reason])
  })

  it('a reverted fill of one run stands for no fill of the other', () => {
    const found = calibrate(toldRun({ fills: [toldFill({ status: 'failed' })] }), toldRun({ fills: [toldFill()] }))
    expect(found?.same.shares).toBe(0)
  })
})

it('every share of both runs is the same or has one reason, and a run is the same as itself', () => {
  const fills = fc
    .array(
      fc.record({
        second: fc.integer({ min: 0, max: 99 }),
        cents: fc.integer({ min: 45, max: 50 }),
        shares: fc.integer({ min: 1, max: 20 }),
        side: fc.constantFrom('BUY' as const, 'SELL' as const),
      }),
    )
    .map((drawn) =>
      drawn
        .map(({ second, cents, shares, side }) => toldFill({ atMs: at(second), price: cents / 100, shares, side }))
        .sort((a, b) => a.atMs - b.atMs),
    )
  fc.assert(
    fc.property(fills, fills, (first, second) => {
      const found = calibrate(toldRun({ fills: first }), toldRun({ fills: second }))
      for (const side of [found?.first, found?.second]) {
        const only = Object.values(side?.only ?? {}).reduce((sum, shares) => sum + shares, 0)
        expect(only + (found?.same.shares ?? 0)).toBeCloseTo(side?.shares ?? Number.NaN, 9)
      }
      const itself = calibrate(toldRun({ fills: first }), toldRun({ fills: first }))
      if (first.length > 0) expect(itself?.first.again).toBe(1)
    }),
  )
})
