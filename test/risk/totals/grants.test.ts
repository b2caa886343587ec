import { describe, expect, it } from 'vitest'
import type { Quote } from '../../../src/domain/orders/quote.js'
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

  it('is told of as worth what it is now, where nothing but its edge has moved', () => {
    const { grants } = granted()
    const dearer = bids.map((bid) => ({ ...bid, edge: 0.03 }))
    expect(grants.settle([claims({ targets: dearer })], 1)).toEqual(new Set([B]))
    expect(grants.approval(B)).toEqual({ approved: dearer, refused: [] })
    expect(grants.settle([claims({ targets: dearer.map((bid) => ({ ...bid })) })], 2)).toEqual(new Set())
  })

  it('is refused for the same reason, and cut to the same size, whatever its edge', () => {
    const { grants, again } = granted({ maxMarketShares: 25 })
    const large = [quote('BUY YES', 40, 40, { conditionId: B }), quote('BUY YES', 39, 20, { conditionId: B })]
    again({ targets: large })
    const first = grants.approval(B)
    expect(first).toMatchObject({ approved: [{ size: 2500 }], refused: [{ reason: 'market-position' }] })
    again({ targets: large.map((bid) => ({ ...bid, edge: 0.07 })) })
    const { approved, refused } = grants.approval(B)
    expect(approved).toEqual(first.approved.map((one) => ({ ...one, edge: 0.07 })))
    expect(refused).toEqual(first.refused.map((one) => ({ ...one, quote: { ...one.quote, edge: 0.07 } })))
  })
})

describe('sales', () => {
  const held = position(B, { yes: 100, cost: 40 })
  const sales = (edges: readonly number[]) =>
    edges.map((edge, i) => ({ ...quote('SELL YES', 60 + i, 30, { conditionId: B }), edge }))

  /** Tokens that may be sold are given at each question. */
  function selling() {
    let tokensRaw = raw(100)
    const grants = new Grants({ limits: limits(), collateralRaw: () => raw(1000), heldRaw: () => tokensRaw })
    return (targets: readonly Quote[], shares: number) => {
      tokensRaw = raw(shares)
      grants.settle([claims({ position: held, targets })], 1)
      return grants.approval(B).approved.map(({ price, size }) => [price, size])
    }
  }

  it('are cut as soon as less is there to be sold, and whole again when it is', () => {
    const ask = selling()
    const [first] = sales([0.02])
    expect(ask([first!], 100)).toEqual([[60, 3000]])
    expect(ask([first!], 20)).toEqual([[60, 2000]])
    expect(ask([{ ...first!, edge: 0.03 }], 100)).toEqual([[60, 3000]])
  })
})

it('bids that bring a position down are ranked by the edges that they have now', () => {
  const held = position(B, { yes: 100, cost: 40 })
  const two = [quote('BUY NO', 50, 30, { conditionId: B }), quote('BUY NO', 40, 30, { conditionId: B })]
  const wish = (edges: readonly [number, number]) => two.map((bid, i) => ({ ...bid, edge: edges[i] ?? 0 }))
  const fresh = () =>
    new Grants({ limits: limits({ maxMarketCollateral: 55 }), collateralRaw: () => raw(1000), heldRaw: () => 0n })
  const ask = (grants: Grants, edges: readonly [number, number]) => {
    grants.settle([claims({ position: held, targets: wish(edges) })], 1)
    return grants.approval(B).approved.map(({ price }) => price)
  }
  const grants = fresh()
  expect([ask(grants, [0.04, 0.01]), ask(grants, [0.01, 0.09])]).toEqual([
    ask(fresh(), [0.04, 0.01]),
    ask(fresh(), [0.01, 0.09]),
  ])
  expect(ask(fresh(), [0.04, 0.01])).not.toEqual(ask(fresh(), [0.01, 0.09]))
})

describe('room that is given back feeds', () => {
  const C = '0xc3' as typeof A
  const of = (conditionId: typeof A, change: Partial<MarketClaims> = {}): MarketClaims =>
    claims({
      position: position(conditionId),
      targets: [quote('BUY YES', 40, 20, { conditionId }), quote('BUY NO', 50, 20, { conditionId })],
      ...change,
    })
  const lotsOf = (grants: Grants, id: typeof A) => grants.approval(id).approved.reduce((sum, { size }) => sum + size, 0)

  /** `A` has all it wants, 18 of collateral; `B` 7, less than it wants; `C` nothing: a pair of the least size takes 4.5. */
  function crowded() {
    const grants = new Grants({ limits: limits({}), collateralRaw: () => raw(25), heldRaw: () => 0n })
    grants.settle([of(A), of(B), of(C)], 0)
    // ranked anew once: the next time is a second later
    grants.settle([of(A)], 0)
    expect([A, B, C].map((id) => lotsOf(grants, id))).toEqual([4000, 1554, 0])
    return grants
  }

  it('whoever was cut down and whoever found nothing, at once', () => {
    const grants = crowded()
    const changed = grants.settle([of(A, { targets: [] })], 1)
    expect(changed).toEqual(new Set([A, B, C]))
    expect(lotsOf(grants, B)).toBe(4000)
    expect(lotsOf(grants, C)).toBe(1554)
  })

  it('and leaves alone whom it is too little for, with the words of before', () => {
    const grants = crowded()
    const before = grants.approval(C)
    expect(before.refused.length).toBeGreaterThan(0)
    const changed = grants.settle(
      [of(A, { targets: [quote('BUY YES', 40, 19, { conditionId: A }), quote('BUY NO', 50, 19, { conditionId: A })] })],
      1,
    )
    expect(changed).toEqual(new Set([A, B]))
    expect(lotsOf(grants, B)).toBeGreaterThan(1554)
    expect(grants.approval(C)).toBe(before)
  })
})
