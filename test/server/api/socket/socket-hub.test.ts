import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Level } from '../../../../src/domain/market/book.js'
import { parseBook, parseChange } from '../../../../src/venue/wire/book-codec.js'
import { SERVER_EVENTS } from '../../../../src/venue/wire/event-schema.js'
import { ALICE, BOB, type Heard, KEY, VenueDriver } from '../venue-driver.js'

const ALL = ['orderbook', 'bestBids', 'trades', 'market']

function subscribed(config = {}, channels = ALL) {
  const venue = new VenueDriver(config)
  const socket = venue.socket()
  const { conditionId } = venue.market
  const ack = socket.send('subscribe', { conditionIds: [conditionId], channels })
  return { venue, socket, conditionId, ack }
}

const buy = { maker: ALICE, side: 'BUY', price: 40, size: 500 } as const
const cross = { maker: BOB, side: 'BUY', outcome: 1, price: 60, size: 200 } as const

describe('handshake', () => {
  it('refuses a missing or unknown API key and a bad access token', () => {
    const venue = new VenueDriver()
    expect(venue.socket({}).closed).toEqual(['Invalid API Key provided'])
    expect(venue.socket({ apiKey: 'nope' }).closed).toEqual(['Invalid API Key provided'])
    expect(venue.socket({ apiKey: KEY, accessToken: 'nope' }).closed).toEqual(['Invalid access token'])
    expect(venue.socket().closed).toEqual([])
  })

  it('gives nothing to a client that was refused', () => {
    const venue = new VenueDriver()
    const socket = venue.socket({ apiKey: 'nope' })
    const request = { conditionIds: [venue.market.conditionId], channels: ALL }
    expect(socket.send('subscribe', request)).toBeUndefined()
    expect(socket.heard).toEqual([])
  })
})

describe('subscribe', () => {
  it('acknowledges what was accepted and what was rejected, and why; additively', () => {
    const { socket, ack, conditionId, venue } = subscribed({}, ['market'])
    expect(ack).toEqual({ accepted: [conditionId], rejected: [] })
    const second = venue.api.markets.all()[1]!.conditionId
    expect(socket.send('subscribe', { conditionIds: [second, '0xdead'], channels: ['market'] })).toEqual({
      accepted: [second],
      rejected: [{ id: '0xdead', reason: 'unknown conditionId' }],
    })
    for (const id of [conditionId, second]) venue.api.exchange.close(id, venue.nowMs)
    expect(socket.of('market.status').map((h) => h.payload.conditionId)).toEqual([conditionId, second])
  })

  it('joins a condition once that is named in two spellings', () => {
    const { socket, conditionId } = subscribed({}, ['trades'])
    const shouted = conditionId.toUpperCase().replace('0X', '0x')
    expect(socket.send('subscribe', { conditionIds: [shouted, conditionId], channels: ['orderbook'] })).toEqual({
      accepted: [conditionId],
      rejected: [],
    })
    expect(socket.of('orderbook.snapshot')).toHaveLength(1)
  })

  it('sends a snapshot on joining, and again whenever it is asked for again', () => {
    const { socket, venue, conditionId } = subscribed()
    venue.rest(buy)
    socket.send('subscribe', { conditionIds: [conditionId], channels: ['orderbook'] })
    const [first, second] = socket.of('orderbook.snapshot')
    expect(first?.payload).toMatchObject({ conditionId, seq: 0, ts: venue.nowMs })
    expect(second?.payload.seq).toBe(1)
    expect(second?.payload.data.books[0].bids).toEqual([{ price: '0.4', size: '5000000' }])
  })

  it('without a channel means all of them, as unsubscribe does', () => {
    const { socket, venue, ack, conditionId } = subscribed({}, [])
    expect(ack).toEqual({ accepted: [conditionId], rejected: [] })
    venue.rest(buy)
    const heard = new Set(socket.heard.map(({ event }) => event))
    expect([...heard].sort()).toEqual(['bestBids', 'orderbook.snapshot', 'orderbook.update'])
    socket.send('unsubscribe', { conditionIds: [conditionId], channels: [] })
    const before = socket.heard.length
    venue.rest({ ...buy, price: 41 })
    expect(socket.heard).toHaveLength(before)
  })

  it('accepts an empty request as a sign of life', () => {
    expect(new VenueDriver().socket().send('subscribe', { conditionIds: [], channels: [] })).toEqual({
      accepted: [],
      rejected: [],
    })
  })

  it('unsubscribe ends the channels it names', () => {
    const { socket, venue, conditionId } = subscribed()
    socket.send('unsubscribe', { conditionIds: [conditionId], channels: ['orderbook'] })
    venue.rest(buy)
    expect(socket.of('orderbook.update')).toEqual([])
    expect(socket.of('bestBids')).toHaveLength(1)
  })

  it('a client that left hears nothing more', () => {
    const { socket, venue } = subscribed()
    venue.api.disconnect(socket.conn)
    const before = socket.heard.length
    venue.rest(buy)
    expect(socket.heard).toHaveLength(before)
  })

  it('answers garbage with a reason and survives it', () => {
    const venue = new VenueDriver({ socketLimits: { perSecond: 1000, perMinute: 1000 } })
    const socket = venue.socket()
    expect(socket.send('subscribe', { conditionIds: 'x' }).rejected[0].reason).toMatch(/^conditionIds: /)
    expect(socket.send('nonsense', 1).rejected[0].reason).toMatch(/^event: /)
    fc.assert(
      fc.property(fc.constantFrom('subscribe', 'unsubscribe', 'x'), fc.anything(), (event, payload) => {
        venue.api.message(socket.conn, { event, payload }, venue.nowMs)
        expect(socket.send(event, payload)).toHaveProperty('accepted')
      }),
      { numRuns: 200 },
    )
  })
})

describe('public events', () => {
  it('match their schemas and count each channel of a condition without gaps', () => {
    const { venue, socket, conditionId } = subscribed()
    venue.rest(buy)
    venue.rest(cross)
    venue.rest({ ...buy, price: 39 })
    venue.pass(2000)
    venue.api.markets.setGlobalFee(10)
    venue.api.exchange.resolve(conditionId, 1, venue.nowMs)
    for (const { event, payload } of socket.heard) {
      SERVER_EVENTS[event as keyof typeof SERVER_EVENTS].parse(payload)
    }
    const seqs = (...events: string[]) => socket.heard.filter((h) => events.includes(h.event)).map((h) => h.payload.seq)
    const upTo = (n: number, from = 1) => Array.from({ length: n }, (_, i) => i + from)
    expect(seqs('orderbook.snapshot', 'orderbook.update')).toEqual(upTo(6, 0))
    expect(seqs('trade', 'trade.settlement')).toEqual([1, 2])
    expect(seqs('market.fee', 'market.status')).toEqual([1, 2])
    expect(socket.of('market.fee')[0]?.payload.data).toEqual({ feeRateBps: 10, feeRateBpsOverride: null })
    expect(socket.of('market.status')[0]?.payload.data).toMatchObject({
      status: 'RESOLVED',
      winningOutcomeId: `${venue.market.id}-1`,
    })
    expect(socket.of('trade')).toHaveLength(1)
    expect(socket.of('trade.settlement')[0]?.payload).toMatchObject({
      data: { status: 'settled' },
      ts: venue.nowMs - 500,
    })
  })

  it('a book kept from snapshot and updates equals REST, with the same hash at the same seq', () => {
    const { venue, socket, conditionId } = subscribed()
    for (let i = 0; i < 60; i++) {
      const maker = i % 2 === 0 ? ALICE : BOB
      const input = {
        maker,
        side: 'BUY',
        outcome: i % 3 === 0 ? 0 : 1,
        price: 30 + ((i * 7) % 35),
        size: 100 + i,
      } as const
      venue.rest(input)
      if (i % 10 === 0) {
        const rest = venue.get(`/markets/${venue.market.id}/orderbook`).body
        const kept = keepBook(socket.heard, venue)
        expect(kept.seq).toBe(rest.seq)
        expect(kept.levels).toEqual(levelsOf(parseBook(rest.books, venue.market.grid)))
        const other = venue.socket()
        other.send('subscribe', { conditionIds: [conditionId], channels: ['orderbook'] })
        const [snapshot] = other.of('orderbook.snapshot')
        expect(snapshot?.payload).toMatchObject({ seq: rest.seq, data: { hash: rest.hash } })
      }
    }
  })

  it('tells bestBids on a change only', () => {
    const { venue, socket } = subscribed()
    venue.rest(buy)
    venue.rest({ ...buy, price: 35 })
    expect(socket.of('bestBids')).toHaveLength(1)
    venue.rest({ ...buy, price: 41 })
    expect(socket.of('bestBids').map((h) => h.payload.data.bestBids[0].bestBid.price)).toEqual(['0.4', '0.41'])
  })

  it('leaves seq and hash out when they are switched off', () => {
    const { venue, socket } = subscribed({ switches: { seq: false, hash: false } })
    venue.rest(buy)
    for (const { payload } of socket.heard) expect(payload).not.toHaveProperty('seq')
    expect(socket.of('orderbook.snapshot')[0]?.payload.data).not.toHaveProperty('hash')
    expect(venue.get('/').body.profile.socket).toMatchObject({ sequenced: false, hashed: false })
  })

  it('keeps a muted room silent while the others go on', () => {
    const { venue, socket, conditionId } = subscribed()
    venue.api.switches.mutedRooms.push(conditionId)
    const before = socket.heard.length
    venue.rest(buy)
    const ack = socket.send('subscribe', { conditionIds: [conditionId], channels: ['orderbook'] })
    expect(ack.accepted).toEqual([conditionId])
    expect(socket.heard).toHaveLength(before)
    venue.api.switches.mutedRooms.length = 0
    venue.rest({ ...buy, price: 41 })
    // the number shows what was missed
    expect(socket.of('orderbook.update').at(-1)?.payload.seq).toBe(2)
  })

  it('tells a change of registration', () => {
    const { venue, socket } = subscribed()
    venue.api.markets.setRegistration(venue.market.id, 'FAILED')
    expect(socket.of('market.status')[0]?.payload.data).toMatchObject({ status: 'OPEN', clobMarketStatus: 'FAILED' })
  })
})

describe('private events', () => {
  function signedIn(config = {}) {
    const venue = new VenueDriver(config)
    const { accessToken, refreshToken } = venue.signIn(ALICE)
    return { venue, refreshToken, socket: venue.socket({ apiKey: KEY, accessToken }) }
  }

  it('tell the account its orders, numbered per condition, and balances without conditionId', () => {
    const { venue, socket } = signedIn()
    venue.rest(buy)
    venue.rest(cross)
    venue.pass(2000)
    for (const { event, payload } of socket.heard) SERVER_EVENTS[event as 'order' | 'balance'].parse(payload)
    const orders = socket.of('order').map((h) => h.payload)
    expect(orders.map((o) => [o.seq, o.data.status, o.data.pendingSize])).toEqual([
      [1, 'open', '0'],
      [2, 'partially_filled', '2000000'],
      [3, 'partially_filled', '0'],
    ])
    expect(orders.every((o) => o.data.account === ALICE)).toBe(true)
    expect(socket.of('balance').length).toBeGreaterThan(0)
    expect(socket.of('balance')[0]?.payload).not.toHaveProperty('conditionId')
    expect(socket.of('balance').at(-1)?.payload.data.collateral.total).toBe('9999200000')
  })

  it.each(['GTC', 'POST_ONLY', 'FOK'] as const)(
    'tell a new %s as GET /orders/{hash} has it, signed fields too',
    (type) => {
      const { venue, socket } = signedIn()
      venue.rest(cross)
      const { orderHash } = venue.post(`/markets/${venue.market.id}/orders`, venue.order({ ...buy, type })).body
      const record = venue.get(`/orders/${orderHash}`).body
      expect(record).toMatchObject({ maker: ALICE, makerAmount: '2000000', nonce: '0', feeRateBps: '0' })
      expect(socket.of('order')[0]?.payload.data).toEqual(record)
    },
  )

  it('reach nobody else', () => {
    const { venue } = signedIn()
    const bob = venue.socket({ apiKey: KEY, accessToken: venue.signIn(BOB).accessToken })
    const stranger = venue.socket()
    venue.rest(buy)
    expect(bob.heard).toEqual([])
    expect(stranger.heard).toEqual([])
  })

  it('go on numbering over a reconnect', () => {
    const { venue, socket } = signedIn()
    venue.rest(buy)
    venue.api.disconnect(socket.conn)
    venue.rest({ ...buy, price: 39 })
    const again = venue.socket({ apiKey: KEY, accessToken: venue.signIn(ALICE).accessToken })
    venue.rest({ ...buy, price: 38 })
    expect(again.of('order').map((h) => h.payload.seq)).toEqual([3])
  })

  it('end with a revoked sign-in, and can be switched off', () => {
    const { venue, socket, refreshToken } = signedIn()
    venue.post('/auth/refresh', { refreshToken })
    venue.post('/auth/refresh', { refreshToken })
    venue.rest(buy)
    expect(socket.heard.map(({ event }) => event)).toEqual(['auth.ended'])
    const off = signedIn({ switches: { privateEvents: false } })
    off.venue.rest(buy)
    expect(off.socket.heard).toEqual([])
  })
})

function keepBook(heard: readonly Heard[], venue: VenueDriver) {
  const { grid } = venue.market
  let levels = new Map<string, number>()
  let seq = -1
  for (const { event, payload } of heard) {
    if (event === 'orderbook.snapshot') levels = levelsOf(parseBook(payload.data.books, grid))
    else if (event === 'orderbook.update') {
      const { outcome, side, price, size } = parseChange(payload.data, grid)
      expect(payload.seq).toBe(seq + 1)
      if (size === 0) levels.delete(`${outcome} ${side} ${price}`)
      else levels.set(`${outcome} ${side} ${price}`, size)
    } else continue
    seq = payload.seq
  }
  return { levels, seq }
}

function levelsOf(book: ReturnType<typeof parseBook>): Map<string, number> {
  const levels = new Map<string, number>()
  for (const outcome of [0, 1] as const) {
    const put = (side: string, list: readonly Level[]) => {
      for (const { price, size } of list) levels.set(`${outcome} ${side} ${price}`, size)
    }
    put('BUY', book[outcome].bids)
    put('SELL', book[outcome].asks)
  }
  return levels
}
