import { expect, it } from 'vitest'
import { timeOf } from '../../../src/recording/import/row-reader.js'

const at = (value: unknown) => ({ get: () => value, has: () => true, place: () => 'rows.csv:2' })
const SECONDS = 1_772_400_000

it.each([
  ['s', SECONDS],
  ['ms', SECONDS * 1e3],
  ['us', SECONDS * 1e6],
  ['ns', SECONDS * 1e9],
] as const)('a time in %s', (unit, value) => {
  expect(timeOf(at(value), { column: 'at', unit })).toBe(SECONDS * 1e6)
  expect(timeOf(at(value.toExponential()), { column: 'at', unit })).toBe(SECONDS * 1e6)
})

it.each([
  ['s', SECONDS * 1e3, '; in ms it would be one'],
  ['ms', SECONDS, '; in s it would be one'],
  ['us', SECONDS * 1e3, '; in ms it would be one'],
  ['ms', SECONDS * 1e9, '; in ns it would be one'],
  ['ms', 12, ''],
] as const)('a time that is given in %s and is none there: %d', (unit, value, hint) => {
  expect(() => timeOf(at(value), { column: 'at', unit })).toThrow(
    `rows.csv:2: at: expected a time between 2000 and 2100, got ${value} (${unit})${hint}`,
  )
})
