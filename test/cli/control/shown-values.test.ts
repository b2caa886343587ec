import { expect, it } from 'vitest'
import {
  ageText,
  massCancelLines,
  moneyText,
  priceText,
  sharesText,
  timeText,
} from '../../../src/cli/control/shown-values.js'

it('values have as many digits as count', () => {
  expect([priceText(0.480000001), sharesText(19.499), moneyText(3)]).toEqual(['0.48', '19.5', '3.00'])
  expect(timeText(Date.UTC(2026, 0, 31))).toBe('2026-01-31T00:00:00.000Z')
  expect([-5, 1400, 119_000, 120_000, 7_199_000, 7_200_000].map(ageText)).toEqual([
    ...['0 s', '1 s', '119 s', '2 min', '120 min', '2 h'],
  ])
})

it('a cancelling of everything says whether a list has shown that nothing rests', () => {
  const view = { cause: 'halt', sinceMs: 0, cancelled: 2, left: 1, pending: 0 } as const
  expect(massCancelLines(undefined)).toEqual([])
  expect(massCancelLines({ ...view, verifiedMs: 1000 })).toEqual([
    'nothing rests: shown by a list at 1970-01-01T00:00:01.000Z',
  ])
  expect(massCancelLines({ ...view, failure: 'a 502' })[0]).toMatch(/^orders may rest: .* 1 known: a 502$/)
})
