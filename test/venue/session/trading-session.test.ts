import { describe, expect, it } from 'vitest'
import type { AccountSnapshot } from '../../../src/domain/account/account.js'
import { ticks } from '../../../src/domain/amounts/price.js'
import { lots } from '../../../src/domain/amounts/size.js'
import { type Answer, QuoinError } from '../../../src/domain/error.js'
import type { Market } from '../../../src/domain/market/market.js'
import type { Fill } from '../../../src/domain/orders/fill.js'
import type { OrderDraft, OrderRecord } from '../../../src/domain/orders/order.js'
import type { CancelResult, SignedOrder, SubmitResult } from '../../../src/venue/trading.js'
import {
  API_KEY,
  fakeSigner,
  hashOf,
  marketOf,
  profileOf,
  type Reply,
  WALLET,
  wireMarket,
  wireOrder,
} from './fake-venue.js'
import { answerOf, type Bench, startBench } from './start-session.js'

const market = marketOf(1)
const draft: OrderDraft = {
  conditionId: market.conditionId,
  outcome: 0,
  side: 'BUY',
  price: ticks(40),
  size: lots(500),
  type: 'POST_ONLY',
  expirationSec: 1_800_000_000,
  feeRateBps: 100,
}
const pages = (total: number) => ({ page: 1, pageSize: 250, total, totalPages: 1, hasNext: false, hasPrev: false })

const at = (second: number) => `2026-01-01T00:00:${String(second).padStart(2, '0')}.000Z`
const wireTrade = (n: number) => ({
  tradeId: `t${n}`,
  orderHash: hashOf(n),
  conditionId: '0xc1',
  tokenId: '102',
  side: 'BUY',
  price: '0.4',
  size: '1000000',
  fee: '5',
  liquidity: 'maker',
  status: 'pending',
  timestamp: at(n),
})

function bench(): Bench {
  const started = startBench()
  started.session.marketData.watch([market])
  started.trading.start()
  started.clock.advance(100)
  return started
}

const sign = (b: Bench) => {
  const answer = answerOf<Answer<SignedOrder>>(b.clock, (done) => b.trading.sign(draft, market, done))
  if (!answer.ok) throw new Error(answer.failure.message)
  return answer.value
}
const submit = (b: Bench) => {
  const order = sign(b)
  return answerOf<Answer<SubmitResult>>(b.clock, (done) => b.trading.submit(order, done))
}
const cancel = (b: Bench, hashes = [hashOf(1), hashOf(2)]) =>
  answerOf<Answer<CancelResult>>(b.clock, (done) => b.trading.cancelMany(hashes, done))

const serverError: Reply = { status: 500, json: { statusCode: 500, message: 'Internal server error' } }
const gateway: Reply = { status: 502, text: '<html>Bad gateway</html>' }

describe('orders', () => {
  it('signs the exact body that is sent, without a bearer', () => {
    const b = bench()
    b.venue.on('POST', /^\/markets\/m1\/orders$/, () => ({
      status: 201,
      json: { orderHash: hashOf(1), status: 'open' },
    }))
    expect(submit(b)).toEqual({ ok: true, value: { hash: hashOf(1), status: 'open' } })
    const [request] = b.venue.sent(/^\/markets\/m1\/orders$/)
    expect(request?.headers['authorization']).toBeUndefined()
    expect(request?.headers['x-api-key']).toBe(API_KEY)
    expect(JSON.parse(request?.body ?? '')).toEqual({
      order: {
        salt: '7',
        maker: WALLET,
        signer: WALLET,
        taker: '0x0000000000000000000000000000000000000000',
        tokenId: '101',
        makerAmount: '2000000',
        takerAmount: '5000000',
        expiration: '1800000000',
        nonce: '0',
        feeRateBps: '100',
        side: '0',
        signatureType: '0',
        signature: '0xaa',
      },
      orderType: 'POST_ONLY',
    })
  })

  it('leaves side and signatureType out where the profile has ten fields', () => {
    const { typedData } = profileOf()
    const b = startBench({ profile: profileOf({ typedData: { ...typedData, variant: 'side-from-amounts' } }) })
    expect(Object.keys(JSON.parse(sign(b).body).order)).toHaveLength(11)
  })

  it.each([
    ['a lost answer', 'lost' as Reply, true],
    ['a refused connection', 'refused' as Reply, false],
    ['a 500', serverError, true],
    ['a 502 page', gateway, true],
    ['a 2xx that cannot be read', { status: 201, text: '<html>' } as Reply, true],
    ['another hash', { status: 201, json: { orderHash: hashOf(9), status: 'open' } } as Reply, true],
    ['a clear refusal', { status: 400, json: { statusCode: 400, message: 'Invalid signature' } } as Reply, false],
    ['cancel-only', { status: 503, json: { statusCode: 503, message: 'x', code: 'cancel_only' } } as Reply, false],
    ['a 429 page', { status: 429, text: '<html>' } as Reply, false],
    ['a conflict', { status: 409, json: { statusCode: 409, message: 'Conflict' } } as Reply, true],
  ])('after %s the outcome of a submit is unknown: %#', (_name, reply, unknown) => {
    const b = bench()
    b.venue.on('POST', /^\/markets\/m1\/orders$/, () => reply)
    const answer = submit(b)
    expect(answer.ok).toBe(false)
    if (!answer.ok) expect(answer.failure.mayHaveHappened ?? false).toBe(unknown)
    expect(b.venue.sent(/^\/markets\/m1\/orders$/)).toHaveLength(1)
  })

  it('sends nothing without a permit: what the venue has blocked waits for the end of the silence', () => {
    const b = bench()
    b.venue.on('POST', /^\/markets\/m1\/orders$/, () => ({
      status: 429,
      text: '<html>',
      headers: { 'retry-after-short': '1' },
    }))
    expect(submit(b)).toMatchObject({
      ok: false,
      failure: { code: 'rate-limited', notBeforeMonoMs: expect.any(Number) },
    })
    const now = b.clock.monoMs()
    b.trading.submit(sign(b), () => undefined)
    b.clock.advance(1_000)
    expect(b.venue.sent(/^\/markets\/m1\/orders$/)).toHaveLength(1)
    b.clock.advance(100)
    expect(b.venue.sent(/^\/markets\/m1\/orders$/)).toHaveLength(2)
    expect(b.clock.monoMs()).toBeGreaterThan(now + 1_000)
  })

  it('hands the refusal of a signer on', () => {
    const refusal = new Error('size too large')
    const b = startBench({ signer: { ...fakeSigner, signOrder: (_m, _c, done) => done(refusal) } })
    const answer = answerOf<Answer<SignedOrder>>(b.clock, (done) => b.trading.sign(draft, market, done))
    expect(answer).toMatchObject({ ok: false, failure: { code: 'signer-refused', message: 'size too large' } })
  })

  it('hands on when a signer may be asked again', () => {
    const refusal = new QuoinError('rate-limited', 'too many signatures', { notBeforeMonoMs: 51_000 })
    const b = startBench({ signer: { ...fakeSigner, signOrder: (_m, _c, done) => done(refusal) } })
    const answer = answerOf<Answer<SignedOrder>>(b.clock, (done) => b.trading.sign(draft, market, done))
    const failure = { code: 'rate-limited', message: 'too many signatures', notBeforeMonoMs: 51_000 }
    expect(answer).toEqual({ ok: false, failure })
  })
})

describe('cancels', () => {
  it('takes none for done where fewer were than are named: nobody knows which', () => {
    const b = bench()
    b.venue.on('POST', /cancel-many/, () => ({
      json: { cancelled: 1, orderHashes: [hashOf(1), hashOf(2)], failed: [] },
    }))
    const error = '1 of 2 named were cancelled'
    expect(cancel(b, [hashOf(1), hashOf(2)])).toEqual({
      ok: true,
      value: { cancelled: [], failed: [hashOf(1), hashOf(2)].map((hash) => ({ hash, error })) },
    })
  })

  it('puts every hash on one side, silent ones on the failed one', () => {
    const b = bench()
    b.venue.on('POST', /cancel-many/, () => ({
      json: { cancelled: 1, orderHashes: [hashOf(1)], failed: [{ orderHash: hashOf(2), error: 'pending' }] },
    }))
    expect(cancel(b, [hashOf(1), hashOf(2), hashOf(3)])).toEqual({
      ok: true,
      value: {
        cancelled: [hashOf(1)],
        failed: [
          { hash: hashOf(2), error: 'pending' },
          { hash: hashOf(3), error: 'not named in the answer' },
        ],
      },
    })
    const [request] = b.venue.sent(/cancel-many/)
    expect(request?.headers['authorization']).toBe('Bearer access-token-1')
    expect(request?.routeClass).toBe('cancel')
    expect(JSON.parse(request?.body ?? '')).toEqual({ orderHashes: [hashOf(1), hashOf(2), hashOf(3)], account: WALLET })
  })

  it('takes a hash that is named as failed for no cancelled one, as where the answer repeats all that was asked for', () => {
    const b = bench()
    b.venue.on('POST', /cancel-many/, () => ({
      json: {
        cancelled: 1,
        orderHashes: [hashOf(1), hashOf(2).toUpperCase().replace('0X', '0x')],
        failed: [{ orderHash: hashOf(2), error: 'pending' }],
      },
    }))
    expect(cancel(b)).toEqual({
      ok: true,
      value: { cancelled: [hashOf(1)], failed: [{ hash: hashOf(2), error: 'pending' }] },
    })
  })

  it.each([['lost' as Reply], [serverError], [gateway]])(
    'may have happened when the answer is missing: %#',
    (reply) => {
      const b = bench()
      b.venue.on('POST', /cancel/, () => reply)
      expect(cancel(b)).toMatchObject({ ok: false, failure: { mayHaveHappened: true } })
      const all = answerOf<Answer<void>>(b.clock, (done) => b.trading.cancelAll(market, done))
      expect(all).toMatchObject({ ok: false, failure: { mayHaveHappened: true } })
    },
  )

  it('takes 1 to 100 hashes', () => {
    const b = bench()
    expect(cancel(b, [])).toMatchObject({ ok: false, failure: { code: 'bad-argument' } })
    expect(
      cancel(
        b,
        Array.from({ length: 101 }, (_, i) => hashOf(i)),
      ),
    ).toMatchObject({ ok: false })
    expect(b.venue.sent(/cancel/)).toHaveLength(0)
  })

  it('cancels a whole market', () => {
    const b = bench()
    b.venue.on('POST', /^\/markets\/m1\/orders\/cancel-all$/, () => ({ json: {} }))
    expect(answerOf<Answer<void>>(b.clock, (done) => b.trading.cancelAll(market, done))).toMatchObject({ ok: true })
  })
})

describe('look-ups', () => {
  it('tells an unknown order from a page in the way', () => {
    const b = bench()
    const look = () => answerOf<Answer<OrderRecord>>(b.clock, (done) => b.trading.readOrder(hashOf(5), done))
    b.venue.on('GET', /^\/orders\/0x/, () => ({ status: 404, json: { statusCode: 404, message: 'Order not found' } }))
    expect(look()).toMatchObject({ ok: false, failure: { code: 'not-found' } })
    b.venue.on('GET', /^\/orders\/0x/, () => ({ status: 404, text: '<html>' }))
    expect(look()).toMatchObject({ ok: false, failure: { code: 'venue-failed' } })
    b.venue.on('GET', /^\/orders\/0x/, () => ({ json: wireOrder(6) }))
    expect(look()).toMatchObject({ ok: false, failure: { code: 'bad-payload' } })
    b.venue.on('GET', /^\/orders\/0x/, () => ({ json: wireOrder(5) }))
    expect(look()).toMatchObject({ ok: true, value: { hash: hashOf(5), price: 40, remainingRaw: 5_000_000n } })
  })

  it('lists every page, reads unknown markets first, and leaves out those that cannot be quoted', () => {
    const b = bench()
    const everything = [
      ...Array.from({ length: 260 }, (_, i) => wireOrder(i)),
      wireOrder(900, { conditionId: '0xc2', tokenId: '202' }),
      wireOrder(901, { conditionId: '0xc3', tokenId: '303' }),
    ]
    b.venue.on('GET', /^\/orders\?/, ({ path }) => {
      const query = new URL(`http://x${path}`).searchParams
      expect(query.get('account')).toBe(WALLET)
      expect(query.get('status')).toBe('open,partially_filled')
      const offset = Number(query.get('offset'))
      return { json: { orders: everything.slice(offset, offset + 250), pagination: pages(everything.length) } }
    })
    b.venue.on('GET', /^\/markets\/0xc2$/, () => ({ json: wireMarket(2) }))
    b.venue.on('GET', /^\/markets\/0xc3$/, () => ({ json: wireMarket(3, { outcomes: [] }) }))
    const list = () =>
      answerOf<Answer<readonly OrderRecord[]>>(b.clock, (done) =>
        b.trading.listOrders({ statuses: ['open', 'partially_filled'] }, done),
      )
    const told: unknown[] = []
    b.trading.listen((event) => told.push(event))
    const answer = list()
    expect(answer.ok && answer.value.length).toBe(261)
    expect(answer.ok && answer.value.at(-1)).toMatchObject({ conditionId: '0xc2', outcome: 1 })
    list()
    expect(b.venue.sent(/^\/markets\/0xc/)).toHaveLength(2)
    // once, however often they are listed
    expect(told).toEqual([{ kind: 'left-out', hash: hashOf(901), conditionId: '0xc3' }])
  })

  it('takes null for what the venue may leave out', () => {
    const b = bench()
    const bare = { ...wireOrder(1), pendingSize: null, expiration: null }
    b.venue.on('GET', /^\/orders\?/, () => ({ json: { orders: [bare], pagination: null } }))
    const list = answerOf(b.clock, (done) => b.trading.listOrders({ statuses: ['open'] }, done))
    expect(list).toMatchObject({ ok: true, value: [{ hash: hashOf(1), pendingRaw: 0n, expirationSec: 0 }] })
    b.venue.on('GET', /^\/orders\/0x/, () => ({
      ...{ status: 404, json: { statusCode: 404, message: 'Order not found', error: null, code: null } },
    }))
    const look = answerOf(b.clock, (done) => b.trading.readOrder(hashOf(1), done))
    expect(look).toMatchObject({ ok: false, failure: { code: 'not-found' } })
    // a list that must be there is named
    b.venue.on('GET', /^\/orders\?/, () => ({ json: { orders: null } }))
    expect(answerOf(b.clock, (done) => b.trading.listOrders({ statuses: ['open'] }, done))).toMatchObject({
      ...{ ok: false, failure: { code: 'bad-payload', message: expect.stringContaining('orders: orders: ') } },
    })
  })

  it('needs neither the type of an order nor a total: one placed by hand hides no other', () => {
    const b = bench()
    const { orderType: _type, ...untyped } = wireOrder(2)
    const all = [wireOrder(1), { ...wireOrder(3), orderType: 'MARKET' }, untyped]
    b.venue.on('GET', /^\/orders\?/, () => ({ json: { orders: all, pagination: { page: 1, pageSize: 250 } } }))
    const list = answerOf<Answer<readonly OrderRecord[]>>(b.clock, (done) =>
      b.trading.listOrders({ statuses: ['open'] }, done),
    )
    expect(list.ok && list.value.map(({ hash }) => hash)).toEqual([hashOf(1), hashOf(3), hashOf(2)])
    b.venue.on('GET', /^\/orders\/0x/, () => ({ json: { ...wireOrder(5), orderType: 'IOC' } }))
    const look = answerOf(b.clock, (done) => b.trading.readOrder(hashOf(5), done))
    expect(look).toMatchObject({ ok: true, value: { hash: hashOf(5), remainingRaw: 5_000_000n } })
  })

  it('is a failure, never an empty list, when a page or a market cannot be read', () => {
    const b = bench()
    const list = () =>
      answerOf<Answer<readonly OrderRecord[]>>(b.clock, (done) => b.trading.listOrders({ statuses: ['open'] }, done))
    b.venue.on('GET', /^\/orders\?/, () => serverError)
    expect(list()).toMatchObject({ ok: false, failure: { code: 'venue-failed' } })
    b.venue.on('GET', /^\/orders\?/, () => ({ json: { orders: [wireOrder(1, { conditionId: '0xc8' })] } }))
    b.venue.on('GET', /^\/markets\/0xc8$/, () => serverError)
    expect(list()).toMatchObject({ ok: false, failure: { code: 'venue-failed' } })
    b.venue.on('GET', /^\/orders\?/, () => ({ json: { orders: [wireOrder(1, { price: 'NaN' })] } }))
    expect(list()).toMatchObject({ ok: false, failure: { code: 'bad-payload' } })
  })

  it('has a record between the ticks at the next price that is worse, beside the others, and says so once', () => {
    const b = bench()
    const told: unknown[] = []
    b.trading.listen((event) => told.push(event))
    const of = (n: number, side: 'BUY' | 'SELL', price: string) => ({ orderHash: hashOf(n), side, price })
    const prices = [
      of(1, 'BUY', '0.4'),
      of(2, 'BUY', '0.455'),
      of(3, 'SELL', '0.455'),
      of(4, 'BUY', '0.999'),
      of(5, 'SELL', '0.001'),
      of(6, 'SELL', '0.470'),
    ]
    b.venue.on('GET', /^\/orders\?/, () => ({ json: { orders: prices.map((one, i) => wireOrder(i, one)) } }))
    b.venue.on('GET', /^\/me\/trades/, () => ({
      json: { data: prices.map((one, i) => ({ ...wireTrade(i), ...one })), pagination: pages(prices.length) },
    }))
    const orders = () =>
      answerOf<Answer<readonly OrderRecord[]>>(b.clock, (done) => b.trading.listOrders({ statuses: ['open'] }, done))
    const fills = answerOf<Answer<readonly Fill[]>>(b.clock, (done) => b.trading.listFills(0, done))
    for (const list of [orders(), orders(), fills]) {
      if (!list.ok) throw new Error(list.failure.message)
      expect(list.value.map(({ hash, price }) => [hash, price])).toEqual(
        [40, 46, 45, 99, 1, 47].map((price, i) => [hashOf(i + 1), price]),
      )
    }
    const said = (n: number, price: string, countsAt: string) => {
      return { kind: 'off-grid', hash: hashOf(n), conditionId: '0xc1', price, countsAt }
    }
    expect(told.filter((event) => (event as { kind: string }).kind === 'off-grid')).toEqual([
      ...[said(2, '0.455', '0.46'), said(3, '0.455', '0.45'), said(4, '0.999', '0.99'), said(5, '0.001', '0.01')],
    ])
  })

  it('reads fills back to a moment', () => {
    const b = bench()
    b.venue.on('GET', /^\/me\/trades/, () => ({
      json: { data: [wireTrade(9), wireTrade(8), wireTrade(3)], pagination: pages(3) },
    }))
    const fills = answerOf<Answer<readonly Fill[]>>(b.clock, (done) => b.trading.listFills(Date.parse(at(8)), done))
    expect(fills.ok && fills.value.map((f) => [f.tradeId, f.outcome, f.feeRaw])).toEqual([
      ['t9', 1, 5n],
      ['t8', 1, 5n],
    ])
  })

  it('does not read the markets of what is held, and knows them once somebody has', () => {
    const b = startBench()
    b.trading.start()
    b.clock.advance(100)
    const token = (conditionId: string, tokenId: string) => ({
      ...{ conditionId, outcomeId: 'x', tokenId, total: '7', available: '4', locked: '1', pending: '2' },
    })
    const reads: string[] = []
    b.venue.on('GET', /^\/me\/positions/, () => ({ json: { data: [token('0xc1', '102')], pagination: pages(1) } }))
    b.venue.on('GET', /^\/me\/balances/, () => ({
      json: { account: WALLET, collateral: { total: '10', available: '5', locked: '3', pending: '2' } },
    }))
    b.venue.on('GET', /^\/markets\/0xc1/, () => {
      reads.push('0xc1')
      return { json: wireMarket(1) }
    })
    const read = () => answerOf<Answer<AccountSnapshot>>(b.clock, (done) => b.trading.readAccount(done))
    const tokens = [{ tokenId: '102', totalRaw: 7n, lockedRaw: 1n, pendingRaw: 2n }]
    expect(read()).toMatchObject({ ok: true, value: { holdings: [], unread: [{ conditionId: '0xc1', tokens }] } })
    expect(reads).toEqual([])
    expect(answerOf<Answer<Market>>(b.clock, (done) => b.session.marketData.readMarket('0xc1', done)).ok).toBe(true)
    const known = read()
    expect(known).toMatchObject({ ok: true, value: { holdings: [{ conditionId: '0xc1', tokensRaw: [0n, 7n] }] } })
    expect(known.ok && known.value.unread).toBeUndefined()
  })

  it('never shows tokens beside what a transaction on the chain has paid for them', () => {
    const b = startBench()
    b.trading.start()
    b.clock.advance(100)
    // it is mined between the two requests of a reading
    let isRedeemed = false
    const mined = <T>(before: T, after: T) => {
      const json = isRedeemed ? after : before
      isRedeemed = true
      return { json }
    }
    const token = {
      conditionId: '0xc1',
      outcomeId: 'x',
      tokenId: '102',
      total: '7',
      available: '7',
      locked: '0',
      pending: '0',
    }
    b.venue.on('GET', /^\/me\/positions/, () =>
      mined({ data: [token], pagination: pages(1) }, { data: [], pagination: pages(0) }),
    )
    const owns = (total: string) => ({
      account: WALLET,
      collateral: { total, available: total, locked: '0', pending: '0' },
    })
    b.venue.on('GET', /^\/me\/balances/, () => mined(owns('10'), owns('17')))
    const read = () => answerOf<Answer<AccountSnapshot>>(b.clock, (done) => b.trading.readAccount(done))
    expect(read()).toMatchObject({ ok: true, value: { collateral: { totalRaw: 10n }, holdings: [] } })
    expect(read()).toMatchObject({ ok: true, value: { collateral: { totalRaw: 17n }, holdings: [] } })
  })

  it('reads fills of a watched market on the grid it is watched with, whatever a later reading of the market says', () => {
    const b = startBench()
    b.trading.start()
    b.session.marketData.watch([market])
    b.clock.advance(100)
    b.venue.on('GET', /^\/markets\/0xc1/, () => ({ json: { ...wireMarket(1), tickSize: '0.001' } }))
    b.venue.on('GET', /^\/me\/trades/, () => ({
      json: { data: [{ ...wireTrade(9), price: '0.47' }], pagination: pages(1) },
    }))
    const reread = answerOf<Answer<Market>>(b.clock, (done) => b.session.marketData.readMarket('0xc1', done))
    expect(reread).toMatchObject({ ok: true, value: { ticksPerUnit: 1000 } })
    const fills = answerOf<Answer<readonly Fill[]>>(b.clock, (done) => b.trading.listFills(0, done))
    expect(fills).toMatchObject({ ok: true, value: [{ price: 47 }] })
  })

  it('reads fills of a market that nobody watches on the grid of its first reading', () => {
    const b = startBench()
    b.trading.start()
    b.clock.advance(100)
    b.venue.on('GET', /^\/me\/trades/, () => ({
      json: { data: [{ ...wireTrade(9), price: '0.47' }], pagination: pages(1) },
    }))
    for (const tickSize of ['0.01', '0.001']) {
      b.venue.on('GET', /^\/markets\/0xc1/, () => ({ json: { ...wireMarket(1), tickSize } }))
      answerOf<Answer<Market>>(b.clock, (done) => b.session.marketData.readMarket('0xc1', done))
    }
    const fills = answerOf<Answer<readonly Fill[]>>(b.clock, (done) => b.trading.listFills(0, done))
    expect(fills).toMatchObject({ ok: true, value: [{ price: 47 }] })
    b.session.marketData.watch([{ ...market, ticksPerUnit: 1000 }])
    const watched = answerOf<Answer<readonly Fill[]>>(b.clock, (done) => b.trading.listFills(0, done))
    expect(watched).toMatchObject({ ok: true, value: [{ price: 470 }] })
  })

  it('puts both outcomes of a market into one holding', () => {
    const b = bench()
    const token = (tokenId: string, [total, available, locked, pending]: string[]) => ({
      conditionId: '0xc1',
      outcomeId: 'x',
      tokenId,
      total,
      available,
      locked,
      pending,
    })
    const data = [token('102', ['7', '4', '1', '2']), token('101', ['5', '5', '0', '0'])]
    b.venue.on('GET', /^\/me\/positions/, () => ({ json: { data, pagination: pages(2) } }))
    b.venue.on('GET', /^\/me\/balances/, () => ({
      json: { account: WALLET, collateral: { total: '10', available: '5', locked: '3', pending: '2' } },
    }))
    expect(answerOf(b.clock, (done) => b.trading.readAccount(done))).toEqual({
      ok: true,
      value: {
        collateral: { totalRaw: 10n, lockedRaw: 3n, pendingRaw: 2n, availableRaw: 5n },
        holdings: [{ conditionId: '0xc1', tokensRaw: [5n, 7n], lockedRaw: [0n, 1n], pendingRaw: [0n, 2n] }],
      },
    })
  })
})

it('goes on counting what is held in a market that is followed, whatever one look at it said', () => {
  const b = bench()
  const token = { conditionId: '0xc1', outcomeId: 'x', tokenId: '101', total: '7', available: '7' }
  b.venue.on('GET', /^\/me\/positions/, () => ({
    json: { data: [{ ...token, locked: '0', pending: '0' }], pagination: pages(1) },
  }))
  b.venue.on('GET', /^\/me\/balances/, () => ({
    json: { account: WALLET, collateral: { total: '10', available: '10', locked: '0', pending: '0' } },
  }))
  // as while its tick is another already, and its size step is not yet
  b.venue.on('GET', /^\/markets\/0xc1$/, () => ({ json: wireMarket(1, { tickSize: '0.0000001' }) }))
  const look = answerOf(b.clock, (done) => b.session.marketData.readMarket('0xc1', done))
  expect(look).toMatchObject({ ok: false, failure: { code: 'unsuitable-market' } })
  expect(answerOf(b.clock, (done) => b.trading.readAccount(done))).toMatchObject({
    ok: true,
    value: { holdings: [{ conditionId: '0xc1', tokensRaw: [7n, 0n] }] },
  })
})

it('reads an account that owns less than its orders would take, as after a withdrawal on the chain', () => {
  const b = startBench()
  b.trading.start()
  b.clock.advance(100)
  b.venue.on('GET', /^\/me\/positions/, () => ({ json: { data: [], pagination: pages(0) } }))
  b.venue.on('GET', /^\/me\/balances/, () => ({
    json: { account: WALLET, collateral: { total: '10', available: '-20', locked: '30', pending: '0' } },
  }))
  expect(answerOf(b.clock, (done) => b.trading.readAccount(done))).toMatchObject({
    ok: true,
    value: { collateral: { totalRaw: 10n, lockedRaw: 30n, availableRaw: -20n } },
  })
})

describe('private events', () => {
  const open = (overrides = {}) => {
    const b = startBench({ profile: profileOf(overrides) })
    b.session.marketData.watch([market])
    b.session.marketData.start()
    b.clock.advance(200)
    return b
  }

  it('opens the socket with the access token and reads order and balance', () => {
    const b = open()
    expect(b.venue.socket.auths).toEqual([{ apiKey: API_KEY, accessToken: 'access-token-1' }])
    b.venue.socket.push('order', { conditionId: '0xc1', seq: 1, ts: 1, data: wireOrder(1) })
    b.venue.socket.push('balance', { ts: 1, data: {} })
    b.venue.socket.push('order', { garbage: true })
    expect(b.account.slice(1)).toMatchObject([
      { kind: 'order', record: { hash: hashOf(1) } },
      { kind: 'account-changed' },
      { kind: 'account-changed' },
    ])
  })

  it('opens without a token when the sign-in fails, and again with one when it succeeds', () => {
    const b = startBench()
    b.venue.on('POST', /^\/auth\/verify/, () => serverError)
    b.session.marketData.start()
    b.clock.advance(200)
    expect(b.venue.socket.auths).toEqual([{ apiKey: API_KEY }])
    b.venue.on('POST', /^\/auth\/verify/, () => ({ json: b.venue.issue() }))
    b.clock.advance(10_000)
    expect(b.venue.socket.auths.at(-1)).toEqual({ apiKey: API_KEY, accessToken: 'access-token-1' })
  })

  it('keeps the connection when the token is refreshed', () => {
    const b = open()
    b.clock.advance(3_600_000)
    expect(b.account.filter((e) => e.kind === 'signed-in').length).toBeGreaterThan(1)
    expect(b.venue.socket.reconnects).toBe(0)
  })

  it('reconnects when the token came during a handshake without one', () => {
    const b = startBench()
    b.venue.on('POST', /^\/auth\/verify/, () => serverError)
    b.session.marketData.start()
    b.clock.advance(200)
    b.venue.socket.cut()
    b.venue.on('POST', /^\/auth\/verify/, () => ({ json: b.venue.issue() }))
    const { socket } = b.venue
    // the handshake reads its token now and is through after the sign-in
    socket.auths.push(socket.auth())
    b.clock.advance(10_000)
    expect(b.account.at(-1)).toMatchObject({ kind: 'signed-in' })
    socket.handlers.connected()
    b.clock.advance(50)
    expect(socket.auths.at(-1)).toHaveProperty('accessToken')
  })

  it('ignores them where the profile has none', () => {
    const b = open({ socket: { privateEvents: false } })
    b.venue.socket.push('order', { conditionId: '0xc1', seq: 1, ts: 1, data: wireOrder(1) })
    expect(b.account).toEqual([])
  })
})

describe('secrets', () => {
  it('are never in a failure, whatever the venue echoes', () => {
    const b = bench()
    b.venue.on('GET', /^\/orders\?/, ({ headers }) => ({
      status: 400,
      json: { statusCode: 400, message: `bad headers ${JSON.stringify(headers)}` },
    }))
    const answer = answerOf<Answer<unknown>>(b.clock, (done) => b.trading.listOrders({ statuses: ['open'] }, done))
    const text = JSON.stringify(answer)
    expect(text).toContain('[secret]')
    expect(text).not.toContain(API_KEY)
    expect(text).not.toContain('access-token-1')
  })
})
