import { expect, test } from 'vitest'
import { ticks } from '../../src/domain/amounts/price.js'
import { lots } from '../../src/domain/amounts/size.js'
import type { MarketBook } from '../../src/domain/market/book.js'
import { NO } from '../../src/domain/market/side.js'
import type { OrderDraft, OrderRecord } from '../../src/domain/orders/order.js'
import { type FlattenParts, sell, settled } from '../../src/flatten/carry-out-flattening.js'
import { market } from '../risk/builders.js'

const plan = {
  ...{ market: market(), outcome: NO, surplus: lots(3000), unsettled: lots(0), crumbsRaw: 0n },
  ...{ size: lots(3000), limit: ticks(57) },
} as const

function bookOf(size: number): MarketBook {
  const bids = size === 0 ? [] : [{ price: ticks(58), size: lots(size) }]
  return [
    { bids: [], asks: [] },
    { bids, asks: [] },
  ]
}

/** The books that are read one after the other, the last one over and over; every order fills, but for the first ones that are refused. */
function venue(books: readonly number[], refused = 0) {
  const sold: number[] = []
  const pauses: number[] = []
  let [reads, signed, nowMs] = [0, 0, 0]
  /** What the venue tells of its orders, each answer so late. */
  const records = new Map<string, Pick<OrderRecord, 'filledRaw' | 'pendingRaw'>>()
  const late = { ms: 0 }
  const answer =
    (value: unknown) =>
    (..._: unknown[]) => {
      const done = _.at(-1) as (answer: unknown) => void
      done({ ok: true, value: typeof value === 'function' ? value(..._) : value })
    }
  const parts = {
    config: {
      risk: { maxOrderCollateral: 1e6, maxOrderShares: 1e6 },
      execution: { orderLifetimeSec: 60 },
      venue: {
        profile: { orders: { minExpirationSec: 15, stopMatchingBeforeSec: 5 }, limits: { write: { perMinute: 60 } } },
      },
    },
    connection: {
      marketData: {
        readBook: answer(() => ({ book: bookOf(books[Math.min(reads++, books.length - 1)] ?? 0) })),
        readFee: answer({ feeRateBps: 0 }),
      },
      trading: {
        sign: answer((draft: OrderDraft) => ({ hash: `0x${++signed}`, draft })),
        submit: ({ hash, draft }: { hash: string; draft: OrderDraft }, done: (answer: unknown) => void) => {
          if (signed <= refused) return done({ ok: false, failure: { code: 'fee-changed', message: 'another fee' } })
          sold.push(draft.size)
          records.set(hash, { filledRaw: BigInt(draft.size) * plan.market.lotRaw, pendingRaw: 0n })
          done({ ok: true, value: { status: 'filled' } })
        },
        readOrder: (hash: string, done: (answer: unknown) => void) => {
          nowMs += late.ms
          const value = records.get(hash)
          done(value ? { ok: true, value } : { ok: false, failure: { code: 'not-found', message: hash } })
        },
      },
      venueClock: { venueMs: () => 0 },
    },
    clock: {
      monoMs: () => nowMs,
      after: (delayMs: number, run: () => void) => {
        nowMs += delayMs
        pauses.push(delayMs)
        run()
        return () => undefined
      },
    },
    sending: () => undefined,
  } as unknown as FlattenParts
  return { parts, sold, pauses, records, late, reads: () => reads, nowMs: () => nowMs }
}

test('where the others have gone for a moment it is looked again until they are back', async () => {
  const { parts, sold, pauses } = venue([0, 3, 2000, 3, 5000])
  expect(await sell(plan, parts)).toMatchObject({ lots: 3000, orders: [{ hash: '0x1' }, { hash: '0x2' }] })
  expect(sold).toEqual([2000, 1000])
  expect(pauses).toHaveLength(3)
})

test('nobody is waited for longer than a second', async () => {
  const { parts, sold, pauses, reads } = venue([0])
  expect(await sell(plan, parts)).toEqual({ lots: 0, orders: [] })
  expect(sold).toEqual([])
  expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBe(1000)
  expect(reads()).toBe(5)
})

test('an order that was refused is not asked for when what was sold is looked at', async () => {
  const { parts } = venue([5000], 1)
  const sold = await sell(plan, parts)
  expect(sold.lots).toBe(3000)
  const { clock, connection } = parts
  expect(await settled(sold, plan.market, { clock, trading: connection.trading })).toEqual({ sold: 3000, unsettled: 0 })
})

test('settlements are waited for five seconds and one answer more, however slow the venue is', async () => {
  const { parts, records, late, nowMs } = venue([5000])
  const sold = await sell(plan, parts)
  for (const record of records.values()) Object.assign(record, { filledRaw: 0n, pendingRaw: record.filledRaw })
  const { clock, connection } = parts
  late.ms = 2500
  const now = await settled(sold, plan.market, { clock, trading: connection.trading })
  expect(now).toEqual({ sold: 3000, unsettled: 3000 })
  expect(nowMs()).toBeGreaterThanOrEqual(5000)
  expect(nowMs()).toBeLessThan(5000 + 2500 + 1000)
})
