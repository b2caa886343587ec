import { describe, expect, it } from 'vitest'
import { bookHash, parseBestBids, parseBook } from '../../../../src/venue/wire/book-codec.js'
import { bestBids, orderbook, tradeList } from '../../../../src/venue/wire/market-schema.js'
import { ALICE, BOB, VenueDriver } from '../venue-driver.js'

describe('GET /markets/{id}', () => {
  it('takes the market id or the condition id; 404 otherwise', () => {
    const venue = new VenueDriver()
    const { id, conditionId } = venue.market
    expect(venue.get(`/markets/${id}`).body.conditionId).toBe(conditionId)
    expect(venue.get(`/markets/${conditionId}`).body.id).toBe(id)
    expect(venue.get(`/markets/${conditionId.toUpperCase().replace('0X', '0x')}`).body.id).toBe(id)
    expect(venue.get('/markets/none').body).toMatchObject({ statusCode: 404, error: 'Not Found', code: 'not_found' })
  })

  it('shows a market closed at its endTimestamp', () => {
    const venue = new VenueDriver({ markets: [{ question: 'Soon over?', endsInSec: 5 }] })
    expect(venue.get('/markets/market-1').body.status).toBe('OPEN')
    venue.pass(5000)
    expect(venue.get('/markets/market-1').body.status).toBe('CLOSED')
  })
})

describe('GET /markets/{id}/fee', () => {
  it('resolves per market, then per tag, then global, and follows changes', () => {
    const venue = new VenueDriver({
      globalFeeRateBps: 50,
      tags: [{ slug: 'costly', name: 'Costly', feeRateBps: 120 }],
      markets: [
        { id: 'plain', question: '?' },
        { id: 'tagged', question: '?', tags: ['free', 'costly'] },
        { id: 'own', question: '?', tags: ['costly'], feeRateBps: 0 },
      ],
    })
    const fee = (id: string) => venue.get(`/markets/${id}/fee`).body
    expect(fee('plain')).toEqual({ feeRateBps: 50, feeRateBpsOverride: null })
    expect(fee('tagged')).toEqual({ feeRateBps: 120, feeRateBpsOverride: null })
    expect(fee('own')).toEqual({ feeRateBps: 0, feeRateBpsOverride: 0 })

    venue.api.markets.setTagFee('costly', 200)
    venue.api.markets.setGlobalFee(10)
    venue.api.markets.setMarketFee('own', undefined)
    expect([fee('plain'), fee('tagged'), fee('own')].map((f) => f.feeRateBps)).toEqual([10, 200, 200])
    expect(venue.get('/markets/own').body).toMatchObject({ feeRateBps: 200, feeRateBpsOverride: null })
    // the exchange takes the same rate
    const own = venue.api.markets.find('own')
    const at = (feeRateBps: number) =>
      venue.post(
        '/markets/own/orders',
        venue.order({ maker: ALICE, side: 'BUY', price: 40, size: 100, feeRateBps }, own),
      )
    expect(at(0).body).toMatchObject({ statusCode: 400, code: 'fee_changed' })
    expect(at(200).status).toBe(201)
  })
})

describe('GET /markets/{id}/best-bids', () => {
  it('is the top bid per outcome token; excludeMaker makes it the best other bid', () => {
    const venue = new VenueDriver()
    const { id, conditionId, grid } = venue.market
    venue.rest({ maker: ALICE, side: 'BUY', price: 45, size: 300 })
    venue.rest({ maker: BOB, side: 'BUY', price: 44, size: 200 })
    const all = bestBids.parse(venue.get(`/markets/${id}/best-bids`).body)
    expect(all).toMatchObject({ marketId: id, conditionId })
    expect(all.bestBids).toEqual([
      {
        outcomeId: grid.outcomes[0].outcomeId,
        tokenId: grid.outcomes[0].tokenId,
        bestBid: { price: '0.45', size: '3000000' },
      },
      { outcomeId: grid.outcomes[1].outcomeId, tokenId: grid.outcomes[1].tokenId, bestBid: null },
    ])
    const others = bestBids.parse(venue.get(`/markets/${id}/best-bids?excludeMaker=${ALICE.toLowerCase()}`).body)
    expect(parseBestBids(others.bestBids, grid)).toEqual([{ price: 44, size: 200 }, undefined])
  })

  it('refuses an excludeMaker that is no address', () => {
    const venue = new VenueDriver()
    expect(venue.get(`/markets/${venue.market.id}/best-bids?excludeMaker=me`).status).toBe(400)
  })
})

describe('GET /markets/{id}/orderbook and /trades', () => {
  it('shows both books with the number and the hash of the orderbook channel', () => {
    const venue = new VenueDriver()
    const { id, grid } = venue.market
    venue.rest({ maker: ALICE, side: 'BUY', price: 45, size: 300 })
    venue.rest({ maker: BOB, side: 'BUY', outcome: 1, price: 50, size: 200 })
    const read = orderbook.parse(venue.get(`/markets/${id}/orderbook`).body)
    expect(read.seq).toBe(2)
    expect(read.hash).toBe(bookHash(read.books))
    const book = parseBook(read.books, grid)
    expect(book[0].bids).toEqual([{ price: 45, size: 300 }])
    expect(book[1].bids).toEqual([{ price: 50, size: 200 }])
  })

  it('leaves number and hash out when they are switched off', () => {
    const venue = new VenueDriver({ switches: { seq: false, hash: false } })
    const { body } = venue.get(`/markets/${venue.market.id}/orderbook`)
    expect(body).not.toHaveProperty('seq')
    expect(body).not.toHaveProperty('hash')
  })

  it('prints one trade per match, newest first, paged', () => {
    const venue = new VenueDriver()
    const { id } = venue.market
    for (const price of [41, 42]) {
      venue.rest({ maker: ALICE, side: 'BUY', price, size: 100 })
      venue.rest({ maker: BOB, side: 'BUY', outcome: 1, price: 100 - price, size: 100 })
    }
    const list = tradeList.parse(venue.get(`/markets/${id}/trades?limit=1`).body)
    expect(list.data).toMatchObject([{ matchType: 'mint', side: 'BUY', price: '0.58', size: '1000000' }])
    expect(list.pagination).toMatchObject({ total: 2, hasNext: true })
  })
})
