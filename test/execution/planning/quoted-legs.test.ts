import { expect, test } from 'vitest'
import { QuotedLegs } from '../../../src/execution/planning/quoted-legs.js'
import { A, B, quote } from '../../risk/builders.js'

test('a leg is the first until one like it was sent, and again once its market has left', () => {
  const legs = new QuotedLegs()
  const bid = quote('BUY YES', 50, 10)
  expect(legs.isFirst(bid)).toBe(true)
  legs.note(bid)
  expect(legs.isFirst(quote('BUY YES', 40, 5))).toBe(false)
  expect(legs.isFirst(quote('BUY NO', 50, 10))).toBe(true)
  expect(legs.isFirst(quote('SELL YES', 50, 10))).toBe(true)
  expect(legs.isFirst({ ...bid, conditionId: bid.conditionId === A ? B : A })).toBe(true)
  legs.note(quote('BUY NO', 50, 10))
  expect(legs.isFirst(bid)).toBe(false)
  legs.remove(bid.conditionId)
  expect(legs.isFirst(bid)).toBe(true)
})
