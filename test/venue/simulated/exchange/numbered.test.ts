import { expect, test } from 'vitest'
import { Numbered } from '../../../../src/venue/simulated/exchange/numbered.js'

test('each keeps the number that it was given first, and is found by it', () => {
  const numbered = new Numbered<{ number: number }>()
  const [a, b] = [{ number: -1 }, { number: -1 }]
  expect([a, b, a].map((each) => numbered.numberOf(each))).toEqual([0, 1, 0])
  expect([numbered.at(1), numbered.at(0)]).toEqual([b, a])
  expect(numbered.at(0)).toBe(a)
  expect(() => numbered.at(2)).toThrow(expect.objectContaining({ code: 'internal' }))
})
