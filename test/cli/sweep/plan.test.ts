import { describe, expect, it } from 'vitest'
import { parametersOf } from '../../../src/cli/sweep/plan.js'

const configured = { parameters: { 'strategy.params.size': [1, 2] } }

describe('what a sweep varies', () => {
  it('is what the flags say, before what the configuration says', () => {
    expect(parametersOf(configured, ['strategy.params.size=10,20'])).toEqual([
      { path: 'strategy.params.size', values: [10, 20] },
    ])
  })

  it('is refused where two flags name one path', () => {
    expect(() => parametersOf(configured, ['strategy.params.size=10,20', 'strategy.params.size=30'])).toThrow(
      '--set strategy.params.size: expected it once, with all of its values, got it again',
    )
  })
})
