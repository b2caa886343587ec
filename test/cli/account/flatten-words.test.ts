import { expect, test } from 'vitest'
import { planLines, shownPlan, whyLeft } from '../../../src/cli/account/flatten-words.js'
import { ticks } from '../../../src/domain/amounts/price.js'
import { lots } from '../../../src/domain/amounts/size.js'
import { market } from '../../risk/builders.js'

const held = { outcome: 1, surplus: lots(3937), unsettled: lots(0), crumbsRaw: 0n } as const
const plan = { market: market(), ...held, size: lots(3937) } as const

test('what is left has a reason, nothing has none', () => {
  expect(whyLeft({ ...plan, limit: ticks(57) }, { left: 0 })).toBeUndefined()
  expect(whyLeft({ ...plan, limit: ticks(57) }, { left: plan.market.minLots - 1 })).toBe(
    'less than the smallest order there',
  )
  expect(whyLeft(plan, { left: 3937 })).toBe('nobody bids for it')
  const waiting = { ...plan, unsettled: lots(900), limit: ticks(57) }
  expect(whyLeft(waiting, { left: 900 })).toBe('bought, and not settled yet: try again when it is')
  expect(whyLeft(waiting, { left: 901 })).toContain('at 0.57 or above: try again')
  expect(whyLeft({ ...plan, limit: ticks(57) }, { left: 3937 })).toContain('at 0.57 or above: try again')
  expect(whyLeft({ ...plan, limit: ticks(57) }, { left: 3937, cameBack: 5 })).toMatch(/^sold, and come back /)
  expect(whyLeft({ ...plan, unsold: 'the market is CLOSED' }, { left: 3937 })).toBe('the market is CLOSED')
})

test('what is not sold whatever anybody bids is said beside the plan', () => {
  const lines = planLines([{ ...plan, size: lots(0), unsold: 'the market is CLOSED' }], 2)
  expect(lines.slice(2)).toEqual([
    `${plan.market.id}: the market is CLOSED`,
    '2 own orders rest: they are cancelled first, in all markets',
  ])
})

test('what a sale brings is told with the fee off, which whoever takes pays', () => {
  const sale = { ...plan, limit: ticks(60), best: ticks(62), mean: 62 }
  const of = (feeRateBps: number) => ({ ...sale, market: market(undefined, { feeRateBps }) })
  const shares = shownPlan(of(0)).sells
  expect(shownPlan(of(0)).proceeds).toBeCloseTo(shares * 0.62, 9)
  // of the contract: the rate on the lesser of the price and what is left to one
  expect(shownPlan(of(500)).proceeds).toBeCloseTo(shares * (0.62 - 0.05 * 0.38), 9)
  expect(planLines([of(500)], 0)[1]).toContain((shares * 0.601).toFixed(2))
  expect(shownPlan(plan).proceeds).toBe(0)
})
