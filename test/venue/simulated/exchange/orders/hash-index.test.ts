import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Hex } from '../../../../../src/domain/market/market.js'
import { HashIndex } from '../../../../../src/venue/simulated/exchange/orders/hash-index.js'
import { NONE } from '../../../../../src/venue/simulated/exchange/slot.js'

/** Few tails, so that many hashes have the same key, and few heads, so that the same hash comes again. */
const hash = fc.tuple(fc.nat(40), fc.nat(5)).map(([head, tail]): Hex => `0x${head}aaaaaaa${tail}`)
const steps = fc.array(fc.tuple(fc.constantFrom('add', 'add', 'delete', 'get'), hash), { maxLength: 300 })

test('it finds what a map finds, whatever is added and taken out, hashes of one key included', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const hashes: Hex[] = []
      const index = new HashIndex({ hash: (slot) => hashes[slot] ?? '0x' })
      const expected = new Map<Hex, number>()
      for (const [what, of] of all) {
        if (what === 'delete') {
          index.delete(of)
          expected.delete(of)
        } else if (what === 'add' && !expected.has(of)) {
          const slot = hashes.push(of) - 1
          index.add(of, slot)
          expected.set(of, slot)
        }
        expect(index.get(of)).toBe(expected.get(of) ?? NONE)
        expect(index.size).toBe(expected.size)
      }
      for (const of of hashes) expect(index.get(of)).toBe(expected.get(of) ?? NONE)
    }),
  )
})

test('thousands are found again as it grows and shrinks', () => {
  const hashOf = (n: number): Hex => `0x${(n * 2_654_435_761).toString(16).padStart(64, '0')}`
  const index = new HashIndex({ hash: hashOf })
  const count = 5000
  for (let n = 0; n < count; n++) index.add(hashOf(n), n)
  for (let n = 0; n < count; n += 2) index.delete(hashOf(n))
  for (let n = 0; n < count; n++) expect(index.get(hashOf(n))).toBe(n % 2 === 0 ? NONE : n)
  expect(index.size).toBe(count / 2)
})
