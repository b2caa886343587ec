// MarketData: what the socket tells and what is read over REST say the same, on every stand.

import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'
import type { BestBids } from '../../../src/domain/market/book.js'
import type { ConditionId, Market } from '../../../src/domain/market/market.js'
import type { FeeReading, MarketDataEvent, MarketListing, MarketQuery } from '../../../src/venue/market-data.js'
import { heardBook } from './heard-book.js'
import type { Offer } from './others.js'
import type { Stand } from './stand.js'
import { behaviours, STANDS } from './stands.js'
import { FEE_BPS } from './venue-settings.js'

type Kind = MarketDataEvent['kind']
type Of<K extends Kind> = Extract<MarketDataEvent, { kind: K }>

const BID: Offer = { outcome: 0, side: 'BUY', price: 40, shares: 10 }
const ASK: Offer = { outcome: 0, side: 'SELL', price: 60, shares: 20 }
const NO_BID: Offer = { outcome: 1, side: 'BUY', price: 35, shares: 30 }

describe.each(STANDS)('market data, $name', ({ name, open }) => {
  const it = behaviours(name)
  let stand: Stand
  beforeAll(async () => {
    stand = await open()
  })
  afterEach(() => stand.tidy())
  afterAll(() => stand.close())

  const isKind =
    <K extends Kind>(kind: K) =>
    (event: MarketDataEvent): event is Of<K> =>
      event.kind === kind
  const heard = <K extends Kind>(market: Market, kind: K): Of<K>[] => stand.eventsOf(market).filter(isKind(kind))
  const hears = <K extends Kind>(market: Market, kind: K, count = 1) =>
    stand.until(`${count} of ${kind}`, () => {
      const events = heard(market, kind)
      return events.length >= count && events
    })
  const fee = (market: Market) => stand.ask<FeeReading>((done) => stand.marketData.readFee(market, done))
  const bestBids = (market: Market) => stand.ask<BestBids>((done) => stand.marketData.readBestBids(market, done))
  const list = (query: MarketQuery) => stand.ask<MarketListing>((done) => stand.marketData.listMarkets(query, done))

  it('says that a watched market is subscribed, and shows its book as it is', async () => {
    const market = await stand.freshMarket()
    stand.others.quote(market, BID)
    stand.others.quote(market, ASK)
    stand.marketEvents = []
    stand.marketData.watch([market])
    const [snapshot] = await hears(market, 'snapshot')
    const [subscribed] = await hears(market, 'subscribed')
    expect(subscribed).toEqual({ kind: 'subscribed', conditionId: market.conditionId, accepted: true })
    expect(snapshot?.book).toEqual([
      { bids: [{ price: 40, size: 1000 }], asks: [{ price: 60, size: 2000 }] },
      { bids: [], asks: [] },
    ])
    expect(heard(market, 'snapshot')).toHaveLength(1)
    expect(heard(market, 'subscribed')).toHaveLength(1)
  })

  it('says that a market is refused, with the reason, and shows no book of it', async () => {
    const [market, real] = [await stand.freshMarket(), await stand.freshMarket()]
    const stranger: Market = { ...market, conditionId: `0x${'5'.repeat(64)}` as ConditionId }
    stand.marketEvents = []
    stand.marketData.watch([stranger, real])
    const [refused] = await hears(stranger, 'subscribed')
    expect(refused).toMatchObject({ accepted: false, reason: expect.stringMatching(/./) })
    await hears(real, 'snapshot')
    expect(stand.eventsOf(stranger)).toEqual([refused])
  })

  it('numbers changes without a gap, from the snapshot on', async () => {
    const market = await stand.openMarket()
    const first = stand.others.quote(market, BID)
    stand.others.quote(market, ASK)
    stand.others.withdraw(first)
    const changes = await hears(market, 'change', 3)
    expect(changes.map(({ change }) => change)).toEqual([
      { outcome: 0, side: 'BUY', price: 40, size: 1000 },
      { outcome: 0, side: 'SELL', price: 60, size: 2000 },
      { outcome: 0, side: 'BUY', price: 40, size: 0 },
    ])
    const numbered = stand.eventsOf(market).filter((e) => e.kind === 'snapshot' || e.kind === 'change')
    const numbers = numbered.map(({ seq }) => seq)
    const [start = Number.NaN] = numbers
    expect(numbers).toEqual(numbers.map((_, i) => start + i))
    expect(Math.abs((changes[0]?.venueMs ?? 0) - stand.venueMs())).toBeLessThan(10_000)
  })

  it('tells the book that is read, at the same number', async () => {
    const market = await stand.openMarket()
    const gone = stand.others.quote(market, BID)
    stand.others.quote(market, { ...BID, price: 38, shares: 7 })
    stand.others.quote(market, { ...BID, price: 38, shares: 5 })
    stand.others.quote(market, ASK)
    stand.others.quote(market, NO_BID)
    stand.others.take(market, { outcome: 0, side: 'BUY', price: 60, shares: 8 })
    stand.others.withdraw(gone)
    const read = await stand.book(market)
    expect(read.book).toEqual([
      { bids: [{ price: 38, size: 1200 }], asks: [{ price: 60, size: 1200 }] },
      { bids: [{ price: 35, size: 3000 }], asks: [] },
    ])
    const told = await stand.until('the last change', () => {
      const book = heardBook(stand.eventsOf(market))
      return book?.seq === read.seq && book
    })
    expect(told.book).toEqual(read.book)
  })

  it('tells trades with the side of the taker, and their settlement', async () => {
    const market = await stand.openMarket()
    stand.others.quote(market, ASK)
    stand.others.take(market, { outcome: 0, side: 'BUY', price: 65, shares: 8 })
    const [trade] = await hears(market, 'trade')
    expect(trade?.trade).toMatchObject({
      conditionId: market.conditionId,
      matchType: 'direct',
      ...{ outcome: 0, side: 'BUY', price: 60 },
      sizeRaw: 8n * market.unitRaw,
    })
    const [settlement] = await hears(market, 'settlement')
    expect(settlement).toMatchObject({ tradeId: trade?.trade.tradeId, status: 'settled' })
    expect(heard(market, 'trade')).toHaveLength(1)
  })

  it('tells a mint once, in terms of its taker', async () => {
    const market = await stand.openMarket()
    stand.others.quote(market, NO_BID)
    stand.others.take(market, { outcome: 0, side: 'BUY', price: 65, shares: 8 })
    await hears(market, 'settlement')
    const trades = heard(market, 'trade').map(({ trade }) => trade)
    expect(trades).toMatchObject([{ matchType: 'mint', outcome: 0, side: 'BUY', price: 65 }])
  })

  it('leaves our own orders out of the best bids', async () => {
    const market = await stand.openMarket()
    expect(await bestBids(market)).toEqual([undefined, undefined])
    await stand.place(market, { ...BID, price: 45 })
    await stand.place(market, { ...NO_BID, price: 40 })
    expect(await bestBids(market)).toEqual([undefined, undefined])
    stand.others.quote(market, BID)
    stand.others.quote(market, { ...BID, price: 39 })
    expect(await bestBids(market)).toEqual([{ price: 40, size: 1000 }, undefined])
  })

  it('reads the fee that is in force, and says when another one is', async () => {
    const [market, other] = await stand.openTwoMarkets()
    const askedMs = stand.monoMs()
    const reading = await fee(market)
    expect(reading.feeRateBps).toBe(FEE_BPS)
    expect(reading.readAtMonoMs).toBeGreaterThanOrEqual(askedMs)
    expect(reading.readAtMonoMs).toBeLessThanOrEqual(stand.monoMs())
    stand.others.setFee(market, 75)
    await hears(market, 'fee-changed')
    expect((await fee(market)).feeRateBps).toBe(75)
    expect((await fee(other)).feeRateBps).toBe(FEE_BPS)
    expect(heard(other, 'fee-changed')).toEqual([])
  })

  it('tells the life of a market: closed, then resolved with its winner', async () => {
    const market = await stand.openMarket()
    stand.others.close(market)
    await hears(market, 'status')
    stand.others.resolve(market, 1)
    const told = await hears(market, 'status', 2)
    expect(told).toMatchObject([{ status: 'CLOSED' }, { status: 'RESOLVED', winner: 1 }])
    expect(told[0]).not.toHaveProperty('winner')
    const read = await stand.market(market.id)
    expect(read).toMatchObject({ status: 'RESOLVED', winner: 1 })
  })

  it('shows the book of one market again when asked to', async () => {
    const [market, other] = await stand.openTwoMarkets()
    stand.others.quote(market, BID)
    const [change] = await hears(market, 'change')
    stand.marketData.resync(market.conditionId)
    const [, again] = await hears(market, 'snapshot', 2)
    expect(again?.book[0].bids).toEqual([{ price: 40, size: 1000 }])
    expect(again?.seq).toBe(change?.seq)
    // and goes on from there
    stand.others.quote(market, ASK)
    const [, next] = await hears(market, 'change', 2)
    expect(next?.seq).toBe((again?.seq ?? Number.NaN) + 1)
    expect(heard(market, 'snapshot')).toHaveLength(2)
    expect(heard(other, 'snapshot')).toHaveLength(1)
  })

  it('is silent about markets that are not watched, any more or at all', async () => {
    const [former, market] = await stand.openTwoMarkets()
    const never = await stand.freshMarket()
    stand.marketData.watch([market])
    stand.marketEvents = []
    for (const each of [former, never, market]) stand.others.quote(each, BID)
    await hears(market, 'change')
    expect([...stand.eventsOf(former), ...stand.eventsOf(never)]).toEqual([])
    // nothing is told twice about one that stays
    stand.marketData.watch([market, former])
    const [snapshot] = await hears(former, 'snapshot')
    expect(snapshot?.book[0].bids).toEqual([{ price: 40, size: 1000 }])
    expect(heard(market, 'snapshot')).toEqual([])
  })

  it('lists what can be quoted, and the others with the reason', async () => {
    const { markets, refused } = await list({ tagSlug: 'odd' })
    expect(markets.map(({ id }) => id)).toEqual(['sound'])
    expect(refused.map(({ id }) => id).sort()).toEqual(['unregistered', 'without-tokens'])
    const reasons = new Map(refused.map(({ id, reason }) => [id, reason]))
    expect(reasons.get('unregistered')).toContain('PENDING')
    expect(reasons.get('without-tokens')).toMatch(/outcome|token/)
    expect((await list({ category: 'Oddities' })).markets.map(({ id }) => id)).toEqual(['sound'])
    expect((await list({ search: 'Sound?', tagSlug: 'odd' })).markets).toEqual(markets)
    expect(await list({ search: 'nothing like it' })).toEqual({ markets: [], refused: [] })
    const all = await list({})
    expect(new Set(all.markets.map(({ id }) => id)).size).toBe(all.markets.length)
    expect(all.markets.length).toBeGreaterThan(20)
  })

  it('lists those of every status when asked to, with the winner of one that is over', async () => {
    const { markets, refused } = await list({ tagSlug: 'odd', everyStatus: true })
    expect(markets.map(({ id, status, registration }) => [id, status, registration])).toEqual([
      ['sound', 'OPEN', 'REGISTERED'],
      ['unregistered', 'OPEN', 'PENDING'],
      ['over', 'CLOSED', 'REGISTERED'],
    ])
    expect(refused.map(({ id }) => id)).toEqual(['without-tokens'])
    const market = await stand.openMarket()
    stand.others.resolve(market, 1)
    await hears(market, 'status')
    const all = await list({ everyStatus: true })
    expect(all.markets.find(({ id }) => id === market.id)).toMatchObject({ status: 'RESOLVED', winner: 1 })
    expect((await list({})).markets.map(({ id }) => id)).not.toContain(market.id)
  })

  it('finds a market by its id and by its condition', async () => {
    const market = await stand.freshMarket()
    expect(await stand.market(market.conditionId)).toEqual(market)
  })

  it('does not know a market that is not there', async () => {
    const market = await stand.freshMarket()
    const read = stand.refusal<Market>((done) => stand.marketData.readMarket('nowhere', done))
    expect((await read).code).toBe('not-found')
    const missing = { ...market, id: 'nowhere' }
    const fees = await stand.refusal<FeeReading>((done) => stand.marketData.readFee(missing, done))
    expect(fees.code).toBe('not-found')
  })

  it('says when the link is cut, and shows every book again when it is back', async () => {
    const [market, other] = await stand.openTwoMarkets()
    stand.marketEvents = []
    stand.others.fault({ kind: 'socket-cut', count: 1 })
    const links = () => stand.marketEvents.filter(isKind('link')).map(({ state }) => state)
    await stand.until('the cut', () => links().includes('down'))
    stand.others.quote(market, BID)
    const [snapshot] = await hears(market, 'snapshot')
    await hears(other, 'snapshot')
    expect(links().filter((state) => state !== 'heard')).toEqual(['down', 'up'])
    const seen = await stand.until('the bid', () => heardBook(stand.eventsOf(market))?.book[0].bids[0])
    expect(seen).toEqual({ price: 40, size: 1000 })
    expect(stand.marketEvents.indexOf(snapshot as MarketDataEvent)).toBeGreaterThan(
      stand.marketEvents.findIndex((e) => e.kind === 'link' && e.state === 'up'),
    )
  })

  it('tells nothing once stopped, answers what is asked, and goes on when started again', async () => {
    const market = await stand.openMarket()
    stand.marketData.stop()
    stand.marketEvents = []
    stand.others.quote(market, BID)
    stand.others.close(market)
    const read = await stand.market(market.id)
    expect(read.status).toBe('CLOSED')
    expect(stand.marketEvents).toEqual([])
    stand.marketData.start()
    await hears(market, 'snapshot')
    const kinds = stand.marketEvents.map(({ kind }) => kind)
    expect(kinds).not.toContain('change')
    expect(kinds).not.toContain('status')
  })
})
