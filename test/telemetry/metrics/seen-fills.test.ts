import { expect, it } from 'vitest'
import { SeenFills } from '../../../src/telemetry/metrics/seen-fills.js'

it('knows a fill again, by trade and order, until more have come than it remembers', () => {
  const seen = new SeenFills(2)
  const fills = [
    { tradeId: '1', hash: '0xa' },
    { tradeId: '1', hash: '0xb' },
  ] as const
  expect(fills.map((fill) => seen.isNew(fill))).toEqual([true, true])
  expect(fills.map((fill) => seen.isNew(fill))).toEqual([false, false])
  expect(seen.isNew({ tradeId: '2', hash: '0xc' })).toBe(true)
  expect(fills.map((fill) => seen.isNew(fill))).toEqual([true, true])
})
