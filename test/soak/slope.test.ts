import { expect, it } from 'vitest'
import { slopePerMinute } from './slope.js'

it('is what grows in a minute, whatever it began with', () => {
  const seen = [0, 1, 2, 3].map((n) => ({ atMs: 1e12 + n * 15_000, value: 500 + n * 2 }))
  expect(slopePerMinute(seen)).toBeCloseTo(8)
  expect(slopePerMinute(seen.map((one) => ({ ...one, value: 7 })))).toBeCloseTo(0)
})

it('says nothing of too little', () => {
  const one = { atMs: 1, value: 1 }
  expect(slopePerMinute([one, one])).toBeUndefined()
  expect(slopePerMinute([one, one, one])).toBeUndefined()
})
