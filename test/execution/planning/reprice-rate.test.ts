import { expect, it } from 'vitest'
import { repriceRate } from '../../../src/execution/planning/reprice-rate.js'

const LIFE = { lifetimeSec: 125, stopMatchingBeforeSec: 5, renewBeforeFraction: 0.3 }

it('leaves renewals their writes, and new quotes a part', () => {
  // 40 quotes renewed every 84 s take 28.6 writes a minute
  expect(repriceRate(150, 40, LIFE).perMinute).toBeCloseTo(0.85 * (150 - (40 * 60) / 84))
})

it('never falls below a tenth of the writes', () => {
  expect(repriceRate(150, 1000, LIFE).perMinute).toBe(15)
})

it('bursts ten seconds of it, two writes at least', () => {
  expect(repriceRate(150, 0, LIFE).burst).toBeCloseTo(21.25)
  expect(repriceRate(10, 0, LIFE).burst).toBe(2)
})
