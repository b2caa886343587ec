import { expect, it } from 'vitest'
import type { Holding } from '../../src/domain/account/account.js'
import { ticks } from '../../src/domain/amounts/price.js'
import { lots } from '../../src/domain/amounts/size.js'
import type { MarketBook } from '../../src/domain/market/book.js'
import { NO, type Outcome, YES } from '../../src/domain/market/side.js'
import type { OrderRecord } from '../../src/domain/orders/order.js'
import { afterCancel, flattenPlan, unshown } from '../../src/flatten/flatten-plan.js'
import { market } from '../risk/builders.js'

const kettle = market()
const held = (yes: number, no: number, pendingYes = 0): Holding => ({
  conditionId: kettle.conditionId,
  tokensRaw: [BigInt(yes) * kettle.lotRaw, BigInt(no) * kettle.lotRaw],
  lockedRaw: [0n, 0n],
  pendingRaw: [BigInt(pendingYes) * kettle.lotRaw, 0n],
})
/** Bids of 0.40 and 0.35 for YES, and one who sells NO at 0.58, which is a bid of 0.42. */
const book: MarketBook = [
  {
    bids: [
      { price: ticks(40), size: lots(600) },
      { price: ticks(35), size: lots(9000) },
    ],
    asks: [],
  },
  { bids: [], asks: [{ price: ticks(58), size: lots(200) }] },
]
const planOf = (holding: Holding, own: readonly OrderRecord[] = []) =>
  flattenPlan(holding, kettle, { book, own, maxSlippage: 0.02 })
/** Of a bid of ours, so many lots are matched and not settled. */
const bought = (outcome: Outcome, size: number) =>
  ({
    ...{ conditionId: kettle.conditionId, side: 'BUY', outcome },
    pendingRaw: BigInt(size) * kettle.lotRaw,
  }) as OrderRecord

it('sells what is held too many, and no pair, to who pays best on either book, never below the limit', () => {
  const plan = planOf(held(3000, 1000))
  expect(plan).toMatchObject({ outcome: 0, surplus: 2000, best: 42, limit: 40, size: 800 })
  expect(plan?.mean).toBeCloseTo((200 * 42 + 600 * 40) / 800)
})

it('counts what is sold and not settled yet as gone', () => {
  expect(planOf(held(3000, 1000, 1700))).toMatchObject({ surplus: 300, size: 300 })
  expect(planOf(held(1000, 1000))).toBeUndefined()
})

it('sells no more than was shown, and nothing once the other outcome is held too many', () => {
  const plan = planOf(held(3000, 1000))
  if (plan === undefined) throw new Error('expected a plan')
  const after = (holdings: readonly Holding[], own: readonly OrderRecord[] = []) => afterCancel(plan, { holdings, own })
  expect(after([held(9000, 1000)])).toMatchObject({ surplus: 8000, size: 800 })
  expect(after([held(1500, 1000)])).toMatchObject({ surplus: 500, size: 500 })
  expect(after([held(1000, 2000)])).toEqual({
    ...{ market: kettle, outcome: NO, surplus: 1000, unsettled: 0, crumbsRaw: 0n, size: 0 },
    unsold: 'matched before it was cancelled: try again',
  })
  expect(after([])).toMatchObject({ outcome: YES, surplus: 0, unsettled: 0, size: 0 })
  // bought meanwhile: pairs, and what cannot be sold yet
  expect(after([held(3000, 1000)], [bought(NO, 1500)])).toMatchObject({ surplus: 500, unsettled: 0, size: 500 })
  expect(after([held(100, 0)], [bought(YES, 200)])).toMatchObject({ surplus: 300, unsettled: 200, size: 100 })
})

it('sells nothing in a market that is closed, and says so', () => {
  const closed = { ...kettle, status: 'CLOSED' } as const
  const plan = flattenPlan(held(3000, 1000), closed, { book, own: [], maxSlippage: 0.02 })
  expect(plan).toMatchObject({ surplus: 2000, size: 0, unsold: 'the market is CLOSED: nothing is traded there' })
  expect(plan).not.toHaveProperty('limit')
  expect(flattenPlan(held(1000, 1000), closed, { book, own: [], maxSlippage: 0.02 })).toBeUndefined()
})

it('knows what was matched in a market of which nothing was shown', () => {
  const now = (holding: Holding) => ({ holdings: [holding], own: [] })
  expect(unshown(kettle, now(held(500, 0)))).toMatchObject({
    outcome: YES,
    surplus: 500,
    size: 0,
    unsold: expect.any(String),
  })
  expect(unshown(kettle, now(held(500, 500)))).toBeUndefined()
})

it('keeps what makes a pair with what is bought and not settled yet', () => {
  expect(planOf(held(1000, 0), [bought(NO, 1000)])).toBeUndefined()
  expect(planOf(held(1000, 0), [bought(NO, 400)])).toMatchObject({ outcome: 0, surplus: 600, unsettled: 0, size: 600 })
  expect(planOf(held(1000, 0), [bought(NO, 1200)])).toMatchObject({ outcome: 1, surplus: 200, unsettled: 200, size: 0 })
})

it('shows what is bought and not settled yet, and sells none of it', () => {
  expect(planOf(held(300, 100), [bought(YES, 500)])).toMatchObject({ surplus: 700, unsettled: 400, size: 300 })
  expect(planOf(held(0, 0), [bought(YES, 500)])).toMatchObject({ surplus: 500, unsettled: 500, size: 0 })
  const other = { ...bought(YES, 500), side: 'SELL' } as const
  expect(planOf(held(300, 100), [other])).toMatchObject({ surplus: 200, unsettled: 0, size: 200 })
})
