// Many orders at random, then the books of account: every raw unit is where the trades that the venue tells of put it.

import { beforeAll, expect, test } from 'vitest'
import { collateralOf } from './client/amounts.js'
import { type Market, pageOf } from './client/shapes.js'
import { type Trader, tokenOf } from './client/trader.js'
import { type OwnTrade, orderBook, orderList, ownTrade } from './client/trading-shapes.js'
import { commonVenue } from './common-venue.js'
import { eventually } from './eventually.js'
import type { Venue } from './venue.js'

let venue: Venue

beforeAll(async () => {
  venue = await commonVenue()
})

const start = 1_000_000_000n

/** The generator mulberry32: numbers in [0, 1) from a seed. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const tradesOf = async (trader: Trader): Promise<OwnTrade[]> =>
  (await trader.get('/me/trades', pageOf(ownTrade), { limit: 250 })).data

/** What a trader must own after these settled trades, having split `sets` first. */
function expected(trades: OwnTrade[], market: Market, sets: bigint) {
  let collateral = start - sets
  const tokens = { [tokenOf(market, 0)]: sets, [tokenOf(market, 1)]: sets }
  for (const { side, size, price, fee, tokenId, status } of trades) {
    if (status !== 'settled') continue
    const sign = side === 'BUY' ? 1n : -1n
    collateral -= sign * collateralOf(size, price) + (side === 'SELL' ? fee : 0n)
    tokens[tokenId] = (tokens[tokenId] ?? 0n) + sign * size - (side === 'BUY' ? fee : 0n)
  }
  return { collateral, tokens: [tokens[tokenOf(market, 0)], tokens[tokenOf(market, 1)]] }
}

/** One order at random; refusals for want of money or tokens are part of it. */
async function anything(trader: Trader, market: Market, random: () => number): Promise<void> {
  const price = `0.${35 + Math.floor(random() * 30)}`
  const answer = await trader.attempt({
    market,
    outcome: random() < 0.5 ? 0 : 1,
    side: random() < 0.6 ? 'BUY' : 'SELL',
    price,
    size: 1_000_000n + 100n * BigInt(Math.floor(random() * 100_000)),
    orderType: ['GTC', 'GTC', 'GTC', 'FOK', 'FAK', 'POST_ONLY'][Math.floor(random() * 6)] ?? 'GTC',
    feeRateBps: 123,
  })
  if (answer.status !== 201) expect(answer).toMatchObject({ status: 400, body: { code: 'insufficient_balance' } })
}

test('balances and positions are exactly what the settled trades say; nothing is made or lost but fees', async () => {
  const market = await venue.freshMarket('fine')
  await venue.sandbox('fees', { scope: 'market', marketId: market.id, feeRateBps: 123 })
  // some settlements fail and come back
  await venue.sandbox('faults', { kind: 'settlement-failed', conditionId: market.conditionId, rate: 0.15, seed: 5 })
  const traders = await Promise.all([venue.trader(start), venue.trader(start), venue.trader(start)])
  const sets = 60_000_000n
  const body = { conditionId: market.conditionId, amount: String(sets) }
  for (const trader of traders) await trader.send('POST', '/sandbox/split', { body, check: (v) => v })
  const random = seeded(7)
  for (let i = 0; i < 90; i++) {
    const trader = traders[Math.floor(random() * 3)]
    if (trader !== undefined) await anything(trader, market, random)
  }
  for (const trader of traders) {
    await eventually(
      () => tradesOf(trader),
      (trades) => trades.every((t) => t.status !== 'pending'),
    )
  }

  // neither crossed itself nor against the complement
  const [yes, no] = (await traders[0].get(`/markets/${market.id}/orderbook`, orderBook)).books
  const top = (level: { price: string } | undefined, none: number) => Number(level?.price ?? none)
  expect(top(yes?.bids[0], 0)).toBeLessThan(top(yes?.asks[0], 1))
  expect(top(yes?.bids[0], 0) + top(no?.bids[0], 0)).toBeLessThan(1)
  expect(top(yes?.asks[0], 1) + top(no?.asks[0], 1)).toBeGreaterThan(1)

  let total = 0n
  let count = 0
  let undone = 0
  const supply = [0n, 0n]
  const feeTokens = [0n, 0n]
  for (const trader of traders) {
    const trades = await tradesOf(trader)
    const { collateral } = await trader.balances()
    const tokens = [await trader.held(market, 0), await trader.held(market, 1)]
    expect({ collateral: collateral.total, tokens }).toEqual(expected(trades, market, sets))
    // what is locked is what the open orders need
    const { orders } = await trader.get('/me/orders', orderList, { status: 'open,partially_filled', limit: 250 })
    const behind = orders.filter((o) => o.side === 'BUY').map((o) => collateralOf(o.remainingSize, o.price))
    expect(collateral.locked).toBe(behind.reduce((sum, each) => sum + each, 0n))
    count += trades.length
    undone += trades.filter((t) => t.status === 'failed').length
    total += collateral.total
    for (const i of [0, 1] as const) {
      supply[i] = (supply[i] ?? 0n) + (tokens[i] ?? 0n)
      for (const t of trades.filter((each) => each.status === 'settled' && each.tokenId === tokenOf(market, i))) {
        if (t.side === 'BUY') feeTokens[i] = (feeTokens[i] ?? 0n) + t.fee
        else total += t.fee
      }
    }
  }
  expect(count).toBeGreaterThan(30)
  expect(undone).toBeGreaterThan(0)
  // a set is one token of each outcome, behind which one unit of collateral lies
  const [first = 0n, second = 0n] = [0, 1].map((i) => (supply[i] ?? 0n) + (feeTokens[i] ?? 0n))
  expect(first).toBe(second)
  expect(total + first).toBe(3n * start)
})
