// Trading: how an order of ours comes to rest, is found, and ends, on every stand.

import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'
import { costRaw } from '../../../src/domain/amounts/money.js'
import type { Answer } from '../../../src/domain/error.js'
import type { Hex, Market } from '../../../src/domain/market/market.js'
import type { OrderRecord } from '../../../src/domain/orders/order.js'
import type { CancelResult } from '../../../src/venue/trading.js'
import type { Offer } from './others.js'
import type { Stand } from './stand.js'
import { behaviours, STANDS } from './stands.js'

const BID: Offer = { outcome: 0, side: 'BUY', price: 40, shares: 100 }
const NO_BID: Offer = { outcome: 1, side: 'BUY', price: 30, shares: 50 }

describe.each(STANDS)('an order, $name', ({ name, open }) => {
  const it = behaviours(name)
  let stand: Stand
  beforeAll(async () => {
    stand = await open()
  })
  afterEach(() => stand.tidy())
  afterAll(() => stand.close())

  const cancel = (hashes: readonly Hex[]) => stand.ask<CancelResult>((done) => stand.trading.cancelMany(hashes, done))
  const cancelAll = (market: Market) => stand.ask<void>((done) => stand.trading.cancelAll(market, done))
  const unknown = (n: number): Hex => `0x${n.toString(16).padStart(64, '9')}`
  const costOf = (market: Market, offer: Offer) => {
    const { price, size } = stand.draft(market, offer)
    return costRaw(price, size, market)
  }

  it('is known to the venue by the hash that signing gave, with the terms of the draft', async () => {
    const market = await stand.openMarket()
    const signed = await stand.sign(market, BID)
    expect(signed.hash).toMatch(/^0x[0-9a-f]{64}$/)
    expect(await stand.submit(signed)).toEqual({ ok: true, value: { hash: signed.hash, status: 'open' } })
    const record = await stand.order(signed.hash)
    const { conditionId, outcome, side, price, type, expirationSec } = signed.draft
    expect(record).toMatchObject({ hash: signed.hash, conditionId, outcome, side, price, type, expirationSec })
    expect(record).toMatchObject({
      account: stand.trading.account,
      status: 'open',
      originalRaw: 100n * market.unitRaw,
      remainingRaw: 100n * market.unitRaw,
      filledRaw: 0n,
      pendingRaw: 0n,
    })
    expect(record.updatedMs).toBeGreaterThanOrEqual(record.createdMs)
  })

  it('has a hash of its own, even with the same terms', async () => {
    const market = await stand.openMarket()
    const draft = stand.draft(market, BID)
    const first = await stand.sign(market, BID, draft)
    const second = await stand.sign(market, BID, draft)
    expect(second.hash).not.toBe(first.hash)
    await stand.submit(first)
    await stand.submit(second)
    expect(new Set(await stand.resting(market))).toEqual(new Set([first.hash, second.hash]))
  })

  it('is not known before it is submitted', async () => {
    const market = await stand.openMarket()
    const { hash } = await stand.sign(market, BID)
    expect(await stand.refusal<OrderRecord>((done) => stand.trading.readOrder(hash, done))).toMatchObject({
      code: 'not-found',
    })
    expect(await stand.resting(market)).toEqual([])
  })

  it('locks its cost to the raw unit, and frees it when it ends', async () => {
    const market = await stand.openMarket()
    const before = await stand.account()
    const { hash } = await stand.place(market, BID)
    const cost = costOf(market, BID)
    expect((await stand.account()).collateral).toEqual({
      totalRaw: before.collateral.totalRaw,
      lockedRaw: before.collateral.lockedRaw + cost,
      pendingRaw: before.collateral.pendingRaw,
      availableRaw: before.collateral.availableRaw - cost,
    })
    await cancel([hash])
    expect(await stand.account()).toEqual(before)
  })

  it('of type POST_ONLY that would match ends cancelled_local and never rests', async () => {
    const market = await stand.openMarket()
    const before = await stand.account()
    stand.others.quote(market, { outcome: 0, side: 'SELL', price: 55, shares: 20 })
    stand.others.quote(market, { outcome: 0, side: 'BUY', price: 45, shares: 20 })
    const shown = await stand.heardBook(market, 2)
    for (const offer of [
      { outcome: 0, side: 'BUY', price: 55, shares: 10 },
      { outcome: 0, side: 'BUY', price: 60, shares: 10 },
      // a mint: 55 and 45 make one unit
      { outcome: 1, side: 'BUY', price: 55, shares: 10 },
    ] as const) {
      const { hash, status } = await stand.place(market, offer)
      expect(status).toBe('cancelled_local')
      expect(await stand.order(hash)).toMatchObject({ status, remainingRaw: 0n, filledRaw: 0n, pendingRaw: 0n })
    }
    expect(await stand.resting(market)).toEqual([])
    expect(await stand.heardBook(market, 2)).toEqual(shown)
    expect(await stand.account()).toEqual(before)
  })

  it('of type POST_ONLY rests one tick before the match', async () => {
    const market = await stand.openMarket()
    stand.others.quote(market, { outcome: 0, side: 'SELL', price: 55, shares: 20 })
    await stand.heardBook(market, 1)
    expect(await stand.place(market, { ...BID, price: 54 })).toMatchObject({ status: 'open' })
  })

  it('never meets another of ours: the newcomer ends cancelled_local, the first stays', async () => {
    const market = await stand.openMarket()
    const first = await stand.place(market, BID)
    const newcomer = await stand.place(market, { ...NO_BID, price: 65 }, { type: 'GTC' })
    expect(newcomer.status).toBe('cancelled_local')
    expect(await stand.resting(market)).toEqual([first.hash])
    expect((await stand.order(first.hash)).remainingRaw).toBe(100n * market.unitRaw)
  })

  it('submitted again is the same order with the same answer', async () => {
    const market = await stand.openMarket()
    const before = await stand.account()
    const signed = await stand.sign(market, BID)
    const first = await stand.submit(signed)
    expect(await stand.submit(signed)).toEqual(first)
    expect(await stand.resting(market)).toEqual([signed.hash])
    const { collateral } = await stand.account()
    expect(collateral.lockedRaw - before.collateral.lockedRaw).toBe(costOf(market, BID))
  })

  it('submitted again after its end does not come back', async () => {
    const market = await stand.openMarket()
    const signed = await stand.sign(market, BID)
    await stand.submit(signed)
    await cancel([signed.hash])
    expect((await stand.submit(signed)).ok).toBe(true)
    expect(await stand.order(signed.hash)).toMatchObject({ status: 'cancelled_local', remainingRaw: 0n })
    expect(await stand.resting(market)).toEqual([])
  })

  it('whose answer was an error of the server may live, and is the same when sent again', async () => {
    const market = await stand.openMarket()
    const signed = await stand.sign(market, BID)
    stand.others.fault({ kind: 'server-error', carriedOut: true, route: 'POST /markets/{id}/orders', count: 1 })
    const answer = await stand.submit(signed)
    expect(answer).toMatchObject({ ok: false, failure: { code: 'venue-failed', mayHaveHappened: true } })
    expect(await stand.order(signed.hash)).toMatchObject({ status: 'open' })
    expect(await stand.submit(signed)).toEqual({ ok: true, value: { hash: signed.hash, status: 'open' } })
    expect(await stand.resting(market)).toEqual([signed.hash])
  })

  it('that expires ends expired, is told once, and frees its lock', async () => {
    const market = await stand.openMarket()
    const before = await stand.account()
    const expirationSec = Math.ceil(stand.venueMs() / 1000) + 2
    const { hash, status } = await stand.place(market, BID, { expirationSec })
    expect(status).toBe('open')
    const ended = await stand.until('the expiry', async () => {
      const record = await stand.order(hash)
      return record.status !== 'open' && record
    })
    expect(ended).toMatchObject({ status: 'expired', remainingRaw: 0n, filledRaw: 0n, pendingRaw: 0n })
    expect(ended.updatedMs).toBeGreaterThanOrEqual(expirationSec * 1000)
    expect(await stand.resting(market)).toEqual([])
    expect(await stand.account()).toEqual(before)
    await stand.until('the news', () => stand.orderEvents(hash).some((record) => record.status === 'expired'))
    expect(stand.orderEvents(hash).map((record) => record.status)).toEqual(['open', 'expired'])
  })

  it('is cancelled with its market', async () => {
    const market = await stand.openMarket()
    const before = await stand.account()
    const { hash } = await stand.place(market, BID)
    stand.others.close(market)
    await stand.until('its end', async () => (await stand.order(hash)).status === 'cancelled_local')
    expect(await stand.account()).toEqual(before)
    const late = await stand.submit(await stand.sign(market, BID))
    expect(late).toMatchObject({ ok: false, failure: { code: 'market-not-open' } })
  })

  it('of ours is told to everybody and rests in the public book', async () => {
    const market = await stand.openMarket()
    await stand.place(market, BID)
    expect(await stand.heardBook(market, 1)).toMatchObject([{ bids: [{ price: 40, size: 10_000 }] }, { bids: [] }])
  })

  it('is cancelled by its hash and gone; once more, it fails', async () => {
    const market = await stand.openMarket()
    const { hash } = await stand.place(market, BID)
    const kept = await stand.place(market, NO_BID)
    expect(await cancel([hash])).toEqual({ cancelled: [hash], failed: [] })
    expect(await stand.order(hash)).toMatchObject({ status: 'cancelled_local', remainingRaw: 0n })
    expect(await stand.resting(market)).toEqual([kept.hash])
    const again = await cancel([hash])
    expect(again.cancelled).toEqual([])
    expect(again.failed).toEqual([{ hash, error: expect.stringMatching(/./) }])
  })

  it('whose cancel was answered by an error of the server may be over', async () => {
    const market = await stand.openMarket()
    const { hash } = await stand.place(market, BID)
    stand.others.fault({ kind: 'server-error', carriedOut: true, route: 'POST /orders/cancel-many', count: 1 })
    const unclear = await stand.refusal<CancelResult>((done) => stand.trading.cancelMany([hash], done))
    expect(unclear).toMatchObject({ code: 'venue-failed', mayHaveHappened: true })
    expect(await stand.order(hash)).toMatchObject({ status: 'cancelled_local' })
  })

  it('is cancelled although others of the same request fail; each hash is answered once', async () => {
    const market = await stand.openMarket()
    const { hash } = await stand.place(market, BID)
    const { cancelled, failed } = await cancel([unknown(1), hash, unknown(2), hash])
    expect(cancelled).toEqual([hash])
    expect(failed.map((one) => one.hash)).toEqual([unknown(1), unknown(2)])
  })

  it('can be one of a hundred to cancel, not of a hundred and one, and none are no request', async () => {
    const market = await stand.openMarket()
    const { hash } = await stand.place(market, BID)
    const strangers = Array.from({ length: 100 }, (_, i) => unknown(i))
    const run = (hashes: readonly Hex[]) => (done: (answer: Answer<CancelResult>) => void) =>
      stand.trading.cancelMany(hashes, done)
    for (const hashes of [[hash, ...strangers], []]) {
      const refused = await stand.refusal(run(hashes))
      expect(refused.code).toBe('bad-argument')
      expect(refused.mayHaveHappened).toBeUndefined()
    }
    expect(await stand.resting(market)).toEqual([hash])
    const { cancelled, failed } = await cancel([hash, ...strangers.slice(1)])
    expect(cancelled).toEqual([hash])
    expect(failed).toHaveLength(99)
  })

  it('is cancelled with all of its market, and those of other markets stay', async () => {
    const [market, other] = await stand.openTwoMarkets()
    await stand.place(market, BID)
    await stand.place(market, NO_BID)
    const kept = await stand.place(other, BID)
    await cancelAll(market)
    expect(await stand.resting(market)).toEqual([])
    expect(await stand.resting(other)).toEqual([kept.hash])
    // nothing to cancel is no failure
    await cancelAll(market)
  })

  it('is listed by status and by market', async () => {
    const [market, other] = await stand.openTwoMarkets()
    const rests = await stand.place(market, BID)
    const ended = await stand.place(market, NO_BID)
    const elsewhere = await stand.place(other, BID)
    await cancel([ended.hash])
    const hashes = async (filter: Parameters<Stand['listed']>[0]) =>
      new Set((await stand.listed(filter)).map(({ hash }) => hash))
    const { conditionId } = market
    expect(await hashes({ statuses: ['open'] })).toEqual(new Set([rests.hash, elsewhere.hash]))
    expect(await hashes({ conditionId, statuses: ['open'] })).toEqual(new Set([rests.hash]))
    expect(await hashes({ conditionId, statuses: ['cancelled_local'] })).toEqual(new Set([ended.hash]))
    expect(await hashes({ conditionId, statuses: ['open', 'cancelled_local'] })).toEqual(
      new Set([rests.hash, ended.hash]),
    )
    expect(await hashes({ conditionId, statuses: ['filled', 'expired'] })).toEqual(new Set())
    const [listed] = await stand.listed({ conditionId, statuses: ['open'] })
    expect(listed).toEqual(await stand.order(rests.hash))
  })

  it('tells no more once trading is stopped, and requests are still answered', async () => {
    const market = await stand.openMarket()
    stand.trading.stop()
    stand.tradingEvents = []
    const { hash } = await stand.place(market, BID)
    await cancel([hash])
    expect((await stand.order(hash)).status).toBe('cancelled_local')
    // the socket is in order: a change of the book told later comes after the news of the order
    stand.others.quote(market, NO_BID)
    await stand.heardBook(market, 1)
    expect(stand.tradingEvents).toEqual([])
    stand.trading.start()
  })
})
