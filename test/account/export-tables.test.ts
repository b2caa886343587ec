import { expect, it } from 'vitest'
import { decimal, feesTable, fillsTable, redemptionsTable, setsTable } from '../../src/account/export-tables.js'
import { ticks } from '../../src/domain/amounts/price.js'
import type { Hex } from '../../src/domain/market/market.js'
import { type Fill, fillOn } from '../../src/domain/orders/fill.js'
import { A, B, market } from '../risk/builders.js'

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

it.each([
  [41, 3_000_000n, '0.41', '-1.23'],
  [41, 3_000_001n, '0.41', '-1.23'],
  [43, 10_000n, '0.43', '-0.0043'],
  [40, 3_000_000n, '0.4', '-1.2'],
])('a fill of %i/100 has its own price where the tick is coarser today', (price, sizeRaw, text, collateral) => {
  const before: Fill = {
    ...{ tradeId: 't', hash: '0x01' as Hex, conditionId: A, outcome: 0, side: 'BUY', price: ticks(price), sizeRaw },
    ...{ feeRaw: sizeRaw / 100n, liquidity: 'maker', status: 'settled', venueMs: 0 },
  }
  const markets = new Map([[A, market(A, { ticksPerUnit: 20 })]])
  const columnOf = ({ head, rows }: ReturnType<typeof fillsTable>, name: string) => rows[0]?.[head.indexOf(name)]
  const fills = fillsTable([fillOn(before, 100, 20)], markets)
  expect(columnOf(fills, 'price')).toBe(text)
  expect(columnOf(fills, 'collateral')).toBe(collateral)
  const fees = feesTable([fillOn(before, 100, 20)], markets)
  expect(Number(columnOf(fees, 'fee_collateral'))).toBeCloseTo(-Number(collateral) / 100, 5)
})
