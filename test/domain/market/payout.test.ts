import { expect, it } from 'vitest'
import { payoutRaw } from '../../../src/domain/market/payout.js'
import { market } from '../../risk/builders.js'

it.each([
  [{ status: 'RESOLVED', winner: 0 }, 7n],
  [{ status: 'RESOLVED', winner: 1 }, 4n],
  [{ status: 'CANCELLED' }, 5n],
  [{ status: 'RESOLVED' }, undefined],
  [{ status: 'CLOSED' }, undefined],
  [{ status: 'OPEN' }, undefined],
] as const)('%o pays %s for 7 of YES and 4 of NO', (change, paid) => {
  expect(payoutRaw({ ...market(), ...change }, [7n, 4n])).toBe(paid)
})
