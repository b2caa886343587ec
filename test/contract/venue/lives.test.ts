// Section 3 of the venue's specification, market status and registration: OPEN, CLOSED, RESOLVED, CANCELLED, and who is paid.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { object, raw, signedRaw } from './client/checks.js'
import type { Market } from './client/shapes.js'
import { type Trader, tokenOf } from './client/trader.js'
import { eventually } from './eventually.js'
import { exampleWish } from './example-wish.js'
import { Venue } from './venue.js'

let venue: Venue

// a busy machine may take seconds until the first test, and a second try does not bring the market back
const short = { question: 'Is it soon?', endsInSec: 6, resolvesAfterSec: 0.7 }

beforeAll(async () => {
  venue = await Venue.start(
    {
      settlement: { delayMs: 0 },
      markets: [
        { ...short, id: 'wins', resolvesTo: 1 },
        { ...short, id: 'annulled', resolvesTo: 'cancelled' },
        { id: 'registers', question: 'Is it listed?', registersInSec: 1 },
        { id: 'fails', question: 'Is it not listed?', registersInSec: 1, registrationFails: true },
      ],
    },
    { plain: 10 },
  )
})

afterAll(async () => {
  expect(await venue.stop()).toBe(0)
})

const pay = (trader: Trader, market: Market) =>
  trader.raw('POST', '/sandbox/redeem', { body: { conditionId: market.conditionId } })

const paid = (body: unknown) => object<{ paid: bigint }>({ paid: raw })(body, 'redeemed').paid

async function set(trader: Trader, market: Market, what: 'split' | 'merge', amount: bigint) {
  return trader.raw('POST', `/sandbox/${what}`, { body: { conditionId: market.conditionId, amount: String(amount) } })
}

describe.concurrent('§3 at endTimestamp the market closes and moves to resolution', () => {
  test('OPEN → CLOSED → RESOLVED by itself; resting orders become cancelled_local; a winning token pays one unit', async () => {
    const [alice, bob] = await Promise.all([venue.trader(), venue.trader()])
    const market = await venue.market('wins')
    expect(market).toMatchObject({ status: 'OPEN', winningOutcomeId: null })
    const resting = await alice.submit(exampleWish(market, { price: '0.30' }))
    await set(bob, market, 'split', 7_000_000n)
    const closed = await eventually(
      () => venue.market('wins'),
      (m) => m.status !== 'OPEN',
    )
    expect(Date.parse(market.endTimestamp)).toBeLessThanOrEqual(Date.now())
    expect(closed.status).toBe('CLOSED')
    expect((await alice.order(resting.orderHash)).status).toBe('cancelled_local')
    expect(await alice.attempt(exampleWish(market))).toMatchObject({ status: 400, body: { code: 'market_not_open' } })
    expect((await pay(bob, market)).status).toBe(400)
    const over = await eventually(
      () => venue.market('wins'),
      (m) => m.status !== 'CLOSED',
    )
    expect(over).toMatchObject({ status: 'RESOLVED', winningOutcomeId: market.outcomes[1]?.outcomeId })
    const before = (await bob.balances()).collateral.total
    expect(paid((await pay(bob, market)).body)).toBe(7_000_000n)
    expect((await bob.balances()).collateral.total - before).toBe(7_000_000n)
  })

  test('OPEN → CLOSED → CANCELLED by itself: a token pays half a unit', async () => {
    const market = await eventually(
      () => venue.market('annulled'),
      (m) => m.status === 'CANCELLED',
    )
    expect(market.winningOutcomeId).toBeNull()
  })
})

describe.concurrent('the operator closes and resolves', () => {
  test('only the winning tokens pay, once', async () => {
    const [alice, bob] = await Promise.all([venue.trader(), venue.trader()])
    const market = await venue.freshMarket()
    await alice.submit(exampleWish(market))
    await bob.submit(exampleWish(market, { outcome: 1, price: '0.60' }))
    await eventually(
      () => alice.held(market, 0),
      (held) => held === 10_000_000n,
    )
    expect((await pay(alice, market)).status).toBe(400)
    const over = await venue.sandbox(`markets/${market.id}/resolve`, {
      winningOutcomeId: market.outcomes[0]?.outcomeId,
    })
    expect(over).toMatchObject({ status: 'RESOLVED', winningOutcomeId: market.outcomes[0]?.outcomeId })
    const before = (await alice.balances()).collateral.total
    expect(paid((await pay(alice, market)).body)).toBe(10_000_000n)
    await pay(alice, market)
    expect((await alice.balances()).collateral.total).toBe(before + 10_000_000n)
    expect(await alice.held(market, 0)).toBe(0n)
    const other = await pay(bob, market)
    if (other.status === 200) expect(paid(other.body)).toBe(0n)
    // it is over for good
    const again = await alice.raw('POST', `/sandbox/markets/${market.id}/resolve`, { body: { outcome: 1 } })
    expect(again.status).toBe(400)
    // what one won the other lost
    const pnl = async (t: Trader) =>
      signedRaw(Object((await t.raw('GET', `/users/${t.address}/pnl`)).body).realized, 'realized')
    expect([await pnl(alice), await pnl(bob)]).toEqual([6_000_000n, -6_000_000n])
  })

  test('a cancelled market pays half a unit for a token of either outcome', async () => {
    const market = await venue.freshMarket()
    const carol = await venue.trader(100_000_000n)
    await set(carol, market, 'split', 9_000_000n)
    await carol.submit(exampleWish(market, { side: 'SELL', price: '0.90', size: 4_000_000n }))
    await venue.sandbox(`markets/${market.id}/resolve`, { cancelled: true })
    expect((await venue.market(market.id)).status).toBe('CANCELLED')
    expect(paid((await pay(carol, market)).body)).toBe(9_000_000n)
    expect((await carol.balances()).collateral).toMatchObject({ total: 100_000_000n, locked: 0n })
  })

  test('an odd raw unit of one outcome alone: half is floored, nothing is made', async () => {
    const market = await venue.freshMarket()
    const [carol, dave] = [await venue.trader(100_000_000n), await venue.trader(100_000_000n)]
    await set(carol, market, 'split', 3_000_001n)
    await carol.submit(exampleWish(market, { side: 'SELL', price: '0.50', size: 3_000_000n }))
    await dave.submit(exampleWish(market, { price: '0.50', size: 3_000_000n }))
    await eventually(
      () => dave.held(market, 0),
      (held) => held === 3_000_000n,
    )
    await venue.sandbox(`markets/${market.id}/resolve`, { cancelled: true })
    const total = paid((await pay(carol, market)).body) + paid((await pay(dave, market)).body)
    expect(total).toBeLessThanOrEqual(3_000_001n)
    expect(total).toBeGreaterThanOrEqual(3_000_000n)
  })
})

describe.concurrent('split and merge', () => {
  test('collateral into as many tokens of both outcomes, and back', async () => {
    const market = await venue.freshMarket()
    const carol = await venue.trader(10_000_000n)
    expect((await set(carol, market, 'split', 6_000_000n)).body).toMatchObject({ collateral: { total: '4000000' } })
    expect([await carol.held(market, 0), await carol.held(market, 1)]).toEqual([6_000_000n, 6_000_000n])
    expect((await set(carol, market, 'merge', 2_000_000n)).body).toMatchObject({ collateral: { total: '6000000' } })
    expect(await set(carol, market, 'split', 60_000_000n)).toMatchObject({
      status: 400,
      body: { code: 'insufficient_balance' },
    })
    await carol.submit(exampleWish(market, { side: 'SELL', size: 3_000_000n }))
    expect(await set(carol, market, 'merge', 2_000_000n)).toMatchObject({
      status: 400,
      body: { code: 'insufficient_balance' },
    })
    expect((await set(carol, market, 'split', -1n)).status).toBe(400)
  })
})

describe.concurrent('§3 CLOB registration status: PENDING, REGISTERED, FAILED', () => {
  test('PENDING → REGISTERED: orders are refused until then', async () => {
    const alice = await venue.trader()
    const market = await venue.market('registers')
    const { status } = await alice.attempt(exampleWish(market))
    // it may have been registered while the order was on its way
    if ((await venue.market('registers')).clobMarketStatus === 'PENDING') expect(status).toBe(400)
    await eventually(
      () => venue.market('registers'),
      (m) => m.clobMarketStatus === 'REGISTERED',
    )
    expect((await alice.submit(exampleWish(market))).status).toBe('open')
  })

  test('PENDING → FAILED: orders stay refused', async () => {
    const alice = await venue.trader()
    const market = await eventually(
      () => venue.market('fails'),
      (m) => m.clobMarketStatus !== 'PENDING',
    )
    expect(market.clobMarketStatus).toBe('FAILED')
    expect((await alice.attempt(exampleWish(market))).status).toBe(400)
  })

  test('the operator’s register route', async () => {
    const alice = await venue.trader()
    const market = await venue.freshMarket()
    await venue.sandbox(`markets/${market.id}/register`, { clobMarketStatus: 'PENDING' })
    expect((await alice.attempt(exampleWish(market))).status).toBe(400)
    await venue.sandbox(`markets/${market.id}/register`, { clobMarketStatus: 'REGISTERED' })
    expect((await alice.submit(exampleWish(market, { fields: { tokenId: tokenOf(market, 0) } }))).status).toBe('open')
  })
})
