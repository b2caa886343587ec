import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SlotList } from '../../../../../src/venue/simulated/exchange/orders/slot-list.js'
import { Rows } from '../rows.js'

test('whoever joins comes last, and each leaves from where it stands, in two lists at a time', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), fc.nat()), { maxLength: 60 }), (steps) => {
      const rows = new Rows()
      const lists = [new SlotList('account'), new SlotList('market')] as const
      const expected: [number[], number[]] = [[], []]
      for (const [i, [joins, which]] of steps.entries()) {
        const n = i % 2 === 0 ? 0 : 1
        if (joins) {
          const slot = rows.add(`0x${i}`, { price: 40, size: 1 })
          for (const each of [0, 1] as const) {
            lists[each].append(rows.orders, slot)
            expected[each].push(slot)
          }
        } else if (expected[n].length > 0) {
          const [slot] = expected[n].splice(which % expected[n].length, 1)
          if (slot !== undefined) lists[n].remove(rows.orders, slot)
        }
        for (const each of [0, 1] as const) {
          expect(lists[each].toArray(rows.orders)).toEqual(expected[each])
          expect(lists[each].size).toBe(expected[each].length)
        }
      }
    }),
  )
})
