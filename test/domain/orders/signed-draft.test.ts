import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { costRaw } from '../../../src/domain/amounts/money.js'
import { ticks } from '../../../src/domain/amounts/price.js'
import { lots, lotsToRaw } from '../../../src/domain/amounts/size.js'
import type { Side } from '../../../src/domain/market/side.js'
import type { OrderDraft } from '../../../src/domain/orders/order.js'
import { draftOn, type SignedDraft } from '../../../src/domain/orders/signed-draft.js'
import { A, market } from '../../risk/builders.js'

interface Grid {
  readonly ticksPerUnit: number
  readonly lotRaw: bigint
}

const COARSE: Grid = { ticksPerUnit: 100, lotRaw: 10_000n }
const FINE: Grid = { ticksPerUnit: 1000, lotRaw: 10_000n }

/** An order as a bot signs it in a market of this grid. */
function signedOn(grid: Grid, side: Side, price: number, size: number): Required<SignedDraft> {
  const terms = { conditionId: A, outcome: 0, type: 'POST_ONLY', expirationSec: 0, feeRateBps: 0 } as const
  const draft: OrderDraft = { ...terms, side, price: ticks(price), size: lots(size) }
  const collateralRaw = costRaw(draft.price, draft.size, market(A, grid))
  return { draft, signed: { collateralRaw, tokensRaw: lotsToRaw(draft.size, grid.lotRaw) } }
}

describe('an order that was signed on another grid', () => {
  it.each<[name: string, from: Grid, side: Side, price: number, to: Grid, expected: number]>([
    ['a tick becomes finer', COARSE, 'BUY', 47, FINE, 470],
    ['a tick becomes coarser, and has the price', FINE, 'SELL', 470, COARSE, 47],
    ['a bid between the ticks', FINE, 'BUY', 465, COARSE, 47],
    ['an offer between the ticks', FINE, 'SELL', 465, COARSE, 46],
    ['a bid below the first tick', FINE, 'BUY', 4, COARSE, 1],
    ['an offer below the first tick', FINE, 'SELL', 4, COARSE, 1],
    ['a bid above the last tick', FINE, 'BUY', 996, COARSE, 99],
  ])('%s', (_name, from, side, price, to, expected) => {
    expect(draftOn(to, signedOn(from, side, price, 2000)).price).toBe(expected)
  })

  it('is of as many tokens where the size step is another, or of one step more', () => {
    const order = signedOn(COARSE, 'BUY', 47, 2001)
    expect(draftOn({ ...COARSE, lotRaw: 1000n }, order).size).toBe(20_010)
    expect(draftOn({ ...COARSE, lotRaw: 100_000n }, order).size).toBe(201)
  })

  it('stays the draft that it was on its own grid, and where nobody knows what it has signed', () => {
    const order = signedOn(COARSE, 'BUY', 47, 2000)
    expect(draftOn(COARSE, order)).toBe(order.draft)
    expect(draftOn(FINE, { draft: order.draft })).toBe(order.draft)
  })

  it('is worth what it was, or less than a tick worse for us, whatever the two grids are', () => {
    const grid = fc.record({
      ticksPerUnit: fc.constantFrom(10, 20, 100, 200, 1000, 10_000),
      lotRaw: fc.constantFrom(10_000n, 100_000n, 1_000_000n),
    })
    const order = fc.record({
      side: fc.constantFrom<Side>('BUY', 'SELL'),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    const size = fc.integer({ min: 1, max: 1_000_000 })
    fc.assert(
      fc.property(grid, grid, order, size, (from, to, { side, at }, lotsSigned) => {
        const price = 1 + Math.floor(at * (from.ticksPerUnit - 2))
        const now = draftOn(to, signedOn(from, side, price, lotsSigned))
        // in units of 1 / (from * to): whole numbers
        const signed = price * to.ticksPerUnit
        const counts = now.price * from.ticksPerUnit
        const isLegal = now.price >= 1 && now.price < to.ticksPerUnit
        expect(isLegal).toBe(true)
        const isBeyond = signed < from.ticksPerUnit || signed > (to.ticksPerUnit - 1) * from.ticksPerUnit
        const worse = side === 'BUY' ? counts - signed : signed - counts
        if (!isBeyond) expect(worse).toBeGreaterThanOrEqual(0)
        expect(Math.abs(worse)).toBeLessThan(from.ticksPerUnit)
        if (signed % from.ticksPerUnit === 0) expect(worse).toBe(0)
        const moreRaw = lotsToRaw(now.size, to.lotRaw) - lotsToRaw(lots(lotsSigned), from.lotRaw)
        expect(moreRaw >= 0n && moreRaw < to.lotRaw).toBe(true)
      }),
    )
  })
})
