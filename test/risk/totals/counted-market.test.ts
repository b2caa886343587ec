// Numbers say what exact amounts say: totals and breaches beside the same sums in raw units, order by order.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LiveOrder, MarketPosition } from '../../../src/domain/account/exposure.js'
import { type Ticks, ticks } from '../../../src/domain/amounts/price.js'
import { lots } from '../../../src/domain/amounts/size.js'
import type { Market } from '../../../src/domain/market/market.js'
import type { Outcome, Side } from '../../../src/domain/market/side.js'
import type { Quote } from '../../../src/domain/orders/quote.js'
import type { RiskLimits } from '../../../src/risk/schema.js'
import { Headroom } from '../../../src/risk/totals/headroom.js'
import {
  asLiveOrder,
  exposureWith,
  heldExposure,
  lockedRaw,
  positionRaw,
} from '../../../src/risk/totals/market-exposure.js'
import { worstOf } from '../../../src/risk/totals/worst-case.js'
import { limits, market } from '../builders.js'

/** Grids of venues, and one whose amounts no number holds. */
const GRIDS: readonly Pick<Market, 'ticksPerUnit' | 'lotRaw' | 'unitRaw'>[] = [
  { ticksPerUnit: 100, lotRaw: 10_000n, unitRaw: 1_000_000n },
  { ticksPerUnit: 10_000, lotRaw: 10_000n, unitRaw: 1_000_000n },
  { ticksPerUnit: 200, lotRaw: 10n ** 16n, unitRaw: 10n ** 18n },
  { ticksPerUnit: 10_000, lotRaw: 100_000n, unitRaw: 10n ** 18n },
]
const ENDS: readonly Partial<Market>[] = [{}, { status: 'RESOLVED', winner: 0 }, { status: 'CANCELLED' }]

const leg = fc.record({
  outcome: fc.constantFrom<Outcome[]>(0, 1),
  side: fc.constantFrom<Side[]>('BUY', 'SELL'),
  /** Of a unit. */
  price: fc.double({ min: 0.01, max: 0.99, noNaN: true }),
  shares: fc.double({ min: 0.01, max: 500, noNaN: true }),
})
const scene = fc.record({
  grid: fc.constantFrom(...GRIDS),
  end: fc.constantFrom(...ENDS),
  /** Shares of YES and NO, fees assumed of either, and what all cost. */
  held: fc.option(fc.tuple(...Array.from({ length: 5 }, () => fc.double({ min: 0, max: 300, noNaN: true })))),
  orders: fc.array(leg, { maxLength: 4 }),
  /** Raw units that the orders are off whole lots. */
  off: fc.constantFrom(0n, 0n, 0n, 1n),
  quotes: fc.array(leg, { minLength: 1, maxLength: 3 }),
  limit: fc.double({ min: 0, max: 1000, noNaN: true }),
})
type Scene = typeof scene extends fc.Arbitrary<infer T> ? T : never
type Leg = Scene['quotes'][number]

const rawOf = (shares: number, { unitRaw }: Pick<Market, 'unitRaw'>) =>
  (BigInt(Math.round(shares * 1e6)) * unitRaw) / 1_000_000n

function placed({ outcome, side, price, shares }: Leg, of: Market): Quote {
  const inTicks: Ticks = ticks(Math.min(of.ticksPerUnit - 1, Math.max(1, Math.round(price * of.ticksPerUnit))))
  const size = lots(Number(rawOf(shares, of) / of.lotRaw))
  return { conditionId: of.conditionId, outcome, side, price: inTicks, size, edge: 0 }
}

function built({ grid, end, held, orders, off, quotes }: Scene) {
  const of = market(undefined, { ...grid, ...end })
  const [yes = 0, no = 0, feeYes = 0, feeNo = 0, cost = 0] = held ?? []
  const position: MarketPosition = {
    market: of,
    tokensRaw: [rawOf(yes, of), rawOf(no, of)],
    assumedFeeRaw: [rawOf(feeYes, of), rawOf(feeNo, of)],
    costRaw: rawOf(cost, of),
  }
  const living = orders.map((order): LiveOrder => {
    const whole = asLiveOrder(placed(order, of), of)
    return { ...whole, sizeRaw: whole.sizeRaw + off }
  })
  return { of, position, living, quotes: quotes.map((quote) => placed(quote, of)) }
}

function exactTotals(position: MarketPosition, orders: readonly LiveOrder[]) {
  const exposure = orders.reduce(exposureWith, heldExposure(position))
  return {
    positionRaw: positionRaw(exposure),
    collateralRaw: exposure.collateralRaw,
    lossRaw: -worstOf(exposure.wealth, position.market),
    lockedRaw: orders.reduce((sum, order) => sum + lockedRaw(order, position.market), 0n),
  }
}

const soldRaw = (orders: readonly LiveOrder[], outcome: Outcome) =>
  orders.reduce((sum, o) => (o.side === 'SELL' && o.outcome === outcome ? sum + o.sizeRaw : sum), 0n)

/** Reasons, in their order, from raw amounts alone; every limit is the same. */
function exactReasons(
  position: MarketPosition,
  living: readonly LiveOrder[],
  added: readonly LiveOrder[],
  mostRaw: bigint,
) {
  const all = [...living, ...added]
  const [was, is] = [living, all].map((orders) => orders.reduce(exposureWith, heldExposure(position)))
  const [before, after] = [exactTotals(position, living), exactTotals(position, all)]
  const isOver = (from: bigint, to: bigint) => to > mostRaw && to > from
  const over = (name: string, key: keyof typeof before) => (isOver(before[key], after[key]) ? [name] : [])
  return [
    ...(isOver(was?.highRaw ?? 0n, is?.highRaw ?? 0n) ? ['market-position'] : []),
    ...(isOver(-(was?.lowRaw ?? 0n), -(is?.lowRaw ?? 0n)) ? ['market-position'] : []),
    ...over('market-collateral', 'collateralRaw'),
    ...over('market-loss', 'lossRaw'),
    ...over('total-position', 'positionRaw'),
    ...over('total-collateral', 'collateralRaw'),
    ...over('total-loss', 'lossRaw'),
    ...over('no-collateral', 'lockedRaw'),
    ...added.flatMap((o) => {
      const heldRaw = soldRaw(living, o.outcome)
      return o.side === 'SELL' && isOver(heldRaw, heldRaw + o.sizeRaw) ? ['not-held'] : []
    }),
  ]
}

function roomOf(limit: number, unitRaw: bigint): Headroom {
  const all: Partial<RiskLimits> = {
    ...{ maxMarketShares: limit, maxMarketCollateral: limit, maxMarketLoss: limit },
    ...{ maxTotalShares: limit, maxTotalCollateral: limit, maxTotalLoss: limit },
  }
  const mostRaw = rawOf(limit, { unitRaw })
  return new Headroom({ limits: limits(all), collateralRaw: () => mostRaw, heldRaw: () => mostRaw })
}

describe('orders counted in lots', () => {
  it('come to what they come to in raw units', () => {
    fc.assert(
      fc.property(scene, (drawn) => {
        const { of, position, living, quotes } = built(drawn)
        const room = roomOf(1e9, of.unitRaw)
        room.count(position, living)
        expect(room.totals).toEqual(exactTotals(position, living))
        room.take(quotes)
        const all = [...living, ...quotes.map((quote) => asLiveOrder(quote, of))]
        expect(room.totals).toEqual(exactTotals(position, all))
        room.count(position, all)
        expect(room.totals).toEqual(exactTotals(position, all))
        room.count(position, [])
        expect(room.totals).toEqual(exactTotals(position, []))
      }),
      { numRuns: 500 },
    )
  })

  it('pass the limits that they pass in raw units', () => {
    fc.assert(
      fc.property(scene, fc.boolean(), (drawn, isExact) => {
        const { of, position, living, quotes } = built(drawn)
        const added = quotes.map((quote) => asLiveOrder(quote, of))
        // a limit that is just reached is the one that tells
        const reachedRaw = exactTotals(position, [...living, ...added])[isExact ? 'lossRaw' : 'collateralRaw']
        const limit = reachedRaw > 0n && drawn.limit > 500 ? Number(reachedRaw) / Number(of.unitRaw) : drawn.limit
        const floored = Math.floor(limit * 1e6 + 1e-6) / 1e6
        const room = roomOf(floored, of.unitRaw)
        room.count(position, living)
        const mostRaw = rawOf(floored, of)
        expect(room.breaches(quotes).map(({ reason }) => reason)).toEqual(
          exactReasons(position, living, added, mostRaw),
        )
      }),
      { numRuns: 1000 },
    )
  })
})
