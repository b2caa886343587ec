import { expect, it, test } from 'vitest'
import { payoutOf, payoutRaw, redeemedRaw } from '../../../src/domain/market/payout.js'
import { market } from '../../risk/builders.js'

it.each([
  [{ status: 'RESOLVED', winner: 0 }, 7n],
  [{ status: 'RESOLVED', winner: 1 }, 5n],
  // each outcome is floored by itself: 3 and 2, not 12 / 2
  [{ status: 'CANCELLED' }, 5n],
  [{ status: 'RESOLVED' }, undefined],
  [{ status: 'CLOSED' }, undefined],
  [{ status: 'OPEN' }, undefined],
] as const)('%o pays %s for 7 of YES and 5 of NO', (change, paid) => {
  expect(payoutRaw({ ...market(), ...change }, [7n, 5n])).toBe(paid)
})

test('the winner pays one, the loser nothing', () => {
  expect(redeemedRaw([7n, 5n], payoutOf(0))).toBe(7n)
  expect(redeemedRaw([7n, 5n], payoutOf(1))).toBe(5n)
})

test('a cancelled market pays half per outcome, floored on each', () => {
  expect(redeemedRaw([7n, 5n], payoutOf(undefined))).toBe(5n)
  expect(redeemedRaw([8n, 4n], payoutOf(undefined))).toBe(6n)
})
