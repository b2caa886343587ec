import { expect, it } from 'vitest'
import type { ConditionId } from '../../src/domain/market/market.js'
import { KnownMarkets, type Past } from '../../src/state/known-markets.js'
import { A, B, market } from '../risk/builders.js'

const PAST: Past = {
  part: { pnl: { spread: 0, inventory: 0, fees: 0, total: 1 }, fills: 2, worstCaseLoss: 0 },
  over: undefined,
  held: undefined,
}

function known(...ids: readonly ConditionId[]): KnownMarkets {
  const markets = new KnownMarkets()
  for (const id of ids) markets.set(id, market(id))
  return markets
}

it('knows a market that is past as before, and leaves it out of those that are present', () => {
  const markets = known(A, B)
  markets.leave(A, PAST)
  expect([...markets.keys()]).toEqual([A, B])
  expect([...markets.present.keys()]).toEqual([B])
  expect([...markets.past]).toEqual([[A, PAST]])
})

it('brings it back by news of it, and where something of it is about to change', () => {
  const markets = known(A, B)
  markets.leave(A, PAST)
  markets.set(A, market(A, { question: 'another' }))
  expect(markets.present.get(A)?.question).toBe('another')
  expect(markets.past.size).toBe(0)
  markets.leave(A, PAST)
  markets.comeBack(A)
  expect([...markets.present.keys()].sort()).toEqual([A, B])
  expect(markets.past.size).toBe(0)
})

it('has another number whenever those that are past are others, and the same otherwise', () => {
  const markets = known(A, B)
  const before = markets.pastChanges
  markets.comeBack(A)
  markets.comeBack('0x77' as ConditionId)
  markets.set(B, market(B))
  markets.leave('0x77' as ConditionId, PAST)
  expect(markets.pastChanges).toBe(before)
  markets.leave(A, PAST)
  const left = markets.pastChanges
  markets.leave(A, PAST)
  expect(markets.pastChanges).toBe(left)
  markets.comeBack(A)
  expect(new Set([before, left, markets.pastChanges]).size).toBe(3)
})
