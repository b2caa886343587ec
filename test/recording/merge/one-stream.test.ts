// Several recorders of the same markets as one stream: nothing twice, nothing that contradicts itself, and a market goes on while anybody hears it.

import { describe, expect, it } from 'vitest'
import { ticks } from '../../../src/domain/amounts/price.js'
import { lots } from '../../../src/domain/amounts/size.js'
import type { Market } from '../../../src/domain/market/market.js'
import type { PublicTrade } from '../../../src/domain/orders/fill.js'
import { OneStream } from '../../../src/recording/merge/one-stream.js'
import type { TapeEvent, TapeRecord } from '../../../src/recording/tape-record.js'
import type { MarketDataEvent } from '../../../src/venue/market-data.js'
import { marketOf } from '../../venue/session/fake-venue.js'

const MARKET = marketOf(1)
const { conditionId } = MARKET

const at = (atMs: number, event: TapeEvent): TapeRecord => ({ atMs, event })
const told = (atMs: number, event: MarketDataEvent) => at(atMs, { kind: 'market-data', event })
const link = (atMs: number, state: 'up' | 'down') => told(atMs, { kind: 'link', state })
const terms = (atMs: number, market: Market = MARKET) => at(atMs, { kind: 'market', market })
const bids = (price: number, size: number) => [{ price: ticks(price), size: lots(size) }]
const snapshot = (atMs: number, price: number, seq: number) =>
  told(atMs, {
    ...{ kind: 'snapshot', conditionId, seq },
    book: [
      { bids: bids(price, 5), asks: [] },
      { bids: [], asks: [] },
    ],
  })
const change = (atMs: number, price: number, size: number, seq: number) =>
  told(atMs, {
    ...{ kind: 'change', conditionId, seq },
    change: { outcome: 0, side: 'BUY', price: ticks(price), size: lots(size) },
  })
const tradeWith = (atMs: number, tradeId: string, changed: Partial<PublicTrade>) => {
  const made: PublicTrade = {
    ...{ tradeId, conditionId, matchType: 'direct', outcome: 0, side: 'SELL', price: ticks(40) },
    ...{ sizeRaw: 1n, venueMs: atMs, ...changed },
  }
  return told(atMs, { kind: 'trade', conditionId: made.conditionId, trade: made })
}
const trade = (atMs: number, tradeId: string) => tradeWith(atMs, tradeId, {})

function merged(...sourced: readonly (readonly [number, TapeRecord | number])[]) {
  const stream = new OneStream({ mayTermsDiffer: false })
  const records = sourced.flatMap(([source, record]) =>
    typeof record === 'number' ? stream.end(source, record) : stream.take(source, record),
  )
  return { stream, records }
}

describe('one recorder alone', () => {
  it('is told as it is, what it was told twice too', () => {
    const own = [link(1, 'up'), terms(2), snapshot(3, 40, 1), trade(4, 'a'), trade(5, 'a'), terms(6), link(7, 'down')]
    expect(merged(...own.map((record) => [0, record] as const)).records).toEqual(own)
  })

  it('so are two, one after the other', () => {
    const first = [link(1, 'up'), terms(2), snapshot(3, 40, 1), link(4, 'down')]
    const second = [link(5, 'up'), terms(6), snapshot(7, 41, 9), trade(8, 'a')]
    const { records } = merged(...first.map((r) => [0, r] as const), [0, 4], ...second.map((r) => [1, r] as const))
    expect(records).toEqual([...first, ...second])
  })
})

describe('an id', () => {
  const DAY_MS = 86_400_000
  const settled = (atMs: number, tradeId: string) =>
    told(atMs, { kind: 'settlement', conditionId, tradeId, status: 'settled' })
  const inTurn = (first: TapeRecord, second: TapeRecord) => merged([0, first], [0, first.atMs], [1, second]).records

  it('that a recording of another day gives again is of another trade', () => {
    const [monday, tuesday] = [trade(4, 'a'), trade(4 + DAY_MS, 'a')]
    expect(inTurn(monday, tuesday)).toEqual([monday, tuesday])
    const [before, after] = [settled(5, 'a'), settled(5 + DAY_MS, 'a')]
    expect(inTurn(before, after)).toEqual([before, after])
  })

  it('that another market has, too, is of another trade', () => {
    const here = trade(4, 'a')
    const there = tradeWith(5, 'a', { conditionId: marketOf(2).conditionId })
    expect(inTurn(here, there)).toEqual([here, there])
  })

  it('is of all parts of a trade with several makers', () => {
    const [one, other] = [trade(4, 'a'), tradeWith(4, 'a', { price: ticks(39) })]
    expect(inTurn(one, other)).toEqual([one, other])
  })

  it('is of the same trade where two recorders have told of it', () => {
    expect(inTurn(trade(4, 'a'), trade(4004, 'a'))).toEqual([trade(4, 'a')])
    expect(inTurn(settled(5, 'a'), settled(4005, 'a'))).toEqual([settled(5, 'a')])
  })
})

/** Both have the same book. */
const BEGUN = [
  [0, link(1, 'up')],
  [0, terms(2)],
  [0, snapshot(3, 40, 1)],
  [1, link(4, 'up')],
  [1, terms(5)],
  [1, snapshot(6, 40, 1)],
] as const

describe('two recorders of one market', () => {
  const both = [
    ...BEGUN,
    [0, change(7, 39, 2, 2)],
    [1, change(8, 39, 2, 2)],
    [0, trade(9, 'a')],
    [1, trade(10, 'a')],
  ] as const

  it('tell each thing once', () => {
    const { records, stream } = merged(...both)
    expect(records.map(({ atMs }) => atMs)).toEqual([1, 2, 3, 7, 9])
    expect(stream.repeated).toBe(5)
  })

  it('go on with the other when the first one ends: its book, and no trade again', () => {
    const { records, stream } = merged(
      ...both,
      [0, link(11, 'down')],
      [0, 11],
      [1, trade(12, 'a')],
      [1, trade(13, 'b')],
    )
    expect(stream.handOvers).toBe(1)
    const [taken, next, ...rest] = records.slice(5)
    expect(taken?.event).toMatchObject({
      kind: 'market-data',
      event: {
        kind: 'snapshot',
        seq: 2,
        book: [
          {
            bids: [
              { price: 40, size: 5 },
              { price: 39, size: 2 },
            ],
          },
          {},
        ],
      },
    })
    expect(next).toEqual(trade(13, 'b'))
    expect(rest).toEqual([])
  })

  it('lose the link only when both have', () => {
    const { records } = merged(...both, [0, link(11, 'down')], [1, link(12, 'down')])
    expect(records.filter(({ event }) => event.kind === 'market-data' && event.event.kind === 'link')).toEqual([
      link(1, 'up'),
      link(12, 'down'),
    ])
  })
})

describe('what a leader has missed', () => {
  const DEAD_MS = 3000
  const ended = (atMs: number, winner: 0 | 1) => told(atMs, { kind: 'status', conditionId, status: 'RESOLVED', winner })
  const both = [...BEGUN, [0, trade(9, 'a')], [1, trade(10, 'a')]] as const
  const from = ({ records }: ReturnType<typeof merged>, atMs: number) => records.filter((each) => each.atMs >= atMs)

  it('is told when another takes over: trades before its book, with the times of then', () => {
    const found = merged(
      ...both,
      [1, trade(20, 'b')],
      [1, change(21, 40, 3, 2)],
      [0, link(20 + DEAD_MS, 'down')],
      [0, link(21 + DEAD_MS, 'up')],
      [0, snapshot(22 + DEAD_MS, 40, 2)],
      [0, trade(23 + DEAD_MS, 'b')],
    )
    const [missed, book, ...rest] = from(found, 20)
    expect(missed).toEqual({ ...trade(20, 'b'), atMs: 20 + DEAD_MS })
    expect(book).toMatchObject({ event: { event: { kind: 'snapshot', seq: 2 } } })
    expect(rest).toEqual([])
    // link, terms, book, the trade, the change, the link again, its book and the trade
    expect(found.stream.repeated).toBe(8)
  })

  it('is told where nobody takes over, too, as how a market has ended', () => {
    const over = [1, ended(20, 1)] as const
    const dropped = [1, at(21, { kind: 'market-dropped', conditionId })] as const
    const shown = { ...ended(20, 1), atMs: 30 }
    expect(from(merged(...both, over, dropped, [0, 30]), 20)[0]).toEqual(shown)
    expect(from(merged(...both, over, [1, link(21, 'down')], [0, link(30, 'down')]), 20)[0]).toEqual(shown)
    expect(from(merged(...both, over, [1, 22], [0, 30]), 20)).toEqual([shown])
  })

  it('is nothing that it has told, whoever was first', () => {
    const words = [
      [1, ended(20, 1)],
      [0, ended(21, 1)],
      [1, trade(22, 'b')],
      [0, trade(23, 'b')],
    ] as const
    expect(from(merged(...both, ...words, [0, 30]), 22)).toMatchObject([trade(23, 'b'), { atMs: 30 }])
  })

  it('is no word that may be an older one than its own, nor one of long ago', () => {
    const open = told(20, { kind: 'status', conditionId, status: 'OPEN' })
    expect(from(merged(...both, [1, open], [0, ended(21, 0)], [0, 30]), 22)).toHaveLength(1)
    expect(from(merged(...both, [1, trade(20, 'b')], [0, 10_021]), 20)).toHaveLength(1)
  })

  it('is no trade of one whose ids may be others', () => {
    expect(from(merged(...both.slice(0, 7), [1, trade(20, 'z')], [0, 30]), 20)).toHaveLength(1)
  })
})

it('a market that only one of two has told of is unreadable when that one ends', () => {
  const { records } = merged([0, link(1, 'up')], [0, terms(2)], [0, snapshot(3, 40, 1)], [1, link(4, 'up')], [0, 5])
  expect(records.at(-1)).toMatchObject({ atMs: 5, event: { event: { kind: 'unreadable', conditionId } } })
})

it('refuses a market whose terms differ', () => {
  const other = terms(2, { ...MARKET, ticksPerUnit: 1000, lotRaw: 10_000n })
  expect(() => merged([0, terms(1)], [1, other])).toThrow(/market .*: expected the same terms on all tapes, got/)
})
