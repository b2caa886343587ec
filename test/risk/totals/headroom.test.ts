import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { LiveOrder, MarketPosition } from '../../../src/domain/account/exposure.js'
import { Headroom } from '../../../src/risk/totals/headroom.js'
import { limits, market, order, quote, raw } from '../builders.js'

const room = () => new Headroom({ limits: limits(), collateralRaw: () => raw(1000), heldRaw: () => raw(1000) })

/** A position whose lists move in place, as those of the account do. */
function moving() {
  const tokensRaw: [bigint, bigint] = [raw(30), raw(5)]
  const assumedFeeRaw: [bigint, bigint] = [0n, 0n]
  return { tokensRaw, assumedFeeRaw, position: { market: market(), tokensRaw, assumedFeeRaw, costRaw: raw(20) } }
}

const BUY = order('BUY YES', 40, 10)
const ORDERS: readonly LiveOrder[] = [BUY, order('BUY NO', 50, 10)]
const WON = market(undefined, { status: 'RESOLVED', winner: 0 })

it.each<[string, (of: ReturnType<typeof moving>) => { position?: MarketPosition; orders?: readonly LiveOrder[] }]>([
  ['nothing', () => ({})],
  [
    'YES, in place',
    ({ tokensRaw }) => {
      tokensRaw[0] += raw(7)
      return {}
    },
  ],
  [
    'NO, in place',
    ({ tokensRaw }) => {
      tokensRaw[1] += raw(90)
      return {}
    },
  ],
  [
    'a fee that is assumed, in place',
    ({ assumedFeeRaw }) => {
      assumedFeeRaw[0] += raw(1)
      return {}
    },
  ],
  ['what it cost', ({ position }) => ({ position: { ...position, costRaw: raw(25) } })],
  ['the end of the market', ({ position }) => ({ position: { ...position, market: WON } })],
  ['a size', () => ({ orders: [{ ...BUY, sizeRaw: raw(9) }, ...ORDERS.slice(1)] })],
  ['a price', () => ({ orders: [order('BUY YES', 30, 10), ...ORDERS.slice(1)] })],
  ['a side', () => ({ orders: [order('SELL YES', 40, 10), ...ORDERS.slice(1)] })],
  ['an outcome', () => ({ orders: [order('BUY NO', 40, 10), ...ORDERS.slice(1)] })],
  ['an order more', () => ({ orders: [...ORDERS, BUY] })],
  ['an order less', () => ({ orders: [BUY] })],
])('a market that is counted again counts as it stands: another is %s', (_what, change) => {
  const of = moving()
  const again = room()
  again.count(of.position, ORDERS)
  const { position = of.position, orders = ORDERS } = change(of)
  again.count(position, orders)
  const once = room()
  once.count(position, orders)
  expect(again.totals).toEqual(once.totals)
})

it('what was taken since it was counted goes when it is counted again without it', () => {
  const { position } = moving()
  const again = room()
  again.count(position, ORDERS)
  const { totals } = again
  const more = [quote('BUY YES', 40, 3)]
  expect(again.breaches(more)).toEqual([])
  again.take(more)
  expect(again.totals).not.toEqual(totals)
  again.count(position, ORDERS)
  expect(again.totals).toEqual(totals)
})

it('orders that were looked at count once when they are taken, and as they are where others were taken meanwhile', () => {
  const { position } = moving()
  const pair = [quote('BUY YES', 40, 3), quote('BUY NO', 40, 3)]
  const others = [quote('BUY YES', 40, 10), quote('BUY NO', 50, 10)]
  const [looked, plain] = [room(), room()]
  for (const one of [looked, plain]) one.count(position, [])
  looked.breaches(pair)
  looked.take(others)
  looked.take(pair)
  for (const one of [...others, ...pair]) plain.take([one])
  expect(looked.totals).toEqual(plain.totals)
})

it('quotes fit where they pass no limit, also beside one that was passed before', () => {
  const bounds = fc.record({
    ...{ maxMarketShares: fc.integer({ min: 1, max: 60 }), maxTotalLoss: fc.integer({ min: 1, max: 60 }) },
    ...{
      collateral: fc.integer({ min: 0, max: 40 }),
      held: fc.integer({ min: 0, max: 80 }),
      size: fc.integer({ min: 1, max: 60 }),
    },
  })
  const seen = new Set<boolean>()
  fc.assert(
    fc.property(
      bounds,
      fc.constantFrom('BUY YES', 'BUY NO', 'SELL YES'),
      ({ collateral, held, size, ...limit }, words) => {
        const heldRaw = () => raw(held)
        const headroom = new Headroom({ limits: limits(limit), collateralRaw: () => raw(collateral), heldRaw })
        headroom.count(
          { market: market(), tokensRaw: [raw(held), 0n], assumedFeeRaw: [0n, 0n], costRaw: raw(held / 2) },
          [],
        )
        const quotes = [quote(words, 40, size)]
        const fits = headroom.fits(quotes)
        seen.add(fits)
        expect(fits).toBe(headroom.breaches(quotes).length === 0)
      },
    ),
  )
  expect(seen.size).toBe(2)
})
