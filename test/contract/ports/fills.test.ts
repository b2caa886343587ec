// Trading: what matches of our orders do to orders, fills and the account, to the raw unit, on every stand.

import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'
import type { AccountSnapshot } from '../../../src/domain/account/account.js'
import { costRaw, feeRaw } from '../../../src/domain/amounts/money.js'
import { ticks } from '../../../src/domain/amounts/price.js'
import { lots } from '../../../src/domain/amounts/size.js'
import type { Hex, Market } from '../../../src/domain/market/market.js'
import type { Fill } from '../../../src/domain/orders/fill.js'
import type { OrderRecord, OrderStatus } from '../../../src/domain/orders/order.js'
import type { CancelResult } from '../../../src/venue/trading.js'
import { LOTS_PER_SHARE, type Offer } from './others.js'
import type { Stand } from './stand.js'
import { behaviours, STANDS } from './stands.js'
import { FEE_BPS } from './venue-settings.js'

const BID: Offer = { outcome: 0, side: 'BUY', price: 60, shares: 100 }

/** From where an order may go on; a change that keeps the status is a change of its amounts. */
const NEXT: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  open: ['open', 'partially_filled', 'pending_settlement', 'cancelled_local', 'cancelled_onchain', 'expired'],
  partially_filled: ['partially_filled', 'pending_settlement', 'cancelled_local', 'cancelled_onchain', 'expired'],
  pending_settlement: ['pending_settlement', 'filled', 'open', 'partially_filled', 'cancelled_local'],
  filled: [],
  cancelled_local: ['cancelled_local'],
  cancelled_onchain: ['cancelled_onchain'],
  expired: ['expired'],
}

const cost = (market: Market, { price, shares }: Pick<Offer, 'price' | 'shares'>) =>
  costRaw(ticks(price), lots(Math.round(shares * LOTS_PER_SHARE)), market)
const fee = (market: Market, { side, price, shares }: Offer) =>
  feeRaw({
    side,
    price: ticks(price),
    tokensRaw: raw(market, shares),
    feeRateBps: FEE_BPS,
    ticksPerUnit: market.ticksPerUnit,
  })
const raw = (market: Market, shares: number) => BigInt(Math.round(shares * LOTS_PER_SHARE)) * market.lotRaw
const total = ({ collateral }: AccountSnapshot) => collateral.totalRaw

describe.each(STANDS)('a match of ours, $name', ({ name, open }) => {
  const it = behaviours(name)
  let stand: Stand
  beforeAll(async () => {
    stand = await open()
  })
  afterEach(() => stand.tidy())
  afterAll(() => stand.close())

  const cancel = (hash: Hex) => stand.ask<CancelResult>((done) => stand.trading.cancelMany([hash], done))
  const fillsOf = async (hash: Hex) => (await stand.fills()).filter((fill) => fill.hash === hash)
  const matched = (hash: Hex, sizeRaw: bigint) =>
    stand.until(`${sizeRaw} raw tokens to be matched`, async () => {
      const record = await stand.order(hash)
      return record.filledRaw + record.pendingRaw === sizeRaw && record
    })
  const settled = (hash: Hex) =>
    stand.until('the settlement', async () => {
      const record = await stand.order(hash)
      return record.filledRaw > 0n && record.pendingRaw === 0n && record
    })
  /** Buys as a taker, so that there is something to sell: returns what arrived. */
  const buyTokens = async (market: Market, shares: number): Promise<bigint> => {
    const ask: Offer = { outcome: 0, side: 'SELL', price: 50, shares }
    stand.others.quote(market, ask)
    await stand.heardBook(market, 1)
    await stand.place(market, { ...ask, side: 'BUY' }, { type: 'GTC' })
    return stand.until('the tokens', async () => (await stand.tokens(market)).held[0] || undefined)
  }

  it('leaves the rest of the order on the book, pending until it is settled', async () => {
    const market = await stand.openMarket()
    stand.others.delaySettlement(market)
    const { hash } = await stand.place(market, BID)
    stand.hit(market, { ...BID, shares: 30 })
    const record = await matched(hash, raw(market, 30))
    expect(record).toMatchObject({
      status: 'partially_filled',
      originalRaw: raw(market, 100),
      pendingRaw: raw(market, 30),
      filledRaw: 0n,
      remainingRaw: raw(market, 70),
    })
    expect(await stand.resting(market)).toEqual([hash])
    expect(await fillsOf(hash)).toMatchObject([{ status: 'pending', sizeRaw: raw(market, 30) }])
    expect((await stand.tokens(market)).held).toEqual([0n, 0n])
    expect(await settled(hash)).toMatchObject({
      status: 'partially_filled',
      filledRaw: raw(market, 30),
      remainingRaw: raw(market, 70),
    })
    expect(await stand.resting(market)).toEqual([hash])
  })

  it('is listed once, with price, size, fee and our part in it', async () => {
    const market = await stand.openMarket()
    const sinceMs = stand.venueMs() - 1000
    const { hash } = await stand.place(market, BID)
    stand.hit(market, { ...BID, shares: 30 })
    await matched(hash, raw(market, 30))
    await settled(hash)
    const fills = await fillsOf(hash)
    expect(fills).toEqual([
      {
        tradeId: expect.stringMatching(/./),
        hash,
        conditionId: market.conditionId,
        outcome: 0,
        side: 'BUY',
        price: ticks(60),
        sizeRaw: raw(market, 30),
        feeRaw: fee(market, { ...BID, shares: 30 }),
        liquidity: 'maker',
        status: 'settled',
        venueMs: expect.any(Number),
      } satisfies Fill,
    ])
    expect(fills[0]?.venueMs).toBeGreaterThan(sinceMs)
  })

  it('costs what it says and brings its tokens less the fee, to the raw unit', async () => {
    const market = await stand.openMarket()
    const before = await stand.account()
    const { hash } = await stand.place(market, BID)
    stand.hit(market, { ...BID, shares: 33.33 })
    await matched(hash, raw(market, 33.33))
    await settled(hash)
    const after = await stand.account()
    expect(total(before) - total(after)).toBe(cost(market, { price: 60, shares: 33.33 }))
    const rest = cost(market, { price: 60, shares: 66.67 })
    expect(after.collateral.lockedRaw - before.collateral.lockedRaw).toBe(rest)
    expect(after.collateral.availableRaw).toBe(
      after.collateral.totalRaw - after.collateral.lockedRaw - after.collateral.pendingRaw,
    )
    const arrived = raw(market, 33.33) - fee(market, { ...BID, shares: 33.33 })
    expect(await stand.tokens(market)).toEqual({ held: [arrived, 0n], locked: [0n, 0n] })
  })

  it('of all of it ends the order filled, by way of pending_settlement', async () => {
    const market = await stand.openMarket()
    stand.others.delaySettlement(market)
    const { hash } = await stand.place(market, BID)
    stand.hit(market, { ...BID, shares: 40 })
    stand.hit(market, { ...BID, shares: 60 })
    expect(await matched(hash, raw(market, 100))).toMatchObject({ status: 'pending_settlement', remainingRaw: 0n })
    const refused = await cancel(hash)
    expect(refused.cancelled).toEqual([])
    expect(refused.failed).toMatchObject([{ hash }])
    expect(await settled(hash)).toMatchObject({ status: 'filled', filledRaw: raw(market, 100) })
    expect(await stand.resting(market)).toEqual([])
    const fills = await fillsOf(hash)
    expect(fills.map(({ sizeRaw }) => sizeRaw)).toEqual(expect.arrayContaining([raw(market, 40), raw(market, 60)]))
    expect(new Set(fills.map(({ tradeId }) => tradeId)).size).toBe(2)
  })

  it('is told in order, each change at most once, up to what is read in the end', async () => {
    const market = await stand.openMarket()
    const { hash } = await stand.place(market, BID)
    stand.hit(market, { ...BID, shares: 40 })
    await matched(hash, raw(market, 40))
    stand.hit(market, { ...BID, shares: 60 })
    await matched(hash, raw(market, 100))
    const last = await settled(hash)
    await stand.until('the news', () => stand.orderEvents(hash).some(({ status }) => status === 'filled'))
    const told = stand.orderEvents(hash)
    expect(told.at(-1)).toEqual(last)
    expect(new Set(told.map(changeable)).size).toBe(told.length)
    for (const [i, record] of told.entries()) {
      const former = told[i - 1]
      if (former === undefined) continue
      expect(NEXT[former.status]).toContain(record.status)
      expect(record.filledRaw).toBeGreaterThanOrEqual(former.filledRaw)
      expect(record.remainingRaw).toBeLessThanOrEqual(former.remainingRaw)
      expect(record.updatedMs).toBeGreaterThanOrEqual(former.updatedMs)
    }
    expect(stand.tradingEvents.some(({ kind }) => kind === 'account-changed')).toBe(true)
  })

  it('arrives after the rest of the order was cancelled', async () => {
    const market = await stand.openMarket()
    stand.others.delaySettlement(market)
    const before = await stand.account()
    const { hash } = await stand.place(market, BID)
    stand.hit(market, { ...BID, shares: 30 })
    await matched(hash, raw(market, 30))
    expect(await cancel(hash)).toEqual({ cancelled: [hash], failed: [] })
    expect(await stand.order(hash)).toMatchObject({ status: 'cancelled_local', remainingRaw: 0n })
    expect(await settled(hash)).toMatchObject({ status: 'cancelled_local', filledRaw: raw(market, 30) })
    expect(await fillsOf(hash)).toMatchObject([{ status: 'settled', sizeRaw: raw(market, 30) }])
    const after = await stand.account()
    expect(total(before) - total(after)).toBe(cost(market, { price: 60, shares: 30 }))
    expect(after.collateral.lockedRaw).toBe(before.collateral.lockedRaw)
  })

  it('of a sale locks tokens, then pays their price less the fee', async () => {
    const market = await stand.openMarket()
    const held = await buyTokens(market, 20)
    const before = await stand.account()
    const sale: Offer = { outcome: 0, side: 'SELL', price: 70, shares: 15 }
    const { hash } = await stand.place(market, sale)
    expect(await stand.tokens(market)).toEqual({ held: [held, 0n], locked: [raw(market, 15), 0n] })
    stand.hit(market, { ...sale, shares: 10 })
    await matched(hash, raw(market, 10))
    await settled(hash)
    const part = { ...sale, shares: 10 }
    expect(total(await stand.account()) - total(before)).toBe(cost(market, part) - fee(market, part))
    expect(await stand.tokens(market)).toEqual({
      held: [held - raw(market, 10), 0n],
      locked: [raw(market, 5), 0n],
    })
    expect(await fillsOf(hash)).toMatchObject([
      { side: 'SELL', price: 70, liquidity: 'maker', feeRaw: fee(market, part) },
    ])
  })

  it('as a taker is at the price of the maker, and says so', async () => {
    const market = await stand.openMarket()
    const before = await stand.account()
    stand.others.quote(market, { outcome: 0, side: 'SELL', price: 55, shares: 20 })
    await stand.heardBook(market, 1)
    const wish: Offer = { outcome: 0, side: 'BUY', price: 57, shares: 20 }
    const { hash, status } = await stand.place(market, wish, { type: 'GTC' })
    expect(status).toBe('pending_settlement')
    expect(await settled(hash)).toMatchObject({ status: 'filled', price: 57 })
    const done = { ...wish, price: 55 }
    expect(await fillsOf(hash)).toMatchObject([{ price: 55, liquidity: 'taker', feeRaw: fee(market, done) }])
    const after = await stand.account()
    expect(total(before) - total(after)).toBe(cost(market, done))
    expect(after.collateral.lockedRaw).toBe(before.collateral.lockedRaw)
    expect((await stand.tokens(market)).held).toEqual([raw(market, 20) - fee(market, done), 0n])
  })

  it('with a bid on the other outcome makes both tokens', async () => {
    const market = await stand.openMarket()
    stand.others.quote(market, { outcome: 1, side: 'BUY', price: 45, shares: 20 })
    await stand.heardBook(market, 1)
    const { hash } = await stand.place(market, { outcome: 0, side: 'BUY', price: 60, shares: 20 }, { type: 'GTC' })
    await settled(hash)
    expect(await fillsOf(hash)).toMatchObject([{ outcome: 0, side: 'BUY', price: 55, sizeRaw: raw(market, 20) }])
  })

  it('in full or not at all, for a FOK', async () => {
    const market = await stand.openMarket()
    const before = await stand.account()
    stand.others.quote(market, { outcome: 0, side: 'SELL', price: 55, shares: 20 })
    await stand.heardBook(market, 1)
    const wish: Offer = { outcome: 0, side: 'BUY', price: 55, shares: 21 }
    const missed = await stand.place(market, wish, { type: 'FOK' })
    expect(missed.status).toBe('cancelled_local')
    expect(await fillsOf(missed.hash)).toEqual([])
    expect(await stand.account()).toEqual(before)
    const met = await stand.place(market, { ...wish, shares: 20 }, { type: 'FOK' })
    expect(met.status).toBe('pending_settlement')
    expect(await settled(met.hash)).toMatchObject({ status: 'filled', filledRaw: raw(market, 20) })
  })

  it('is found from its own moment on, the newest first', async () => {
    const market = await stand.openMarket()
    const { hash } = await stand.place(market, BID)
    stand.hit(market, { ...BID, shares: 10 })
    await matched(hash, raw(market, 10))
    await settled(hash)
    stand.hit(market, { ...BID, shares: 20 })
    await matched(hash, raw(market, 30))
    const [newer, older] = await fillsOf(hash)
    expect([newer?.sizeRaw, older?.sizeRaw]).toEqual([raw(market, 20), raw(market, 10)])
    const newerMs = newer?.venueMs ?? 0
    expect(newerMs).toBeGreaterThan(older?.venueMs ?? 0)
    const since = await stand.fills(newerMs)
    expect(since.map(({ tradeId }) => tradeId)).toEqual([newer?.tradeId])
    expect(await stand.fills(newerMs + 1)).toEqual([])
  })

  it('that fails to settle brings the order and the money back', async () => {
    const market = await stand.openMarket()
    const { hash } = await stand.place(market, BID)
    const before = await stand.account()
    stand.others.fault({ kind: 'settlement-failed', conditionId: market.conditionId, count: 1 })
    stand.hit(market, { ...BID, shares: 30 })
    await stand.until('the failure', async () => (await fillsOf(hash))[0]?.status === 'failed')
    expect(await stand.order(hash)).toMatchObject({
      status: 'open',
      filledRaw: 0n,
      pendingRaw: 0n,
      remainingRaw: raw(market, 100),
    })
    expect(await stand.account()).toEqual(before)
    expect(await stand.resting(market)).toEqual([hash])
  })
})

/** What an event can tell anew. */
function changeable({ status, filledRaw, pendingRaw, remainingRaw }: OrderRecord): string {
  return [status, filledRaw, pendingRaw, remainingRaw].join()
}
