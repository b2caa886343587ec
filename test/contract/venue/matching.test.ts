// Matching and fees of the venue, followed to the raw unit: who meets whom, at which price, and what each side pays.

import { beforeAll, describe, expect, test } from 'vitest'
import { collateralOf, feeOf } from './client/amounts.js'
import { tokenOf } from './client/trader.js'
import { commonVenue } from './common-venue.js'
import { scene, settled, size, split, start, wealth, wish } from './scene.js'
import type { Venue } from './venue.js'

let venue: Venue

beforeAll(async () => {
  venue = await commonVenue()
})

describe.concurrent('direct: a bid against an ask of one token', () => {
  test('a taker’s BUY pays floor(bps × min(p, 1-p) × tokens / (p × 10^4)) tokens; the maker sells at its own price', async () => {
    const { market, maker, taker } = await scene(137)
    await split(maker, market, 20_000_000n)
    await maker.submit(wish(market, 0, 'SELL', { price: '0.63', size }))
    // a better limit than needed: all improvement goes to the taker
    expect((await taker.submit(wish(market, 0, 'BUY', { price: '0.70', size }))).status).toBe('pending_settlement')
    await settled(maker, taker)
    const fee = feeOf('BUY', 137, { price: '0.63', size })
    const paid = collateralOf(size, '0.63')
    expect(fee).toBe((137n * 37n * size) / (63n * 10_000n))
    expect(await wealth(taker, market)).toEqual({ collateral: start - paid, tokens: [size - fee, 0n] })
    expect(await wealth(maker, market)).toEqual({
      collateral: start - 20_000_000n + paid,
      tokens: [20_000_000n - size, 20_000_000n],
    })
    const [own] = await taker.trades()
    expect(own).toMatchObject({ side: 'BUY', price: '0.63', size, fee, liquidity: 'taker', status: 'settled' })
    expect((await maker.trades())[0]).toMatchObject({ side: 'SELL', fee: 0n, liquidity: 'maker' })
  })

  test('a taker’s SELL pays floor(bps × min(p, 1-p) × tokens / 10^4) collateral', async () => {
    const { market, maker, taker } = await scene(213)
    await split(taker, market, 20_000_000n)
    await maker.submit(wish(market, 1, 'BUY', { price: '0.21', size }))
    await taker.submit(wish(market, 1, 'SELL', { price: '0.20', size }))
    await settled(maker, taker)
    const fee = feeOf('SELL', 213, { price: '0.21', size })
    expect(fee).toBe((213n * 21n * size) / (100n * 10_000n))
    const paid = collateralOf(size, '0.21')
    expect(await wealth(taker, market)).toEqual({
      collateral: start - 20_000_000n + paid - fee,
      tokens: [20_000_000n, 20_000_000n - size],
    })
    expect(await wealth(maker, market)).toEqual({ collateral: start - paid, tokens: [0n, size] })
  })

  test('200 bps on 100 shares at 0.50: a BUY pays 2.000000 tokens, a SELL 1.000000 collateral', async () => {
    const hundred = 100_000_000n
    const { market, maker, taker } = await scene(200)
    await split(maker, market, hundred)
    await maker.submit(wish(market, 0, 'SELL', { price: '0.50', size: hundred }))
    await taker.submit(wish(market, 0, 'BUY', { price: '0.50', size: hundred }))
    await settled(taker)
    expect(await taker.held(market, 0)).toBe(98_000_000n)
    const before = (await taker.balances()).collateral.total
    await maker.submit(wish(market, 0, 'BUY', { price: '0.50', size: 98_000_000n }))
    await taker.submit(wish(market, 0, 'SELL', { price: '0.50', size: 98_000_000n }))
    await settled(taker)
    expect((await taker.balances()).collateral.total - before).toBe(49_000_000n - 980_000n)
  })

  test('one floor per match: two matches of one order are floored each', async () => {
    const { market, maker, taker } = await scene(137)
    await split(maker, market, 20_000_000n)
    const [first, second] = [1_234_500n, 2_345_700n]
    await maker.submit(wish(market, 0, 'SELL', { price: '0.63', size: first }))
    await maker.submit(wish(market, 0, 'SELL', { price: '0.64', size: second }))
    await taker.submit(wish(market, 0, 'BUY', { price: '0.64', size: first + second }))
    await settled(taker)
    const fees = feeOf('BUY', 137, { price: '0.63', size: first }) + feeOf('BUY', 137, { price: '0.64', size: second })
    expect(await taker.held(market, 0)).toBe(first + second - fees)
    expect(await taker.trades()).toHaveLength(2)
  })
})

describe.concurrent('mint: a bid against a bid of the complement when p + q >= 1', () => {
  test('the maker pays its own price, the taker the rest of one and its fee in tokens; both get tokens', async () => {
    const { market, maker, taker } = await scene(150)
    await maker.submit(wish(market, 0, 'BUY', { price: '0.37', size }))
    await taker.submit(wish(market, 1, 'BUY', { price: '0.70', size }))
    await settled(maker, taker)
    const fee = feeOf('BUY', 150, { price: '0.63', size })
    expect(await wealth(maker, market)).toEqual({ collateral: start - collateralOf(size, '0.37'), tokens: [size, 0n] })
    expect(await wealth(taker, market)).toEqual({
      collateral: start - collateralOf(size, '0.63'),
      tokens: [0n, size - fee],
    })
    const trades = Object((await taker.raw('GET', `/markets/${market.id}/trades`)).body).data
    // tokenId and side of the taker, one per match: a mint is not printed twice
    expect(trades).toMatchObject([
      { matchType: 'mint', tokenId: tokenOf(market, 1), side: 'BUY', price: '0.63', size: String(size) },
    ])
  })

  test('p + q < 1 does not match', async () => {
    const { market, maker, taker } = await scene()
    await maker.submit(wish(market, 0, 'BUY', { price: '0.37', size }))
    expect((await taker.submit(wish(market, 1, 'BUY', { price: '0.62', size }))).status).toBe('open')
  })
})

describe.concurrent('merge: an ask against an ask of the complement when p + q <= 1', () => {
  test('the maker gets its own price, the taker the rest of one less its fee in collateral; the sets are gone', async () => {
    const { market, maker, taker } = await scene(150)
    await split(maker, market, 20_000_000n)
    await split(taker, market, 20_000_000n)
    await maker.submit(wish(market, 0, 'SELL', { price: '0.37', size }))
    await taker.submit(wish(market, 1, 'SELL', { price: '0.50', size }))
    await settled(maker, taker)
    const fee = feeOf('SELL', 150, { price: '0.63', size })
    const rest = 20_000_000n - size
    const before = start - 20_000_000n
    expect(await wealth(maker, market)).toEqual({
      collateral: before + collateralOf(size, '0.37'),
      tokens: [rest, 20_000_000n],
    })
    expect(await wealth(taker, market)).toEqual({
      collateral: before + collateralOf(size, '0.63') - fee,
      tokens: [20_000_000n, rest],
    })
    const trades = Object((await taker.raw('GET', `/markets/${market.id}/trades`)).body).data
    expect(trades).toMatchObject([{ matchType: 'merge', tokenId: tokenOf(market, 1), side: 'SELL', price: '0.63' }])
  })

  test('p + q > 1 does not match', async () => {
    const { market, maker, taker } = await scene()
    await split(maker, market, 20_000_000n)
    await split(taker, market, 20_000_000n)
    await maker.submit(wish(market, 0, 'SELL', { price: '0.37', size }))
    expect((await taker.submit(wish(market, 1, 'SELL', { price: '0.64', size }))).status).toBe('open')
  })
})

describe.concurrent('price-time priority', () => {
  test('the better price first, over both books; at one price the older order', async () => {
    const { market, maker, taker } = await scene()
    const rival = await venue.trader(start)
    const ten = 10_000_000n
    await split(maker, market, ten)
    const older = await maker.submit(wish(market, 0, 'SELL', { price: '0.60', size: ten }))
    // a bid of NO at 0.40 is an offer of YES at 0.60, a bid of NO at 0.41 one at 0.59
    const younger = await rival.submit(wish(market, 1, 'BUY', { price: '0.40', size: ten }))
    const better = await rival.submit(wish(market, 1, 'BUY', { price: '0.41', size: ten }))
    await taker.submit(wish(market, 0, 'BUY', { price: '0.60', size: 15_000_000n }))
    await settled(taker)
    expect((await taker.trades()).map((t) => t.price).sort()).toEqual(['0.59', '0.6'])
    expect(await rival.order(better.orderHash)).toMatchObject({ remainingSize: 0n })
    expect(await maker.order(older.orderHash)).toMatchObject({ remainingSize: 5_000_000n, status: 'partially_filled' })
    expect(await rival.order(younger.orderHash)).toMatchObject({ remainingSize: ten, status: 'open' })
  })
})

describe.concurrent('what trading leaves behind', () => {
  test('ticker, price history, leaderboard and PnL tell of a trade', async () => {
    const { market, maker, taker } = await scene()
    await maker.submit(wish(market, 0, 'BUY', { price: '0.40', size }))
    await taker.submit(wish(market, 1, 'BUY', { price: '0.60', size }))
    await settled(maker, taker)
    const read = async (path: string) => Object((await taker.raw('GET', path)).body)
    const ticker = await read(`/markets/${market.id}/ticker`)
    expect(ticker.outcomes.map((o: { lastPrice: string }) => o.lastPrice)).toEqual(['0.4', '0.6'])
    expect(ticker).toMatchObject({ trades24h: 1 })
    for (const interval of ['1m', '1h', '1d']) {
      const history = await read(`/markets/${market.id}/price-history?interval=${interval}`)
      expect(history).toMatchObject({ interval, candles: [{ open: '0.4', close: '0.4', trades: 1 }] })
    }
    expect((await taker.raw('GET', `/markets/${market.id}/price-history?interval=2h`)).status).toBe(400)
    const pnl = await read(`/users/${maker.address}/pnl`)
    expect(pnl).toMatchObject({ realized: '0', trades: 1, markets: [{ marketId: market.id, isFinal: false }] })
    const leaders = (await read('/leaderboard?sortBy=volume&limit=250')).data
    expect(leaders.some((l: { user: { address: string } }) => l.user.address === maker.address)).toBe(true)
    const volumes = leaders.map((l: { volume: string }) => BigInt(l.volume))
    expect(volumes).toEqual([...volumes].sort((a, b) => (a < b ? 1 : -1)))
  })
})
