import { expect, it } from 'vitest'
import type { Holding } from '../../src/domain/account/account.js'
import { ticks } from '../../src/domain/amounts/price.js'
import { lots } from '../../src/domain/amounts/size.js'
import type { MarketBook } from '../../src/domain/market/book.js'
import { afterCancel, flattenPlan } from '../../src/flatten/flatten-plan.js'
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
const planOf = (holding: Holding) => flattenPlan(holding, kettle, { book, own: [], maxSlippage: 0.02 })

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
  expect(afterCancel(plan, [held(9000, 1000)])).toMatchObject({ surplus: 8000, size: 800 })
  expect(afterCancel(plan, [held(1500, 1000)])).toMatchObject({ surplus: 500, size: 500 })
  expect(afterCancel(plan, [held(1000, 2000)])).toMatchObject({ surplus: 0, size: 0 })
})
