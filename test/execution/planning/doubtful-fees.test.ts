import { expect, it } from 'vitest'
import { FeeBook } from '../../../src/execution/fees/fee-book.js'
import { askDoubtfulFees } from '../../../src/execution/planning/doubtful-fees.js'
import { A, B, market } from '../../risk/builders.js'
import { all, budgetOf } from '../budget/builders.js'
import { at } from '../builders.js'

const capped = (id: typeof A) => ({ market: market(id, { feeRateBps: 300 }), feeKeepsBack: true })

it('asks once for what may keep quotes back, in open markets alone', () => {
  const fees = new FeeBook(1000)
  const asking = { fees, budget: budgetOf(all({ perSecond: 50, perMinute: 1000 })), now: at(0) }
  const markets = [
    { ...capped(A), market: market(A, { feeRateBps: 300, status: 'CLOSED' }) },
    capped(B),
    { market: market(A, { feeRateBps: 300 }) },
  ]
  expect(askDoubtfulFees(markets, asking)).toMatchObject([{ kind: 'read-fee', conditionId: B }])
  expect(askDoubtfulFees(markets, asking)).toEqual([])
})

it.each([
  [40, 1],
  [75, 0],
])('leaves a part of the reads to the fees of orders: after %i of 100 it asks for %i', (taken, asked) => {
  const budget = budgetOf(all({ perSecond: 1000, perMinute: 100 }))
  budget.take('read', taken, 10_000)
  expect(askDoubtfulFees([capped(A)], { fees: new FeeBook(1000), budget, now: at(10_000) })).toHaveLength(asked)
})
