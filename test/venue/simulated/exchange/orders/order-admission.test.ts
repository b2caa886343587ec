import { expect, test } from 'vitest'
import { lots } from '../../../../../src/domain/amounts/size.js'
import type { ConditionId } from '../../../../../src/domain/market/market.js'
import { ALICE, BOB, CASH, CONDITION, newOrder, scenario, TOKENS, type Wish } from '../scenario.js'

const refused = (code: string) => expect.objectContaining({ code })

test.each<[string, Wish, string]>([
  ['price 0', { price: 0, size: 10 }, 'price: expected 1 to 99 ticks, got 0'],
  ['price 1', { price: 100, size: 10 }, 'price: expected 1 to 99 ticks, got 100'],
  ['below the minimum', { price: 40, size: 9 }, 'size: expected at least 100000 raw units, got 90000'],
])('bad amounts: %s', (_what, wish, message) => {
  const { place, exchange } = scenario()
  expect(() => place(ALICE, wish)).toThrow(message)
  expect(() => place(ALICE, wish)).toThrow(refused('bad-amounts'))
  expect(exchange.orders({ account: ALICE })).toEqual([])
})

test('an order must be signed at the effective fee; a resting one stays valid when it changes', () => {
  const { place, exchange, now, events } = scenario({}, { feeRateBps: 100 })
  expect(() => place(ALICE, { price: 40, size: 10, feeRateBps: 99 })).toThrow('feeRateBps: expected 100, got 99')
  const resting = place(ALICE, { price: 40, size: 10 })
  exchange.setFee(CONDITION, 50)
  expect(events.at(-1)).toEqual({ kind: 'fee', conditionId: CONDITION, feeRateBps: 50 })
  expect(now(resting).status).toBe('open')
  expect(() => place(ALICE, { price: 40, size: 10, feeRateBps: 100 })).toThrow(refused('fee-changed'))
  expect(place(BOB, { side: 'SELL', price: 40, size: 10, feeRateBps: 50 }).status).toBe('pending_settlement')
})

test('an expiration lies in the future, and GTD needs one', () => {
  const { place } = scenario()
  expect(() => place(ALICE, { type: 'GTD', price: 40, size: 10 })).toThrow('a GTD order needs one')
  expect(() => place(ALICE, { price: 40, size: 10, expirationSec: 20, atMs: 20_000 })).toThrow(
    refused('bad-expiration'),
  )
  expect(() => place(ALICE, { price: 40, size: 10, expirationSec: 20.5 })).toThrow(refused('bad-expiration'))
  expect(place(ALICE, { type: 'GTD', price: 40, size: 10, expirationSec: 60 }).status).toBe('open')
})

test('BUY locks its cost at the limit price, SELL its tokens, and neither can be used twice', () => {
  const { place, exchange } = scenario()
  place(ALICE, { price: 40, size: 100 })
  expect(exchange.ledger.collateral(ALICE)).toEqual({
    totalRaw: CASH,
    lockedRaw: 400_000n,
    pendingRaw: 0n,
    availableRaw: CASH - 400_000n,
  })
  // 1000 of cash at 0.40 buys 2500 shares
  expect(() => place(ALICE, { price: 40, size: 250_000 })).toThrow(refused('insufficient-balance'))
  expect(place(ALICE, { price: 40, size: 249_900 }).status).toBe('open')
  expect(exchange.ledger.collateral(ALICE).availableRaw).toBe(0n)
  place(ALICE, { side: 'SELL', outcome: 1, price: 70, size: 9_000 })
  expect(exchange.ledger.tokens(ALICE, CONDITION).lockedRaw).toEqual([0n, 90_000_000n])
  expect(() => place(ALICE, { side: 'SELL', outcome: 1, price: 70, size: 1_001 })).toThrow(
    refused('insufficient-balance'),
  )
  expect(exchange.ledger.tokens(ALICE, CONDITION).tokensRaw).toEqual([TOKENS, TOKENS])
})

test('what rests at one price is never more than a number counts, and what would be is refused whole', () => {
  const { place, exchange, now } = scenario()
  exchange.deposit(ALICE, 10n ** 30n)
  const first = place(ALICE, { price: 40, size: Number.MAX_SAFE_INTEGER - 20 })
  const balance = exchange.ledger.collateral(ALICE)
  const another = () => place(ALICE, { price: 40, size: 21 })
  expect(another).toThrow('size: expected at most 200000 raw units beside what rests there, got 210000')
  expect(another).toThrow(refused('bad-amounts'))
  expect(exchange.ledger.collateral(ALICE)).toEqual(balance)
  expect(place(BOB, { price: 40, size: 20 }).status).toBe('open')
  expect(exchange.book(CONDITION)[0].bids).toEqual([{ price: 40, size: Number.MAX_SAFE_INTEGER }])
  expect(place(ALICE, { price: 41, size: 21 }).status).toBe('open')
  exchange.cancelAll(ALICE, CONDITION, 0)
  expect(now(first).status).toBe('cancelled_local')
  expect(exchange.ledger.collateral(ALICE).lockedRaw).toBe(0n)
})

test('markets: unknown, and no longer open', () => {
  const { place, exchange } = scenario()
  expect(() => place(ALICE, { price: 40, size: 10, conditionId: '0x99' as ConditionId })).toThrow(refused('not-found'))
  exchange.close(CONDITION, 0)
  expect(() => place(ALICE, { price: 40, size: 10 })).toThrow('market m1: expected OPEN, it is CLOSED')
  expect(() => place(ALICE, { price: 40, size: 10 })).toThrow(refused('market-not-open'))
})

test('the same order again answers with its record and does nothing; other terms under its hash are a conflict', () => {
  const { exchange, events } = scenario()
  const order = newOrder({ hash: '0x77', account: ALICE, price: 40, size: 10 })
  const first = exchange.submit(order, 5)
  events.length = 0
  expect(exchange.submit({ ...order }, 9)).toEqual(first)
  expect(() => exchange.submit({ ...order, size: lots(11) }, 9)).toThrow(refused('conflict'))
  expect(() => exchange.submit({ ...order, type: 'POST_ONLY' }, 9)).toThrow(refused('conflict'))
  expect(events).toEqual([])
  exchange.cancel('0x77', ALICE, 10)
  exchange.close(CONDITION, 10)
  expect(exchange.submit(order, 11).status).toBe('cancelled_local')
})

test('an account has at most so many orders that rest or wait for settlement; others are not concerned', () => {
  const { place, exchange } = scenario({ maxOpenOrders: 2, settlement: { delayMs: 1000 } })
  const first = place(ALICE, { price: 40, size: 10 })
  place(ALICE, { price: 41, size: 10 })
  const before = exchange.ledger.collateral(ALICE)
  expect(() => place(ALICE, { price: 42, size: 10 })).toThrow(refused('too-many-orders'))
  expect(exchange.ledger.collateral(ALICE)).toEqual(before)
  expect(exchange.orders({ account: ALICE })).toHaveLength(2)
  // matched: it may come back until it settles
  place(BOB, { side: 'SELL', price: 41, size: 10 })
  expect(() => place(ALICE, { price: 42, size: 10 })).toThrow(refused('too-many-orders'))
  expect(place(ALICE, { price: 43, size: 10, atMs: 1000 }).status).toBe('open')
  expect(() => place(ALICE, { price: 42, size: 10, atMs: 1000 })).toThrow(refused('too-many-orders'))
  exchange.cancel(first.hash, ALICE, 1000)
  expect(place(ALICE, { price: 42, size: 10, atMs: 1000 }).status).toBe('open')
})
