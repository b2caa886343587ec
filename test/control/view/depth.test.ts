import { expect, it } from 'vitest'
import { depthOf } from '../../../src/control/view/depth.js'
import { ticks } from '../../../src/domain/amounts/price.js'
import { lots } from '../../../src/domain/amounts/size.js'
import { market } from '../../risk/builders.js'

const level = (price: number, size: number) => ({ price: ticks(price), size: lots(size) })

it('is one ladder of YES: what bids on NO asks for YES, and equal prices add up', () => {
  const yes = { bids: [level(45, 1000), level(40, 100)], asks: [level(55, 500)] }
  const no = { bids: [level(45, 200), level(30, 100)], asks: [level(58, 300), level(60, 50)] }
  const { bids, asks } = depthOf([yes, no], market())
  expect(bids.map(({ price, size }) => [price, size])).toEqual([
    [0.45, 10],
    [0.42, 3],
    [0.4, 1.5],
  ])
  expect(asks.map(({ price, size }) => [price, size])).toEqual([
    [0.55, 7],
    [0.7, 1],
  ])
})

it('ends after eight levels', () => {
  const bids = Array.from({ length: 30 }, (_, i) => level(40 - i, 100))
  const depth = depthOf(
    [
      { bids, asks: [] },
      { bids: [], asks: [] },
    ],
    market(),
  )
  expect(depth.bids).toHaveLength(8)
  expect(depth.bids[0]?.price).toBe(0.4)
})
