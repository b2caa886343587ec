import { expect, it } from 'vitest'
import { decimal, redemptionsTable, setsTable } from '../../src/account/export-tables.js'
import { B, market } from '../risk/builders.js'

it('writes raw amounts to the last digit', () => {
  expect(decimal(1n, 1_000_000n)).toBe('0.000001')
  expect(decimal(-1_500_000n, 1_000_000n)).toBe('-1.5')
  expect(decimal(2_000_000n, 1_000_000n)).toBe('2')
  expect(decimal(123_456_789_012_345_678_901n, 10n ** 18n)).toBe('123.456789012345678901')
})

it('has pairs in markets that go on, and what the tokens of one that is over pay', () => {
  const open = market()
  const over = market(B, { status: 'RESOLVED', winner: 1 })
  const markets = new Map([open, over].map((one) => [one.conditionId, one]))
  const holdings = [open, over].map(({ conditionId, unitRaw }) => ({
    conditionId,
    tokensRaw: [3n * unitRaw, 2n * unitRaw] as const,
    lockedRaw: [0n, 0n] as const,
    pendingRaw: [0n, 0n] as const,
  }))
  const named = ({ id, conditionId, question }: typeof open) => [id, conditionId, question]
  expect(setsTable(holdings, markets).rows).toEqual([[...named(open), '3', '2', '2', '2']])
  expect(redemptionsTable(holdings, markets).rows).toEqual([[...named(over), 'RESOLVED', 'NO', '3', '2', '2']])
})
