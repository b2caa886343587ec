import { expect, it } from 'vitest'
import { marksAtEnd } from '../../../src/report/metrics/marks-at-end.js'
import { unwindMarks } from '../../../src/report/metrics/unwind-marks.js'
import { FROM_MS, madeFill, madeMarket } from '../made-result.js'

const SECOND_MS = 1000
/** One look a second; without a number one side of the others' book is empty. */
const market = (mids: readonly (number | undefined)[]) =>
  madeMarket({
    samples: mids.map((mid, i) => ({
      ...{ atMs: FROM_MS + i * SECOND_MS, othersBid: (mid ?? 0.5) - 0.01, inventory: 0, pnl: 0 },
      ...(mid === undefined ? {} : { othersAsk: mid + 0.01 }),
    })),
  })
const fillAt = (second: number) => madeFill({ atMs: FROM_MS + second * SECOND_MS, mid: 0.33 })

it('is the mid of each look for what leaves before it, and the end for what is left there', () => {
  const markOf = unwindMarks([market([0.5, 0.6, 0.7, 0.3])], SECOND_MS)
  // a half at 0.6, a quarter at 0.7, the rest at the last look
  expect(markOf(fillAt(0))).toBeCloseTo(0.5 * 0.6 + 0.25 * 0.7 + 0.25 * 0.3)
  expect(markOf(fillAt(1))).toBeCloseTo(0.5 * 0.7 + 0.5 * 0.3)
  // half a second to go to the look at 0.7
  const left = Math.sqrt(0.5)
  expect(markOf(fillAt(1.5))).toBeCloseTo((1 - left) * 0.7 + left * 0.3)
})

it('knows no mid where one side is empty: what leaves then leaves at the next one', () => {
  const markOf = unwindMarks([market([0.5, undefined, 0.7, 0.3])], SECOND_MS)
  expect(markOf(fillAt(0))).toBeCloseTo(0.75 * 0.7 + 0.25 * 0.3)
})

it('is the payoff for what is still there when the market is over', () => {
  const over = { ...market([0.5, 0.6]), status: 'RESOLVED', winner: 0 } as const
  expect(unwindMarks([over], SECOND_MS)(fillAt(0))).toBeCloseTo(0.5 * 0.6 + 0.5)
})

it('is the mark at the end without a half-life, after the last look, and where there was no look', () => {
  const seen = [market([0.5, 0.6, 0.7])]
  expect(unwindMarks(seen)(fillAt(0))).toBe(marksAtEnd(seen)(fillAt(0)))
  expect(unwindMarks(seen, SECOND_MS)(fillAt(9))).toBeCloseTo(0.7)
  expect(unwindMarks([market([undefined])], SECOND_MS)(fillAt(0))).toBe(0.33)
  expect(unwindMarks([], SECOND_MS)(fillAt(0))).toBe(0.33)
})
