import { expect, test } from 'vitest'
import { ticks } from '../../src/domain/amounts/price.js'
import { lots } from '../../src/domain/amounts/size.js'
import type { MarketBook } from '../../src/domain/market/book.js'
import { NO } from '../../src/domain/market/side.js'
import type { OrderDraft } from '../../src/domain/orders/order.js'
import { type FlattenParts, sell } from '../../src/flatten/carry-out-flattening.js'
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

/** The books that are read one after the other, the last one over and over; every order fills. */
function venue(books: readonly number[]) {
  const sold: number[] = []
  const pauses: number[] = []
  let reads = 0
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
        sign: answer((draft: OrderDraft) => ({ hash: '0x1', draft })),
        submit: answer(({ draft }: { draft: OrderDraft }) => {
          sold.push(draft.size)
          return { status: 'filled' }
        }),
      },
      venueClock: { venueMs: () => 0 },
    },
    clock: {
      after: (delayMs: number, run: () => void) => {
        pauses.push(delayMs)
        run()
        return () => undefined
      },
    },
    sending: () => undefined,
  } as unknown as FlattenParts
  return { parts, sold, pauses, reads: () => reads }
}

test('where the others have gone for a moment it is looked again until they are back', async () => {
  const { parts, sold, pauses } = venue([0, 3, 2000, 3, 5000])
  expect(await sell(plan, parts)).toEqual({ lots: 3000 })
  expect(sold).toEqual([2000, 1000])
  expect(pauses).toHaveLength(3)
})

test('nobody is waited for longer than a second', async () => {
  const { parts, sold, pauses, reads } = venue([0])
  expect(await sell(plan, parts)).toEqual({ lots: 0 })
  expect(sold).toEqual([])
  expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBe(1000)
  expect(reads()).toBe(5)
})
