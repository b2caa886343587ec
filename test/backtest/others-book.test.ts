import { describe, expect, it } from 'vitest'
import { OthersBook } from '../../src/backtest/others-book.js'
import { ticks } from '../../src/domain/amounts/price.js'
import { lots } from '../../src/domain/amounts/size.js'
import { EMPTY_BOOK, type MarketBook } from '../../src/domain/market/book.js'
import type { OrderRecord } from '../../src/domain/orders/order.js'
import type { MarketDataEvent } from '../../src/venue/market-data.js'
import { book, CONDITION, MARKET, ME, type Row, raw } from '../venue/simulated/fills/scenario.js'

const START_MS = 1_790_000_000_000

const ORDER: OrderRecord = {
  ...{ hash: '0x1', account: ME, conditionId: CONDITION, outcome: 0, side: 'BUY', price: ticks(48) },
  ...{ originalRaw: raw(20), filledRaw: 0n, pendingRaw: 0n, remainingRaw: raw(20) },
  ...{ type: 'POST_ONLY', status: 'open', expirationSec: 0, createdMs: 0, updatedMs: 0 },
}

it('begins anew where the market is told by another tick or size step', () => {
  const { others, show, order, sizes, wait } = scene()
  show([['YES bid', 48, 100]])
  order(20)
  expect(others.isOn(MARKET)).toBe(true)
  const finer = { ...MARKET, ticksPerUnit: 1000 }
  expect(others.isOn(finer)).toBe(false)
  others.take({ kind: 'market', market: finer })
  expect([others.isOn(MARKET), others.isOn(finer), others.book(CONDITION)]).toEqual([false, true, undefined])
  expect(others.recordedBest(CONDITION)).toEqual({ bid: undefined, ask: undefined })
  wait(2000)
  expect(sizes()).toEqual([])
})

function scene() {
  const told: MarketDataEvent[] = []
  // by the wall clock; the monotonic one begins anywhere
  let nowMs = START_MS
  const others = new OthersBook({ nowMs: () => nowMs - START_MS, venueMs: () => nowMs }, (event) => told.push(event))
  others.take({ kind: 'market', market: MARKET })
  const data = (event: MarketDataEvent) => others.take({ kind: 'market-data', event })
  return {
    ...{ others, told },
    wait: (ms: number) => {
      nowMs += ms
      others.settle()
    },
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

describe('an order of the recording bot whose end is not on its tape', () => {
  it('ends with its expiration: what rests at its price from then on is of others', () => {
    const { show, order, others, wait } = scene()
    show([['YES bid', 48, 120]])
    order(20, { expirationSec: START_MS / 1000 + 120 })
    wait(2000)
    // the recorder is killed, and comes back when it has expired
    wait(118_000)
    show([['YES bid', 48, 15]])
    expect(others.book(CONDITION)?.[0].bids).toEqual([])
    wait(12_000)
    wait(2000)
    expect(others.book(CONDITION)?.[0].bids).toEqual([{ price: 48, size: 1500 }])
    expect(others.recordedBest(CONDITION).bid).toBeUndefined()
  })

  it('counts on where it has none, and once where its end was told', () => {
    const { show, order, others, wait } = scene()
    show([['YES bid', 48, 100]])
    order(20, { hash: '0x2' })
    order(20, { expirationSec: START_MS / 1000 + 5 })
    order(0, { expirationSec: START_MS / 1000 + 5, status: 'expired' })
    wait(20_000)
    expect(others.book(CONDITION)?.[0].bids).toEqual([{ price: 48, size: 8000 }])
  })
})

describe('the recording bot in its own tape', () => {
  it('is not there: its order and the level that it makes leave nothing', () => {
    const { show, level, order, others, sizes } = scene()
    show([['YES bid', 48, 100]])
    order(20)
    level(48, 120)
    expect(sizes()).toEqual([100])
    expect(others.book(CONDITION)?.[0].bids).toEqual([{ price: ticks(48), size: lots(10_000) }])
    // it cancels, or is filled
    order(0, { status: 'cancelled_local' })
    level(48, 100)
    expect(sizes()).toEqual([100, 100])
  })

  it('what of a change is more than its own is of others', () => {
    const { show, level, order, sizes } = scene()
    show([['YES bid', 48, 100]])
    order(20)
    // others come in the same moment
    level(48, 150)
    expect(sizes()).toEqual([130])
    // a taker takes 50 of others before it, and 8 of its own, told as one change
    order(12, { status: 'partially_filled' })
    level(48, 92)
    expect(sizes()).toEqual([130, 80])
  })

  it('others who leave while its order is on its way are told of', () => {
    const { show, level, order, sizes } = scene()
    show([['YES bid', 48, 100]])
    order(20)
    level(48, 90)
    level(48, 110)
    expect(sizes()).toEqual([90, 90])
  })

  it('a level that says nothing for a second is taken to show it', () => {
    const { show, order, wait, sizes } = scene()
    show([['YES bid', 48, 100]])
    order(20)
    wait(999)
    expect(sizes()).toEqual([])
    wait(1)
    expect(sizes()).toEqual([80])
  })

  it('what others do at its price is told', () => {
    const { show, level, order, others, sizes } = scene()
    show([['YES bid', 48, 100]])
    order(20)
    level(48, 120)
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

it('says what takers were shown, the recording bot included', () => {
  const { show, level, order, others, wait } = scene()
  const shown = () => others.shownAt(CONDITION, { on: 'bid', price: ticks(48) }) / 100
  show([['YES bid', 48, 100]])
  order(20)
  level(48, 120)
  expect(others.recordedBest(CONDITION)).toEqual({ bid: 48, ask: undefined })
  // for the takers of this moment the level is what it was when it began
  expect(shown()).toBe(100)
  wait(10)
  expect(shown()).toBe(120)
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

it('a book before a moment has neither what was taken in it nor the orders of the bot that recorded it', () => {
  const { show, level, order, others, wait } = scene()
  show([
    ['YES bid', 48, 100],
    ['YES bid', 47, 100],
  ])
  order(20)
  level(48, 120)
  wait(10)
  // somebody takes the level, its order included
  order(0, { status: 'filled' })
  level(48, 0)
  level(47, 50)
  const bids = (of: MarketBook | undefined) => of?.[0].bids.map(({ price, size }) => [price, size])
  const before = [
    [48, 10_000],
    [47, 10_000],
  ]
  expect(bids(others.book(CONDITION))).toEqual([[47, 5000]])
  expect(bids(others.bookBefore(CONDITION))).toEqual(before)
  // what is estimated of the taker happens when the moment is over
  wait(5)
  expect(bids(others.bookBefore(CONDITION))).toEqual(before)
  wait(1)
  expect(bids(others.bookBefore(CONDITION))).toEqual([[47, 5000]])
})

describe('a market that is over', () => {
  const over = { kind: 'status', conditionId: CONDITION, status: 'RESOLVED', winner: 0 } as const
  const scenes = () => {
    const { others, told, ...rest } = scene()
    const end = () => others.take({ kind: 'market-data', event: over })
    return { ...{ others, told, end }, ...rest }
  }

  it('has an empty book still, whatever is told of it again', () => {
    const { show, level, others, told, end } = scenes()
    show([['YES bid', 48, 100]])
    level(48, 0)
    end()
    expect(told.at(-1)).toEqual(over)
    expect(others.book(CONDITION)).toEqual(EMPTY_BOOK)
    others.take({ kind: 'market', market: { ...MARKET, status: 'RESOLVED', winner: 0 } })
    expect(others.book(CONDITION)).toEqual(EMPTY_BOOK)
    level(48, 30)
    expect(others.book(CONDITION)?.[0].bids).toEqual([{ price: ticks(48), size: lots(3000) }])
  })

  it('keeps what still stands there: the report says what its rest would have been worth', () => {
    const { show, others, end } = scenes()
    show([['YES bid', 48, 100]])
    end()
    expect(others.book(CONDITION)?.[0].bids).toEqual([{ price: ticks(48), size: lots(10_000) }])
  })
})
