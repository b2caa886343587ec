// Fills as a running bot hears of them: when, at which mid, and that a month of them takes no more room than a day.

import { describe, expect, it } from 'vitest'
import { ticks } from '../../../src/domain/amounts/price.js'
import { lots } from '../../../src/domain/amounts/size.js'
import type { Hex, Market } from '../../../src/domain/market/market.js'
import type { Fill } from '../../../src/domain/orders/fill.js'
import type { OrderRecord } from '../../../src/domain/orders/order.js'
import type { OwnOrder } from '../../../src/domain/orders/own-order.js'
import type { CoreEvent, CoreInput } from '../../../src/domain/run/core-event.js'
import { OwnFills } from '../../../src/report/run/own-fills.js'
import { MARKET } from '../../venue/simulated/fills/scenario.js'

const market: Market = MARKET
const { conditionId } = market
const MOST = 20
const HASH: Hex = '0x01'
const SHARE = market.unitRaw

const at = (ms: number) => ({ monoMs: ms, wallMs: ms, venueMs: ms })
let seq = 0
const event = (input: CoreInput, ms: number): CoreEvent => ({ seq: ++seq, at: at(ms), ...input })

const record = (matched: number, hash = HASH): OrderRecord => ({
  ...{ hash, account: '0x00', conditionId, outcome: 0, side: 'BUY', price: ticks(40), originalRaw: 100n * SHARE },
  ...{ filledRaw: 0n, pendingRaw: BigInt(matched) * SHARE, remainingRaw: BigInt(100 - matched) * SHARE },
  ...{ type: 'POST_ONLY', status: 'open', expirationSec: 0, createdMs: 0, updatedMs: 0 },
})

const fill = (tradeId: string, shares: number, change: Partial<Fill> = {}): Fill => ({
  ...{ tradeId, hash: HASH, conditionId, outcome: 0, side: 'BUY', price: ticks(40) },
  ...{ sizeRaw: BigInt(shares) * SHARE, feeRaw: 0n, liquidity: 'maker', status: 'settled', venueMs: 1000 },
  ...change,
})

function ownOrder(matched: number, origin: OwnOrder['origin'] = 'placed', pending = 0): OwnOrder {
  return {
    ...{ intentId: 1, origin, hash: HASH, fills: [], sinceMonoMs: 0, originalRaw: 100n * SHARE },
    draft: {
      ...{ conditionId, outcome: 0, side: 'BUY', price: ticks(40), size: lots(100), type: 'POST_ONLY' },
      ...{ expirationSec: 0, feeRateBps: 100 },
    },
    ...{ phase: 'open', restingRaw: 0n, pendingRaw: BigInt(pending) * SHARE },
    matchedRaw: BigInt(matched) * SHARE,
  }
}

function notesOf(order: OwnOrder | undefined = ownOrder(0), makerPaysFee = false) {
  const state = { mid: 0.5, order, market }
  const timers: (readonly [number, () => void])[] = []
  const fills = new OwnFills({
    ...{ makerPaysFee, most: MOST },
    mid: () => state.mid,
    after: (delayMs, run) => timers.push([delayMs, run]),
    market: () => state.market,
    order: () => state.order,
  })
  return { state, timers, fills, hear: (input: CoreInput, ms = 1000) => fills.hear(event(input, ms)) }
}

describe('fills of a running bot', () => {
  it('have the mid of the moment in which the match was heard, not of that in which it was listed', () => {
    const { state, timers, fills, hear } = notesOf()
    hear({ kind: 'order', record: record(3) })
    state.mid = 0.45
    for (const [delayMs, run] of timers) if (delayMs <= 1000) run()
    hear({ kind: 'order', record: record(5) }, 3000)
    hear({ kind: 'fills-listed', fills: [fill('b', 2, { venueMs: 2990 }), fill('a', 3)], askedSeq: 1 }, 9000)
    expect(fills.fills()).toMatchObject([
      { atMs: 1000, shares: 3, price: 0.4, mid: 0.5, midAfter: { '1': 0.45, '10': undefined }, status: 'settled' },
      { atMs: 2990, shares: 2, mid: 0.45 },
    ])
  })

  it("have this machine's time, as the looks beside them have, whatever the venue's clock says", () => {
    const { fills } = notesOf(ownOrder(5))
    const off = (input: CoreInput, wallMs: number, offMs: number) =>
      fills.hear({ seq: ++seq, at: { monoMs: wallMs, wallMs, venueMs: wallMs + offMs }, ...input })
    off({ kind: 'order', record: record(5) }, 1000, 7000)
    off({ kind: 'fills-listed', fills: [fill('a', 3, { venueMs: 7990 })], askedSeq: 1 }, 1500, 7000)
    // listed again once this machine's clock was set right
    off({ kind: 'fills-listed', fills: [fill('a', 3, { venueMs: 7990 })], askedSeq: 2 }, 9000, 0)
    expect(fills.fills()).toMatchObject([
      { atMs: 990, shares: 3 },
      { atMs: 1000, shares: 2 },
    ])
  })

  it('are listed once, with the last word on their settlement', () => {
    const { fills, hear } = notesOf()
    for (const status of ['pending', 'pending'] as const)
      hear({ kind: 'fills-listed', fills: [fill('a', 3, { status })], askedSeq: 1 })
    hear({ kind: 'settlement', conditionId, tradeId: 'a', status: 'failed' })
    expect(fills.fills()).toMatchObject([{ shares: 3, status: 'failed' }])
  })

  it('are counted at the order’s price and the assumed fee as long as the venue has not listed them', () => {
    const { fills, hear } = notesOf(ownOrder(5), true)
    hear({ kind: 'order', record: record(5) })
    hear({ kind: 'fills-listed', fills: [fill('a', 3)], askedSeq: 1 })
    expect(fills.fills()).toMatchObject([
      { shares: 3, fee: 0 },
      // 1 % of min(p, 1 - p) for each of two shares, in tokens worth p
      { shares: 2, price: 0.4, status: 'settled', fee: expect.closeTo(0.008, 9) },
    ])
  })

  it('that are in no list at the end are one for each time that the record grew, pending as far as the order is', () => {
    const { state, fills, hear } = notesOf()
    hear({ kind: 'order', record: record(3) })
    state.mid = 0.45
    hear({ kind: 'order', record: record(5) }, 3000)
    const unsettled = (pending: number): OwnOrder => ownOrder(5, 'placed', pending)
    state.order = unsettled(0)
    expect(fills.fills()).toMatchObject([
      { atMs: 1000, shares: 3, mid: 0.5, status: 'settled' },
      { atMs: 3000, shares: 2, mid: 0.45, status: 'settled' },
    ])
    state.order = unsettled(2)
    expect(fills.fills().map(({ status }) => status)).toEqual(['settled', 'pending'])
    state.order = unsettled(5)
    expect(fills.fills().map(({ status }) => status)).toEqual(['pending', 'pending'])
    hear({ kind: 'fills-listed', fills: [fill('a', 3, { status: 'pending' })], askedSeq: 1 }, 4000)
    state.order = unsettled(3)
    expect(fills.fills().map(({ shares, status }) => [shares, status])).toEqual([
      [3, 'pending'],
      [2, 'settled'],
    ])
  })

  it('keep the price at which they were listed, whatever the ticks of their market become', () => {
    const { state, fills, hear } = notesOf(ownOrder(30))
    hear({ kind: 'fills-listed', askedSeq: 0, fills: [fill('t1', 10), fill('t2', 20, { status: 'pending' })] })
    state.market = { ...market, ticksPerUnit: 20 }
    hear({ kind: 'fills-listed', askedSeq: 0, fills: [fill('t2', 20, { price: ticks(8) })] })
    expect(fills.fills()).toMatchObject([
      { price: 0.4, shares: 10, status: 'settled' },
      { price: 0.4, shares: 20, status: 'settled' },
    ])
  })

  it('of a former run are none of this one', () => {
    const { fills, hear } = notesOf(ownOrder(9, 'recovered'))
    // the first event of this one
    hear({ kind: 'order', record: record(9) }, 500)
    hear({ kind: 'fills-listed', fills: [fill('a', 9, { venueMs: 400 })], askedSeq: 1 }, 700)
    expect(fills.fills()).toEqual([])
    hear({ kind: 'fills-listed', fills: [fill('b', 1, { venueMs: 600 })], askedSeq: 2 }, 900)
    expect(fills.fills()).toMatchObject([{ shares: 1 }])
  })

  it('are bounded: the oldest are counted and let go', () => {
    const { fills, hear } = notesOf()
    const more = 7
    for (let i = 0; i < MOST + more; i++) {
      const hash: Hex = `0x${i.toString(16)}`
      hear({ kind: 'order', record: record(2, hash) }, i)
      hear({ kind: 'fills-listed', fills: [fill(`t${i}`, 2, { hash, venueMs: 1000 + i })], askedSeq: 1 }, i)
    }
    const kept = fills.fills()
    expect(kept).toHaveLength(MOST)
    expect(kept[0]?.atMs).toBe(1000 + more)
    expect(fills.leftOut().get(conditionId)).toEqual({ fills: more, shares: 2 * more })
  })
})
