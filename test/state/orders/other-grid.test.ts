import { expect, it } from 'vitest'
import { ticks } from '../../../src/domain/amounts/price.js'
import { lots } from '../../../src/domain/amounts/size.js'
import { fillValueRaw } from '../../../src/domain/orders/fill.js'
import type { OwnOrder } from '../../../src/domain/orders/own-order.js'
import { OtherGrid } from '../../../src/state/orders/other-grid.js'
import { TrueOrder } from '../true-order.js'

const CENTS = { ticksPerUnit: 100, lotRaw: 10_000n }
const MILLS = { ticksPerUnit: 1000, lotRaw: 1000n }
const TWENTIETHS = { ticksPerUnit: 20, lotRaw: 1_000_000n }

function resting(side: 'BUY' | 'SELL', price: number, size: number): OwnOrder {
  const { draft } = new TrueOrder()
  const order = {
    intentId: 1,
    originalRaw: 5n,
    origin: 'placed',
    sinceMonoMs: 0,
    phase: 'signing',
    restingRaw: 5n,
  } as const
  return { ...order, draft: { ...draft, side, price: ticks(price), size: lots(size) } }
}

it('a finer grid says the same', () => {
  expect(new OtherGrid(CENTS, MILLS).order(resting('BUY', 41, 250)).draft).toMatchObject({ price: 410, size: 2500 })
  expect(new OtherGrid(MILLS, CENTS).order(resting('BUY', 410, 2500)).draft).toMatchObject({ price: 41, size: 250 })
})

it('a coarser one says the next that is worse for us, and nothing of the amounts', () => {
  const grid = new OtherGrid(CENTS, TWENTIETHS)
  expect(grid.order(resting('BUY', 41, 250))).toMatchObject({
    draft: { price: 9, size: 3 },
    originalRaw: 5n,
    restingRaw: 5n,
  })
  expect(grid.order(resting('SELL', 44, 300)).draft).toMatchObject({ price: 8, size: 3 })
})

it('fills of an order are told on it too', () => {
  const order = new TrueOrder()
  order.match(10, 20)
  const fills = order.fills()
  const [fill] = new OtherGrid(CENTS, MILLS).fills(fills)
  expect(fill).toEqual({ ...fills[0], price: (fills[0]?.price ?? 0) * 10 })
  const open: OwnOrder = {
    ...{ intentId: 1, draft: order.draft, originalRaw: 5n, origin: 'placed', sinceMonoMs: 0, phase: 'open' },
    ...{ hash: order.hash, fills, matchedRaw: 1n, pendingRaw: 1n, restingRaw: 4n },
  }
  expect(new OtherGrid(CENTS, MILLS).order(open)).toMatchObject({ phase: 'open', fills: [fill], matchedRaw: 1n })
})

it('what a fill has moved stays what it was', () => {
  const order = new TrueOrder()
  order.match(10, 20)
  const [before] = order.fills()
  const [after] = new OtherGrid(CENTS, TWENTIETHS).fills(order.fills())
  if (before === undefined || after === undefined) throw new Error('expected a fill')
  expect(fillValueRaw(after, TWENTIETHS.ticksPerUnit)).toBe(fillValueRaw(before, CENTS.ticksPerUnit))
})
