import { describe, expect, it } from 'vitest'
import type { Figure } from '../../../bench/harness/figure.js'
import { median, summary, worst } from '../../../bench/harness/report.js'

const spec = { module: 'm', args: {} }
const figure = (change: Partial<Figure> = {}): Figure => ({
  ...{ name: 'f', unit: 'us', what: '', subject: spec, runs: 3, warmUps: 0, ratio: 'better' },
  baseline: { ...spec, sources: 'here', name: 'b' },
  ...change,
})
const line = (change: Partial<Figure>, rounds: number[][]) =>
  summary({ figure: figure(change), suite: 's', baseline: 'b', rounds })

describe('a figure', () => {
  const rounds = [
    [10, 20],
    [12, 60],
    [100, 300],
  ]

  it('is the median of its rounds, and the median of the ratios within them', () => {
    expect(line({}, rounds)).toEqual({
      ...{ bench: 's', figure: 'f', value: 12, unit: 'us', baseline: 'b', ratio: 3 },
      ...{ min: 10, median: 12, max: 100, runs: 3 },
    })
  })

  it('says how many times dearer, and how many times faster', () => {
    expect(line({ ratio: 'dearer' }, [[30, 10]]).ratio).toBe(3)
    expect(line({ higherIsBetter: true }, [[30, 10]]).ratio).toBe(3)
  })
})

it('the median of an even number lies between the two in the middle', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5)
})

it('the worst of a kind is its dearest, under the name they share', () => {
  const lines = [1, 5, 2].map((ratio) => ({ ...line({}, [[1, 1]]), ratio }))
  expect(worst('all', lines)).toMatchObject({ figure: 'all', ratio: 5 })
  expect(worst('all', [])).toBeUndefined()
})
