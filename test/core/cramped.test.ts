import { describe, expect, it } from 'vitest'
import { Cramped, type Taker } from '../../src/core/cramped.js'
import type { ConditionId } from '../../src/domain/market/market.js'
import type { OrderPlan } from '../../src/execution/planning/plan-draft.js'
import { restingOrder } from '../execution/builders.js'
import { A, B, market, quote } from '../risk/builders.js'

const CELLS = [{ conditionId: A }, { conditionId: B }]
const planOf = (...cramped: ConditionId[]): OrderPlan => ({
  ...{ commands: [], cancelled: [], waiting: new Map(), refused: undefined, due: new Map(), starved: new Map() },
  cramped: cramped.length === 0 ? undefined : new Set(cramped),
})
const still = () => true
const bid = (id: ConditionId, price: number, size: number) => quote('BUY YES', price, size, { conditionId: id })
const taker = (
  id: ConditionId,
  resting: [price: number, size: number],
  approved: [price: number, size: number],
): Taker => ({
  market: market(id),
  orders: [restingOrder(bid(id, ...resting), 1)],
  approved: [bid(id, ...approved)],
})

describe('the market that gives room back', () => {
  it('is the one that takes most beyond its approvals, once somebody has waited for two seconds', () => {
    const cramped = new Cramped()
    const takers = () => [taker(A, [51, 10], [50, 10]), taker(B, [50, 14], [50, 10])]
    cramped.planned(CELLS, [planOf(A)], 1000)
    cramped.planned(CELLS, [planOf(A)], 2500)
    expect(cramped.giver(takers, still, 2999)).toBeUndefined()
    expect(cramped.giver(takers, still, 3000)).toBe(B)
    expect(cramped.giver(takers, still, 3999)).toBeUndefined()
    expect(cramped.giver(() => [taker(A, [51, 10], [50, 10])], still, 4000)).toBe(A)
  })

  it('is none where nobody waits any more, nor where nobody takes more than approved', () => {
    const cramped = new Cramped()
    const takers = () => [taker(B, [50, 14], [50, 10])]
    expect(cramped.giver(takers, still, 9000)).toBeUndefined()
    cramped.planned(CELLS, [planOf(A)], 1000)
    expect(
      cramped.giver(() => [taker(B, [49, 10], [50, 10]), taker(A, [50, 9], [50, 10])], still, 5000),
    ).toBeUndefined()
    cramped.planned([{ conditionId: B }], [planOf()], 6000)
    expect(cramped.giver(takers, still, 6500)).toBe(B)
    cramped.planned(CELLS, [planOf()], 7000)
    expect(cramped.giver(takers, still, 9000)).toBeUndefined()
    cramped.planned(CELLS, [planOf(A)], 10_000)
    cramped.remove(A)
    expect(cramped.giver(takers, still, 20_000)).toBeUndefined()
  })

  it('is none where those that have waited lack no room any more', () => {
    const cramped = new Cramped()
    const takers = () => [taker(B, [50, 14], [50, 10])]
    cramped.planned(CELLS, [planOf(A)], 1000)
    cramped.planned([{ conditionId: B }], [planOf(B)], 2500)
    expect(cramped.giver(takers, (conditionId) => conditionId === B, 3000)).toBeUndefined()
    expect(cramped.giver(takers, (conditionId) => conditionId === B, 4500)).toBe(B)
  })

  it('may be the one whose own other leg is kept out', () => {
    const cramped = new Cramped()
    cramped.planned(CELLS, [planOf(A)], 1000)
    // a bid of 34 for 28, within the tolerance, and 20 NO that are to be sold: what is approved may lose more than what rests
    const tooLarge: Taker = {
      market: market(A),
      orders: [restingOrder(bid(A, 69, 34), 1)],
      approved: [bid(A, 69, 28), quote('SELL NO', 29, 20, { conditionId: A })],
    }
    expect(cramped.giver(() => [tooLarge], still, 3000)).toBe(A)
  })
})
