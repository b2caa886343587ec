import { expect, test } from 'vitest'
import { LEGS, legIndex, NO, OUTCOMES, otherOutcome, otherSide, YES } from '../../../src/domain/market/side.js'

test('each leg has a number of its own, by outcome, BUY before SELL', () => {
  const legs = OUTCOMES.flatMap((outcome) => (['BUY', 'SELL'] as const).map((side) => legIndex({ outcome, side })))
  expect(legs).toEqual(Array.from({ length: LEGS }, (_, leg) => leg))
})

test('the other one', () => {
  expect([otherOutcome(YES), otherOutcome(NO)]).toEqual([NO, YES])
  expect([otherSide('BUY'), otherSide('SELL')]).toEqual(['SELL', 'BUY'])
})
