// The earliest first, then the oldest: whatever comes and goes between.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { TimeQueue } from '../../../src/domain/collections/time-queue.js'

it('gives what is due, the earliest first, and of those due at once the one that came first', () => {
  const queue = new TimeQueue<string>()
  expect([queue.nextMs, queue.takeBy(1e9), queue.size]).toEqual([Number.POSITIVE_INFINITY, undefined, 0])
  for (const [atMs, item] of [
    [5, 'a'],
    [3, 'b'],
    [5, 'c'],
    [3, 'd'],
    [4, 'e'],
  ] as const)
    queue.add(atMs, item)
  expect([queue.nextMs, queue.size]).toEqual([3, 5])
  expect([queue.takeBy(2), queue.takeBy(4), queue.takeBy(4), queue.takeBy(4), queue.takeBy(4)]).toEqual([
    ...[undefined, 'b', 'd', 'e', undefined],
  ])
  expect([queue.takeBy(5), queue.takeBy(5), queue.nextMs]).toEqual(['a', 'c', Number.POSITIVE_INFINITY])
})

it('agrees with a sorted list', () => {
  const step = fc.oneof(
    fc.record({ add: fc.nat(20) }),
    fc.record({ takeBy: fc.nat(20) }),
    fc.record({ drop: fc.nat(3) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const queue = new TimeQueue<number>()
      let list: { atMs: number; item: number }[] = []
      steps.forEach((one, item) => {
        if ('add' in one) {
          queue.add(one.add, item)
          // a stable sort keeps the order of those that are equal
          list = [...list, { atMs: one.add, item }].sort((a, b) => a.atMs - b.atMs)
        } else if ('drop' in one) {
          const keeps = (item: number) => item % 4 !== one.drop
          queue.retain(keeps)
          list = list.filter((entry) => keeps(entry.item))
        } else {
          const [first] = list
          const isDue = first !== undefined && first.atMs <= one.takeBy
          expect(queue.takeBy(one.takeBy)).toBe(isDue ? first.item : undefined)
          if (isDue) list.shift()
        }
        expect([queue.size, queue.nextMs]).toEqual([list.length, list[0]?.atMs ?? Number.POSITIVE_INFINITY])
      })
    }),
  )
})
