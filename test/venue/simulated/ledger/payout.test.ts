import { expect, test } from 'vitest'
import { payoutOf, redeemedRaw } from '../../../../src/venue/simulated/ledger/payout.js'

test('the winner pays one, the loser nothing', () => {
  expect(redeemedRaw([7n, 5n], payoutOf(0))).toBe(7n)
  expect(redeemedRaw([7n, 5n], payoutOf(1))).toBe(5n)
})

test('a cancelled market pays half per outcome, floored on each', () => {
  expect(redeemedRaw([7n, 5n], payoutOf(undefined))).toBe(5n)
  expect(redeemedRaw([8n, 4n], payoutOf(undefined))).toBe(6n)
})
