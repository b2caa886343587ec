import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LevelSet } from '../../../../../src/venue/simulated/exchange/book/level-set.js'
import { NONE } from '../../../../../src/venue/simulated/exchange/slot.js'

test.each([99, 5000, 999_999])(
  'the nearest member above and below is the one a sorted list gives, up to %i',
  (most) => {
    // near each other, and anywhere
    const member = fc.oneof(fc.nat(Math.min(most, 99)), fc.nat(most))
    const step = fc.record({ level: member, add: fc.boolean() })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), member, (steps, from) => {
        const levels = new LevelSet(most)
        const naive = new Set<number>()
        for (const { level, add } of steps) {
          if (add) {
            levels.add(level)
            naive.add(level)
          } else {
            levels.delete(level)
            naive.delete(level)
          }
        }
        const sorted = [...naive].sort((a, b) => a - b)
        expect(levels.atOrAbove(from)).toBe(sorted.find((level) => level >= from) ?? NONE)
        expect(levels.atOrBelow(from)).toBe(sorted.findLast((level) => level <= from) ?? NONE)
      }),
    )
  },
)

test('the edges of words and of the range', () => {
  const levels = new LevelSet(64)
  for (const level of [0, 31, 32, 63, 64]) levels.add(level)
  expect([0, 1, 32, 33, 64, 65, 200].map((from) => levels.atOrAbove(from))).toEqual([0, 31, 32, 63, 64, NONE, NONE])
  expect([-1, 0, 30, 31, 62, 63, 64].map((from) => levels.atOrBelow(from))).toEqual([NONE, 0, 0, 31, 32, 63, 64])
})
