import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../src/domain/random.js'
import { overfittingOf } from '../../../src/sweep/statistics/overfitting.js'

const noise = (drift: number, seed: number, length = 400) => {
  const random = seededRandom(seed)
  return Array.from({ length }, () => drift + random.normal())
}
const trial = (changes: readonly number[], signature: string) => ({ changes, signature })
const luck = Array.from({ length: 40 }, (_, i) => trial(noise(0, i + 1), `trial ${i}`))
const mean = ({ changes }: { readonly changes: readonly number[] }) => changes.reduce((sum, x) => sum + x, 0)
const luckiest = luck.reduce((best, each) => (mean(each) > mean(best) ? each : best))
const enough = { fills: 100, minFills: 20 }

describe('the best of a sweep', () => {
  it('of pure chance is called luck, though alone it would look good', () => {
    const found = overfittingOf({ best: luckiest, all: luck, ...enough })
    expect(found).toMatchObject({ verdict: 'may-be-luck', trials: 40, intervals: 400 })
    expect(found.probability).toBeLessThan(0.95)
    expect(found.sentence).toMatch(/^The best may be luck: .*the best of 40 tries/)
  })

  it('with an edge holds', () => {
    const edge = trial(noise(0.5, 99), 'edge')
    const found = overfittingOf({ best: edge, all: [...luck, edge], ...enough })
    expect(found.verdict).toBe('holds')
    expect(found.probability).toBeGreaterThan(0.99)
  })

  it('is not judged by ratios of less time, which swing more', () => {
    const edge = trial(noise(0.5, 99), 'edge')
    const early = luck.map((each, i) => trial(noise(i % 2, i, 8), each.signature))
    const found = overfittingOf({ best: edge, all: [...early, edge], ...enough })
    // of 41 tries without skill over 400 intervals, computed apart
    expect(found.expectedSharpe).toBeCloseTo(0.110_099, 5)
    expect(found.verdict).toBe('holds')
  })

  it.each([
    ['two that decide the same are one', { all: [trial([1, 2], 'a'), trial([1, 2], 'a')] }, 'no two configurations'],
    ['too few fills', { fills: 3 }, 'it has 3 fills, and 20 are asked for'],
    ['a profit that never moved', { best: trial([0, 0, 0], 'a') }, 'its profit never moved'],
    ['too few looks', { best: trial([0, 1, 0], 'a') }, 'was looked at 3 times'],
  ])('cannot be judged: %s', (_name, change, why) => {
    const found = overfittingOf({ best: luckiest, all: luck, ...enough, ...change })
    expect(found.verdict).toBe('cannot-say')
    expect(found.sentence).toContain(why)
  })
})
