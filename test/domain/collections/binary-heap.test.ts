import fc from 'fast-check'
import { expect, it } from 'vitest'
import { BinaryHeap } from '../../../src/domain/collections/binary-heap.js'

function drain(heap: BinaryHeap<number>): number[] {
  const items: number[] = []
  for (let item = heap.pop(); item !== undefined; item = heap.pop()) items.push(item)
  return items
}

it('gives its items in order, also after some were dropped', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer()), fc.integer({ min: 1, max: 5 }), (items, n) => {
      const heap = new BinaryHeap<number>((a, b) => a < b)
      for (const item of items) heap.push(item)
      expect(heap.top).toBe(items.length === 0 ? undefined : Math.min(...items))
      heap.retain((item) => item % n !== 0)
      const kept = items.filter((item) => item % n !== 0).sort((a, b) => a - b)
      expect(heap.size).toBe(kept.length)
      expect(drain(heap)).toEqual(kept)
    }),
  )
})
