import { expect, it } from 'vitest'
import { isFinal } from '../../../src/domain/market/market.js'

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
