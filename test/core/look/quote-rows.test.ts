import { describe, expect, it } from 'vitest'
import { quoteRows, type RowParts } from '../../../src/core/look/quote-rows.js'
import { NO, YES } from '../../../src/domain/market/side.js'
import type { LivingOrder } from '../../../src/domain/orders/own-order.js'
import type { Quote } from '../../../src/domain/orders/quote.js'
import { diffMarket } from '../../../src/execution/planning/diff.js'
import { at, orderIn, restingOrder } from '../../execution/builders.js'
import { A, market, quote } from '../../risk/builders.js'

const SETTINGS = {
  repriceTicks: 1,
  resizeFraction: 0.25,
  renewBeforeFraction: 0.3,
  lifetimeSec: 120,
  stopMatchingBeforeSec: 0,
}
const WISHED = [
  { outcome: YES, side: 'BUY', price: 0.4873, size: 20 },
  { outcome: NO, side: 'BUY', price: 0.4512, size: 20 },
] as const

function rows(change: Partial<Omit<RowParts, 'diff' | 'market'>> = {}) {
  const parts = {
    wished: WISHED,
    approved: [],
    cuts: new Map(),
    refused: [],
    orders: [],
    stopped: undefined,
    nowMonoMs: 9000,
    ...change,
  }
  const { approved, orders } = parts
  const diff = diffMarket({ market: market(), approved, orders, now: at(9000), settings: SETTINGS })
  return quoteRows({ ...parts, market: market(), diff })
}

const APPROVED: Quote[] = [quote('BUY YES', 48, 20), quote('BUY NO', 45, 20)]
const resting = (leg: Parameters<typeof quote>[0], price: number): LivingOrder =>
  restingOrder(quote(leg, price, 20), price)

describe('from the wish to what rests', () => {
  it('what rests as it may is told so, with its age', () => {
    const orders = [resting('BUY YES', 48), resting('BUY NO', 45)]
    const [yes, no] = rows({ approved: APPROVED, orders })
    expect(yes).toMatchObject({
      wished: { outcome: YES, price: 0.4873, shares: 20 },
      allowed: { price: 0.48, shares: 20 },
      resting: { price: 0.48, shares: 20, phase: 'open' },
      what: 'rests as allowed',
    })
    expect(no?.what).toBe('rests as allowed')
  })

  it('what is cut down says by which limit', () => {
    const small = quote('BUY YES', 48, 12)
    const breach = { reason: 'total-position', detail: '52.00 shares, allowed 52' } as const
    const [yes, no] = rows({ approved: [small, ...APPROVED.slice(1)], cuts: new Map([[small, breach]]) })
    expect(yes?.what).toBe('not placed yet (cut down by total-position: 52.00 shares, allowed 52)')
    expect(no?.what).toBe('not placed yet')
  })

  it('what is near enough stays, what is further off is replaced, and what is missing is not placed yet', () => {
    const [near, far] = rows({ approved: APPROVED, orders: [resting('BUY YES', 47), resting('BUY NO', 41)] })
    expect(near?.what).toMatch(/near enough .* keeps its place in the queue/)
    expect(far?.what).toBe('is replaced: the price, or the fee, has moved')
    expect(far?.resting).toMatchObject({ price: 0.41 })
    expect(rows({ approved: APPROVED }).map(({ what }) => what)).toEqual(['not placed yet', 'not placed yet'])
  })

  it('a wish that was refused has the refusal of its own side', () => {
    const refused = [
      { quote: quote('BUY NO', 45, 20), reason: 'market-loss', detail: 'maxMarketLoss: would be 3' },
      { quote: { ...WISHED[0], conditionId: A, edge: 0 }, reason: 'off-range', detail: 'no price' },
    ] as const
    expect(rows({ refused }).map(({ what }) => what)).toEqual([
      'refused: off-range: no price',
      'refused: market-loss: maxMarketLoss: would be 3',
    ])
  })

  it('where nothing may rest that is the reason, for what rests too', () => {
    const stopped = 'paused since then by ann: odd'
    const found = rows({ stopped, orders: [resting('BUY YES', 48)] })
    expect(found.map(({ what }) => what)).toEqual([
      `refused: ${stopped}`,
      `refused: ${stopped}`,
      `is cancelled: ${stopped}`,
    ])
  })

  it('a bid that became a sale of the other outcome is the same quote', () => {
    const sale = quote('SELL YES', 55, 20)
    const [, no] = rows({ approved: [sale], orders: [restingOrder(sale, 1)] })
    expect(no).toMatchObject({ wished: { outcome: NO, side: 'BUY' }, allowed: { outcome: YES, side: 'SELL' } })
    expect(no?.what).toBe('rests as allowed (what is held of the other outcome is sold: the same quote)')
  })

  it('an order of unknown outcome, and one that nobody wishes any more', () => {
    const unknown = orderIn('unknown', quote('BUY YES', 48, 20), 1)
    expect(rows({ wished: [], orders: [unknown, resting('BUY NO', 45)] }).map(({ what }) => what)).toEqual([
      'nobody knows what became of it: it is looked up',
      'is cancelled: not wished any more',
    ])
  })

  it('one tick is never mistaken for certainty', () => {
    const one = { quote: quote('BUY YES', 1, 20), reason: 'market-loss', detail: 'x' } as const
    expect(rows({ refused: [one] })[0]?.what).toBe('refused: market-loss: x')
  })
})
