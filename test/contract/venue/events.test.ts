// Section 6 of the venue's specification: real-time events, keyed by conditionId, over socket.io.

import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { list, object } from './client/checks.js'
import { fee } from './client/shapes.js'
import { type Event, Feed } from './client/socket.js'
import { type Trader, tokenOf } from './client/trader.js'
import {
  type BestBid,
  balances,
  bestBid,
  type Level,
  type OutcomeBook,
  orderBook,
  orderRecord,
  outcomeBook,
  trade,
} from './client/trading-shapes.js'
import { commonVenue } from './common-venue.js'
import { eventually } from './eventually.js'
import { exampleWish } from './example-wish.js'
import type { Venue } from './venue.js'

let venue: Venue
let alice: Trader
let bob: Trader
const open: Feed[] = []

beforeAll(async () => {
  venue = await commonVenue()
  ;[alice, bob] = [await venue.trader(), await venue.trader()]
})

afterEach(() => {
  for (const feed of open.splice(0)) feed.close()
})

async function connect(trader?: Trader): Promise<Feed> {
  const accessToken = trader?.session?.accessToken
  const feed = await Feed.connect(venue.url, {
    apiKey: venue.apiKey,
    ...(accessToken === undefined ? {} : { accessToken }),
  })
  open.push(feed)
  return feed
}

function isWithoutGaps(events: Event[]): void {
  const numbers = events.map((e) => e.seq ?? Number.NaN)
  expect(numbers).toEqual(numbers.map((_, i) => (numbers[0] ?? 0) + i))
}

const booksOf = (event: Event): OutcomeBook[] =>
  object<{ books: OutcomeBook[] }>({ books: list(outcomeBook) })(event.data, event.name).books

describe('connecting and subscribing', () => {
  test('the handshake carries the key: a missing or unknown one is refused', async () => {
    await expect(Feed.connect(venue.url, {})).rejects.toThrow()
    await expect(Feed.connect(venue.url, { apiKey: 'nobody' })).rejects.toThrow()
  })

  test('a bad access token is refused or gives no private events, but never somebody’s', async () => {
    const market = await venue.freshMarket()
    const feed = await Feed.connect(venue.url, { apiKey: venue.apiKey, accessToken: 'nonsense' }).catch(() => undefined)
    if (feed === undefined) return
    open.push(feed)
    await feed.subscribe([market.conditionId], ['orderbook'])
    await alice.submit(exampleWish(market))
    await feed.until('an update', (e) => e.name === 'orderbook.update')
    expect(feed.named('order')).toEqual([])
  })

  test('acknowledged with { accepted, rejected: { id, reason } }', async () => {
    const market = await venue.freshMarket()
    const feed = await connect()
    const answer = await feed.subscribe([market.conditionId, '0xunknown'], ['orderbook'])
    expect(answer.accepted).toEqual([market.conditionId])
    expect(answer.rejected).toEqual([{ id: '0xunknown', reason: expect.stringMatching(/./) }])
  })

  test('additive: a second subscribe keeps the first; unsubscribe leaves only what it names', async () => {
    const [one, two] = [await venue.freshMarket(), await venue.freshMarket()]
    const feed = await connect()
    await feed.subscribe([one.conditionId], ['orderbook'])
    await feed.subscribe([two.conditionId], ['orderbook'])
    await alice.submit(exampleWish(one))
    await feed.until('the first market', (e) => e.name === 'orderbook.update' && e.conditionId === one.conditionId)
    expect(
      (await feed.ask('unsubscribe', { conditionIds: [one.conditionId], channels: ['orderbook'] })).accepted,
    ).toEqual([one.conditionId])
    await alice.submit(exampleWish(one, { price: '0.35' }))
    await alice.submit(exampleWish(two))
    await feed.until('the second market', (e) => e.name === 'orderbook.update' && e.conditionId === two.conditionId)
    expect(feed.named('orderbook.update', one.conditionId)).toHaveLength(1)
  })

  test('only the channels that were asked for', async () => {
    const market = await venue.freshMarket()
    const feed = await connect()
    await feed.subscribe([market.conditionId], ['bestBids'])
    await alice.submit(exampleWish(market))
    await feed.until('best bids', (e) => e.name === 'bestBids')
    expect(new Set(feed.events.map((e) => e.name))).toEqual(new Set(['bestBids']))
  })

  test('nonsense is refused and breaks nothing', async () => {
    const feed = await connect()
    const market = await venue.freshMarket()
    for (const body of [
      {},
      'text',
      { conditionIds: 'x', channels: ['orderbook'] },
      { conditionIds: [7], channels: [] },
    ]) {
      const answer = await feed.ask('subscribe', body).catch((cause: unknown) => String(cause))
      if (typeof answer !== 'string') expect(answer.accepted).toEqual([])
    }
    expect((await feed.subscribe([market.conditionId], ['orderbook'])).accepted).toEqual([market.conditionId])
  })
})

describe('the book', () => {
  test('orderbook.snapshot on joining holds what rests, with the hash of the REST book at the same seq', async () => {
    const market = await venue.freshMarket()
    await alice.submit(exampleWish(market))
    await bob.submit(exampleWish(market, { outcome: 1, price: '0.30' }))
    const feed = await connect()
    await feed.subscribe([market.conditionId], ['orderbook'])
    const snapshot = await feed.until('a snapshot', (e) => e.name === 'orderbook.snapshot')
    const book = await alice.get(`/markets/${market.id}/orderbook`, orderBook)
    expect(snapshot.conditionId).toBe(market.conditionId)
    expect(booksOf(snapshot)).toEqual(book.books)
    expect(Object(snapshot.data).hash).toBe(book.hash)
    expect(book.seq).toBe(snapshot.seq)
    expect(Math.abs(snapshot.ts - Date.now())).toBeLessThan(60_000)
  })

  test('snapshot and updates, applied in order of a seq without gaps, are the REST book', async () => {
    const market = await venue.freshMarket()
    const feed = await connect()
    await alice.submit(exampleWish(market, { price: '0.31' }))
    await feed.subscribe([market.conditionId], ['orderbook'])
    const first = await alice.submit(exampleWish(market))
    await bob.submit(exampleWish(market, { price: '0.40', size: 2_000_000n }))
    await bob.submit(exampleWish(market, { outcome: 1, price: '0.60', size: 3_000_000n }))
    await bob.submit(exampleWish(market, { outcome: 1, price: '0.20' }))
    await alice.raw('POST', '/orders/cancel-many', { body: { orderHashes: [first.orderHash] } })
    const rest = await alice.get(`/markets/${market.id}/orderbook`, orderBook)
    await feed.until('the last update', (e) => e.name.startsWith('orderbook') && e.seq === rest.seq)
    const events = feed.events.filter((e) => e.name.startsWith('orderbook.'))
    isWithoutGaps(events)
    expect(folded(events)).toEqual(rest.books)
  })

  test('bestBids: the top bid per token when it changed', async () => {
    const market = await venue.freshMarket()
    const feed = await connect()
    await feed.subscribe([market.conditionId], ['bestBids'])
    await alice.submit(exampleWish(market))
    await bob.submit(exampleWish(market, { price: '0.45', size: 2_000_000n }))
    const bids = (e: Event) => object<{ bestBids: BestBid[] }>({ bestBids: list(bestBid) })(e.data, e.name).bestBids
    await feed.until('0.45', (e) => e.name === 'bestBids' && bids(e)[0]?.bestBid?.price === '0.45')
    isWithoutGaps(feed.named('bestBids'))
    expect(bids(feed.named('bestBids').at(-1) as Event)).toMatchObject([
      { tokenId: tokenOf(market, 0), bestBid: { price: '0.45', size: 2_000_000n } },
      { tokenId: tokenOf(market, 1), bestBid: null },
    ])
  })
})

/** Both books after a snapshot and its updates, as the REST book lists them. */
function folded(events: Event[]): OutcomeBook[] {
  const [snapshot, ...updates] = events
  if (snapshot?.name !== 'orderbook.snapshot') throw new Error('expected a snapshot first')
  const books = booksOf(snapshot)
  for (const { data } of updates) {
    const { tokenId, side, price, size } = Object(data)
    const book = books.find((b) => b.tokenId === tokenId)
    if (book === undefined) throw new Error(`no book of ${tokenId}`)
    const key = side === 'BUY' ? 'bids' : 'asks'
    const others: Level[] = book[key].filter((l) => l.price !== price)
    const levels = BigInt(size) === 0n ? others : [...others, { price, size: BigInt(size) }]
    const sign = key === 'bids' ? -1 : 1
    book[key] = levels.sort((a, b) => sign * (Number(a.price) - Number(b.price)))
  }
  return books
}

describe('trades and the market', () => {
  test('trade, one per match, then trade.settlement of the same tradeId', async () => {
    const market = await venue.freshMarket()
    const feed = await connect()
    await feed.subscribe([market.conditionId], ['trades'])
    await alice.submit(exampleWish(market))
    await bob.submit(exampleWish(market, { outcome: 1, price: '0.60', size: 4_000_000n }))
    const event = await feed.until('a settlement', (e) => e.name === 'trade.settlement')
    const [printed, ...others] = feed.named('trade')
    expect(others).toEqual([])
    const match = trade(printed?.data, 'trade')
    expect(match).toMatchObject({
      matchType: 'mint',
      tokenId: tokenOf(market, 1),
      side: 'BUY',
      price: '0.6',
      size: 4_000_000n,
    })
    expect(event.data).toMatchObject({ tradeId: match.tradeId, status: 'settled' })
    isWithoutGaps(feed.events)
  })

  test('trade.settlement: failed, and the quantity is back in the book', async () => {
    const market = await venue.freshMarket()
    const feed = await connect()
    await feed.subscribe([market.conditionId], ['trades', 'orderbook'])
    await venue.sandbox('faults', { kind: 'settlement-failed', conditionId: market.conditionId, count: 1 })
    await alice.submit(exampleWish(market))
    await bob.submit(exampleWish(market, { outcome: 1, price: '0.60', orderType: 'FOK' }))
    const event = await feed.until('a failure', (e) => e.name === 'trade.settlement')
    expect(event.data).toMatchObject({ status: 'failed' })
    const back = () => feed.named('orderbook.update').map((e) => Object(e.data).size)
    await eventually(
      async () => back(),
      (sizes) => sizes.length === 3,
    )
    expect(back()).toEqual(['10000000', '0', '10000000'])
  })

  test('market.fee when the effective fee changes, market.status when the life does', async () => {
    const market = await venue.freshMarket()
    const feed = await connect()
    await feed.subscribe([market.conditionId], ['market'])
    await venue.sandbox('fees', { scope: 'market', marketId: market.id, feeRateBps: 33 })
    const changed = await feed.until('a fee', (e) => e.name === 'market.fee')
    expect(fee(changed.data, 'fee')).toEqual({ feeRateBps: 33, feeRateBpsOverride: 33 })
    await venue.sandbox(`markets/${market.id}/close`)
    await feed.until('CLOSED', (e) => e.name === 'market.status' && Object(e.data).status === 'CLOSED')
    await venue.sandbox(`markets/${market.id}/resolve`, { outcome: 1 })
    const over = await feed.until('RESOLVED', (e) => e.name === 'market.status' && Object(e.data).status === 'RESOLVED')
    expect(Object(over.data).winningOutcomeId).toBe(market.outcomes[1]?.outcomeId)
    isWithoutGaps(feed.events)
  })
})

describe('the private room of a signed-in account', () => {
  test('`order`: an own order, whole, after every change, seq per account and conditionId', async () => {
    const [market, elsewhere] = [await venue.freshMarket(), await venue.freshMarket()]
    const [mine, others] = [await connect(alice), await connect()]
    await others.subscribe([market.conditionId], ['orderbook', 'bestBids', 'trades', 'market'])
    const { orderHash } = await alice.submit(exampleWish(market))
    await alice.submit(exampleWish(elsewhere))
    await bob.submit(exampleWish(market, { outcome: 1, price: '0.60' }))
    const filled = await mine.until('filled', (e) => e.name === 'order' && Object(e.data).status === 'filled')
    expect(orderRecord(filled.data, 'order')).toEqual(await alice.order(orderHash))
    const here = mine.named('order', market.conditionId)
    expect(here.map((e) => Object(e.data).status)).toEqual(['open', 'pending_settlement', 'filled'])
    isWithoutGaps(here)
    isWithoutGaps(mine.named('order', elsewhere.conditionId))
    // only alice's, and only to alice
    expect(new Set(mine.named('order').map((e) => Object(e.data).account))).toEqual(new Set([alice.address]))
    expect(others.named('order')).toEqual([])
    expect(others.named('balance')).toEqual([])
  })

  test('`balance`: own collateral after every change; no conditionId', async () => {
    const market = await venue.freshMarket()
    const carol = await venue.trader(50_000_000n)
    const feed = await connect(carol)
    await carol.submit(exampleWish(market))
    const event = await feed.until(
      'the lock',
      (e) => e.name === 'balance' && Object(e.data).collateral.locked === '4000000',
    )
    expect(event.conditionId).toBeUndefined()
    expect(balances(event.data, 'balance')).toEqual(await carol.balances())
    await venue.fund(carol.address, 7n)
    await feed.until('the gift', (e) => e.name === 'balance' && Object(e.data).collateral.total === '50000007')
    isWithoutGaps(feed.named('balance'))
  })

  test('a socket client that sends too much is refused, then cut off; the venue goes on', async () => {
    const feed = await connect()
    const asked = Array.from({ length: 3000 }, () => feed.subscribe([], []).catch(() => undefined))
    await eventually(
      async () => feed.connected,
      (connected) => !connected,
    )
    feed.close()
    await Promise.race([Promise.all(asked), new Promise((resolve) => setTimeout(resolve, 50))])
    expect((await alice.raw('GET', '/health')).status).toBe(200)
    expect((await connect()).connected).toBe(true)
  })
})
