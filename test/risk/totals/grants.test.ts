import { describe, expect, it } from 'vitest'
import { Grants, type MarketClaims } from '../../../src/risk/totals/grants.js'
import { A, B, limits, order, position, quote, raw } from '../builders.js'

const bids = [quote('BUY YES', 40, 20, { conditionId: B }), quote('BUY NO', 50, 20, { conditionId: B })]
const flat = position(B)
const claims = (change: Partial<MarketClaims> = {}): MarketClaims => ({
  ...{ position: flat, targets: bids, unconfirmed: [], stop: undefined },
  ...change,
})

/** `B` has its grant, and `A` holds nothing yet. */
function granted(limit: Parameters<typeof limits>[0] = {}) {
  let collateralRaw = raw(1000)
  const grants = new Grants({ limits: limits(limit), collateralRaw: () => collateralRaw, heldRaw: () => 0n })
  grants.settle([{ ...claims(), position: position(A), targets: [] }, claims()], 0)
  expect(grants.approval(B).approved).toEqual(bids)
  return {
    grants,
    /** Lots that it has after it has asked once more. */
    again: (change?: Partial<MarketClaims>) => {
      grants.settle([claims(change)], 1)
      return grants.approval(B).approved.reduce((sum, { size }) => sum + size, 0)
    },
    haveOnly: (amount: number) => {
      collateralRaw = raw(amount)
    },
  }
}

describe('a market that asks for what it has', () => {
  it('keeps its grant as it is, and nobody else is looked at', () => {
    const { grants } = granted()
    const before = grants.approval(B)
    const sameWish = bids.map((bid) => ({ ...bid }))
    expect(grants.settle([claims({ position: { ...flat }, targets: sameWish })], 1)).toEqual(new Set())
    expect(grants.approval(B)).toBe(before)
  })

  it('has less where there is no collateral for it any more', () => {
    const { again, haveOnly } = granted()
    haveOnly(5)
    expect(again()).toBeLessThan(4000)
  })

  it.each([
    ['maxTotalShares', { yes: 90 }],
    ['maxTotalCollateral', { yes: 1, cost: 95 }],
    ['maxTotalLoss', { yes: 1, cost: 95 }],
  ] as const)('has less where another market has used up %s', (name, held) => {
    const { grants, again } = granted({ [name]: 100 })
    grants.settle([{ ...claims(), position: position(A, held), targets: [] }], 1)
    expect(again()).toBeLessThan(4000)
  })

  it.each<[string, Partial<MarketClaims>]>([
    ['it is stopped', { stop: { reason: 'paused', detail: 'paused by the operator' } }],
    ['it holds enough', { position: position(B, { yes: 100, no: 100, cost: 100 }) }],
    ['orders that nobody wants may still be matched', { unconfirmed: [order('BUY YES', 40, 100, B)] }],
  ])('has less where %s', (_what, change) => {
    expect(granted({ maxMarketCollateral: 50 }).again(change)).toBeLessThan(4000)
  })

  it('another edge is another claim', () => {
    const { grants, again } = granted()
    again({ targets: bids.map((bid) => ({ ...bid, edge: 0.03 })) })
    expect(grants.approval(B).approved.map(({ edge }) => edge)).toEqual([0.03, 0.03])
  })
})
