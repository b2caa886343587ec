import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ORDER_TYPES } from '../../../../../src/domain/orders/order.js'
import { readOrder } from '../../../../../src/venue/simulated/exchange/orders/read-order.js'
import { Rows } from '../rows.js'
import { ALICE, BOB, newOrder, SPEC } from '../scenario.js'

const given = fc.record({
  account: fc.constantFrom(ALICE, BOB),
  outcome: fc.constantFrom(0 as const, 1 as const),
  side: fc.constantFrom('BUY' as const, 'SELL' as const),
  type: fc.constantFrom(...ORDER_TYPES),
  price: fc.integer({ min: 1, max: 99 }),
  size: fc.maxSafeNat(),
  expirationSec: fc.maxSafeNat(),
  feeRateBps: fc.nat(1000),
  nonce: fc.option(fc.maxSafeNat(), { nil: undefined }),
})
const became = fc.record({
  updatedMs: fc.maxSafeNat(),
  filledLots: fc.nat(1000),
  pendingLots: fc.nat(1000),
  takenLots: fc.nat(1000),
  ending: fc.constantFrom(undefined, 'cancelled_local' as const, 'cancelled_onchain' as const, 'expired' as const),
  cancelAsked: fc.boolean(),
  onLadder: fc.boolean(),
})

test('every order is read as it was written, whatever it was and whatever became of the others', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(given, became), { maxLength: 200 }), (all) => {
      const rows = new Rows()
      const { orders } = rows
      const slots = all.map(([{ nonce, ...terms }], i) =>
        rows.add(`0x${i}`, nonce === undefined ? terms : { ...terms, nonce }),
      )
      for (const [i, [, now]] of all.entries()) {
        const slot = slots[i] ?? 0
        orders.setUpdated(slot, now.updatedMs)
        orders.addFilled(slot, now.filledLots)
        orders.addPending(slot, now.pendingLots)
        orders.addResting(slot, -now.takenLots)
        if (now.ending !== undefined) orders.end(slot, now.ending)
        if (now.cancelAsked) orders.askToCancel(slot)
        orders.setOnLadder(slot, now.onLadder)
        orders.setLive(slot, !now.onLadder)
      }
      for (const [i, [{ nonce, ...terms }, now]] of all.entries()) {
        const slot = slots[i] ?? 0
        const signed = nonce === undefined ? terms : { ...terms, nonce }
        expect(readOrder(orders, slot)).toEqual({
          ...{ terms: newOrder({ hash: `0x${i}`, ...signed }), spec: SPEC, createdMs: 0, updatedMs: now.updatedMs },
          ...{ filledLots: now.filledLots, pendingLots: now.pendingLots, restingLots: terms.size - now.takenLots },
          ending: now.ending,
        })
        expect([orders.cancelAsked(slot), orders.onLadder(slot), orders.isLive(slot)]).toEqual([
          now.cancelAsked,
          now.onLadder,
          !now.onLadder,
        ])
      }
    }),
  )
})

test('the first ending stays, and flags are set and taken back one by one', () => {
  const rows = new Rows()
  const { orders } = rows
  expect(() => orders.balance(0)).toThrow(expect.objectContaining({ code: 'internal' }))
  const slot = rows.add('0x1', { price: 40, size: 10 })
  orders.end(slot, 'expired')
  orders.end(slot, 'cancelled_onchain')
  expect([orders.hasEnded(slot), orders.ending(slot)]).toEqual([true, 'expired'])
  orders.setLive(slot, true)
  orders.setOnLadder(slot, true)
  orders.setOnLadder(slot, false)
  expect([orders.isLive(slot), orders.onLadder(slot), orders.ending(slot)]).toEqual([true, false, 'expired'])
})

test('an order locks its price a lot, or the token', () => {
  const rows = new Rows()
  const [buy, sell] = [rows.add('0x1', { price: 40, size: 1 }), rows.add('0x2', { side: 'SELL', price: 40, size: 1 })]
  expect([rows.orders.lockTicks(buy), rows.orders.lockTicks(sell)]).toEqual([40, SPEC.ticksPerUnit])
  expect(rows.orders.balance(buy)).toBe(rows.account(ALICE).collateral)
})

test('a row that is free is the next order’s, of another generation, and nothing of the old one is left', () => {
  const rows = new Rows()
  const { orders } = rows
  const first = rows.add('0x1', { price: 40, size: 10 })
  const before = orders.generation(first)
  orders.end(first, 'expired')
  orders.askToCancel(first)
  orders.setArrival(first, 7)
  orders.addFilled(first, 3)
  orders.free(first)
  const second = rows.add('0x2', { price: 41, size: 5, account: BOB })
  expect(second).toBe(first)
  expect(orders.generation(second)).toBe(before + 1)
  expect(orders.cancelAsked(second)).toBe(false)
  expect(orders.arrival(second)).toBe(0)
  expect(readOrder(orders, second)).toMatchObject({
    terms: { hash: '0x2', account: BOB },
    ...{ filledLots: 0, restingLots: 5, ending: undefined },
  })
  expect(rows.add('0x3', { price: 40, size: 1 })).not.toBe(second)
})
