import { describe, expect, it } from 'vitest'
import { ticks } from '../../../../src/domain/amounts/price.js'
import { lots } from '../../../../src/domain/amounts/size.js'
import { EMPTY_BOOK } from '../../../../src/domain/market/book.js'
import type { OrderRecord } from '../../../../src/domain/orders/order.js'
import type { MarketData, MarketDataEvent } from '../../../../src/venue/market-data.js'
import { tapMarketData } from '../../../../src/venue/simulated/fills/tapped-market-data.js'
import { book, CONDITION, MARKET, ME, raw } from './scenario.js'

/** 20 shares bid at 0.48 of YES. */
const ORDER: OrderRecord = {
  hash: '0x1',
  account: ME,
  conditionId: CONDITION,
  outcome: 0,
  side: 'BUY',
  price: ticks(48),
  originalRaw: raw(20),
  filledRaw: 0n,
  pendingRaw: 0n,
  remainingRaw: raw(20),
  type: 'POST_ONLY',
  status: 'open',
  expirationSec: 0,
  createdMs: 0,
  updatedMs: 0,
}

function scene() {
  const heard: string[] = []
  let emit: (event: MarketDataEvent) => void = () => {}
  let tell: (record: OrderRecord) => void = () => {}
  const events: MarketDataEvent[] = []
  const nothing = () => {}
  const real: MarketData = {
    listen: (listener) => {
      emit = listener
    },
    start: () => heard.push('start'),
    stop: () => heard.push('stop'),
    watch: (markets) => heard.push(`watch ${markets.length}`),
    resync: (id) => heard.push(`resync ${id}`),
    readMarket: (_id, done) => done({ ok: true, value: MARKET }),
    listMarkets: nothing,
    readFee: nothing,
    readBestBids: nothing,
    readBook: (_market, done) => done({ ok: true, value: { book: EMPTY_BOOK } }),
  }
  const tapped = tapMarketData(real, {
    onMarketData: ({ kind }) => heard.push(`paper ${kind}`),
    setMarket: ({ id }) => heard.push(`market ${id}`),
    setGrid: ({ ticksPerUnit }) => heard.push(`venue by 1/${ticksPerUnit}`),
    tellOn: ({ ticksPerUnit }) => heard.push(`told by 1/${ticksPerUnit}`),
    onOrderTold: (told) => {
      tell = told
    },
  })
  tapped.listen((event) => {
    events.push(event)
    heard.push(`bot ${event.kind}`)
  })
  return {
    ...{ heard, events, tapped },
    emit: (event: MarketDataEvent) => emit(event),
    order: (rests: number, change: Partial<OrderRecord> = {}) =>
      tell({ ...ORDER, remainingRaw: raw(rests), ...change }),
  }
}

it('paper trading hears every event before the bot', () => {
  const { heard, emit } = scene()
  emit({ kind: 'snapshot', conditionId: CONDITION, book: EMPTY_BOOK })
  expect(heard).toEqual(['paper snapshot', 'bot snapshot'])
})

it('another tick counts once the bot watches the market by it, and no sooner', () => {
  const { heard, tapped, order, events, emit } = scene()
  tapped.watch([MARKET])
  emit({ kind: 'link', state: 'up' })
  emit({ kind: 'snapshot', conditionId: CONDITION, book: EMPTY_BOOK })
  order(100)
  heard.length = 0
  const finer = { ...MARKET, ticksPerUnit: 1000 }
  tapped.readMarket('m1', () => undefined)
  tapped.watch([MARKET])
  expect(heard).toEqual(['market m1', 'market m1', 'watch 1'])
  heard.length = 0
  tapped.watch([finer])
  tapped.watch([finer])
  expect(heard).toEqual(['market m1', 'venue by 1/1000', 'told by 1/1000', 'watch 1', 'market m1', 'watch 1'])
  events.length = 0
  emit({ kind: 'snapshot', conditionId: CONDITION, book: EMPTY_BOOK })
  expect(events).toEqual([{ kind: 'snapshot', conditionId: CONDITION, book: EMPTY_BOOK }])
})

it('markets that are watched or read can be traded', () => {
  const { heard, tapped } = scene()
  tapped.watch([MARKET])
  tapped.readMarket('m1', () => heard.push('bot read'))
  expect(heard).toEqual(['market m1', 'watch 1', 'market m1', 'bot read'])
})

it('a polled book counts only while the socket is down', () => {
  const { heard, tapped, emit } = scene()
  const read = () => tapped.readBook(MARKET, () => heard.push('bot book'))
  read()
  emit({ kind: 'link', state: 'up' })
  read()
  emit({ kind: 'link', state: 'down' })
  read()
  const books = ['paper snapshot', 'bot book']
  expect(heard).toEqual([...books, 'paper link', 'bot link', 'bot book', 'paper link', 'bot link', ...books])
})

it('passes on what does not concern paper trading', () => {
  const { heard, tapped } = scene()
  tapped.start()
  tapped.resync(CONDITION)
  tapped.stop()
  expect(heard).toEqual(['start', `resync ${CONDITION}`, 'stop'])
})

describe('our orders on paper stand in the books that the bot is told, as they would in the venue', () => {
  const SHOWN = book([
    ['YES bid', 48, 100],
    ['YES ask', 52, 50],
  ])
  const up = () => {
    const { tapped, emit, ...rest } = scene()
    tapped.watch([MARKET])
    emit({ kind: 'link', state: 'up' })
    return { ...{ tapped, emit }, ...rest }
  }

  it('beside what others show at the price', () => {
    const { emit, order, events } = up()
    emit({ kind: 'snapshot', conditionId: CONDITION, book: SHOWN })
    order(20)
    const change = { outcome: 0, side: 'BUY', price: ticks(48), size: lots(12_000) } as const
    expect(events.at(-1)).toEqual({ kind: 'change', conditionId: CONDITION, change })
    // others leave, ours stays
    emit({ kind: 'change', conditionId: CONDITION, change: { ...change, size: lots(1000) }, seq: 7 })
    expect(events.at(-1)).toEqual({
      ...{ kind: 'change', conditionId: CONDITION, seq: 7 },
      change: { ...change, size: lots(3000) },
    })
    order(0, { status: 'cancelled_local' })
    expect(events.at(-1)).toMatchObject({ change: { size: lots(1000) } })
  })

  it('in every later snapshot and in every book that is read', () => {
    const { emit, order, events, tapped } = up()
    emit({ kind: 'snapshot', conditionId: CONDITION, book: SHOWN })
    order(5, { price: ticks(49) })
    emit({ kind: 'snapshot', conditionId: CONDITION, book: SHOWN })
    const bids = [
      { price: ticks(49), size: lots(500) },
      { price: ticks(48), size: lots(10_000) },
    ]
    expect(events.at(-1)).toMatchObject({ book: [{ bids }, {}] })
    let read: unknown
    tapped.readBook(MARKET, (answer) => {
      read = answer
    })
    expect(read).toMatchObject({ ok: true, value: { book: [{ bids: [bids[0]] }, {}] } })
  })

  it('told of twice, or half filled, an order counts with what rests of it', () => {
    const { emit, order, events } = up()
    emit({ kind: 'snapshot', conditionId: CONDITION, book: SHOWN })
    order(20)
    const told = events.length
    order(20)
    expect(events).toHaveLength(told)
    order(8, { status: 'partially_filled' })
    expect(events.at(-1)).toMatchObject({ change: { size: lots(10_800) } })
  })

  it('of a market that is over the last of ours is still told to be gone', () => {
    const { emit, order, events } = up()
    emit({ kind: 'snapshot', conditionId: CONDITION, book: SHOWN })
    order(20)
    emit({ kind: 'status', conditionId: CONDITION, status: 'RESOLVED', winner: 0 })
    order(0, { status: 'cancelled_local' })
    const change = { outcome: 0, side: 'BUY', price: 48, size: 10_000 }
    expect(events.at(-1)).toEqual({ kind: 'change', conditionId: CONDITION, change })
    order(0, { status: 'cancelled_local' })
    expect(events.filter(({ kind }) => kind === 'change')).toHaveLength(2)
  })
})
