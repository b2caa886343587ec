import { describe, expect, it, test } from 'vitest'
import { type Lots, lots } from '../../../../../src/domain/amounts/size.js'
import {
  checkOrderGrid,
  fullGrid,
  isOnGrid,
  type OrderGrid,
  sizeOnGrid,
} from '../../../../../src/venue/simulated/exchange/markets/order-grid.js'
import { ALICE, BOB, CONDITION, SPEC, scenario } from '../scenario.js'

const GRID: OrderGrid = { tick: 5, step: 100, minLots: lots(200) }

test('a full grid is every tick and every lot of the market', () => {
  expect(fullGrid(SPEC)).toEqual({ tick: 1, step: 1, minLots: SPEC.minLots })
  expect(isOnGrid(fullGrid(SPEC), 41, 7)).toBe(true)
  expect([isOnGrid(GRID, 40, 300), isOnGrid(GRID, 41, 300), isOnGrid(GRID, 40, 350)]).toEqual([true, false, false])
  expect([sizeOnGrid(lots(350), GRID), sizeOnGrid(lots(350), fullGrid(SPEC))]).toEqual([300, 350])
})

test.each([
  ['tick: expected a divisor of 100 below it, got 3', { tick: 3 }],
  ['tick: expected a divisor of 100 below it, got 100', { tick: 100 }],
  ['tick: expected a divisor of 100 below it, got 0', { tick: 0 }],
  ['step: expected at least one lot, got 0', { step: 0 }],
  ['minLots: expected a whole number, got -1', { minLots: -1 as Lots }],
])('%s', (message, wrong) => {
  expect(() => checkOrderGrid({ ...GRID, ...wrong }, SPEC)).toThrow(message)
})

describe('a market whose grid becomes another', () => {
  it('cancels what rests beside it and gives back its lock; the rest keeps its place', () => {
    const { exchange, place, now } = scenario()
    const [off, on, odd] = [
      place(ALICE, { price: 41, size: 300 }),
      place(ALICE, { price: 40, size: 300 }),
      place(BOB, { price: 40, size: 350 }),
    ]
    exchange.setGrid(CONDITION, GRID, 10)
    expect(now(off)).toMatchObject({ status: 'cancelled_local', updatedMs: 10 })
    expect([now(on).status, now(odd).status]).toEqual(['open', 'cancelled_local'])
    expect(exchange.ledger.collateral(ALICE).lockedRaw).toBe(1_200_000n)
    expect(exchange.book(CONDITION)[0].bids).toEqual([{ price: 40, size: 300 }])
    expect(exchange.market(CONDITION)?.grid).toEqual(GRID)
  })

  it('refuses orders beside it, and takes them again once it is as it was', () => {
    const { exchange, place } = scenario()
    exchange.setGrid(CONDITION, GRID, 10)
    expect(() => place(ALICE, { price: 41, size: 300, atMs: 11 })).toThrow(
      'price: expected a multiple of 5/100, got 41',
    )
    expect(() => place(ALICE, { price: 40, size: 350, atMs: 11 })).toThrow('size: expected a multiple of 1000000 raw')
    expect(() => place(ALICE, { price: 40, size: 100, atMs: 11 })).toThrow('size: expected at least 2000000 raw units')
    expect(place(ALICE, { price: 40, size: 200, atMs: 11 }).status).toBe('open')
    exchange.setGrid(CONDITION, fullGrid(SPEC), 12)
    expect(place(ALICE, { price: 41, size: 10, atMs: 13 }).status).toBe('open')
  })

  it('ends what a failed settlement would bring back beside it', () => {
    const { exchange, place, now } = scenario({ settlement: { delayMs: 1000, fails: () => true } })
    const [off, on] = [place(ALICE, { price: 41, size: 300 }), place(ALICE, { price: 40, size: 300 })]
    place(BOB, { side: 'SELL', price: 40, size: 600, type: 'FOK' })
    exchange.setGrid(CONDITION, GRID, 10)
    exchange.advance(2000)
    expect([now(off).status, now(on).status]).toEqual(['cancelled_local', 'open'])
  })

  it('refuses an impossible one', () => {
    const { exchange } = scenario()
    expect(() => exchange.setGrid(CONDITION, { ...GRID, tick: 7 }, 0)).toThrow('tick')
    expect(exchange.market(CONDITION)?.grid).toEqual(fullGrid(SPEC))
  })
})
