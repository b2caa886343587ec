import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../src/domain/random.js'
import { drawnValue, gridValues, parseParameter, valueCount } from '../../../src/sweep/space/parameter.js'

const grid = (text: string) => gridValues(parseParameter(text))

describe('a parameter on the command line', () => {
  it.each([
    ['a.b=1,2,5', [1, 2, 5]],
    ['a.b=0.5', [0.5]],
    ['a.b=price,logit', ['price', 'logit']],
    ['a.b=true,false', [true, false]],
    ['a.b=auto,60', ['auto', 60]],
    ['a.b=2,2,1', [2, 1]],
    ['a.b=0..1', [0, 0.25, 0.5, 0.75, 1]],
    ['a.b=1..9:step=4', [1, 5, 9]],
    ['a.b=0..0.3:step=0.1', [0, 0.1, 0.2, 0.3]],
    ['a.b=1..100:steps=3:log', [1, 10, 100]],
    ['a.b=-1..1:steps=3', [-1, 0, 1]],
    ['a.b=1e-3..1e-1:log:steps=3', [0.001, 0.01, 0.1]],
    ['a.b=100000..100040', [100_000, 100_010, 100_020, 100_030, 100_040]],
  ])('%s', (text, values) => {
    expect(grid(text)).toEqual(values)
    expect(parseParameter(text).path).toBe('a.b')
  })

  it.each([
    ['a.b', 'a dotted path, an equals sign'],
    ['=1', 'a dotted path, an equals sign'],
    ['a..b=1', 'a dotted path, an equals sign'],
    ['a.b=', 'values between commas'],
    ['a.b=1,,2', 'values between commas'],
    ['a.b=2..1', 'from below to'],
    ['a.b=0..1:log', 'from above 0 on a log scale'],
    ['a.b=0..1:steps=3:step=0.5', 'steps or step, not both'],
    ['a.b=1..1e9:step=0.001', 'at most 10000 values, by a larger step'],
    ['a.b=0..10000:step=1', 'at most 10000 values'],
    ['a.b=1..2:log:step=1', 'steps on a log scale, not step'],
    ['a.b=0..1:pace=3', 'steps=…, step=… or log'],
    ['a.b=0..1:steps=x', 'steps=…, step=… or log'],
  ])('%s is refused', (text, expected) => {
    expect(() => parseParameter(text)).toThrow(`--set ${text}: expected ${expected}`)
  })
})

describe('draws', () => {
  const random = seededRandom(3)
  const next = () => random.next()
  it('of a range lie in it, on its scale', () => {
    const drawn = Array.from({ length: 400 }, () => Number(drawnValue(parseParameter('a=0.001..1:log'), next)))
    expect(Math.min(...drawn)).toBeGreaterThanOrEqual(0.001)
    expect(Math.max(...drawn)).toBeLessThanOrEqual(1)
    const low = drawn.filter((value) => value < Math.sqrt(0.001)).length
    expect(low).toBeGreaterThan(150)
    expect(low).toBeLessThan(250)
  })

  it('of values are among them', () => {
    const drawn = new Set(Array.from({ length: 100 }, () => drawnValue(parseParameter('a=1..3:step=1'), next)))
    expect(drawn).toEqual(new Set([1, 2, 3]))
    expect(valueCount(parseParameter('a=1..3:step=1'))).toBe(3)
    expect(valueCount(parseParameter('a=1..3'))).toBe(Number.POSITIVE_INFINITY)
  })
})
