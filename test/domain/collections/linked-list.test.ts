import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Link, LinkedList } from '../../../src/domain/collections/linked-list.js'

test('items stand in the order of joining, whoever leaves in between', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(9), { maxLength: 60 }), (steps) => {
      const list = new LinkedList<number>()
      const links: Link<number>[] = []
      for (const [i, step] of steps.entries()) {
        // every other one joins; else the one at that place leaves, if there is one
        if (step % 2 === 0 || links.length === 0) links.push(list.append(i))
        else for (const link of links.splice(step % links.length, 1)) list.remove(link)
        expect(list.toArray()).toEqual(links.map(({ item }) => item))
        expect(list.size).toBe(links.length)
      }
    }),
  )
})
