import { describe, expect, it } from 'vitest'
import { priceHistory, scoreList, ticker } from '../../../../src/venue/wire/statistics-schema.js'
import { ALICE, BOB, type Loose, VenueDriver } from '../venue-driver.js'

/** A mint of 1 share: YES at `price`, printed as NO at its complement. */
function trade(venue: VenueDriver, price: number): void {
  venue.rest({ maker: ALICE, side: 'BUY', price, size: 100 })
  venue.rest({ maker: BOB, side: 'BUY', outcome: 1, price: 100 - price, size: 100 })
}

describe('GET /markets/{id}/ticker', () => {
  it('tells last prices and extremes of both outcomes, and the last day', () => {
    const venue = new VenueDriver()
    const read = () => ticker.parse(venue.get('/markets/market-1/ticker').body)
    expect(read()).toMatchObject({ volume24h: '0', trades24h: 0, outcomes: [{ lastPrice: null }, { bestBid: null }] })
    for (const price of [40, 45, 38, 41]) trade(venue, price)
    venue.rest({ maker: ALICE, side: 'BUY', price: 35, size: 100 })
    const { outcomes, ...rest } = read()
    expect(outcomes[0]).toMatchObject({ lastPrice: '0.41', open24h: '0.4', high24h: '0.45', low24h: '0.38' })
    expect(outcomes[0]).toMatchObject({ bestBid: '0.35', bestAsk: null })
    expect(outcomes[1]).toMatchObject({ lastPrice: '0.59', open24h: '0.6', high24h: '0.62', low24h: '0.55' })
    expect(rest).toMatchObject({ trades24h: 4, volume24h: '2360000', volume: '2360000' })
  })

  it('forgets trades of more than a day ago, but not the last price', () => {
    const venue = new VenueDriver()
    trade(venue, 40)
    venue.pass(25 * 3_600_000)
    expect(venue.get('/markets/market-1/ticker').body).toMatchObject({
      trades24h: 0,
      volume24h: '0',
      volume: '600000',
      outcomes: [{ lastPrice: '0.4', open24h: null }, { lastPrice: '0.6' }],
    })
  })
})

describe('GET /markets/{id}/price-history', () => {
  const history = (venue: VenueDriver, query: string) =>
    priceHistory.parse(venue.get(`/markets/market-1/price-history?${query}`).body)

  function traded() {
    const venue = new VenueDriver()
    trade(venue, 40)
    venue.pass(20_000)
    trade(venue, 44)
    venue.pass(20_000)
    trade(venue, 42)
    venue.pass(80_000)
    trade(venue, 50)
    return venue
  }

  it('makes candles of every match, at several intervals, oldest first, without empty ones', () => {
    const venue = traded()
    expect(history(venue, 'interval=1m').candles).toMatchObject([
      { start: '2030-01-01T00:00:00.000Z', open: '0.4', high: '0.44', low: '0.4', close: '0.42', trades: 3 },
      { start: '2030-01-01T00:02:00.000Z', open: '0.5', close: '0.5', trades: 1, volume: '500000' },
    ])
    expect(history(venue, 'interval=10s').candles).toHaveLength(4)
    for (const interval of ['5m', '15m', '1h', '6h', '1d']) {
      expect(history(venue, `interval=${interval}`).candles).toMatchObject([{ open: '0.4', close: '0.5', trades: 4 }])
    }
    expect(history(venue, '').interval).toBe('1h')
    expect(venue.get('/markets/market-1/price-history?interval=2m').status).toBe(400)
  })

  it('shows the other outcome by its complement', () => {
    const venue = traded()
    const body = history(venue, 'interval=1m&outcomeId=market-1-1')
    expect(body.tokenId).toBe(venue.market.grid.outcomes[1].tokenId)
    expect(body.candles[0]).toMatchObject({ open: '0.6', high: '0.6', low: '0.56', close: '0.58' })
    expect(venue.get('/markets/market-1/price-history?outcomeId=other').status).toBe(400)
  })

  it('cuts by time and number', () => {
    const venue = traded()
    const starts = (query: string) =>
      history(venue, `interval=1m&${query}`).candles.map((c: Loose) => c.start.slice(14, 16))
    expect(starts('from=2030-01-01T00:01:00Z')).toEqual(['02'])
    expect(starts(`to=${Date.parse('2030-01-01T00:02:00Z')}`)).toEqual(['00'])
    expect(starts('limit=1')).toEqual(['02'])
    expect(starts('limit=-5')).toEqual(['02'])
    expect(venue.get('/markets/market-1/price-history?from=yesterday').body.message).toEqual([
      'from must be a date-time or unix milliseconds',
    ])
  })
})

describe('GET /sports/scores', () => {
  const venue = () =>
    new VenueDriver({
      matches: [
        {
          id: 'final',
          league: 'Cup',
          home: 'Harbour',
          away: 'Vale',
          startsInSec: 60,
          goals: [
            { minute: 10, team: 'away' },
            { minute: 80, team: 'home' },
          ],
        },
        { id: 'next', home: 'Moor', away: 'Linden', startsInSec: 999_999 },
      ],
      markets: [{ question: '?', match: 'final' }, { question: '?' }, { question: '?', match: 'final' }],
    })
  const scores = (driver: VenueDriver, query = '') => scoreList.parse(driver.get(`/sports/scores${query}`).body).data

  it('follows the clock from SCHEDULED over LIVE to FINISHED', () => {
    const driver = venue()
    expect(scores(driver)[0]).toMatchObject({
      matchId: 'final',
      status: 'SCHEDULED',
      minute: null,
      score: { home: 0, away: 0 },
      matchEndTime: '2030-01-01T02:31:00.000Z',
      marketIds: ['market-1', 'market-3'],
    })
    driver.pass(60_000 + 10 * 60_000)
    expect(scores(driver)[0]).toMatchObject({ status: 'LIVE', minute: 10, score: { home: 0, away: 1 } })
    driver.pass(140 * 60_000)
    expect(scores(driver)[0]).toMatchObject({ status: 'FINISHED', minute: null, score: { home: 1, away: 1 } })
  })

  it('filters by league and status', () => {
    const driver = venue()
    expect(scores(driver, '?league=Cup').map(({ matchId }) => matchId)).toEqual(['final'])
    expect(scores(driver, '?status=LIVE')).toEqual([])
    expect(driver.get('/sports/scores?status=live').status).toBe(400)
  })
})

describe('GET /categories', () => {
  it('is a bare array of the categories of listed markets', () => {
    const driver = new VenueDriver({
      tags: [{ slug: 'old', name: 'Old', archived: true }],
      markets: [
        { question: '?', category: 'sports' },
        { question: '?' },
        { question: '?', category: 'sports' },
        { question: '?', category: 'gone', tags: ['old'] },
      ],
    })
    expect(driver.get('/categories').body).toEqual([{ name: 'sports', marketCount: 2 }])
  })
})
