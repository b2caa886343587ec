import { expect, it } from 'vitest'
import { FirstGrid } from '../../src/backtest/first-grid.js'
import { EMPTY_BOOK } from '../../src/domain/market/book.js'
import type { TapeEvent } from '../../src/recording/tape-record.js'
import type { MarketDataEvent } from '../../src/venue/market-data.js'
import { A, B, market } from '../risk/builders.js'

const told = (event: MarketDataEvent): TapeEvent => ({ kind: 'market-data', event })
const snapshot = (conditionId = A) => told({ kind: 'snapshot', conditionId, book: EMPTY_BOOK })

it('a market that is told with another tick is left out until it is as it was, but for how it ends', () => {
  const grid = new FirstGrid()
  const passed = (event: TapeEvent) => grid.take({ atMs: 1, event })?.event
  const first: TapeEvent = { kind: 'market', market: market(A) }
  const finer: TapeEvent = { kind: 'market', market: market(A, { ticksPerUnit: 1000 }) }
  expect([first, snapshot()].map(passed)).toEqual([first, snapshot()])
  expect([finer, finer].map(passed)).toEqual([{ kind: 'market-dropped', conditionId: A }, undefined])
  const bids: TapeEvent = { kind: 'best-bids', conditionId: A, bids: [undefined, undefined] }
  const book: TapeEvent = { kind: 'book', conditionId: A, book: EMPTY_BOOK }
  expect([snapshot(), bids, book].map(passed)).toEqual([undefined, undefined, undefined])
  const others = [
    snapshot(B),
    told({ kind: 'status', conditionId: A, status: 'RESOLVED', winner: 0 }),
    told({ kind: 'link', state: 'down' }),
    { kind: 'fee', conditionId: A, feeRateBps: 5 } as const,
  ]
  expect(others.map(passed)).toEqual(others)
  expect([first, snapshot()].map(passed)).toEqual([first, snapshot()])
  const stepped: TapeEvent = { kind: 'market', market: market(A, { lotRaw: 1_000_000n }) }
  expect(passed(stepped)).toEqual({ kind: 'market-dropped', conditionId: A })
})
