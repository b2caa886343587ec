import { expect, test } from 'vitest'
import type { ConditionId } from '../../../../../src/domain/market/market.js'
import { ALICE, BOB, CAROL, CASH, CONDITION, only, SPEC, scenario, TOKENS } from '../scenario.js'

test('a raised nonce cancels what rests, in all markets, frees its locks and is told', () => {
  const { place, exchange, events, now } = scenario()
  const other = '0xc2' as ConditionId
  exchange.addMarket({ ...SPEC, id: 'm2', conditionId: other })
  const mine = [
    place(ALICE, { price: 40, size: 10 }),
    place(ALICE, { side: 'SELL', price: 70, size: 10 }),
    place(ALICE, { price: 40, size: 10, conditionId: other }),
  ]
  const theirs = place(BOB, { price: 41, size: 10 })
  events.length = 0
  const cancelled = exchange.raiseNonce(ALICE, 5)
  expect(cancelled.map(({ hash, status, remainingRaw }) => [hash, status, remainingRaw])).toEqual(
    mine.map(({ hash }) => [hash, 'cancelled_onchain', 0n]),
  )
  expect(now(theirs).status).toBe('open')
  expect(exchange.ledger.collateral(ALICE).availableRaw).toBe(CASH)
  expect(exchange.ledger.tokens(ALICE, CONDITION).lockedRaw).toEqual([0n, 0n])
  expect(exchange.book(CONDITION)[0]).toEqual({ bids: [{ price: 41, size: 10 }], asks: [] })
  expect(only(events, 'level').map(({ change }) => change.size)).toEqual([0, 0, 0])
  expect(only(events, 'order')).toHaveLength(3)
  expect(only(events, 'balance').map(({ account }) => account)).toEqual([ALICE])
})

test('an order that waits outside the book for its expiration is cancelled too', () => {
  const { place, exchange, now } = scenario()
  const order = place(ALICE, { price: 40, size: 10, expirationSec: 10 })
  exchange.raiseNonce(ALICE, 7000)
  expect(now(order).status).toBe('cancelled_onchain')
  exchange.advance(10_000)
  expect(now(order).status).toBe('cancelled_onchain')
  expect(exchange.ledger.collateral(ALICE).availableRaw).toBe(CASH)
})

test('orders sign the current nonce; another is refused and changes nothing', () => {
  const { place, exchange } = scenario()
  expect(place(ALICE, { price: 40, size: 10, nonce: 0 }).status).toBe('open')
  exchange.raiseNonce(ALICE, 0)
  expect(exchange.nonceOf(ALICE)).toBe(1)
  for (const nonce of [0, 2]) {
    expect(() => place(ALICE, { price: 40, size: 10, nonce })).toThrow(`nonce: expected 1, got ${nonce}`)
  }
  expect(exchange.ledger.collateral(ALICE).availableRaw).toBe(CASH)
  expect(place(ALICE, { price: 40, size: 10, nonce: 1 }).status).toBe('open')
  expect(place(BOB, { price: 39, size: 10, nonce: 0 }).status).toBe('open')
})

test('a match of an outdated order reverts: the order is cancelled on the chain, the other side returns', () => {
  const { place, exchange, now } = scenario()
  const revoked = place(ALICE, { side: 'SELL', price: 40, size: 10 })
  const healthy = place(BOB, { price: 40, size: 10 })
  exchange.raiseNonce(ALICE, 500)
  expect(now(revoked).status).toBe('pending_settlement')
  exchange.advance(1000)
  expect(exchange.tradesOf(BOB)[0]?.status).toBe('failed')
  expect(now(revoked)).toMatchObject({ status: 'cancelled_onchain', pendingRaw: 0n, filledRaw: 0n })
  expect(now(healthy)).toMatchObject({ status: 'open', remainingRaw: 100_000n })
  expect(exchange.ledger.tokens(ALICE, CONDITION)).toMatchObject({ tokensRaw: [TOKENS, TOKENS], lockedRaw: [0n, 0n] })
})

test('a cancelled order keeps its first ending, and its match reverts all the same', () => {
  const { place, exchange, now } = scenario()
  const order = place(ALICE, { side: 'SELL', price: 40, size: 30 })
  place(BOB, { price: 40, size: 10, type: 'FOK' })
  exchange.cancel(order.hash, ALICE, 100)
  exchange.raiseNonce(ALICE, 200)
  exchange.advance(1000)
  expect(now(order)).toMatchObject({ status: 'cancelled_local', filledRaw: 0n, pendingRaw: 0n })
})

test('a match that has settled stands', () => {
  const { place, exchange, now } = scenario()
  const order = place(ALICE, { side: 'SELL', price: 40, size: 30 })
  place(BOB, { price: 40, size: 10, type: 'FOK' })
  exchange.raiseNonce(ALICE, 1000)
  expect(now(order)).toMatchObject({ status: 'cancelled_onchain', filledRaw: 100_000n, remainingRaw: 0n })
})

test('an order signed with the new nonce lives on beside the outdated one', () => {
  const { place, exchange, now } = scenario()
  const old = place(ALICE, { side: 'SELL', price: 40, size: 10 })
  place(BOB, { price: 40, size: 10, type: 'FOK' })
  exchange.raiseNonce(ALICE, 100)
  const fresh = place(ALICE, { side: 'SELL', price: 45, size: 10, nonce: 1, atMs: 200 })
  const buy = place(CAROL, { price: 45, size: 10, atMs: 300 })
  exchange.advance(5000)
  expect([old, fresh, buy].map((order) => now(order).status)).toEqual(['cancelled_onchain', 'filled', 'filled'])
})
