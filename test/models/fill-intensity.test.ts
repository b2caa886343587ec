import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../src/domain/random.js'
import { fillIntensity } from '../../src/models/fill-intensity.js'

const flows = (takers: readonly number[], seconds: readonly number[]) =>
  takers.map((count, i) => ({ distance: i + 1, seconds: seconds[i] ?? 0, takers: count }))

describe('takers by their distance from the mid', () => {
  // computed apart, by Newton's method in double precision
  it('is the maximum of the likelihood', () => {
    const even = fillIntensity(flows([180, 110, 66, 41], [3600, 3600, 3600, 3600]))
    expect(even?.k).toBeCloseTo(0.496117242678, 10)
    expect(even?.a).toBeCloseTo(0.082123066374, 10)
    expect(even?.kError).toBeCloseTo(0.049585013303, 10)
    const uneven = fillIntensity(flows([180, 55, 17, 82], [3600, 1800, 900, 7200]))
    expect(uneven?.k).toBeCloseTo(0.492717536715, 10)
    expect(uneven?.a).toBeCloseTo(0.081866020519, 10)
  })

  it('finds what a simulation was made of, within four standard errors', () => {
    const random = seededRandom(3)
    const [a, k] = [0.8, 40]
    const made = Array.from({ length: 12 }, (_, i) => {
      const distance = 0.01 * i
      const [seconds, rate] = [4000, a * Math.exp(-k * distance)]
      let takers = 0
      for (let t = random.exponential(1 / rate); t < seconds; t += random.exponential(1 / rate)) takers += 1
      return { distance, seconds, takers }
    })
    const found = fillIntensity(made)
    expect(found).toBeDefined()
    if (found === undefined) return
    expect(Math.abs(found.k - k)).toBeLessThan(4 * found.kError)
    expect(found.a / a).toBeCloseTo(1, 1)
  })

  it.each([
    ['nobody came', flows([0, 0], [10, 10])],
    ['one distance', flows([5], [10])],
    ['more come for worse prices', flows([1, 9], [10, 10])],
    ['as many for worse prices', flows([5, 5], [10, 10])],
    ['all at the nearest distance', flows([5, 0], [10, 10])],
    ['no time', flows([5, 1], [0, 0])],
  ])('says nothing where %s', (_name, seen) => {
    expect(fillIntensity(seen)).toBeUndefined()
  })
})
