// A venue that spells a condition in one case in its market list and in another elsewhere: it is the same market.

import { describe, expect, it } from 'vitest'
import { heldMarkets } from '../../../src/account/own-markets.js'
import type { AccountSnapshot } from '../../../src/domain/account/account.js'
import type { Answer } from '../../../src/domain/error.js'
import type { ConditionId, Market } from '../../../src/domain/market/market.js'
import type { Fill } from '../../../src/domain/orders/fill.js'
import type { OrderRecord } from '../../../src/domain/orders/order.js'
import { hashOf, marketOf, profileOf, WALLET, wireMarket, wireOrder } from './fake-venue.js'
import { answerOf, startBench } from './start-session.js'

const market = marketOf(1)
const pages = (total: number) => ({ page: 1, pageSize: 250, total, totalPages: 1, hasNext: false, hasPrev: false })
const books = [
  { outcomeId: 'y1', tokenId: '101', bids: [{ price: '0.4', size: '5000000' }], asks: [] },
  { outcomeId: 'n1', tokenId: '102', bids: [], asks: [] },
]

function trading() {
  const bench = startBench()
  bench.session.marketData.watch([market])
  bench.trading.start()
  bench.clock.advance(100)
  return bench
}

it('own orders, fills and tokens are those of the market, not of one that cannot be quoted', () => {
  const { venue, trading: port, clock, account } = trading()
  const trade = {
    ...{ tradeId: 't1', orderHash: hashOf(1), conditionId: '0xC1', tokenId: '101', side: 'BUY', price: '0.4' },
    ...{ size: '1000000', fee: '0', liquidity: 'maker', status: 'settled', timestamp: '2026-01-01T00:00:00.000Z' },
  }
  const token = (conditionId: string, tokenId: string) => ({
    ...{ conditionId, outcomeId: 'x', tokenId, total: '7', available: '7', locked: '0', pending: '0' },
  })
  venue.on('GET', /^\/orders\?/, () => ({ json: { orders: [wireOrder(1, { conditionId: '0xC1' })] } }))
  venue.on('GET', /^\/me\/trades/, () => ({ json: { data: [trade], pagination: pages(1) } }))
  venue.on('GET', /^\/me\/positions/, () => ({
    json: { data: [token('0xC1', '101'), token('0xc1', '102')], pagination: pages(2) },
  }))
  venue.on('GET', /^\/me\/balances/, () => ({
    json: { account: WALLET, collateral: { total: '10', available: '10', locked: '0', pending: '0' } },
  }))
  const orders = answerOf<Answer<readonly OrderRecord[]>>(clock, (done) =>
    port.listOrders({ statuses: ['open'] }, done),
  )
  const fills = answerOf<Answer<readonly Fill[]>>(clock, (done) => port.listFills(0, done))
  const read = answerOf<Answer<AccountSnapshot>>(clock, (done) => port.readAccount(done))
  expect(orders).toMatchObject({ ok: true, value: [{ hash: hashOf(1), conditionId: '0xc1' }] })
  expect(fills).toMatchObject({ ok: true, value: [{ tradeId: 't1', conditionId: '0xc1' }] })
  expect(read).toMatchObject({ ok: true, value: { holdings: [{ conditionId: '0xc1', tokensRaw: [7n, 7n] }] } })
  expect(account.filter(({ kind }) => kind === 'left-out')).toEqual([])
})

it('an unknown market is read by the spelling that names it, once', () => {
  const { venue, trading: port, clock } = trading()
  const orders = ['0xC2', '0xc2'].map((conditionId, n) => wireOrder(n, { conditionId, tokenId: '201' }))
  venue.on('GET', /^\/orders\?/, () => ({ json: { orders } }))
  venue.on('GET', /^\/markets\/0x/, () => ({ json: wireMarket(2) }))
  const list = answerOf<Answer<readonly OrderRecord[]>>(clock, (done) => port.listOrders({ statuses: ['open'] }, done))
  expect(list).toMatchObject({ ok: true, value: [{ conditionId: '0xc2' }, { conditionId: '0xc2' }] })
  expect(venue.sent(/^\/markets\/0x/)).toHaveLength(1)
})

it('a room that is accepted so is joined, and its events are read', () => {
  const bench = startBench({ profile: profileOf({ socket: { privateEvents: false } }) })
  bench.session.marketData.watch([market])
  bench.session.marketData.start()
  bench.venue.socket.ack = (_name, { conditionIds }) => ({
    accepted: conditionIds.map((id) => id.replace('0xc', '0xC')),
    rejected: [],
  })
  bench.clock.advance(50)
  bench.venue.socket.push('orderbook.snapshot', { conditionId: '0xC1', seq: 1, ts: 1, data: { books } })
  expect(bench.market.filter(({ kind }) => kind !== 'link')).toMatchObject([
    { kind: 'subscribed', conditionId: '0xc1', accepted: true },
    { kind: 'snapshot', conditionId: '0xc1' },
  ])
})

it('an order told in the private room is known', () => {
  const bench = startBench()
  bench.session.marketData.watch([market])
  bench.session.marketData.start()
  bench.clock.advance(200)
  bench.venue.socket.push('order', { conditionId: '0xC1', ts: 1, data: wireOrder(1, { conditionId: '0xC1' }) })
  expect(bench.account.at(-1)).toMatchObject({ kind: 'order', record: { hash: hashOf(1), conditionId: '0xc1' } })
})

describe('tokens of a market that nobody has read', () => {
  const spellings = ['0xc2', '0xC2', '0XC2']

  function holding(listed: string, held: string) {
    const bench = trading()
    const token = (tokenId: string) => ({
      ...{ conditionId: held, outcomeId: 'x', tokenId, total: '7', available: '7', locked: '0', pending: '0' },
    })
    bench.venue.on('GET', /^\/me\/positions/, () => ({
      json: { data: [token('201'), token('202')], pagination: pages(2) },
    }))
    bench.venue.on('GET', /^\/me\/balances/, () => ({
      json: { account: WALLET, collateral: { total: '10', available: '10', locked: '0', pending: '0' } },
    }))
    bench.venue.on('GET', /^\/markets\/0x/i, () => ({ json: wireMarket(2, { conditionId: listed }) }))
    return bench
  }

  it.each(spellings.flatMap((listed) => spellings.map((held) => [listed, held] as const)))(
    'are held under the id of their market: %s in the list, %s among what is held',
    (listed, held) => {
      const { session, trading: port, clock } = holding(listed, held)
      const read = answerOf<Answer<AccountSnapshot>>(clock, (done) => port.readAccount(done))
      const unread = read.ok ? read.value.unread?.map(({ conditionId }) => conditionId) : undefined
      const known = answerOf<Answer<Market>>(clock, (done) => session.marketData.readMarket(held, done))
      expect(known.ok && [known.value.conditionId]).toEqual(unread)
      const later = answerOf<Answer<AccountSnapshot>>(clock, (done) => port.readAccount(done))
      expect(later.ok && later.value.holdings.map(({ conditionId }) => conditionId)).toEqual(unread)
    },
  )

  it('are found once, under the id that own orders of the market come with', async () => {
    const { venue, session, trading: port, clock } = holding('0xc2', '0xC2')
    const found = heldMarkets(port, session.marketData)
    for (let waited = 0; waited < 20; waited++) {
      clock.advance(100)
      await Promise.resolve()
    }
    const { markets, holdings } = await found
    venue.on('GET', /^\/orders\?/, () => ({
      json: { orders: [wireOrder(1, { conditionId: '0xC2', tokenId: '201' })] },
    }))
    const list = answerOf<Answer<readonly OrderRecord[]>>(clock, (done) =>
      port.listOrders({ statuses: ['open'] }, done),
    )
    const ids = new Set<ConditionId>([
      ...markets.keys(),
      ...holdings.map(({ conditionId }) => conditionId),
      ...(list.ok ? list.value.map(({ conditionId }) => conditionId) : []),
    ])
    expect([markets.size, holdings.length, list.ok]).toEqual([1, 1, true])
    expect([...ids]).toEqual(['0xc2'])
  })
})
