import { describe, expect, it } from 'vitest'
import { ticks } from '../../../src/domain/amounts/price.js'
import { lots } from '../../../src/domain/amounts/size.js'
import { EMPTY_BOOK, type MarketBook } from '../../../src/domain/market/book.js'
import type { Market } from '../../../src/domain/market/market.js'
import type { Outcome, Side } from '../../../src/domain/market/side.js'
import type { LivingOrder } from '../../../src/domain/orders/own-order.js'
import { QuotingTime } from '../../../src/telemetry/metrics/quoting-time.js'
import { marketOf } from '../../venue/session/fake-venue.js'

const MARKET = marketOf(1)
const { conditionId } = MARKET

const order = (outcome: Outcome, side: Side, price: number, phase: LivingOrder['phase'] = 'open') =>
  ({ phase, draft: { conditionId, outcome, side, price: ticks(price) } }) as LivingOrder
const level = (price: number) => [{ price: ticks(price), size: lots(1000) }]
/** Others bid for YES, and for NO. */
const bids = (yes: number, no: number): MarketBook => [
  { bids: level(yes), asks: [] },
  { bids: level(no), asks: [] },
]

function watched() {
  const state = {
    market: MARKET as Market | undefined,
    orders: [] as LivingOrder[],
    others: EMPTY_BOOK as MarketBook,
    isStarved: false,
  }
  let nowMs = 0
  const turns: [number, boolean][] = []
  const time = new QuotingTime({
    market: () => state.market,
    orders: () => state.orders,
    others: () => state.others,
    isStarved: () => state.isStarved,
    turned: (_id, rests) => void turns.push([nowMs, rests]),
  })
  const look = (change: Partial<typeof state> = {}) => {
    Object.assign(state, change)
    time.look(conditionId, nowMs)
  }
  const pass = (ms: number) => {
    nowMs += ms
    look()
    return { ...time.soFar(conditionId) }
  }
  return { time, turns, look, pass }
}

describe('the time of a market', () => {
  it('counts what stood since the last look, on both sides, whichever outcome they are of', () => {
    const { look, pass } = watched()
    look({ orders: [order(0, 'BUY', 40)], others: bids(45, 45) })
    expect(pass(300)).toMatchObject({ open: 300, both: 0 })
    look({ orders: [order(0, 'BUY', 40), order(1, 'BUY', 40)] })
    expect(pass(200)).toMatchObject({ open: 500, both: 200 })
    look({ orders: [order(0, 'BUY', 40), order(0, 'SELL', 60)] })
    expect(pass(100)).toMatchObject({ open: 600, both: 300 })
    // a bid for YES and an offer of NO stand on one side
    look({ orders: [order(0, 'BUY', 40), order(1, 'SELL', 60)] })
    expect(pass(100)).toMatchObject({ open: 700, both: 300 })
  })

  it('tells when something begins to rest, and when nothing does any more or the market is over', () => {
    const { time, turns, look, pass } = watched()
    look()
    expect(time.turnedMonoMs(conditionId)).toBe(0)
    pass(100)
    look({ orders: [order(0, 'BUY', 40, 'sent')] })
    look({ orders: [order(0, 'BUY', 40)] })
    pass(100)
    look({ orders: [order(1, 'BUY', 40)] })
    pass(100)
    look({ orders: [] })
    pass(100)
    look({ orders: [order(1, 'BUY', 40)] })
    pass(100)
    look({ market: { ...MARKET, status: 'CLOSED' } })
    expect(turns).toEqual([
      [100, true],
      [300, false],
      [400, true],
      [500, false],
    ])
    expect(time.turnedMonoMs(conditionId)).toBe(500)
    time.keepOnly(new Set())
    expect(time.turnedMonoMs(conditionId)).toBeUndefined()
  })

  it('counts what rests, and nothing that is on its way or of unknown outcome', () => {
    const { look, pass } = watched()
    for (const phase of ['signing', 'sent', 'unknown'] as const) {
      look({ orders: [order(0, 'BUY', 40, phase), order(1, 'BUY', 40, phase)] })
      expect(pass(100)).toMatchObject({ both: 0, touch: 0 })
    }
    look({ orders: [order(0, 'BUY', 40, 'cancelling'), order(1, 'BUY', 40)] })
    expect(pass(100)).toMatchObject({ both: 100 })
  })

  it.each([
    ['behind on both sides', [order(0, 'BUY', 44), order(1, 'BUY', 44)], bids(45, 45), 0],
    ['as good as the best bid', [order(0, 'BUY', 45), order(1, 'BUY', 40)], bids(45, 45), 100],
    ['better than the best offer', [order(0, 'BUY', 40), order(0, 'SELL', 54)], bids(45, 45), 100],
    [
      'behind an offer that others make directly',
      [order(1, 'BUY', 45)],
      [
        { bids: level(30), asks: level(54) },
        { bids: level(30), asks: [] },
      ],
      0,
    ],
    ['alone', [order(0, 'BUY', 1)], EMPTY_BOOK, 100],
    ['not there', [], EMPTY_BOOK, 0],
  ] as const)('at touch: %s', (_name, orders, others, expected) => {
    const { look, pass } = watched()
    look({ orders: [...orders], others })
    expect(pass(100)).toMatchObject({ touch: expected })
  })

  it('counts in which something was left for want of requests, whether something rests or not', () => {
    const { look, pass } = watched()
    look({ isStarved: true })
    expect(pass(100)).toMatchObject({ open: 100, starved: 100 })
    look({ isStarved: false, orders: [order(0, 'BUY', 40)] })
    expect(pass(100)).toMatchObject({ open: 200, starved: 100 })
    look({ isStarved: true })
    expect(pass(100)).toMatchObject({ open: 300, starved: 200 })
  })

  it('passes in open markets alone, and is forgotten with its market', () => {
    const { time, look, pass } = watched()
    const orders = [order(0, 'BUY', 40), order(1, 'BUY', 40)]
    look({ orders, market: undefined })
    expect(time.soFar(conditionId)).toBeUndefined()
    look({ market: MARKET })
    pass(100)
    look({ market: { ...MARKET, status: 'CLOSED' } })
    expect(pass(400)).toMatchObject({ open: 100, both: 100 })
    time.keepOnly(new Set())
    expect(time.soFar(conditionId)).toBeUndefined()
  })

  it('does not pass while the process stands still', () => {
    const { look, pass } = watched()
    look({ orders: [order(0, 'BUY', 40), order(1, 'BUY', 40)] })
    pass(1000)
    expect(pass(600_000)).toMatchObject({ open: 1000, both: 1000 })
    expect(pass(1000)).toMatchObject({ open: 2000, both: 2000 })
  })
})
