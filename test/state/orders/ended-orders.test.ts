import { describe, expect, it } from 'vitest'
import type { Hex } from '../../../src/domain/market/market.js'
import { type End, EndedOrders } from '../../../src/state/orders/ended-orders.js'
import { hashOf } from '../../execution/builders.js'

const MANY = 400

/** Orders by what is known of their end; `looks` counts how often that is asked for. */
function orders(hashes: readonly Hex[], end: End) {
  const ends = new Map<Hex, End | undefined>(hashes.map((hash) => [hash, end]))
  const seen = { looks: 0 }
  let told: Hex[] = []
  const list = new EndedOrders({
    endOf: (hash) => {
      seen.looks++
      return ends.get(hash)
    },
    takeTold: () => told.splice(0),
  })
  for (const hash of hashes) list.ended(hash)
  const tell = (hash: Hex, now: End | undefined) => {
    ends.set(hash, now)
    told = [...told, hash]
  }
  return { list, ends, seen, tell }
}

const hashes = Array.from({ length: MANY }, (_, index) => hashOf(index + 1))
const [first, second] = [hashOf(1), hashOf(2)]

describe('orders that have ended', () => {
  it('are told of once, in the order of their ends', () => {
    const { list } = orders([first, second], 'told')
    expect(list.take()).toEqual([first, second])
    expect(list.take()).toEqual([])
  })

  it('are told of when all of them is told, and not before', () => {
    const { list, tell } = orders([first, second], 'untold')
    expect(list.take()).toEqual([])
    tell(second, 'told')
    expect(list.take()).toEqual([second])
    tell(first, 'told')
    expect(list.take()).toEqual([first])
    tell(first, 'told')
    expect(list.take()).toEqual([])
  })

  it('are not told of where they live again, until they end again', () => {
    const { list, ends, tell } = orders([first], 'untold')
    expect(list.take()).toEqual([])
    tell(first, undefined)
    expect(list.take()).toEqual([])
    ends.set(first, 'told')
    list.ended(first)
    expect(list.take()).toEqual([first])
  })

  it('are looked at once and once more, however many wait and however often is asked', () => {
    const { list, seen, tell } = orders(hashes, 'untold')
    for (let turn = 0; turn < 10; turn++) expect(list.take()).toEqual([])
    expect(seen.looks).toBe(MANY)
    for (const hash of hashes) {
      tell(hash, 'told')
      expect(list.take()).toEqual([hash])
    }
    expect(seen.looks).toBe(2 * MANY)
  })
})
