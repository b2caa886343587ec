import { setFlagsFromString } from 'node:v8'
import { runInThisContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ticks } from '../../../src/domain/amounts/price.js'
import { lots } from '../../../src/domain/amounts/size.js'
import type { ConditionId } from '../../../src/domain/market/market.js'
import { columnsIn, KIND } from '../../../src/recording/cache/column-layout.js'
import { recordsOfColumns } from '../../../src/recording/cache/columns-to-records.js'
import { columnsOfRecords } from '../../../src/recording/cache/records-to-columns.js'
import type { TapeRecord } from '../../../src/recording/tape-record.js'
import { sandboxRecords } from '../../backtest/made-markets.js'

const conditionId = '0xc1' as ConditionId
const level = fc.record({
  price: fc.integer({ min: -5, max: 10_000 }).map(ticks),
  size: fc.oneof(fc.integer({ min: 0, max: 1e6 }), fc.constant(Number.MAX_SAFE_INTEGER)).map(lots),
})
const half = fc.record({ bids: fc.array(level), asks: fc.array(level) })
const stamps = fc.record({ seq: fc.integer(), venueMs: fc.double() }, { requiredKeys: [] })
const market = fc.constantFrom(conditionId, '0xc2' as ConditionId)
const leg = { outcome: fc.constantFrom(0 as const, 1 as const), side: fc.constantFrom('BUY' as const, 'SELL' as const) }
const told = fc.oneof(
  fc.tuple(market, fc.tuple(half, half), stamps).map(([id, book, stamp]) => ({
    ...{ kind: 'snapshot' as const, conditionId: id, book },
    ...stamp,
  })),
  fc.tuple(market, fc.record(leg), level, stamps).map(([id, of, at, stamp]) => ({
    ...{ kind: 'change' as const, conditionId: id, change: { ...of, ...at } },
    ...stamp,
  })),
  fc
    .record({
      ...leg,
      ...{ tradeId: fc.string(), conditionId: market, matchType: fc.constantFrom('direct', 'mint', 'merge') },
      ...{ price: fc.integer().map(ticks), sizeRaw: fc.bigInt({ min: 1n, max: 1n << 70n }), venueMs: fc.double() },
    })
    .map((trade) => ({ kind: 'trade' as const, conditionId: trade.conditionId, trade })),
  fc.record({
    ...{ kind: fc.constant('settlement' as const), conditionId: market, tradeId: fc.string() },
    status: fc.constantFrom('settled' as const, 'failed' as const),
  }),
  fc.record({ kind: fc.constant('link' as const), state: fc.constantFrom('up', 'down', 'heard') }),
)
const record: fc.Arbitrary<TapeRecord> = fc
  .record({ atMs: fc.double({ noNaN: true }), venueMs: fc.double(), event: told }, { requiredKeys: ['atMs', 'event'] })
  // plain objects, as a reader makes them
  .map(({ event, ...rest }): TapeRecord => structuredClone({ ...rest, event: { kind: 'market-data', event } }))

const kindsOf = (records: readonly TapeRecord[]) => new Set(columnsIn(columnsOfRecords(records)).kind)

describe('records as columns', () => {
  it('come back exactly as they were, whatever they are', () => {
    fc.assert(
      fc.property(fc.array(record, { maxLength: 30 }), (records) => {
        expect(recordsOfColumns(columnsOfRecords(records))).toStrictEqual(records)
      }),
    )
  })

  // whoever reads them at each event is compiled for one class, and is slow at a dozen
  it('come back as objects of one hidden class for all levels, and of one for all trades', () => {
    setFlagsFromString('--allow-natives-syntax')
    const areOfOneClass: (one: object, other: object) => boolean = runInThisContext('(a, b) => %HaveSameMap(a, b)')
    const records = recordsOfColumns(columnsOfRecords(sandboxRecords({ durationMs: 5000 })))
    const told = records.flatMap(({ event }) => (event.kind === 'market-data' ? event.event : []))
    const levels = told.flatMap((event) => (event.kind === 'change' ? event.change : []))
    const trades = told.flatMap((event) => (event.kind === 'trade' ? event.trade : []))
    for (const [first, ...others] of [levels, trades]) {
      if (first === undefined) throw new Error('expected some, got none')
      expect(others.length).toBeGreaterThan(3)
      expect(others.filter((other) => !areOfOneClass(first, other))).toEqual([])
    }
  })

  it('have columns for what comes often: of a tape only the markets and the link lie in the list', () => {
    const records = sandboxRecords({ durationMs: 5000 })
    const { kind } = columnsIn(columnsOfRecords(records))
    const listed = records.filter((_record, i) => kind[i] === KIND.other).map(({ event }) => event)
    const names = listed.map((event) => (event.kind === 'market-data' ? event.event.kind : event.kind))
    expect(new Set(names)).toEqual(new Set(['market', 'link']))
    expect(recordsOfColumns(columnsOfRecords(records))).toStrictEqual(records)
  })

  it.each([
    ['a size that no number holds', { sizeRaw: (1n << 60n) + 1n }],
    ['a price beyond 32 bits', { price: ticks(2 ** 40) }],
    ['a key that nobody knows', { more: 1 }],
  ])('what columns cannot say lies in the list: %s', (_what, change) => {
    const trade = {
      ...{ tradeId: 't1', conditionId, matchType: 'direct' as const, outcome: 0 as const, side: 'BUY' as const },
      ...{ price: ticks(50), sizeRaw: 5n, venueMs: 7, ...change },
    }
    const odd: TapeRecord[] = [
      { atMs: 1, venueMs: 7, event: { kind: 'market-data', event: { kind: 'trade', conditionId, trade } } },
    ]
    expect(kindsOf(odd)).toEqual(new Set([KIND.other]))
    expect(recordsOfColumns(columnsOfRecords(odd))).toStrictEqual(odd)
  })

  it('give those of a window alone: its first moment belongs to it, its last does not', () => {
    const records = sandboxRecords({ durationMs: 10_000 })
    const [fromMs, toMs] = [records[10]?.atMs ?? 0, records.at(-10)?.atMs ?? 0]
    const expected = records.filter(({ atMs }) => atMs >= fromMs && atMs < toMs)
    expect(expected.length).toBeGreaterThan(20)
    expect(recordsOfColumns(columnsOfRecords(records), { fromMs, toMs })).toStrictEqual(expected)
  })

  it('can lie in memory that threads share', () => {
    const records = sandboxRecords({ durationMs: 2000 })
    const bytes = columnsOfRecords(records, (length) => new Uint8Array(new SharedArrayBuffer(length)))
    expect(bytes.buffer).toBeInstanceOf(SharedArrayBuffer)
    expect(recordsOfColumns(bytes)).toStrictEqual(records)
  })
})
