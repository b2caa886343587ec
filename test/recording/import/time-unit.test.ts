import { expect, it } from 'vitest'
import { fittingUnit, TO_US } from '../../../src/recording/import/time-unit.js'

it.each(['s', 'ms', 'us', 'ns'] as const)('a number of this century is a time in %s alone', (unit) => {
  for (const year of [2000, 2026, 2099]) expect(fittingUnit((Date.UTC(year) * 1000) / TO_US[unit])).toBe(unit)
})

it.each([0, 7, -1_790_000_000, Number.NaN, 1e25])('%s is no time in any', (number) => {
  expect(fittingUnit(number)).toBeUndefined()
})
