import { describe, expect, test } from 'vitest'
import { ALICE, BOB, CAROL, CASH, CONDITION, DAVE, only, scenario, TOKENS } from '../scenario.js'

/** Settlements fail while `failing` is set. */
function failing(delayMs = 1000, stopMatchingBeforeMs = 5000) {
  const chain = { failing: true }
  return {
    chain,
    ...scenario({ settlement: { delayMs, fails: () => chain.failing }, stopMatchingBeforeMs }),
  }
}

test('a match waits for its delay; until then nothing has arrived, and what was locked is pending', () => {
  const { place, exchange, now } = scenario()
  const sell = place(ALICE, { side: 'SELL', price: 40, size: 100 })
  const buy = place(BOB, { price: 45, size: 100, atMs: 10 })
  expect(now(sell).status).toBe('pending_settlement')
  expect(exchange.nextDueMs()).toBe(1010)
  exchange.advance(1009)
  expect(exchange.ledger.collateral(BOB)).toEqual({
    totalRaw: CASH,
    lockedRaw: 0n,
    pendingRaw: 450_000n,
    availableRaw: CASH - 450_000n,
  })
  expect(exchange.ledger.tokens(BOB, CONDITION).tokensRaw).toEqual([TOKENS, TOKENS])
  expect(exchange.ledger.tokens(ALICE, CONDITION)).toMatchObject({
    tokensRaw: [TOKENS, TOKENS],
    lockedRaw: [0n, 0n],
    pendingRaw: [1_000_000n, 0n],
  })
  expect(exchange.tradesOf(BOB)[0]?.status).toBe('pending')
  exchange.advance(1010)
  expect(now(buy)).toMatchObject({ status: 'filled', filledRaw: 1_000_000n, pendingRaw: 0n, updatedMs: 1010 })
  expect(exchange.tradesOf(BOB)[0]?.status).toBe('settled')
  expect(exchange.ledger.collateral(BOB).availableRaw).toBe(CASH - 400_000n)
})

test('a delay of 0 settles at the next advance', () => {
  const { place, exchange, now } = scenario({ settlement: { delayMs: 0 } })
  place(ALICE, { side: 'SELL', price: 40, size: 10 })
  const buy = place(BOB, { price: 40, size: 10 })
  expect(buy.status).toBe('pending_settlement')
  exchange.advance(0)
  expect(now(buy).status).toBe('filled')
})

test('settling is told: settlement, both orders, both balances', () => {
  const { place, exchange, events } = scenario()
  place(ALICE, { side: 'SELL', price: 40, size: 10 })
  place(BOB, { price: 40, size: 10 })
  events.length = 0
  exchange.advance(1000)
  expect(events.map((event) => event.kind)).toEqual(['settlement', 'order', 'order', 'balance', 'balance'])
  expect(only(events, 'settlement')[0]).toMatchObject({ trade: { tradeId: 't1' }, status: 'settled' })
})

test('what comes back where others have filled the price meanwhile is cancelled', () => {
  const { place, exchange, now } = failing()
  exchange.deposit(ALICE, 10n ** 30n)
  const maker = place(BOB, { price: 40, size: 20 })
  place(CAROL, { side: 'SELL', price: 40, size: 10, type: 'FAK' })
  place(ALICE, { price: 40, size: Number.MAX_SAFE_INTEGER - 10 })
  exchange.advance(1000)
  expect(now(maker)).toMatchObject({ status: 'cancelled_local', remainingRaw: 0n, pendingRaw: 0n })
  expect(exchange.ledger.collateral(BOB).availableRaw).toBe(CASH)
  expect(exchange.book(CONDITION)[0].bids).toEqual([{ price: 40, size: Number.MAX_SAFE_INTEGER - 10 }])
})

test('on failure the maker returns first, unless it would cross; the taker, which would cross it, is cancelled', () => {
  const { place, exchange, now } = failing()
  const maker = place(ALICE, { side: 'SELL', price: 40, size: 10 })
  const taker = place(BOB, { price: 45, size: 30 })
  expect(taker.status).toBe('partially_filled')
  exchange.advance(1000)
  // the taker's rest at 45 is in the book, so now it is the maker that would cross
  expect(now(maker)).toMatchObject({ status: 'cancelled_local', pendingRaw: 0n })
  expect(now(taker)).toMatchObject({ status: 'open', remainingRaw: 300_000n, pendingRaw: 0n })
  const small = place(DAVE, { side: 'SELL', price: 60, size: 10, atMs: 1000 })
  const eager = place(CAROL, { price: 60, size: 10, atMs: 1000 })
  exchange.advance(2000)
  expect(now(small)).toMatchObject({ status: 'open', remainingRaw: 100_000n })
  expect(now(eager)).toMatchObject({ status: 'cancelled_local', remainingRaw: 0n, pendingRaw: 0n })
  expect(exchange.tradesOf(CAROL)[0]?.status).toBe('failed')
  expect(exchange.ledger.collateral(CAROL)).toEqual({
    totalRaw: CASH,
    lockedRaw: 0n,
    pendingRaw: 0n,
    availableRaw: CASH,
  })
  expect(exchange.ledger.tokens(DAVE, CONDITION).lockedRaw).toEqual([100_000n, 0n])
})

test('a returned order that had left joins the back; one that still rests keeps its place', () => {
  const { place, exchange, chain, events } = failing()
  place(ALICE, { price: 40, size: 10 })
  place(BOB, { price: 40, size: 20 })
  place(CAROL, { price: 40, size: 10 })
  place(DAVE, { side: 'SELL', price: 40, size: 20, type: 'FAK' })
  exchange.advance(1000)
  expect([...exchange.restingOrders(CONDITION)].map((o) => [o.hash, o.remainingRaw])).toEqual([
    ['0x2', 200_000n],
    ['0x3', 100_000n],
    ['0x1', 100_000n],
  ])
  chain.failing = false
  events.length = 0
  place(DAVE, { side: 'SELL', price: 40, size: 40, atMs: 1000 })
  expect(only(events, 'trade').map((event) => event.makerHash)).toEqual(['0x2', '0x3', '0x1'])
})

test('nothing returns after a cancel was asked for, even one that was refused', () => {
  const { place, exchange, now } = failing()
  const gone = place(ALICE, { side: 'SELL', price: 40, size: 10 })
  place(BOB, { price: 40, size: 10, type: 'FOK' })
  expect(() => exchange.cancel(gone.hash, ALICE, 500)).toThrow(expect.objectContaining({ code: 'not-cancellable' }))
  const swept = place(CAROL, { side: 'SELL', price: 50, size: 10, atMs: 500 })
  place(BOB, { price: 50, size: 10, type: 'FOK', atMs: 500 })
  expect(exchange.cancelAll(CAROL, CONDITION, 600)).toEqual([])
  exchange.advance(2000)
  expect(now(gone)).toMatchObject({ status: 'cancelled_local', remainingRaw: 0n })
  expect(now(swept).status).toBe('cancelled_local')
  expect(exchange.ledger.tokens(ALICE, CONDITION).lockedRaw).toEqual([0n, 0n])
})

test('a cancel ends the resting part; its matches settle, or fail without returning', () => {
  for (const fails of [false, true]) {
    const { place, exchange, now, chain } = failing()
    chain.failing = fails
    const order = place(ALICE, { side: 'SELL', price: 40, size: 30 })
    place(BOB, { price: 40, size: 10, type: 'FOK' })
    expect(exchange.cancel(order.hash, ALICE, 500)).toMatchObject({ status: 'cancelled_local', pendingRaw: 100_000n })
    exchange.advance(1000)
    expect(now(order)).toMatchObject({ status: 'cancelled_local', filledRaw: fails ? 0n : 100_000n, pendingRaw: 0n })
    expect(exchange.ledger.tokens(ALICE, CONDITION).lockedRaw).toEqual([0n, 0n])
  }
})

test('FOK and FAK never come to rest, so their failed matches end them', () => {
  const { place, exchange, now } = failing()
  place(ALICE, { side: 'SELL', price: 40, size: 10 })
  const order = place(BOB, { type: 'FOK', price: 40, size: 10 })
  exchange.cancelAll(ALICE, CONDITION, 1)
  exchange.advance(1000)
  expect(now(order).status).toBe('cancelled_local')
})

test('a market that has closed takes nothing back', () => {
  const { place, exchange, now } = failing()
  const sell = place(ALICE, { side: 'SELL', price: 40, size: 10 })
  place(BOB, { price: 40, size: 10 })
  exchange.close(CONDITION, 500)
  expect(now(sell).status).toBe('pending_settlement')
  exchange.advance(1000)
  expect(now(sell).status).toBe('cancelled_local')
})

test('a match that settles after an expiration reverts; the other side returns', () => {
  const { place, exchange, now } = scenario({ settlement: { delayMs: 8000 }, stopMatchingBeforeMs: 2000 })
  const dying = place(ALICE, { side: 'SELL', price: 40, size: 20, expirationSec: 10 })
  const healthy = place(BOB, { price: 40, size: 10, atMs: 3000 })
  exchange.advance(10_000)
  expect(now(dying)).toMatchObject({ status: 'expired', pendingRaw: 100_000n })
  exchange.advance(11_000)
  expect(exchange.tradesOf(BOB)[0]?.status).toBe('failed')
  expect(now(dying)).toMatchObject({ status: 'expired', pendingRaw: 0n, filledRaw: 0n })
  expect(now(healthy)).toMatchObject({ status: 'open', remainingRaw: 100_000n })
})

test('a match that settles at the very expiration stands', () => {
  const { place, exchange, now } = scenario({ settlement: { delayMs: 8000 }, stopMatchingBeforeMs: 2000 })
  const dying = place(ALICE, { side: 'SELL', price: 40, size: 10, expirationSec: 10 })
  place(BOB, { price: 40, size: 10, atMs: 2000 })
  exchange.advance(10_000)
  expect(now(dying).status).toBe('filled')
})

test('what fails inside the margin waits outside the book until it expires', () => {
  const { place, exchange, now } = failing(1000)
  const order = place(ALICE, { side: 'SELL', price: 40, size: 10, expirationSec: 10 })
  place(BOB, { price: 40, size: 10, type: 'FOK', atMs: 4500 })
  exchange.advance(5500)
  expect(now(order).status).toBe('open')
  expect(exchange.book(CONDITION)[0].asks).toEqual([])
  expect(place(CAROL, { price: 40, size: 10, atMs: 6000 }).status).toBe('open')
  exchange.advance(10_000)
  expect(now(order).status).toBe('expired')
})

test('an order that leaves the book at the moment of a failure no longer stands in the way', () => {
  const { place, exchange, now } = failing(1000)
  const order = place(BOB, { price: 45, size: 10, atMs: 14_000 })
  place(DAVE, { side: 'SELL', price: 45, size: 10, type: 'FOK', atMs: 14_000 })
  place(CAROL, { side: 'SELL', price: 40, size: 10, expirationSec: 20, atMs: 14_500 })
  exchange.advance(15_000)
  expect(now(order).status).toBe('open')
})

describe('what one taker order matched settles whole', () => {
  test('a failure reverts every match together: a FOK is never half filled', () => {
    let asked = 0
    // only the first question is answered with a failure
    const fails = () => ++asked === 1
    const { place, exchange, now } = scenario({ settlement: { delayMs: 1000, fails } })
    const first = place(ALICE, { side: 'SELL', price: 40, size: 10 })
    const second = place(CAROL, { price: 55, size: 20, outcome: 1 })
    const whole = place(BOB, { price: 45, size: 30, type: 'FOK' })
    exchange.advance(1000)
    expect(asked).toBe(1)
    expect(now(whole)).toMatchObject({ status: 'cancelled_local', filledRaw: 0n, pendingRaw: 0n })
    expect(now(first)).toMatchObject({ status: 'open', filledRaw: 0n, remainingRaw: 100_000n })
    expect(now(second)).toMatchObject({ status: 'open', filledRaw: 0n, remainingRaw: 200_000n })
    expect(exchange.tradesOf(BOB).map(({ status }) => status)).toEqual(['failed', 'failed'])
    expect(exchange.ledger.collateral(BOB)).toMatchObject({ totalRaw: CASH, availableRaw: CASH })
  })

  test('one expired maker reverts the others too; what still rests keeps its place', () => {
    const { place, exchange, now } = scenario({ settlement: { delayMs: 8000 }, stopMatchingBeforeMs: 2000 })
    const healthy = place(CAROL, { side: 'SELL', price: 40, size: 15 })
    const dying = place(ALICE, { side: 'SELL', price: 41, size: 10, expirationSec: 10 })
    const behind = place(DAVE, { side: 'SELL', price: 41, size: 10 })
    const taker = place(BOB, { price: 41, size: 30, type: 'FAK', atMs: 3000 })
    expect(now(behind)).toMatchObject({ status: 'partially_filled', pendingRaw: 50_000n })
    exchange.advance(11_000)
    expect(now(taker)).toMatchObject({ status: 'cancelled_local', filledRaw: 0n, pendingRaw: 0n })
    expect(now(dying)).toMatchObject({ status: 'cancelled_local', filledRaw: 0n, pendingRaw: 0n })
    expect(now(healthy)).toMatchObject({ status: 'open', remainingRaw: 150_000n })
    expect(now(behind)).toMatchObject({ status: 'open', remainingRaw: 100_000n })
    expect(exchange.ledger.collateral(BOB)).toMatchObject({ totalRaw: CASH, availableRaw: CASH })
  })

  test('one maker with a raised nonce reverts the others too', () => {
    const { place, exchange, now } = scenario()
    const healthy = place(CAROL, { side: 'SELL', price: 40, size: 10 })
    const revoked = place(ALICE, { side: 'SELL', price: 41, size: 10 })
    place(BOB, { price: 41, size: 20 })
    exchange.raiseNonce(ALICE, 500)
    exchange.advance(1000)
    expect(exchange.tradesOf(BOB).map(({ status }) => status)).toEqual(['failed', 'failed'])
    expect(now(revoked)).toMatchObject({ status: 'cancelled_onchain', filledRaw: 0n })
    expect(now(healthy)).toMatchObject({ status: 'open', remainingRaw: 100_000n })
  })

  test('the chain is asked once how long it takes, with all matches; they end at one moment', () => {
    const sizes: number[] = []
    const extraDelayMs = ({ trades }: { trades: readonly unknown[] }) => sizes.push(trades.length) * 500
    const { place, exchange, now } = scenario({ settlement: { delayMs: 1000, extraDelayMs } })
    place(ALICE, { side: 'SELL', price: 40, size: 10 })
    place(CAROL, { side: 'SELL', price: 41, size: 10 })
    const taker = place(BOB, { price: 41, size: 30 })
    expect(sizes).toEqual([2])
    exchange.advance(1499)
    expect(now(taker)).toMatchObject({ filledRaw: 0n, pendingRaw: 200_000n })
    exchange.advance(1500)
    expect(now(taker)).toMatchObject({ status: 'partially_filled', filledRaw: 200_000n, pendingRaw: 0n })
  })

  test('a taker that rests is a maker of later orders: those settle by themselves', () => {
    const { place, exchange, now, chain } = failing()
    place(ALICE, { side: 'SELL', price: 40, size: 10 })
    const middle = place(BOB, { price: 40, size: 30 })
    const later = place(CAROL, { side: 'SELL', price: 40, size: 10, atMs: 100 })
    exchange.advance(1000)
    expect(now(middle)).toMatchObject({ pendingRaw: 100_000n, remainingRaw: 200_000n, filledRaw: 0n })
    chain.failing = false
    exchange.advance(1100)
    expect(now(later).status).toBe('filled')
    expect(now(middle)).toMatchObject({ status: 'partially_filled', filledRaw: 100_000n, remainingRaw: 200_000n })
  })

  test('is told match by match, then each order once, then each balance once', () => {
    for (const status of ['settled', 'failed'] as const) {
      const { place, exchange, events, chain } = failing()
      chain.failing = status === 'failed'
      place(ALICE, { side: 'SELL', price: 40, size: 10 })
      place(CAROL, { side: 'SELL', price: 41, size: 10 })
      place(BOB, { price: 41, size: 20, type: 'FOK' })
      events.length = 0
      exchange.advance(1000)
      expect(only(events, 'settlement').map(({ trade, ...rest }) => [trade.tradeId, rest.status])).toEqual([
        ['t1', status],
        ['t2', status],
      ])
      const kinds = events.map(({ kind }) => kind).filter((kind) => kind !== 'level')
      const all = ['settlement', 'settlement', 'order', 'order', 'order', 'balance', 'balance', 'balance']
      expect(kinds).toEqual(all)
      expect(only(events, 'order').map(({ record }) => record.hash)).toEqual(['0x1', '0x2', '0x3'])
    }
  })
})
