import { describe, expect, it } from 'vitest'
import { parseParameter } from '../../../src/sweep/space/parameter.js'
import { drawnTrials, gridTrials, shortNames } from '../../../src/sweep/space/trials.js'

const parameters = (...texts: string[]) => texts.map(parseParameter)

describe('a grid', () => {
  it('has every combination once, the last parameter fastest', () => {
    expect(gridTrials(parameters('a=1,2', 'b=x,y,z')).map(({ values }) => values.join(''))).toEqual([
      ...['1x', '1y', '1z', '2x', '2y', '2z'],
    ])
    expect(gridTrials(parameters('a=7'))).toEqual([{ number: 1, values: [7] }])
  })

  it('of nothing, or of too much, is refused', () => {
    expect(() => gridTrials([])).toThrow('expected something to vary')
    expect(() => gridTrials(parameters('a=1..1000:step=1', 'b=1..11:step=1'))).toThrow(
      'expected at most 10000 combinations, got 11000 (1000 x 11)',
    )
  })
})

describe('draws', () => {
  const ranges = parameters('a=0..1', 'b=0.01..10:log')
  it('are the same for the same seed, different for another, and each only once', () => {
    const drawn = drawnTrials(ranges, { runs: 50, seed: 1 })
    expect(drawn).toEqual(drawnTrials(ranges, { runs: 50, seed: 1 }))
    expect(drawn).not.toEqual(drawnTrials(ranges, { runs: 50, seed: 2 }))
    expect(new Set(drawn.map(({ values }) => values.join()))).toHaveLength(50)
    // more draws begin with the same ones: what has run is found again
    expect(drawnTrials(ranges, { runs: 80, seed: 1 }).slice(0, 50)).toEqual(drawn)
  })

  it('end where there is nothing new', () => {
    expect(drawnTrials(parameters('a=1,2', 'b=1,2,3'), { runs: 50, seed: 1 })).toHaveLength(6)
  })
})

it('names columns as shortly as they can be told apart', () => {
  expect(shortNames(['strategy.params.size', 'risk.max', 'paper.max'])).toEqual(['size', 'risk.max', 'paper.max'])
})
