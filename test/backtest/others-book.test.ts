import { describe, expect, it } from 'vitest'
import { OthersBook } from '../../src/backtest/others-book.js'
import type { OrderRecord } from '../../src/domain/order.js'
import { ticks } from '../../src/domain/price.js'
import { lots } from '../../src/domain/size.js'
import type { MarketDataEvent } from '../../src/venue/market-data.js'
import { book, CONDITION, MARKET, ME, type Row, raw } from '../venue/simulated/fills/scenario.js'

const ORDER: OrderRecord = {
  ...{ hash: '0x1', account: ME, conditionId: CONDITION, outcome: 0, side: 'BUY', price: ticks(48) },
  ...{ originalRaw: raw(20), filledRaw: 0n, pendingRaw: 0n, remainingRaw: raw(20) },
  ...{ type: 'POST_ONLY', status: 'open', expirationSec: 0, createdMs: 0, updatedMs: 0 },
}

function scene() {
  const told: MarketDataEvent[] = []
  const others = new OthersBook((event) => told.push(event))
  others.take({ kind: 'market', market: MARKET })
  const data = (event: MarketDataEvent) => others.take({ kind: 'market-data', event })
  return {
    ...{ others, told },
    show: (rows: readonly Row[]) => data({ kind: 'snapshot', conditionId: CONDITION, book: book(rows) }),
    level: (price: number, shares: number) => {
      const change = { outcome: 0, side: 'BUY', price: ticks(price), size: lots(shares * 100) } as const
      data({ kind: 'change', conditionId: CONDITION, change })
    },
    order: (rests: number, change: Partial<OrderRecord> = {}) =>
      others.take({ kind: 'own-order', record: { ...ORDER, remainingRaw: raw(rests), ...change } }),
    sizes: () => told.flatMap((event) => (event.kind === 'change' ? [event.change.size / 100] : [])),
  }
}

describe('the recording bot in its own tape', () => {
  it('is not there: its order and the level that it made leave nothing, whichever is told first', () => {
    for (const orderFirst of [true, false]) {
      const { show, level, order, others, sizes } = scene()
      show([['YES bid', 48, 100]])
      if (orderFirst) order(20)
      level(48, 120)
      if (!orderFirst) order(20)
      others.settle()
      expect(sizes().at(-1) ?? 100).toBe(100)
      expect(others.book(CONDITION)?.[0].bids).toEqual([{ price: ticks(48), size: lots(10_000) }])
    }
  })

  it('when it cancels, nobody hears of it', () => {
    const { show, level, order, others, sizes } = scene()
    show([['YES bid', 48, 100]])
    order(20)
    level(48, 120)
    others.settle()
    const before = sizes().length
    order(0, { status: 'cancelled_local' })
    level(48, 100)
    others.settle()
    expect(
      sizes()
        .slice(before)
        .every((size) => size === 100),
    ).toBe(true)
  })

  it('what others do at its price is told', () => {
    const { show, level, order, others, sizes } = scene()
    show([['YES bid', 48, 100]])
    order(20)
    level(48, 120)
    others.settle()
    level(48, 50)
    expect(sizes().at(-1)).toBe(30)
    // a level that only it made is none
    level(48, 20)
    expect(sizes().at(-1)).toBe(0)
    expect(others.book(CONDITION)?.[0].bids).toEqual([])
  })

  it('is out of every later snapshot', () => {
    const { show, order, told } = scene()
    order(20)
    show([
      ['YES bid', 48, 120],
      ['YES ask', 52, 10],
    ])
    expect(told.at(-1)).toMatchObject({ kind: 'snapshot', book: [{ bids: [{ size: 10_000 }] }, {}] })
  })
})

it('a tape without a recording bot is told as it is', () => {
  const { others, show, level, told } = scene()
  expect(others.book(CONDITION)).toBeUndefined()
  show([['YES bid', 48, 100]])
  level(47, 5)
  others.settle()
  expect(told).toHaveLength(2)
  expect(others.book(CONDITION)).toEqual([
    {
      bids: [
        { price: ticks(48), size: lots(10_000) },
        { price: ticks(47), size: lots(500) },
      ],
      asks: [],
    },
    { bids: [], asks: [] },
  ])
})
