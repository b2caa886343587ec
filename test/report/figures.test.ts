// Numbers as people read them.

import { expect, it } from 'vitest'
import {
  duration,
  money,
  percent,
  rangeOfKnown,
  rangeText,
  shares,
  shown,
  signed,
  utc,
} from '../../src/report/figures.js'

it('have a true minus, and no sign where they round to nothing', () => {
  expect([money(-1234.5), money(-0.001), signed(money)(0.001), signed(money)(2)]).toEqual([
    '−1,234.50',
    '0.00',
    '0.00',
    '+2.00',
  ])
  expect([shares(12.345), shares(1234.5)]).toEqual(['12.35', '1,235'])
})

it('are a dash where they are not known', () => {
  expect([shown(undefined, money), shown(Number.NaN, money), shown(Number.POSITIVE_INFINITY, money)]).toEqual([
    '–',
    '–',
    '–',
  ])
  expect(rangeOfKnown([undefined, 2, 1])).toEqual({ lower: 1, upper: 2 })
  expect(rangeOfKnown([undefined])).toBeUndefined()
})

it('are one number where both ends read the same, and tell their unit once', () => {
  expect(rangeText({ lower: 0.001, upper: 0.002 }, money)).toBe('0.00')
  expect(rangeText({ lower: -1, upper: 0.5 }, signed(money))).toBe('−1.00 to +0.50')
  expect(rangeText({ lower: 0.1, upper: 0.2 }, percent)).toBe('10.0 to 20.0\u202f%')
})

it.each([
  [250, '250 ms'],
  [4200, '4.2 s'],
  [200_000, '3 min 20 s'],
  [3_600_000, '1 h'],
  [183 * 60_000, '3 h 3 min'],
  [100 * 3_600_000, '4 d 4 h'],
])('%i ms is %s', (ms, text) => {
  expect(duration(ms)).toBe(text)
})

it('times are of UTC, and a dash for one that no calendar has', () => {
  expect(utc(0)).toBe('1970-01-01 00:00:00')
  expect(utc(9e15)).toBe('–')
})
