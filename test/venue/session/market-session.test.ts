import { describe, expect, it } from 'vitest'
import type { Answer } from '../../../src/domain/error.js'
import type { BestBids } from '../../../src/domain/market/book.js'
import type { BookReading, FeeReading, MarketDataEvent, MarketListing } from '../../../src/venue/market-data.js'
import { bookHash } from '../../../src/venue/wire/book-codec.js'
import { marketOf, profileOf, WALLET, wireMarket } from './fake-venue.js'
import { answerOf, type Bench, startBench } from './start-session.js'

const m1 = marketOf(1)
const m2 = marketOf(2)
const books = (n: number, bid = '0.4') => [
  { outcomeId: `y${n}`, tokenId: `${n}01`, bids: [{ price: bid, size: '5000000' }], asks: [] },
  { outcomeId: `n${n}`, tokenId: `${n}02`, bids: [], asks: [] },
]
const snapshotOf = (n: number, seq: number) => ({
  conditionId: `0xc${n}`,
  seq,
  ts: 1,
  data: { hash: bookHash(books(n)), books: books(n) },
})
const update = (n: number, seq: number) => ({
  conditionId: `0xc${n}`,
  seq,
  ts: 1,
  data: { tokenId: `${n}01`, side: 'BUY', price: '0.41', size: '20000' },
})

/** Only reading: no signer, so the socket opens at once. */
function open(overrides: Record<string, unknown> = {}, markets = [m1, m2]): Bench {
  const bench = startBench({ profile: profileOf({ socket: { privateEvents: false, ...overrides } }) })
  bench.session.marketData.watch(markets)
  bench.session.marketData.start()
  bench.clock.advance(50)
  return bench
}

const kinds = (events: readonly MarketDataEvent[]) =>
  events.map((e) => (e.kind === 'link' ? `link ${e.state}` : e.kind)).filter((k) => k !== 'link heard')

describe('rooms', () => {
  it('are joined on connect and acknowledged', () => {
    const bench = open()
    expect(bench.venue.socket.named('subscribe')).toEqual([
      { conditionIds: ['0xc1', '0xc2'], channels: ['orderbook', 'trades', 'market'] },
    ])
    expect(bench.market.filter((e) => e.kind === 'subscribed')).toEqual([
      { kind: 'subscribed', conditionId: '0xc1', accepted: true },
      { kind: 'subscribed', conditionId: '0xc2', accepted: true },
    ])
  })

  it('are joined again on every connect', () => {
    const bench = open()
    bench.venue.socket.cut()
    bench.clock.advance(100)
    bench.venue.socket.reopen()
    bench.clock.advance(100)
    expect(bench.venue.socket.named('subscribe')).toHaveLength(2)
    expect(kinds(bench.market)).toEqual([
      'link up',
      'subscribed',
      'subscribed',
      'link down',
      'link up',
      'subscribed',
      'subscribed',
    ])
  })

  it('are asked for in chunks of at most 100', () => {
    const bench = open(
      {},
      Array.from({ length: 230 }, (_, i) => marketOf(i + 1)),
    )
    const sizes = bench.venue.socket
      .named('subscribe')
      .map((p) => (p as { conditionIds: string[] }).conditionIds.length)
    expect(sizes).toEqual([100, 100, 30])
  })

  it('follow the watched set', () => {
    const bench = open({}, [m1])
    bench.session.marketData.watch([m2])
    bench.session.marketData.watch([m2])
    expect(bench.market.filter((e) => e.kind === 'unwatched')).toEqual([{ kind: 'unwatched', conditionId: '0xc1' }])
    bench.clock.advance(50)
    expect(bench.venue.socket.named('unsubscribe')).toMatchObject([{ conditionIds: ['0xc1'] }])
    expect(bench.venue.socket.named('subscribe').at(-1)).toMatchObject({ conditionIds: ['0xc2'] })
    bench.market.length = 0
    bench.venue.socket.push('orderbook.update', update(1, 5))
    expect(kinds(bench.market)).toEqual([])
  })

  it('that are wanted again while they are being left are joined once the venue has let us out, or does not answer', () => {
    const bench = open({}, [m1])
    const { socket } = bench.venue
    const joined = () => socket.named('subscribe').filter((asked) => JSON.stringify(asked).includes('0xc1'))
    for (const isDeaf of [false, true]) {
      const before = joined().length
      if (isDeaf)
        socket.ack = (name, { conditionIds }) =>
          name === 'unsubscribe' ? undefined : { accepted: conditionIds, rejected: [] }
      bench.session.marketData.watch([])
      bench.session.marketData.watch([m1])
      bench.session.marketData.resync(m1.conditionId)
      expect(joined()).toHaveLength(before)
      bench.clock.advance(isDeaf ? 2100 : 50)
      expect(joined().slice(before)).toMatchObject([
        { conditionIds: ['0xc1'], channels: ['orderbook', 'trades', 'market'] },
      ])
    }
  })

  it('that are being left when the connection is lost are joined on the next one', () => {
    const bench = open({}, [m1])
    bench.session.marketData.watch([])
    bench.session.marketData.watch([m1])
    bench.venue.socket.cut()
    bench.venue.socket.reopen()
    bench.clock.advance(50)
    expect(bench.venue.socket.named('subscribe').slice(1)).toMatchObject([{ conditionIds: ['0xc1'] }])
  })

  it('report the ones the venue refuses or does not name', () => {
    const bench = startBench({ profile: profileOf({ socket: { privateEvents: false } }) })
    bench.session.marketData.watch([m1, m2])
    bench.session.marketData.start()
    bench.venue.socket.ack = () => ({ accepted: [], rejected: [{ id: '0xc1', reason: 'unknown' }] })
    bench.clock.advance(50)
    expect(bench.market.filter((e) => e.kind === 'subscribed')).toEqual([
      { kind: 'subscribed', conditionId: '0xc1', accepted: false, reason: 'unknown' },
      { kind: 'subscribed', conditionId: '0xc2', accepted: false, reason: 'not named by the venue' },
    ])
  })

  it('are asked for once more when no acknowledgement comes in 2 s, then on a new connection', () => {
    const bench = startBench({
      profile: profileOf({ socket: { privateEvents: false } }),
      settings: { probeAfterMs: 60_000 },
    })
    bench.session.marketData.watch([m1])
    bench.session.marketData.start()
    let deaf = true
    bench.venue.socket.ack = (_name, { conditionIds }) => (deaf ? undefined : { accepted: conditionIds, rejected: [] })
    bench.clock.advance(2_100)
    expect(bench.venue.socket.named('subscribe')).toHaveLength(2)
    bench.clock.advance(1_900)
    expect(bench.venue.socket.reconnects).toBe(0)
    deaf = false
    bench.clock.advance(200)
    expect(bench.venue.socket.reconnects).toBe(1)
    expect(kinds(bench.market)).toEqual(['link up', 'link down', 'link up', 'subscribed'])
  })

  it('resync by a new subscribe, one at a time', () => {
    const bench = open()
    bench.session.marketData.resync(m1.conditionId)
    bench.session.marketData.resync(m1.conditionId)
    expect(bench.venue.socket.named('subscribe').slice(1)).toEqual([
      { conditionIds: ['0xc1'], channels: ['orderbook'] },
    ])
    bench.clock.advance(50)
    bench.session.marketData.resync(m1.conditionId)
    expect(bench.venue.socket.named('subscribe')).toHaveLength(3)
  })

  it('that were refused are asked for with all channels by the next resync, and by their book alone once they are ours', () => {
    const bench = startBench({ profile: profileOf({ socket: { privateEvents: false } }) })
    const { marketData } = bench.session
    marketData.watch([m1, m2])
    marketData.start()
    const { socket } = bench.venue
    const refuse = (_name: string, { conditionIds }: { conditionIds: string[] }) => ({
      accepted: conditionIds.filter((id) => id !== '0xc1'),
      rejected: [{ id: '0xc1', reason: 'unknown' }],
    })
    socket.ack = refuse
    bench.clock.advance(50)
    const resynced = (...markets: (typeof m1)[]) => {
      for (const { conditionId } of markets) marketData.resync(conditionId)
      const asked = socket.named('subscribe').slice(-markets.length)
      bench.clock.advance(50)
      return asked
    }
    const whole = { conditionIds: ['0xc1'], channels: ['orderbook', 'trades', 'market'] }
    const book = (id: string) => ({ conditionIds: [id], channels: ['orderbook'] })
    expect(resynced(m1, m2)).toEqual([whole, book('0xc2')])
    socket.ack = (_name, { conditionIds }) => ({ accepted: conditionIds, rejected: [] })
    expect(resynced(m1)).toEqual([whole])
    expect(resynced(m1)).toEqual([book('0xc1')])
    // what a former connection was refused says nothing of this one
    socket.ack = refuse
    socket.cut()
    socket.reopen()
    bench.clock.advance(50)
    expect(resynced(m1)).toEqual([whole])
    marketData.watch([m2])
    socket.ack = (_name, { conditionIds }) => ({ accepted: conditionIds, rejected: [] })
    marketData.watch([m1, m2])
    bench.clock.advance(50)
    expect(resynced(m1)).toEqual([book('0xc1')])
  })

  it('tell of the answer to a resync and when it was asked for, unless the venue refuses it', () => {
    const bench = open()
    const askedMonoMs = bench.clock.monoMs()
    const answers = () => bench.market.filter((e) => e.kind === 'resync-answered')
    bench.session.marketData.resync(m1.conditionId)
    expect(answers()).toEqual([])
    bench.clock.advance(50)
    expect(answers()).toEqual([{ kind: 'resync-answered', conditionId: '0xc1', askedMonoMs }])
    bench.venue.socket.ack = () => ({ accepted: [], rejected: [{ id: '0xc1', reason: 'unknown' }] })
    bench.session.marketData.resync(m1.conditionId)
    bench.clock.advance(50)
    expect(answers()).toHaveLength(1)
  })
})

describe('the connection', () => {
  it('forgets what it asked on a connection that has ended', () => {
    const bench = open()
    const { socket } = bench.venue
    socket.ack = () => undefined
    bench.session.marketData.resync(m1.conditionId)
    bench.clock.advance(1_000)
    socket.cut()
    socket.ack = (_name, { conditionIds }) => ({ accepted: conditionIds, rejected: [] })
    socket.reopen()
    bench.clock.advance(100)
    bench.session.marketData.resync(m1.conditionId)
    expect(socket.named('subscribe').at(-1)).toEqual({ conditionIds: ['0xc1'], channels: ['orderbook'] })
    // the old time-out passes without costing the new connection
    bench.clock.advance(1_300)
    expect(socket.reconnects).toBe(0)
  })

  it('says down before up when the transport reconnected without telling', () => {
    const bench = open()
    bench.market.length = 0
    bench.venue.socket.handlers.connected()
    bench.clock.advance(50)
    expect(kinds(bench.market)).toEqual(['link down', 'link up', 'subscribed', 'subscribed'])
  })

  it('does not open when stopped during the sign-in', () => {
    const bench = startBench()
    bench.session.marketData.start()
    bench.session.marketData.stop()
    bench.clock.advance(1_000)
    expect(bench.venue.sockets).toHaveLength(0)
  })

  it('is probed when silent, and dropped when the probe stays unanswered', () => {
    const bench = open()
    bench.clock.advance(1_500)
    expect(bench.venue.socket.named('subscribe').at(-1)).toEqual({ conditionIds: [], channels: [] })
    expect(bench.venue.socket.reconnects).toBe(0)
    bench.venue.socket.ack = () => undefined
    bench.clock.advance(1_600)
    expect(kinds(bench.market)).not.toContain('link down')
    bench.clock.advance(1_000)
    expect(kinds(bench.market)).toContain('link down')
    expect(bench.venue.socket.reconnects).toBe(1)
  })

  it('says it is down within 3 s of silence', () => {
    const bench = open()
    bench.venue.socket.ack = () => undefined
    const from = bench.clock.monoMs()
    while (!kinds(bench.market).includes('link down')) bench.clock.advance(10)
    expect(bench.clock.monoMs() - from).toBeLessThanOrEqual(2_600)
  })

  it('says so no later where something has come while it was probed', () => {
    const bench = open()
    bench.venue.socket.ack = () => undefined
    bench.clock.advance(1_600)
    bench.venue.socket.handlers.heard()
    const from = bench.clock.monoMs()
    while (!kinds(bench.market).includes('link down')) bench.clock.advance(10)
    expect(bench.clock.monoMs() - from).toBeLessThanOrEqual(2_600)
  })

  it('lives while pings go on, without a probe', () => {
    const bench = open()
    for (let i = 0; i < 20; i++) {
      bench.clock.advance(1_000)
      bench.venue.socket.handlers.heard()
    }
    expect(bench.venue.socket.named('subscribe')).toHaveLength(1)
    expect(kinds(bench.market)).not.toContain('link down')
  })

  it('tells of hearing at most every 250 ms', () => {
    const bench = open()
    bench.market.length = 0
    for (let i = 0; i < 1_000; i++) {
      bench.clock.advance(1)
      bench.venue.socket.handlers.heard()
    }
    const heard = bench.market.filter((e) => e.kind === 'link' && e.state === 'heard').length
    expect(heard).toBeGreaterThanOrEqual(3)
    expect(heard).toBeLessThanOrEqual(4)
  })

  it('ends with stop', () => {
    const bench = open()
    bench.session.marketData.stop()
    const sent = bench.venue.socket.emitted.length
    bench.clock.advance(60_000)
    expect(bench.venue.socket.closed).toBe(true)
    expect(bench.venue.socket.emitted).toHaveLength(sent)
  })
})

describe('events', () => {
  it('are passed on in order with their gaps', () => {
    const bench = open()
    bench.market.length = 0
    for (const [name, payload] of [
      ['orderbook.snapshot', snapshotOf(1, 4)],
      ['orderbook.update', update(1, 5)],
      ['orderbook.update', update(1, 9)],
      ['orderbook.update', update(1, 9)],
      ['orderbook.update', update(1, 7)],
    ] as const) {
      bench.venue.socket.push(name, payload)
    }
    expect(bench.market.flatMap((e) => ('seq' in e ? [e.seq] : []))).toEqual([4, 5, 9, 9, 7])
    expect(bench.market.find((e) => e.kind === 'snapshot')).toMatchObject({
      book: [{ bids: [{ price: 40, size: 500 }], asks: [] }, { bids: [] }],
    })
    expect(bench.market.find((e) => e.kind === 'change')).toMatchObject({
      change: { outcome: 0, side: 'BUY', price: 41, size: 2 },
    })
  })

  it('come without seq where the profile promises none', () => {
    const bench = open({ sequenced: false })
    bench.venue.socket.push('orderbook.snapshot', snapshotOf(1, 4))
    const event = bench.market.find((e) => e.kind === 'snapshot')
    expect(event).toBeDefined()
    expect(event).not.toHaveProperty('seq')
  })

  it('cannot be read when a book is not the one of its hash, where the profile promises hashes', () => {
    const wrong = { ...snapshotOf(1, 4), data: { hash: bookHash(books(1)), books: books(1, '0.39') } }
    for (const [hashed, kind] of [
      [true, 'unreadable'],
      [false, 'snapshot'],
    ] as const) {
      const bench = open({ hashed })
      bench.market.length = 0
      bench.venue.socket.push('orderbook.snapshot', wrong)
      expect(kinds(bench.market)).toEqual([kind])
    }
  })

  it.each([
    [true, '0.4', []],
    [true, '0.39', ['unreadable']],
    [false, '0.39', []],
  ] as const)('hashed %s: are held against the book over REST at the same number: %s', (hashed, bid, expected) => {
    const bench = open({ hashed })
    bench.venue.socket.push('orderbook.snapshot', snapshotOf(1, 4))
    const rest = books(1, bid)
    const json = { marketId: 'm1', conditionId: '0xc1', seq: 4, hash: bookHash(rest), books: rest }
    bench.venue.on('GET', /orderbook/, () => ({ json }))
    bench.market.length = 0
    answerOf<Answer<BookReading>>(bench.clock, (done) => bench.session.marketData.readBook(m1, done))
    expect(kinds(bench.market)).toEqual(expected)
  })

  it('of a book that are late by their stamps are not taken for what is now, until one is fresh', () => {
    const bench = open()
    const { venue, clock, session } = bench
    venue.on('GET', /fee$/, () => ({ json: { feeRateBps: 100, feeRateBpsOverride: null } }))
    answerOf<Answer<FeeReading>>(clock, (done) => session.marketData.readFee(m1, done))
    const ago = (ms: number) => ({ ts: clock.wallMs() - ms })
    const push = (name: string, payload: object, ms: number) => venue.socket.push(name, { ...payload, ...ago(ms) })
    bench.market.length = 0
    push('orderbook.snapshot', snapshotOf(1, 5), 0)
    push('orderbook.update', update(1, 6), 1000)
    push('orderbook.update', update(1, 7), 9000)
    push('orderbook.update', update(1, 8), 9000)
    push('orderbook.snapshot', snapshotOf(1, 9), 9000)
    expect(kinds(bench.market)).toEqual(['snapshot', 'change', 'unreadable'])
    expect(bench.market.at(-1)).toMatchObject({ conditionId: '0xc1' })
    expect(JSON.stringify(bench.market.at(-1))).toMatch(/orderbook: behind the venue by [89]\.\d s/)
    // another room is another line
    push('orderbook.snapshot', snapshotOf(2, 1), 0)
    push('orderbook.snapshot', snapshotOf(1, 10), 0)
    push('orderbook.update', update(1, 11), 0)
    expect(kinds(bench.market).slice(3)).toEqual(['snapshot', 'snapshot', 'change'])
  })

  it('cover trades, settlements, status and fee', () => {
    const bench = open()
    bench.market.length = 0
    const envelope = (data: unknown) => ({ conditionId: '0xc1', seq: 1, ts: 77, data })
    const trade = { tradeId: 't', matchType: 'mint', tokenId: '102', side: 'BUY', price: '0.6', size: '9' }
    bench.venue.socket.push('trade', envelope(trade))
    bench.venue.socket.push('trade.settlement', envelope({ tradeId: 't', status: 'failed' }))
    bench.venue.socket.push('market.status', envelope({ status: 'RESOLVED', winningOutcomeId: 'n1' }))
    bench.venue.socket.push('market.fee', envelope({ feeRateBps: 5, feeRateBpsOverride: null }))
    const conditionId = '0xc1'
    expect(bench.market.filter((e) => e.kind !== 'link')).toEqual([
      {
        kind: 'trade',
        conditionId,
        trade: {
          tradeId: 't',
          conditionId,
          matchType: 'mint',
          outcome: 1,
          side: 'BUY',
          price: 60,
          sizeRaw: 9n,
          venueMs: 77,
        },
      },
      { kind: 'settlement', conditionId, tradeId: 't', status: 'failed' },
      { kind: 'status', conditionId, status: 'RESOLVED', winner: 1 },
      { kind: 'fee-changed', conditionId },
    ])
  })

  it('tell no trade again that the venue told before its connection was lost, or before the room was joined anew', () => {
    const bench = open()
    const told = (data: object) => {
      bench.market.length = 0
      const trade = { tradeId: 't', matchType: 'direct', tokenId: '101', side: 'BUY', price: '0.6', size: '9' }
      bench.venue.socket.push('trade', { conditionId: '0xc1', seq: 1, ts: 77, data: { ...trade, ...data } })
      return bench.market.filter((e) => e.kind === 'trade').length
    }
    // parts of one trade with several makers may be alike
    expect([told({}), told({})]).toEqual([1, 1])
    bench.venue.socket.cut()
    bench.clock.advance(100)
    bench.venue.socket.reopen()
    bench.clock.advance(100)
    expect([told({}), told({ tradeId: 'u' }), told({ price: '0.61' })]).toEqual([0, 1, 1])
    bench.clock.advance(2000)
    expect([told({ tradeId: 'u' }), told({ tradeId: 'v' })]).toEqual([0, 1])
  })

  it('may carry null for what they may leave out', () => {
    const bench = open({ sequenced: false })
    bench.market.length = 0
    const event = { ...snapshotOf(1, 1), seq: null, data: { hash: null, books: books(1) } }
    bench.venue.socket.push('orderbook.snapshot', event)
    bench.venue.socket.push('market.status', {
      ...{ conditionId: '0xc1', seq: null, ts: 7, data: { status: 'CLOSED', clobMarketStatus: null } },
    })
    expect(kinds(bench.market)).toEqual(['snapshot', 'status'])
  })

  it('have the names that the profile gives them', () => {
    const bench = open({ events: { 'orderbook.update': 'depth' } })
    bench.venue.socket.push('depth', update(1, 1))
    expect(kinds(bench.market)).toContain('change')
  })

  it('that cannot be read become unreadable for their market, never a throw', () => {
    const bench = open()
    bench.market.length = 0
    for (const payload of [
      { ...update(1, 1), data: { tokenId: '999', side: 'BUY', price: '0.4', size: '1' } },
      { ...update(1, 1), data: { tokenId: '101', side: 'BUY', price: '0.405', size: '1' } },
      { conditionId: '0xc1', seq: 'x', ts: 1, data: null },
    ]) {
      bench.venue.socket.push('orderbook.update', payload)
    }
    expect(kinds(bench.market)).toEqual(['unreadable', 'unreadable', 'unreadable'])
    for (const garbage of [undefined, null, 7, 'x', [], { conditionId: 5 }, { conditionId: '0xother' }]) {
      bench.venue.socket.push('orderbook.update', garbage)
      bench.venue.socket.push('no-such-event', garbage)
    }
    expect(kinds(bench.market)).toHaveLength(3)
  })

  it('that name no market cost every book its trust where no sequence would show the gap', () => {
    const bench = open({ sequenced: false })
    bench.market.length = 0
    bench.venue.socket.push('orderbook.update', 'garbage')
    expect(kinds(bench.market)).toEqual(['unreadable', 'unreadable'])
  })
})

describe('reads', () => {
  it('lists markets over all pages and says why some cannot be quoted', () => {
    const bench = startBench()
    const list = [
      wireMarket(1),
      wireMarket(2, { clobMarketStatus: 'PENDING' }),
      wireMarket(3, { outcomes: wireMarket(3).outcomes.slice(0, 1) }),
      wireMarket(4, { outcomes: wireMarket(4).outcomes.map((o) => ({ ...o, tokenId: null })) }),
      // what cannot be read of one market costs no other
      { ...wireMarket(5), status: 'PAUSED' },
      { ...wireMarket(6), feeRateBps: -20, question: null },
      ...Array.from({ length: 260 }, (_, i) => wireMarket(i + 10)),
    ]
    bench.venue.on('GET', /^\/markets\?/, ({ path }) => {
      const query = new URL(`http://x${path}`).searchParams
      expect(query.get('status')).toBe('OPEN')
      expect(query.get('tagSlug')).toBe('nba')
      const offset = Number(query.get('offset'))
      const pagination = { page: 1, pageSize: 250, total: list.length, totalPages: 2, hasNext: false, hasPrev: false }
      return { json: { data: list.slice(offset, offset + 250), pagination } }
    })
    const answer = answerOf<Answer<MarketListing>>(bench.clock, (done) =>
      bench.session.marketData.listMarkets({ tagSlug: 'nba' }, done),
    )
    expect(answer.ok && answer.value.markets.length).toBe(261)
    expect(answer.ok && answer.value.refused.map((r) => [r.id, r.reason])).toEqual([
      ['m2', expect.stringContaining('PENDING')],
      ['m3', expect.stringContaining('two outcomes')],
      ['m4', expect.stringContaining('token id')],
      ['m5', expect.stringMatching(/^status: .*OPEN/)],
      ['m6', expect.stringMatching(/^question: /)],
    ])
    expect(answer.ok && answer.value.refused.at(-1)).toMatchObject({ conditionId: '0xc6', question: '' })
  })

  it('lists and reads what tells no more than the specification shows, with null for what is not there', () => {
    const bench = startBench()
    const bare = { ...wireMarket(1), clobMarketStatus: null, tags: null, tickSize: null, collateral: null, volume: 1.5 }
    const pagination = { page: 1, pageSize: 250, total: 1, totalPages: 1, hasNext: false, hasPrev: false }
    bench.venue.on('GET', /^\/markets\?/, () => ({ json: { data: [bare], pagination } }))
    const list = answerOf(bench.clock, (done) => bench.session.marketData.listMarkets({}, done))
    expect(list).toMatchObject({ ok: true, value: { markets: [{ id: 'm1', ticksPerUnit: 100 }], refused: [] } })
    bench.venue.on('GET', /^\/markets\/m1$/, () => ({ json: bare }))
    const read = answerOf(bench.clock, (done) => bench.session.marketData.readMarket('m1', done))
    expect(read).toMatchObject({ ok: true, value: { id: 'm1', registration: 'REGISTERED' } })
  })

  it('reads a fee with the time of its question: its answer may have lain in the socket of a process that was held', () => {
    const bench = startBench()
    bench.venue.on('GET', /^\/markets\/m1\/fee$/, () => ({ json: { feeRateBps: 120, feeRateBpsOverride: null } }))
    bench.clock.advance(500)
    const answer = answerOf<Answer<FeeReading>>(bench.clock, (done) => bench.session.marketData.readFee(m1, done))
    expect(answer).toEqual({ ok: true, value: { feeRateBps: 120, readAtMonoMs: 500 } })
  })

  it('reads best bids without our own', () => {
    const bench = startBench()
    bench.venue.on('GET', /best-bids/, () => ({
      json: {
        marketId: 'm1',
        conditionId: '0xc1',
        bestBids: [
          { outcomeId: 'y1', tokenId: '101', bestBid: { price: '0.4', size: '5000000' } },
          { outcomeId: 'n1', tokenId: '102', bestBid: null },
        ],
      },
    }))
    const answer = answerOf<Answer<BestBids>>(bench.clock, (done) => bench.session.marketData.readBestBids(m1, done))
    expect(answer).toEqual({ ok: true, value: [{ price: 40, size: 500 }, undefined] })
    expect(bench.venue.requests[0]?.path).toBe(`/markets/m1/best-bids?excludeMaker=${WALLET}`)
  })

  it('reads a book with seq and hash', () => {
    const bench = startBench()
    const json = { marketId: 'm1', conditionId: '0xc1', seq: 3, hash: bookHash(books(1)), books: books(1) }
    bench.venue.on('GET', /orderbook/, () => ({ json }))
    const answer = answerOf<Answer<BookReading>>(bench.clock, (done) => bench.session.marketData.readBook(m1, done))
    expect(answer).toMatchObject({ ok: true, value: { seq: 3, hash: bookHash(books(1)) } })
  })

  it('refuses a book that is not the one of its hash, where the profile promises hashes', () => {
    const json = { marketId: 'm1', conditionId: '0xc1', seq: 3, hash: 'abc', books: books(1) }
    for (const hashed of [true, false]) {
      const bench = startBench({ profile: profileOf({ socket: { hashed } }) })
      bench.venue.on('GET', /orderbook/, () => ({ json }))
      const answer = answerOf<Answer<BookReading>>(bench.clock, (done) => bench.session.marketData.readBook(m1, done))
      expect(answer.ok).toBe(!hashed)
    }
  })

  it.each([
    ['an HTML page', { text: '<html>' }],
    ['a missing field', { json: { feeRateBps: '120' } }],
    ['a fee that no order may have', { json: { feeRateBps: 1001, feeRateBpsOverride: null } }],
    ['a redirect', { status: 301, text: '', headers: { location: 'https://x' } }],
  ])('turns %s into a failure without a default', (_name, reply) => {
    const bench = startBench()
    bench.venue.on('GET', /fee/, () => reply)
    const answer = answerOf<Answer<FeeReading>>(bench.clock, (done) => bench.session.marketData.readFee(m1, done))
    expect(answer.ok).toBe(false)
    if (!answer.ok) expect(['bad-payload', 'venue-failed']).toContain(answer.failure.code)
  })

  it('learns the venue clock from answers and events', () => {
    const bench = open()
    bench.venue.skewMs = -20_000
    bench.venue.on('GET', /fee/, () => ({ json: { feeRateBps: 1, feeRateBpsOverride: null } }))
    answerOf<Answer<FeeReading>>(bench.clock, (done) => bench.session.marketData.readFee(m1, done))
    const ts = bench.clock.wallMs() - 20_000
    bench.venue.socket.push('orderbook.update', { ...update(1, 1), ts })
    expect(Math.abs(bench.session.venueClock.venueMs() - ts)).toBeLessThanOrEqual(600)
    expect(bench.session.venueClock.errorMs()).toBeLessThanOrEqual(600)
  })
})
