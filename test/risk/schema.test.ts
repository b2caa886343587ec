import { expect, it } from 'vitest'
import { type RiskLimits, riskLimits } from '../../src/risk/schema.js'

const messages = (value: unknown) =>
  riskLimits.safeParse(value).error?.issues.map(({ path, message }) => [path.join('.'), message])

it('has a safe default for everything', () => {
  const limits: RiskLimits = riskLimits.parse({})
  expect(limits.maxMarketLoss).toBeLessThanOrEqual(limits.maxTotalLoss)
  expect(limits.priceBand).toEqual({ min: 0.02, max: 0.98 })
  expect(limits.killSwitch).toEqual({ maxLoss: 250, maxDailyLoss: 250, maxDrawdown: 250 })
  expect(limits.maxClockErrorMs).toBe(2000)
})

it('refuses unknown keys and impossible values', () => {
  expect(messages({ maxMarketShare: 5 })?.[0]?.[1]).toContain('maxMarketShare')
  expect(messages({ killSwitch: { maxLoss: -1 } })?.[0]?.[0]).toBe('killSwitch.maxLoss')
  expect(messages({ priceBand: { min: 0.9, max: 0.1 } })).toEqual([['priceBand.min', 'expected min to be at most max']])
})
