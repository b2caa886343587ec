import { describe, expect, test } from 'vitest'
import { resolutionVolatility } from '../../src/models/resolution-clock.js'

describe('resolution clock', () => {
  test.each([
    [0.01, 0.0266521422, 2.6921355761],
    [0.05, 0.1031356404, 2.1712766395],
    [0.1, 0.1754983319, 1.9499814659],
    [0.2, 0.2799619204, 1.7497620025],
    [0.3, 0.3476926142, 1.6556791152],
    [0.5, 0.3989422804, 1.5957691216],
  ])('p = %f', (p, inPrice, inLogOdds) => {
    expect(resolutionVolatility(p, 1)).toBeCloseTo(inPrice, 9)
    expect(resolutionVolatility(p, 1) / (p * (1 - p))).toBeCloseTo(inLogOdds, 8)
    expect(resolutionVolatility(1 - p, 1)).toBeCloseTo(inPrice, 9)
  })

  test('one day left at p = 0.5, and no time left', () => {
    expect(resolutionVolatility(0.5, 86400)).toBeCloseTo(0.001357, 6)
    expect(resolutionVolatility(0.5, 0)).toBe(Infinity)
  })
})
