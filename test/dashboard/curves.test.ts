import { expect, it } from 'vitest'
import { Curves } from '../../src/dashboard/curves.js'
import type { ConditionId } from '../../src/domain/market/market.js'
import { SAMPLE, SAMPLE_MARKET } from '../telemetry/sample-snapshot.js'

const B = '0xb2' as ConditionId

it('notes profit, and the shares that depend on who wins, whichever way', () => {
  const curves = new Curves()
  const other = { ...SAMPLE_MARKET, conditionId: B, shares: [0, 10] as const }
  curves.look({ ...SAMPLE, markets: [SAMPLE_MARKET, other] }, 1000)
  expect(curves.totals()).toEqual({
    ...{ atMs: [1000], total: [1.25], spread: [2.1], inventory: [-0.8], fees: [0.05], worstCase: [35], net: [16.5] },
  })
  expect(curves.market(B)).toEqual({ atMs: [1000], pnl: [1.25], net: [-10] })
})

it('forgets markets that are over', () => {
  const curves = new Curves()
  curves.look(SAMPLE, 0)
  curves.look({ ...SAMPLE, markets: [] }, 1000)
  expect(curves.market(SAMPLE_MARKET.conditionId)).toBeUndefined()
  expect(curves.totals().atMs).toHaveLength(2)
})

it('keeps a bounded number of looks, evenly spread from the first to one of the last', () => {
  const curves = new Curves()
  const looks = 50_000
  for (let i = 0; i < looks; i++) curves.look(SAMPLE, i * 1000)
  const { atMs } = curves.totals()
  expect(atMs.length).toBeGreaterThan(300)
  expect(atMs.length).toBeLessThanOrEqual(720)
  const gaps = new Set(atMs.slice(1).map((at, i) => at - (atMs[i] ?? 0)))
  expect(gaps.size).toBe(1)
  const [gap = 0] = gaps
  expect(atMs[0]).toBe(0)
  expect(looks * 1000 - (atMs.at(-1) ?? 0)).toBeLessThanOrEqual(gap)
  expect(curves.market(SAMPLE_MARKET.conditionId)?.atMs.length).toBeLessThanOrEqual(360)
})
