import { describe, expect, it } from 'vitest'
import { NO, YES } from '../../../../src/domain/market/side.js'
import { KnownOrders } from '../../../../src/venue/simulated/fills/known-orders.js'

/** 40 (number 1), 25 (2), 40 (3) came one by one; we are number 2.5. */
function three() {
  const orders = new KnownOrders()
  for (const [i, lots] of [40, 25, 40].entries()) orders.came(lots, YES, i + 1)
  return orders
}

describe('who left', () => {
  it('is the order of that size', () => {
    const stood = three().left(25, YES, 3)
    expect([stood(1), stood(3)]).toEqual(['behind', 'ahead'])
  })

  it('of two of that size, either: known to those who stand on one side of both', () => {
    const stood = three().left(40, YES, 3)
    expect([stood(0.5), stood(2.5), stood(3.5)]).toEqual(['behind', undefined, 'ahead'])
  })

  it('nobody, where no size fits; then nobody is known until others come', () => {
    const orders = three()
    expect(orders.left(30, YES, 3)(2.5)).toBe(undefined)
    // one of the 75 that are left
    const later = orders.left(25, YES, 4)
    expect([later(2.5), later(4)]).toEqual([undefined, 'ahead'])
    orders.came(12, YES, 5)
    expect(orders.left(12, YES, 5)(4)).toBe('behind')
  })

  it('one of those who were found there, where nobody else fits', () => {
    const orders = new KnownOrders()
    orders.found(100, YES, 0)
    orders.came(40, YES, 2)
    expect(orders.left(30, YES, 2)(1)).toBe('ahead')
    // 70 of unknown orders may be 40 and 30, but an order of 40 is known
    expect(orders.left(40, YES, 2)(1)).toBe('behind')
  })

  it('is looked for at the level that shows it', () => {
    const orders = new KnownOrders()
    orders.came(40, YES, 1)
    orders.came(40, NO, 3)
    expect(orders.left(40, NO, 3)(2)).toBe('behind')
    expect(orders.left(40, YES, 3)(2)).toBe('ahead')
  })
})

it('trades take the first ones, of an order also a part', () => {
  const orders = three()
  orders.traded(50, YES)
  // 15 of the second are left, and the third
  expect(orders.left(15, YES, 3)(2.5)).toBe('ahead')
  expect(orders.left(40, YES, 3)(2.5)).toBe('behind')
})

it('trades at one level leave the other alone', () => {
  const orders = new KnownOrders()
  orders.came(40, NO, 1)
  orders.came(40, YES, 2)
  orders.traded(40, YES)
  expect(orders.left(40, NO, 2)(1.5)).toBe('ahead')
})

it('what many did at once leaves nobody known', () => {
  const orders = three()
  orders.mix(20, YES, 3)
  expect(orders.left(25, YES, 3)(2.5)).toBe(undefined)
  // 60 of the 85 are left
  expect(orders.left(61, YES, 3)(9)).toBe(undefined)
})
