import { describe, expect, test } from 'vitest'
import { reservationPrice } from '../../src/models/cara.js'
import { effectiveGamma, riskVariance } from '../../src/models/risk-horizon.js'

const DAYS_30 = 30 * 86400

describe('risk over a horizon', () => {
  test('an hour at p = 0.5', () => {
    const horizon = { p: 0.5, sigma: 0.0005, seconds: 3600 }
    expect(riskVariance(horizon)).toBeCloseTo(0.0009, 14)
    const gamma = effectiveGamma(0.01, horizon)
    expect(gamma).toBeCloseTo(3.6e-5, 14)
    expect(reservationPrice({ p: 0.5, q: 50, gamma })).toBeCloseTo(0.499550000121, 12)
  })

  test('thirty days are capped by the variance left to resolution', () => {
    const gamma = effectiveGamma(0.01, { p: 0.5, sigma: 0.0005, seconds: DAYS_30 })
    expect(gamma).toBeCloseTo(0.01, 14)
    expect(reservationPrice({ p: 0.5, q: 50, gamma })).toBeCloseTo(0.377540668798, 12)
  })

  test('an hour at p = 0.1', () => {
    const gamma = effectiveGamma(0.01, { p: 0.1, sigma: 0.0003, seconds: 3600 })
    expect(reservationPrice({ p: 0.1, q: 50, gamma })).toBeCloseTo(0.0998381166, 12)
  })

  test('the ends: no horizon, unbounded volatility', () => {
    expect(riskVariance({ p: 0.3, sigma: Infinity, seconds: 0 })).toBe(0)
    expect(riskVariance({ p: 0.3, sigma: Infinity, seconds: 1 })).toBeCloseTo(0.21, 14)
  })
})
