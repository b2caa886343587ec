// Where the specification is silent about real-time events: handshake, subscriptions, envelopes, numbers, private rooms.

import { describe, expect, it } from 'vitest'
import { SERVER_EVENTS } from '../../../src/venue/wire/event-schema.js'
import { ALICE, BOB, KEY, SHARED_KEY, VenueDriver } from '../api/venue-driver.js'

const CHANNELS = ['orderbook', 'bestBids', 'trades', 'market']
const buy = { maker: ALICE, side: 'BUY', price: 40, size: 500 } as const
const cross = { maker: BOB, side: 'BUY', outcome: 1, price: 60, size: 200 } as const

function subscribed(channels = CHANNELS, auth: object = { apiKey: KEY }) {
  const venue = new VenueDriver()
  const socket = venue.socket(auth)
  const { conditionId } = venue.market
  const ask = (event: string, conditionIds: string[], asked = channels) =>
    socket.send(event, { conditionIds, channels: asked })
  const ack = ask('subscribe', [conditionId])
  return { venue, socket, conditionId, ask, ack }
}

describe('real time, handshake', () => {
  it('needs an API key, the shared one included, and takes an access token', () => {
    const venue = new VenueDriver()
    const { accessToken } = venue.signIn(ALICE)
    const closed = (auth: object) => venue.socket(auth).closed.length > 0
    expect([{}, { apiKey: 'unknown' }, { apiKey: KEY, accessToken: 'x' }].map(closed)).toEqual([true, true, true])
    expect([{ apiKey: KEY }, { apiKey: SHARED_KEY }, { apiKey: KEY, accessToken }].map(closed)).toEqual([
      false,
      false,
      false,
    ])
  })
})

describe('real time, subscriptions', () => {
  it('are acknowledged with `{ accepted, rejected: { id, reason }[] }`', () => {
    const { ack, ask, conditionId } = subscribed()
    expect(ack).toEqual({ accepted: [conditionId], rejected: [] })
    const reason = expect.any(String)
    expect(ask('subscribe', ['0xdead', conditionId])).toEqual({
      accepted: [conditionId],
      rejected: [{ id: '0xdead', reason }],
    })
    expect(ask('unsubscribe', [conditionId])).toEqual({ accepted: [conditionId], rejected: [] })
  })

  it('are additive, and `unsubscribe` ends what it names', () => {
    const { venue, socket, conditionId, ask } = subscribed(['bestBids'])
    ask('subscribe', [conditionId], ['trades'])
    venue.rest(buy)
    venue.rest(cross)
    expect(socket.of('bestBids').length).toBeGreaterThan(0)
    expect(socket.of('trade')).toHaveLength(1)
    ask('unsubscribe', [conditionId], ['trades'])
    const told = socket.of('bestBids').length
    venue.rest(cross)
    expect(socket.of('trade')).toHaveLength(1)
    expect(socket.of('bestBids').length).toBeGreaterThan(told)
  })

  it('the order book begins with a snapshot, again at each subscription', () => {
    const { venue, socket, conditionId, ask } = subscribed(['orderbook'])
    venue.rest(buy)
    ask('subscribe', [conditionId])
    const [first, second] = socket.of('orderbook.snapshot')
    expect(first?.payload.data.books[0].bids).toEqual([])
    expect(second?.payload.data.books[0].bids).toEqual([{ price: '0.4', size: '5000000' }])
  })
})

describe('real time, events', () => {
  it('each is `{ conditionId, seq, ts, data }`', () => {
    const { venue, socket, conditionId } = subscribed()
    venue.rest(buy)
    venue.rest(cross)
    venue.pass(2000)
    venue.post('/sandbox/fees', { scope: 'global', feeRateBps: 10 })
    venue.post('/sandbox/markets/market-1/resolve', { outcome: 1 })
    const names = new Set(socket.heard.map(({ event }) => event))
    expect([...names].sort()).toEqual(
      [
        'bestBids',
        'market.fee',
        'market.status',
        'orderbook.snapshot',
        'orderbook.update',
        'trade',
        'trade.settlement',
      ].sort(),
    )
    for (const { event, payload } of socket.heard) {
      expect(payload).toMatchObject({ conditionId, seq: expect.any(Number), ts: expect.any(Number) })
      SERVER_EVENTS[event as keyof typeof SERVER_EVENTS].parse(payload)
    }
    expect(socket.of('trade.settlement')[0]?.payload.ts).toBe(venue.nowMs - 500)
  })

  it('"each with a sequence number without gaps": per room', () => {
    const { venue, socket } = subscribed()
    for (let i = 0; i < 5; i++) venue.rest({ ...buy, price: 30 + i })
    venue.rest(cross)
    venue.pass(2000)
    const seqs = (...events: string[]) => socket.heard.filter((h) => events.includes(h.event)).map((h) => h.payload.seq)
    for (const [from, events] of [
      [0, ['orderbook.snapshot', 'orderbook.update']],
      [1, ['bestBids']],
    ] as const) {
      const counted = seqs(...events)
      expect(counted.length).toBeGreaterThan(4)
      expect(counted).toEqual(counted.map((_, i) => i + from))
    }
  })

  it('an update tells price, new total size, tokenId and side', () => {
    const { venue, socket } = subscribed(['orderbook'])
    venue.rest(buy)
    venue.rest({ ...buy, size: 300 })
    venue.rest(cross)
    const tokenId = venue.market.grid.outcomes[0].tokenId
    expect(socket.of('orderbook.update').map(({ payload }) => payload.data)).toEqual(
      ['5000000', '8000000', '6000000'].map((size) => ({ tokenId, side: 'BUY', price: '0.4', size })),
    )
  })

  it('the `hash` of a book equals that of the REST book at the same `seq`', () => {
    const { venue, socket, conditionId, ask } = subscribed(['orderbook'])
    for (const price of [40, 41, 39]) {
      venue.rest({ ...buy, price })
      ask('subscribe', [conditionId])
      const { seq, hash, books } = venue.get('/markets/market-1/orderbook').body
      expect(socket.of('orderbook.snapshot').at(-1)?.payload).toMatchObject({ seq, data: { hash, books } })
    }
    const hashes = socket.of('orderbook.snapshot').map(({ payload }) => payload.data.hash)
    expect(new Set(hashes).size).toBe(4)
  })

  it('a trade is printed once per match, with tokenId and side of the taker', () => {
    const { venue, socket } = subscribed(['trades'])
    venue.rest(buy)
    venue.rest(cross)
    const [trade] = socket.of('trade')
    expect(socket.of('trade')).toHaveLength(1)
    expect(trade?.payload.data).toMatchObject({
      matchType: 'mint',
      tokenId: venue.market.grid.outcomes[1].tokenId,
      side: 'BUY',
      price: '0.6',
      size: '2000000',
    })
    expect(venue.get('/markets/market-1/trades').body.data[0]).toEqual(trade?.payload.data)
  })
})

describe('real time, "`order` and `balance` in the private room of a signed-in account"', () => {
  function privately() {
    const venue = new VenueDriver()
    const { accessToken, refreshToken } = venue.signIn(ALICE)
    const { accessToken: ofBob } = venue.signIn(BOB)
    const own = venue.socket({ apiKey: KEY, accessToken })
    return {
      venue,
      own,
      foreign: venue.socket({ apiKey: KEY, accessToken: ofBob }),
      open: venue.socket(),
      refreshToken,
    }
  }

  it('reach that account alone, without a subscription', () => {
    const { venue, own, foreign, open } = privately()
    const hash = venue.rest(buy)
    expect(own.of('order').map(({ payload }) => payload.data)).toMatchObject([{ orderHash: hash, status: 'open' }])
    expect(own.of('balance')[0]?.payload.data).toMatchObject({ account: ALICE, collateral: { locked: '2000000' } })
    expect([foreign.heard, open.heard]).toEqual([[], []])
  })

  it('orders are numbered per condition, balances have no conditionId', () => {
    const { venue, own } = privately()
    const second = venue.api.markets.all()[1]!
    venue.rest(buy)
    venue.post(`/markets/${second.id}/orders`, venue.order(buy, second))
    venue.rest(buy)
    const numbered = own.of('order').map(({ payload }) => [payload.conditionId, payload.seq])
    expect(numbered).toEqual([
      [venue.market.conditionId, 1],
      [second.conditionId, 1],
      [venue.market.conditionId, 2],
    ])
    for (const { payload } of own.of('balance')) expect(payload).not.toHaveProperty('conditionId')
  })

  it('end with the sign-in', () => {
    const { venue, own, refreshToken } = privately()
    for (let i = 0; i < 2; i++) venue.post('/auth/refresh', { refreshToken }, { key: '' })
    venue.rest(buy)
    expect(own.heard).toMatchObject([{ event: 'auth.ended', payload: { reason: 'revoked' } }])
  })
})
