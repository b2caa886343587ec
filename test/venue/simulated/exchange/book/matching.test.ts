import { describe, expect, test } from 'vitest'
import { ALICE, BOB, CAROL, CASH, CONDITION, DAVE, only, scenario, TOKENS } from '../scenario.js'

describe('the three kinds of match', () => {
  test('direct: a bid against an ask of one token, at the maker price', () => {
    const { place, exchange } = scenario()
    place(ALICE, { side: 'SELL', price: 40, size: 100 })
    place(BOB, { price: 45, size: 100 })
    expect(exchange.trades(CONDITION)).toEqual([
      {
        tradeId: 't1',
        conditionId: CONDITION,
        matchType: 'direct',
        outcome: 0,
        side: 'BUY',
        price: 40,
        sizeRaw: 1_000_000n,
        venueMs: 0,
      },
    ])
    exchange.advance(1000)
    expect(exchange.ledger.collateral(ALICE)).toEqual({
      totalRaw: CASH + 400_000n,
      lockedRaw: 0n,
      pendingRaw: 0n,
      availableRaw: CASH + 400_000n,
    })
    expect(exchange.ledger.collateral(BOB).availableRaw).toBe(CASH - 400_000n)
    expect(exchange.ledger.tokens(ALICE, CONDITION)).toMatchObject({
      tokensRaw: [TOKENS - 1_000_000n, TOKENS],
      lockedRaw: [0n, 0n],
    })
    expect(exchange.ledger.tokens(BOB, CONDITION).tokensRaw).toEqual([TOKENS + 1_000_000n, TOKENS])
  })

  test('mint: two bids on complementary tokens when p + q >= 1; the improvement is the taker’s', () => {
    const { place, exchange } = scenario()
    place(ALICE, { outcome: 1, price: 60, size: 100 })
    expect(place(BOB, { price: 39, size: 100, type: 'FAK' }).status).toBe('cancelled_local')
    place(BOB, { price: 45, size: 100 })
    expect(exchange.trades(CONDITION)[0]).toMatchObject({ matchType: 'mint', outcome: 0, side: 'BUY', price: 40 })
    exchange.advance(1000)
    expect(exchange.ledger.collateral(ALICE).totalRaw).toBe(CASH - 600_000n)
    expect(exchange.ledger.collateral(BOB).totalRaw).toBe(CASH - 400_000n)
    expect(exchange.ledger.tokens(ALICE, CONDITION).tokensRaw).toEqual([TOKENS, TOKENS + 1_000_000n])
    expect(exchange.ledger.tokens(BOB, CONDITION).tokensRaw).toEqual([TOKENS + 1_000_000n, TOKENS])
    expect(exchange.ledger.backingRaw(CONDITION)).toBe(4n * TOKENS + 1_000_000n)
  })

  test('merge: two asks on complementary tokens when p + q <= 1; the improvement is the taker’s', () => {
    const { place, exchange } = scenario()
    place(ALICE, { side: 'SELL', outcome: 1, price: 30, size: 100 })
    expect(place(BOB, { side: 'SELL', price: 71, size: 100, type: 'FAK' }).status).toBe('cancelled_local')
    place(BOB, { side: 'SELL', price: 60, size: 100 })
    expect(exchange.trades(CONDITION)[0]).toMatchObject({ matchType: 'merge', outcome: 0, side: 'SELL', price: 70 })
    exchange.advance(1000)
    expect(exchange.ledger.collateral(ALICE).totalRaw).toBe(CASH + 300_000n)
    expect(exchange.ledger.collateral(BOB).totalRaw).toBe(CASH + 700_000n)
    expect(exchange.ledger.tokens(BOB, CONDITION).tokensRaw).toEqual([TOKENS - 1_000_000n, TOKENS])
    expect(exchange.ledger.backingRaw(CONDITION)).toBe(4n * TOKENS - 1_000_000n)
  })
})

describe('price-time priority across both ways of matching', () => {
  test('the better effective price first, whichever way it comes', () => {
    const { place, events } = scenario()
    place(ALICE, { side: 'SELL', price: 42, size: 10 })
    place(BOB, { outcome: 1, price: 59, size: 10 })
    place(CAROL, { side: 'SELL', price: 40, size: 10 })
    place(DAVE, { price: 50, size: 30 })
    expect(only(events, 'trade').map(({ trade }) => [trade.matchType, trade.price])).toEqual([
      ['direct', 40],
      ['mint', 41],
      ['direct', 42],
    ])
  })

  test('at one effective price the first to arrive', () => {
    const { place, events } = scenario()
    place(ALICE, { outcome: 1, price: 60, size: 10 })
    place(BOB, { side: 'SELL', price: 40, size: 10 })
    place(CAROL, { outcome: 1, price: 60, size: 10 })
    place(DAVE, { price: 50, size: 30 })
    expect(only(events, 'trade').map(({ makerHash }) => makerHash)).toEqual(['0x1', '0x2', '0x3'])
  })

  test('a seller takes the highest bid first, direct or merged', () => {
    const { place, events } = scenario()
    place(ALICE, { price: 40, size: 10 })
    place(BOB, { side: 'SELL', outcome: 1, price: 58, size: 10 })
    place(CAROL, { price: 43, size: 10 })
    place(DAVE, { side: 'SELL', price: 30, size: 30 })
    expect(only(events, 'trade').map(({ trade }) => [trade.matchType, trade.price])).toEqual([
      ['direct', 43],
      ['merge', 42],
      ['direct', 40],
    ])
  })
})

describe('order types', () => {
  test('GTC: what is not matched rests', () => {
    const { place, exchange } = scenario()
    place(ALICE, { side: 'SELL', price: 40, size: 10 })
    const record = place(BOB, { price: 40, size: 30 })
    expect(record).toMatchObject({
      status: 'partially_filled',
      pendingRaw: 100_000n,
      remainingRaw: 200_000n,
      filledRaw: 0n,
    })
    expect(exchange.book(CONDITION)[0]).toEqual({ bids: [{ price: 40, size: 20 }], asks: [] })
  })

  test('POST_ONLY that would match, directly or by minting, ends without a trade', () => {
    const { place, exchange } = scenario()
    place(ALICE, { side: 'SELL', price: 40, size: 10 })
    place(ALICE, { outcome: 1, price: 65, size: 10 })
    for (const price of [40, 35]) {
      expect(place(BOB, { type: 'POST_ONLY', price, size: 10 })).toMatchObject({
        status: 'cancelled_local',
        pendingRaw: 0n,
        remainingRaw: 0n,
      })
    }
    expect(place(BOB, { type: 'POST_ONLY', price: 34, size: 10 }).status).toBe('open')
    expect(exchange.trades(CONDITION)).toEqual([])
    expect(exchange.ledger.collateral(BOB).lockedRaw).toBe(34_000n)
  })

  test('FOK: all over several makers, or nothing', () => {
    const { place, exchange } = scenario()
    place(ALICE, { side: 'SELL', price: 40, size: 10 })
    place(CAROL, { outcome: 1, price: 59, size: 10 })
    expect(place(BOB, { type: 'FOK', price: 41, size: 21 })).toMatchObject({
      status: 'cancelled_local',
      pendingRaw: 0n,
    })
    expect(place(BOB, { type: 'FOK', price: 40, size: 20 }).status).toBe('cancelled_local')
    expect(exchange.trades(CONDITION)).toEqual([])
    expect(place(BOB, { type: 'FOK', price: 41, size: 20 })).toMatchObject({
      status: 'pending_settlement',
      pendingRaw: 200_000n,
    })
  })

  test('FOK does not count what lies behind an own order', () => {
    const { place, exchange } = scenario()
    place(ALICE, { side: 'SELL', price: 40, size: 10 })
    place(BOB, { side: 'SELL', price: 41, size: 10 })
    place(CAROL, { side: 'SELL', price: 42, size: 10 })
    expect(place(BOB, { type: 'FOK', price: 42, size: 20 }).status).toBe('cancelled_local')
    expect(exchange.trades(CONDITION)).toEqual([])
    expect(place(BOB, { type: 'FOK', price: 42, size: 10 }).status).toBe('pending_settlement')
  })

  test('FAK: the rest is cancelled, and its lock is free', () => {
    const { place, exchange } = scenario()
    place(ALICE, { side: 'SELL', price: 40, size: 10 })
    expect(place(BOB, { type: 'FAK', price: 40, size: 30 })).toMatchObject({
      status: 'cancelled_local',
      pendingRaw: 100_000n,
      remainingRaw: 0n,
    })
    expect(exchange.ledger.collateral(BOB)).toMatchObject({ lockedRaw: 0n, availableRaw: CASH - 40_000n })
  })
})

test('own orders never match: the incoming one ends there, its earlier fills stand', () => {
  const { place, exchange, now } = scenario()
  place(ALICE, { side: 'SELL', price: 40, size: 10 })
  const own = place(BOB, { outcome: 1, price: 59, size: 10 })
  place(ALICE, { side: 'SELL', price: 42, size: 10 })
  expect(place(BOB, { price: 45, size: 30 })).toMatchObject({
    status: 'cancelled_local',
    pendingRaw: 100_000n,
    remainingRaw: 0n,
  })
  expect(now(own).status).toBe('open')
  expect(exchange.trades(CONDITION)).toHaveLength(1)
})

test('a POST_ONLY that would meet an own order ends too', () => {
  const { place } = scenario()
  place(BOB, { side: 'SELL', price: 40, size: 10 })
  expect(place(BOB, { type: 'POST_ONLY', price: 40, size: 10 }).status).toBe('cancelled_local')
})

describe('fees', () => {
  // 200 bps on 100 shares at 0.50: 2 tokens of a BUY, 1 unit of collateral of a SELL
  test('the taker of a BUY pays in tokens, the maker nothing', () => {
    const { place, exchange } = scenario({}, { feeRateBps: 200 })
    place(ALICE, { side: 'SELL', price: 50, size: 10_000 })
    place(BOB, { price: 60, size: 10_000 })
    expect(exchange.tradesOf(BOB)[0]).toMatchObject({ liquidity: 'taker', feeRaw: 2_000_000n, price: 50 })
    expect(exchange.tradesOf(ALICE)[0]).toMatchObject({ liquidity: 'maker', feeRaw: 0n, price: 50 })
    exchange.advance(1000)
    expect(exchange.ledger.tokens(BOB, CONDITION).tokensRaw[0]).toBe(TOKENS + 98_000_000n)
    expect(exchange.ledger.collateral(ALICE).totalRaw).toBe(CASH + 50_000_000n)
    expect(exchange.ledger.feesCollected.tokensRaw(CONDITION)).toEqual([2_000_000n, 0n])
  })

  test('the taker of a SELL pays in collateral', () => {
    const { place, exchange } = scenario({}, { feeRateBps: 200 })
    place(ALICE, { price: 50, size: 10_000 })
    place(BOB, { side: 'SELL', price: 50, size: 10_000 })
    expect(exchange.ledger.feesCollected.collateralRaw).toBe(0n)
    exchange.advance(1000)
    expect(exchange.ledger.collateral(BOB).totalRaw).toBe(CASH + 49_000_000n)
    expect(exchange.ledger.feesCollected.collateralRaw).toBe(1_000_000n)
  })

  test('makers pay, by configuration, at the rate they signed and on their own outcome', () => {
    const { place, exchange } = scenario({ fees: { takerPays: false, makerPays: true } }, { feeRateBps: 200 })
    place(ALICE, { outcome: 1, price: 75, size: 10_000 })
    exchange.setFee(CONDITION, 100)
    place(BOB, { price: 25, size: 10_000 })
    // 0.02 x 0.25 x 100 / 0.75 tokens
    expect(exchange.tradesOf(ALICE)[0]).toMatchObject({ outcome: 1, price: 75, feeRaw: 666_666n })
    expect(exchange.tradesOf(BOB)[0]).toMatchObject({ outcome: 0, price: 25, feeRaw: 0n })
    exchange.advance(1000)
    expect(exchange.ledger.feesCollected.tokensRaw(CONDITION)).toEqual([0n, 666_666n])
  })
})

test('the events of a match: trade, level, maker, then taker and each balance once', () => {
  const { place, events } = scenario()
  place(ALICE, { side: 'SELL', price: 40, size: 10 })
  place(CAROL, { side: 'SELL', price: 40, size: 20 })
  events.length = 0
  place(BOB, { price: 40, size: 20 })
  const told = events.map((event) => {
    if (event.kind === 'order') return `order ${event.record.hash} ${event.record.status}`
    if (event.kind === 'level') return `level ${event.change.side} ${event.change.price} x ${event.change.size}`
    return event.kind === 'balance' ? `balance ${event.account}` : event.kind
  })
  expect(told).toEqual([
    'trade',
    'level SELL 40 x 20',
    'order 0x1 pending_settlement',
    'trade',
    'level SELL 40 x 10',
    'order 0x2 partially_filled',
    'order 0x3 pending_settlement',
    `balance ${ALICE}`,
    `balance ${CAROL}`,
    `balance ${BOB}`,
  ])
})
