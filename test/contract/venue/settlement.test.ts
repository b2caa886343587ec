// Settlement: what a match is until the chain has it, what a failure gives back, and which fee a late order meets.

import { beforeAll, describe, expect, test } from 'vitest'
import { feeOf } from './client/amounts.js'
import type { Market } from './client/shapes.js'
import { commonVenue } from './common-venue.js'
import { scene, settled, size, start, wealth, wish } from './scene.js'
import type { Venue } from './venue.js'

let venue: Venue

beforeAll(async () => {
  venue = await commonVenue()
})

describe.concurrent('§3 pending_settlement: matched but not yet on-chain', () => {
  const late = (market: Market, delayMs: number) =>
    venue.sandbox('faults', { kind: 'settlement-late', conditionId: market.conditionId, delayMs })

  test('pending_settlement → filled; until then nothing has moved', async () => {
    const { market, maker, taker } = await scene()
    await late(market, 700)
    const made = await maker.submit(wish(market, 0, 'BUY', { price: '0.40', size }))
    const taken = await taker.submit(wish(market, 1, 'BUY', { price: '0.60', size }))
    expect(taken.status).toBe('pending_settlement')
    const pending = await maker.order(made.orderHash)
    expect(pending).toMatchObject({ status: 'pending_settlement', pendingSize: size, remainingSize: 0n })
    expect((await taker.trades())[0]).toMatchObject({ status: 'pending' })
    expect(await taker.held(market, 1)).toBe(0n)
    await settled(maker, taker)
    for (const [trader, hash] of [
      [maker, made.orderHash],
      [taker, taken.orderHash],
    ] as const) {
      expect(await trader.order(hash)).toMatchObject({ status: 'filled', filledSize: size, pendingSize: 0n })
    }
    expect(await taker.held(market, 1)).toBe(size)
  })

  test('resting plus pending is partially_filled, and a cancel ends the resting part', async () => {
    const { market, maker, taker } = await scene()
    await late(market, 900)
    const made = await maker.submit(wish(market, 0, 'BUY', { price: '0.40', size: 10_000_000n }))
    await taker.submit(wish(market, 1, 'BUY', { price: '0.60', size: 4_000_000n }))
    expect(await maker.order(made.orderHash)).toMatchObject({
      status: 'partially_filled',
      pendingSize: 4_000_000n,
      remainingSize: 6_000_000n,
    })
    const body = { orderHashes: [made.orderHash] }
    expect((await maker.raw('POST', '/orders/cancel-many', { body })).body).toMatchObject({ cancelled: 1 })
    await settled(maker)
    // a terminal status does not mean zero fills
    expect(await maker.order(made.orderHash)).toMatchObject({
      status: 'cancelled_local',
      filledSize: 4_000_000n,
      remainingSize: 0n,
      pendingSize: 0n,
    })
    expect((await maker.balances()).collateral.locked).toBe(0n)
  })

  test('on failure the quantity returns to the book if it would not cross; both sides keep what they had', async () => {
    const { market, maker, taker } = await scene(100)
    await venue.sandbox('faults', { kind: 'settlement-failed', conditionId: market.conditionId, count: 1 })
    const made = await maker.submit(wish(market, 0, 'BUY', { price: '0.40', size }))
    const taken = await taker.submit(wish(market, 1, 'BUY', { price: '0.60', size }))
    await settled(maker, taker)
    expect((await taker.trades())[0]).toMatchObject({ status: 'failed' })
    for (const trader of [maker, taker]) {
      expect(await wealth(trader, market)).toEqual({ collateral: start, tokens: [0n, 0n] })
    }
    const states = [(await maker.order(made.orderHash)).status, (await taker.order(taken.orderHash)).status]
    // both back would cross: one rests, the other is cancelled
    expect(states.sort()).toEqual(['cancelled_local', 'open'])
  })

  test('it never returns after a cancel was asked for, including one answered in failed[]', async () => {
    const { market, maker, taker } = await scene()
    const fault = { conditionId: market.conditionId, count: 1 }
    await venue.sandbox('faults', { kind: 'settlement-late', delayMs: 600, ...fault })
    await venue.sandbox('faults', { kind: 'settlement-failed', ...fault })
    const made = await maker.submit(wish(market, 0, 'BUY', { price: '0.40', size }))
    await taker.submit({ ...wish(market, 1, 'BUY', { price: '0.60', size }), orderType: 'FOK' })
    const body = { orderHashes: [made.orderHash] }
    expect((await maker.raw('POST', '/orders/cancel-many', { body })).body).toMatchObject({ cancelled: 0 })
    await settled(maker)
    expect(await maker.order(made.orderHash)).toMatchObject({ status: 'cancelled_local', filledSize: 0n })
    expect((await maker.balances()).collateral).toMatchObject({ total: start, locked: 0n })
  })
})

describe.concurrent('§2 feeRateBps is read from the fee endpoint just before signing', () => {
  test('a stale fee is refused after a change; a resting order signed at an older rate stays valid', async () => {
    const { market, maker, taker } = await scene(50)
    await maker.submit(wish(market, 0, 'BUY', { price: '0.40', size }))
    const { body } = await taker.sign(wish(market, 1, 'BUY', { price: '0.60', size }))
    await venue.sandbox('fees', { scope: 'market', marketId: market.id, feeRateBps: 90 })
    expect(await taker.post(market, body)).toMatchObject({ status: 400, body: { code: 'fee_changed' } })
    expect((await taker.submit(wish(market, 1, 'BUY', { price: '0.60', size }))).status).toBe('pending_settlement')
    await settled(maker, taker)
    expect((await taker.trades())[0]?.fee).toBe(feeOf('BUY', 90, { price: '0.6', size }))
  })
})
