import { expect, it } from 'vitest'
import { TapeFacts } from '../../src/backtest/tape-facts.js'
import type { ConditionId, Market } from '../../src/domain/market/market.js'
import { CONDITION, MARKET } from '../venue/simulated/fills/scenario.js'

const OTHER: Market = { ...MARKET, id: 'm2', conditionId: '0xc2' as ConditionId }

it('knows a market by its id and by its condition, as it was told last', () => {
  const facts = new TapeFacts()
  for (const market of [MARKET, OTHER]) facts.take({ kind: 'market', market })
  facts.take({ kind: 'fee', conditionId: CONDITION, feeRateBps: 30 })
  for (const id of ['m1', CONDITION]) expect(facts.market(id)).toEqual({ ...MARKET, feeRateBps: 30 })
  expect(facts.market('m2')).toEqual(OTHER)
  expect(facts.market('m3')).toBeUndefined()
})

it('lists what was dropped no more, but for how it has ended', () => {
  const facts = new TapeFacts()
  const listed = (everyStatus: boolean) => facts.matching({ everyStatus }).map(({ id }) => id)
  for (const market of [MARKET, OTHER]) facts.take({ kind: 'market', market })
  facts.take({ kind: 'market-data', event: { kind: 'status', conditionId: CONDITION, status: 'RESOLVED', winner: 1 } })
  for (const { conditionId } of [MARKET, OTHER]) facts.take({ kind: 'market-dropped', conditionId })
  expect(listed(true)).toEqual(['m1'])
  expect(listed(false)).toEqual([])
})

it('takes no end back by terms of before it, and takes what else they say', () => {
  const facts = new TapeFacts()
  facts.take({ kind: 'market', market: MARKET })
  facts.take({ kind: 'market-data', event: { kind: 'status', conditionId: CONDITION, status: 'RESOLVED', winner: 1 } })
  const again = { ...MARKET, question: 'Once more?' }
  facts.take({ kind: 'market', market: again })
  expect(facts.market(CONDITION)).toEqual({ ...again, status: 'RESOLVED', winner: 1 })
})
