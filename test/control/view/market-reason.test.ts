import { expect, it } from 'vitest'
import { reasonOf } from '../../../src/control/view/market-reason.js'
import { ticks } from '../../../src/domain/amounts/price.js'
import { lots } from '../../../src/domain/amounts/size.js'
import type { MarketDecision } from '../../../src/domain/run/decision.js'
import { A } from '../../risk/builders.js'

const decision = (change: Partial<MarketDecision>): MarketDecision => ({
  ...{ conditionId: A, approved: [], refused: [], waiting: [] },
  ...change,
})

const quote = { conditionId: A, outcome: 0, side: 'BUY', price: ticks(40), size: lots(500), edge: 0 } as const

it('the gravest reason is told', () => {
  expect(reasonOf(undefined)).toBe('nothing is decided yet')
  expect(reasonOf(decision({}))).toBe('nothing wished')
  expect(reasonOf(decision({ note: 'too near the end' }))).toBe('nothing wished: too near the end')
  expect(reasonOf(decision({ waiting: ['a fee'], note: 'x' }))).toBe('waits for a fee')
  expect(reasonOf(decision({ stopped: 'lunch', waiting: ['a fee'] }))).toBe('lunch')
  const held = 'not chosen: what is held there stays until it is over'
  expect(reasonOf(decision({ stopped: 'no data yet' }), { dropped: true })).toBe(held)
  // nobody knows yet what is there
  const refused = [{ quote, reason: 'no-collateral', detail: '0 is there' }] as const
  expect(reasonOf(decision({ refused }))).toBe('no-collateral: 0 is there')
  expect(reasonOf(decision({ refused }), {}, { isAccountUnread: true })).toBe('waits for the account to be read')
})
