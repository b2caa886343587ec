import { expect, it } from 'vitest'
import { type ConditionId, isCalled, isFinal } from '../../../src/domain/market/market.js'

it.each([
  [{ status: 'OPEN' }, false],
  [{ status: 'CLOSED' }, false],
  [{ status: 'RESOLVED' }, false],
  [{ status: 'RESOLVED', winner: 0 }, true],
  [{ status: 'RESOLVED', winner: 1 }, true],
  [{ status: 'CANCELLED' }, true],
] as const)('the payouts of a market that is %o are known: %s', (market, known) => {
  expect(isFinal(market)).toBe(known)
})

it.each([
  ['m-Ab', true],
  ['0xab', true],
  ['0xAB', true],
  ['0XAB', true],
  ['m-ab', false],
  ['0xac', false],
])('a market of the id m-Ab and the condition id 0xaB is called %s: %s', (name, called) => {
  expect(isCalled(name, { id: 'm-Ab', conditionId: '0xaB' as ConditionId })).toBe(called)
})
