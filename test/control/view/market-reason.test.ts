import { expect, it } from 'vitest'
import { reasonOf } from '../../../src/control/view/market-reason.js'
import type { MarketDecision } from '../../../src/domain/run/decision.js'
import { A } from '../../risk/builders.js'

const decision = (change: Partial<MarketDecision>): MarketDecision => ({
  ...{ conditionId: A, approved: [], refused: [], waiting: [] },
  ...change,
})

it('the gravest reason is told', () => {
  expect(reasonOf(undefined)).toBe('nothing is decided yet')
  expect(reasonOf(decision({}))).toBe('nothing wished')
  expect(reasonOf(decision({ note: 'too near the end' }))).toBe('nothing wished: too near the end')
  expect(reasonOf(decision({ waiting: ['a fee'], note: 'x' }))).toBe('waits for a fee')
  expect(reasonOf(decision({ stopped: 'lunch', waiting: ['a fee'] }))).toBe('lunch')
  const held = 'not chosen: what is held there stays until it is over'
  expect(reasonOf(decision({ stopped: 'no data yet' }), { dropped: true })).toBe(held)
})
