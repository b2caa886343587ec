// Trading: orders that the venue refuses: the code says why, and nothing has happened.

import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'
import type { ErrorCode } from '../../../src/domain/error.js'
import type { Market } from '../../../src/domain/market/market.js'
import type { OrderDraft, OrderRecord } from '../../../src/domain/orders/order.js'
import type { SignedOrder } from '../../../src/venue/trading.js'
import type { Offer } from './others.js'
import type { Stand } from './stand.js'
import { behaviours, STANDS } from './stands.js'
import { FEE_BPS, START_UNITS } from './venue-settings.js'

const BID: Offer = { outcome: 0, side: 'BUY', price: 50, shares: 10 }

describe.each(STANDS)('a refused order, $name', ({ name, open }) => {
  const it = behaviours(name)
  let stand: Stand
  beforeAll(async () => {
    stand = await open()
  })
  afterEach(() => stand.tidy())
  afterAll(() => stand.close())

  /** Refused with the code, certainly not carried out, not known to the venue, and the account as before. */
  const refuses = async (market: Market, code: ErrorCode, offer: Offer, more: Partial<OrderDraft> = {}) => {
    const [account, resting] = [await stand.account(), await stand.resting(market)]
    const order = await stand.sign(market, offer, more)
    const answer = await stand.submit(order)
    expect(answer).toMatchObject({ ok: false, failure: { code, message: expect.stringMatching(/./) } })
    expect(answer.ok || answer.failure.mayHaveHappened).toBeFalsy()
    const unknown = await stand.refusal<OrderRecord>((done) => stand.trading.readOrder(order.hash, done))
    expect(unknown.code).toBe('not-found')
    expect(await stand.resting(market)).toEqual(resting)
    expect(await stand.account()).toEqual(account)
    expect(stand.orderEvents(order.hash)).toEqual([])
  }

  it('costs more than is there', async () => {
    const market = await stand.openMarket()
    await refuses(market, 'insufficient-balance', { ...BID, shares: START_UNITS * 2 + 1 })
  })

  it('costs more than other orders leave', async () => {
    const [market, other] = await stand.openTwoMarkets()
    await stand.place(market, { ...BID, shares: START_UNITS })
    await refuses(other, 'insufficient-balance', { ...BID, shares: START_UNITS + 1 })
    // what is left is enough to the last unit
    expect(await stand.place(other, { ...BID, shares: START_UNITS })).toMatchObject({ status: 'open' })
  })

  it('sells tokens that are not there', async () => {
    const market = await stand.openMarket()
    await refuses(market, 'insufficient-balance', { ...BID, side: 'SELL' })
  })

  it('is smaller than the smallest', async () => {
    const market = await stand.openMarket()
    const { minLots } = market
    const shares = minLots / 100
    await refuses(market, 'bad-amounts', { ...BID, shares: shares - 0.01 })
    expect(await stand.place(market, { ...BID, shares })).toMatchObject({ status: 'open' })
  })

  it('has no price inside the bounds: it is not signed, or refused', async () => {
    const market = await stand.openMarket()
    for (const price of [0, market.ticksPerUnit]) {
      const draft = stand.draft(market, { ...BID, price })
      const signed = await stand.answer<SignedOrder>((done) => stand.trading.sign(draft, market, done))
      const answer = signed.ok ? await stand.submit(signed.value) : signed
      expect(answer).toMatchObject({ ok: false, failure: { code: expect.stringMatching(/^bad-|^signer-refused$/) } })
      expect(answer.ok || answer.failure.mayHaveHappened).toBeFalsy()
    }
    expect(await stand.resting(market)).toEqual([])
  })

  it('is signed with a fee that is not the effective one', async () => {
    const market = await stand.openMarket()
    await refuses(market, 'fee-changed', BID, { feeRateBps: FEE_BPS - 1 })
    const resting = await stand.place(market, BID)
    stand.others.setFee(market, FEE_BPS + 50)
    await refuses(market, 'fee-changed', BID)
    expect(await stand.order(resting.hash)).toMatchObject({ status: 'open' })
    expect(await stand.place(market, BID, { feeRateBps: FEE_BPS + 50 })).toMatchObject({ status: 'open' })
  })

  it('is for a market that is over', async () => {
    const market = await stand.openMarket()
    stand.others.close(market)
    await stand.until('the news', () => stand.eventsOf(market).some((e) => e.kind === 'status'))
    await refuses(market, 'market-not-open', BID)
  })
})
