import { expect, it, vi } from 'vitest'
import { ticks } from '../../src/domain/amounts/price.js'
import { lots } from '../../src/domain/amounts/size.js'
import type { MarketBook } from '../../src/domain/market/book.js'
import { at, hashOf } from '../execution/builders.js'
import { A, raw } from '../risk/builders.js'
import { book, CoreDriver } from './core-driver.js'

it('shows who sells an outcome as a bid for the other one', () => {
  const driver = new CoreDriver()
  driver.start(1000)
  const level = (price: number, size: number) => ({ price: ticks(price), size: lots(size) })
  const [yes, no] = book(46, 40)
  const sold: MarketBook = [{ ...yes, asks: [level(53, 30)] }, no]
  driver.push({ kind: 'book', conditionId: A, book: sold, via: 'socket' })
  const best = () => driver.core.snapshot(at(driver.monoMs)).markets[0]?.bestOthers
  const lotShares = 100 / Number(no.bids[0]?.size)
  expect(best()).toEqual([
    { price: 0.46, size: 100 },
    { price: 0.47, size: 30 * lotShares },
  ])
  // nobody bids for NO
  driver.push({
    kind: 'book',
    conditionId: A,
    book: [
      { ...yes, asks: [level(53, 30)] },
      { bids: [], asks: [] },
    ],
    via: 'socket',
  })
  expect(best()?.[1]?.price).toBe(0.47)
})

/** Ten YES bought at 0.47; a bid on NO rests. */
function bought() {
  const driver = new CoreDriver()
  driver.start(1000)
  const [first] = driver.quote()
  const filled = { status: 'filled', filledRaw: raw(10), remainingRaw: 0n } as const
  driver.push({ kind: 'order', record: driver.record(first!, filled) })
  return { driver, shown: () => driver.core.snapshot(at(driver.monoMs)) }
}

it('shows what is believed in shares, prices and units of collateral', () => {
  const driver = new CoreDriver()
  driver.start(1000)
  const [first, second] = driver.quote()
  driver.push({
    kind: 'order',
    record: driver.record(first!, { status: 'partially_filled', filledRaw: raw(4), remainingRaw: raw(6) }),
  })
  driver.push({ kind: 'operator', action: 'pause', conditionId: A, actor: 'somebody', reason: 'a test' })
  const snapshot = driver.core.snapshot(at(driver.monoMs))
  const [market] = snapshot.markets
  expect(market).toMatchObject({
    conditionId: A,
    status: 'OPEN',
    shares: [4, 0],
    fills: 1,
    quarantined: false,
    feed: { health: 'live' },
    bestOthers: [
      { price: 0.48, size: 100 },
      { price: 0.48, size: 100 },
    ],
  })
  expect(market?.paused).toMatch(/^paused since .* by somebody: a test$/)
  expect(market?.ownQuotes).toEqual([
    {
      outcome: 0,
      side: 'BUY',
      price: 0.47,
      size: 6,
      phase: 'cancelling',
      hash: hashOf(1),
      ageMs: expect.any(Number),
      expirationSec: expect.any(Number),
    },
    {
      outcome: 1,
      side: 'BUY',
      price: 0.47,
      size: 10,
      phase: 'cancelling',
      hash: hashOf(2),
      ageMs: expect.any(Number),
      expirationSec: expect.any(Number),
    },
  ])
  expect(market?.fair).toBeCloseTo(0.5)
  // 4 bought at 0.47 and worth 0.50
  expect(market?.pnl.total).toBeCloseTo(0.12)
  // all of YES may fill and lose: 10 at 0.47
  expect(market?.worstCaseLoss).toBeCloseTo(4.7)
  expect(snapshot.totals).toMatchObject({ fills: 1, openOrders: 2, unknownOrders: 0 })
  expect(snapshot.totals.total).toBeCloseTo(0.12)
  // of the thousand the four are paid with, which the reading does not know yet
  expect(snapshot.collateral).toEqual({ total: 1000, available: 1000, left: 1000 - 4 * 0.47, held: 4 * 0.47 })
  expect(snapshot.halted).toBeUndefined()
  expect(snapshot.clockErrorMs).toBe(50)
  expect(snapshot.budgets.map((b) => b.routeClass).sort()).toEqual(['account', 'cancel', 'read', 'write'])
  expect(second).toBeDefined()
})

it('shows an unknown order, its quarantine and a halt', () => {
  const driver = new CoreDriver()
  driver.start()
  const [first] = driver.quote()
  driver.push({ kind: 'cancel-answered', cancelled: [], failed: [{ hash: first!, error: 'busy' }] })
  driver.push({ kind: 'operator', action: 'halt', actor: 'somebody', reason: 'a test' })
  const snapshot = driver.core.snapshot(at(driver.monoMs))
  expect(snapshot.markets[0]?.quarantined).toBe(true)
  expect(snapshot.totals.unknownOrders).toBe(1)
  expect(snapshot.halted).toMatchObject({ cause: 'operator', reason: 'a test', actor: 'somebody' })
})

it('says that the account has not been read, until it has', () => {
  const driver = new CoreDriver()
  const isUnread = () => driver.core.snapshot(at(driver.monoMs)).isAccountUnread
  expect(isUnread()).toBe(true)
  driver.start(1000)
  expect(isUnread()).toBeUndefined()
})

it('is empty and says nothing of the collateral before anything is known', () => {
  const snapshot = new CoreDriver().core.snapshot(at(0))
  expect(snapshot.markets).toEqual([])
  expect(snapshot.collateral).toBeUndefined()
  expect(snapshot.totals.total).toBe(0)
})

it('a market that is over leaves, and its result stays in the totals', () => {
  const driver = new CoreDriver()
  driver.start(1000)
  const [first] = driver.quote()
  driver.push({
    kind: 'order',
    record: driver.record(first!, { status: 'partially_filled', filledRaw: raw(4), remainingRaw: raw(6) }),
  })
  driver.push({ kind: 'market-status', conditionId: A, status: 'RESOLVED', winner: 0 })
  const snapshot = driver.core.snapshot(at(driver.monoMs))
  expect(snapshot.markets).toEqual([])
  // 4 bought at 0.47 paid 4
  expect(snapshot.totals.total).toBeCloseTo(2.12)
  expect(snapshot.collateral?.held).toBe(0)
  expect(snapshot.totals.fills).toBe(1)
})

it("a feed's age is that of the newest news, also while it is live", () => {
  const driver = new CoreDriver()
  driver.start(1000)
  const before = driver.core.snapshot(at(driver.monoMs)).markets[0]?.feed
  expect(driver.core.snapshot(at(driver.monoMs + 7000)).markets[0]?.feed).toMatchObject({
    health: 'live',
    ageMs: (before?.ageMs ?? 0) + 7000,
  })
})

it('shows what is held of a market that is over beside those that go on, with what it pays', () => {
  const { driver, shown } = bought()
  expect(shown().over).toEqual([])
  for (const status of ['CLOSED', 'RESOLVED'] as const) {
    driver.push({ kind: 'market-status', conditionId: A, status })
    expect([shown().markets.length, shown().over]).toEqual([1, []])
  }
  driver.push({ kind: 'market-status', conditionId: A, status: 'RESOLVED', winner: 0 })
  expect(shown().markets).toEqual([])
  expect(shown().over).toMatchObject([{ conditionId: A, status: 'RESOLVED', shares: [10, 0], payout: 10 }])
})

/** The same, told when the market is over and the bid on NO is cancelled: nothing is placed after it, and nothing rests. */
function boughtLate(winner: 0 | 1) {
  const driver = new CoreDriver()
  driver.start(1000)
  const [first, second] = driver.quote()
  driver.push({ kind: 'market-status', conditionId: A, status: 'RESOLVED', winner })
  driver.push({ kind: 'cancel-answered', cancelled: [second!], failed: [] })
  const filled = { status: 'filled', filledRaw: raw(10), remainingRaw: 0n } as const
  driver.push({ kind: 'order', record: driver.record(first!, filled) })
  return { driver, first: first!, shown: () => driver.core.snapshot(at(driver.monoMs)) }
}

it('shows nothing of tokens that pay nothing, and has their cost in the totals', () => {
  const { driver, shown } = bought()
  driver.push({ kind: 'market-status', conditionId: A, status: 'RESOLVED', winner: 1 })
  expect(shown().totals.openOrders).toBeGreaterThan(0)
  for (const { over, totals } of [shown(), boughtLate(1).shown()]) {
    expect(over).toEqual([])
    expect(totals.total).toBeCloseTo(-4.7, 9)
  }
})

it('works out once what a market that is over has in the totals, and anew when more is heard of it', () => {
  const { driver, first, shown } = boughtLate(1)
  const realised = () => driver.core.standing.standing().pnl.realised
  driver.fund(995.3, [10, 0], driver.seq)
  const asked = vi.spyOn(driver.core.beliefs.positions, 'pnl')
  expect([shown().totals.total, realised()]).toEqual([-4.7, -4.7])
  asked.mockClear()
  expect([shown().totals.total, realised()]).toEqual([-4.7, -4.7])
  expect(asked).not.toHaveBeenCalled()
  // a settlement has failed after all
  const left = { status: 'cancelled_local', filledRaw: raw(4), remainingRaw: 0n } as const
  driver.push({ kind: 'order', record: driver.record(first, { ...left, updatedMs: at(driver.monoMs + 1).venueMs }) })
  expect([shown().totals.total, realised()]).toEqual([-1.88, -1.88])
})

it('has in the totals what a market earned that is over and redeemed, to the last digit', () => {
  const { driver, shown } = boughtLate(0)
  const { totals, over } = shown()
  expect([over.length, totals.fills, totals.openOrders]).toEqual([1, 1, 0])
  const act = { kind: 'redeem', conditionId: A, tokensRaw: [raw(10), 0n], paidRaw: raw(10) } as const
  driver.push({ kind: 'chain-ended', act, outcome: 'confirmed', hash: '0x01', cost: 0 })
  expect([shown().markets, shown().over]).toEqual([[], []])
  expect(shown().totals).toEqual(totals)
})
