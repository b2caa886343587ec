import { expect, it } from 'vitest'
import { marksAtEnd } from '../../../src/report/metrics/marks-at-end.js'
import { FROM_MS, madeFill, madeMarket } from '../made-result.js'

const looks = (...pairs: readonly (readonly [bid?: number, ask?: number])[]) =>
  pairs.map(([othersBid, othersAsk], i) => ({
    atMs: FROM_MS + i,
    ...(othersBid === undefined ? {} : { othersBid }),
    ...(othersAsk === undefined ? {} : { othersAsk }),
    ...{ inventory: 0, pnl: 0 },
  }))

it('is the payoff, else the middle of the last book with two sides', () => {
  expect(marksAtEnd([madeMarket({ winner: 0 })])(madeFill())).toBe(1)
  expect(marksAtEnd([madeMarket({ winner: 1 })])(madeFill())).toBe(0)
  expect(marksAtEnd([madeMarket({ status: 'CANCELLED' })])(madeFill())).toBe(0.5)
  expect(marksAtEnd([madeMarket({ samples: looks([0.2, 0.4], [0.5, 0.7], [0.6]) })])(madeFill())).toBeCloseTo(0.6)
})

it('is the mid of the fill where the market never had a price, and the price of YES where that had none', () => {
  const { mid: _, ...blind } = madeFill({ price: 0.3 })
  const markOf = marksAtEnd([madeMarket({ samples: looks([0.2], []) })])
  expect(markOf(madeFill({ mid: 0.55 }))).toBe(0.55)
  expect(markOf(blind)).toBe(0.3)
  expect(markOf({ ...blind, outcome: 1 })).toBeCloseTo(0.7)
  expect(marksAtEnd([])(blind)).toBe(0.3)
})
