// Everything that a session asks of a venue and hears from it, once around: what was sent and what was told.

import { z } from 'zod'
import { ticks } from '../../src/domain/amounts/price.js'
import { lots } from '../../src/domain/amounts/size.js'
import { bookHash } from '../../src/venue/wire/book-codec.js'
import type { VenueProfile } from '../../src/venue/wire/profile.js'
import { fakeSigner, hashOf, marketOf, wireMarket } from '../venue/session/fake-venue.js'
import { startBench } from '../venue/session/start-session.js'

const EVENTS = ['orderbook.snapshot', 'orderbook.update', 'trade', 'trade.settlement', 'market.status', 'market.fee']
const PRIVATE_EVENTS = ['order', 'balance']

export function sessionTour(profile: VenueProfile): unknown {
  const answers: unknown[] = []
  const texts: string[] = []
  const note = (answer: unknown) => answers.push(answer)
  const signer: typeof fakeSigner = {
    ...fakeSigner,
    signText: (text, done) => {
      texts.push(text)
      done('0xbb')
    },
  }
  const bench = startBench({ profile, signer })
  const { venue, clock, session, trading } = bench
  // soon to be refreshed
  venue.expiresInSec = 100
  venue.on('GET', /^\/markets\/m1$/, () => ({ json: wireMarket(1) }))
  const pagination = { page: 1, pageSize: 100, total: 0, totalPages: 1, hasNext: false, hasPrev: false }
  const collateral = { total: '0', available: '0', locked: '0', pending: '0' }
  venue.on('GET', /balances/, () => ({ json: { account: signer.maker, collateral } }))
  venue.on('GET', /positions/, () => ({ json: { data: [], pagination } }))
  const market = marketOf(1)
  const { marketData } = session
  marketData.watch([market])
  marketData.start()
  trading.start()
  clock.advance(200)
  marketData.readMarket('m1', note)
  marketData.listMarkets({}, note)
  marketData.readFee(market, note)
  marketData.readBestBids(market, note)
  marketData.readBook(market, note)
  const terms = {
    conditionId: market.conditionId,
    outcome: 0,
    side: 'BUY',
    price: ticks(40),
    size: lots(1000),
  } as const
  trading.sign({ ...terms, type: 'POST_ONLY', expirationSec: 0, feeRateBps: 0 }, market, (signed) => {
    if (signed.ok) trading.submit(signed.value, note)
  })
  clock.advance(1000)
  // names no nonce: the session asks for the wallet's own
  venue.on('POST', /orders$/, () => ({ status: 400, json: { statusCode: 400, message: 'Invalid nonce' } }))
  trading.sign({ ...terms, type: 'POST_ONLY', expirationSec: 0, feeRateBps: 0 }, market, (signed) => {
    if (signed.ok) trading.submit(signed.value, note)
  })
  clock.advance(1000)
  trading.cancelMany([hashOf(1)], note)
  trading.cancelAll(market, note)
  trading.readOrder(hashOf(1), note)
  trading.listOrders({ statuses: ['open'] }, note)
  trading.listFills(0, note)
  clock.advance(2000)
  trading.readAccount(note)
  clock.advance(1000)
  for (const route of ['apiKeys', 'createKey', 'rotateKey', 'revokeKey', 'referral', 'attribution'] as const)
    session.own?.call({ route, params: { id: 'k1' }, schema: z.unknown() }, note)
  clock.advance(1000)
  // nothing that can be read, but for the last: told of all the same
  for (const name of [...EVENTS, ...PRIVATE_EVENTS])
    venue.sockets.at(-1)?.push(name, { conditionId: market.conditionId })
  venue.sockets.at(-1)?.push('trade', {})
  venue.sockets.at(-1)?.push('orderbook.snapshot', snapshotWithWrongHash())
  clock.advance(150_000)
  const sent = venue.requests.map(({ method, path, body }) => ({ method, path, body }))
  const emitted = venue.sockets.flatMap((socket) => socket.emitted)
  return { sent, emitted, texts, answers, market: bench.market, account: bench.account }
}

function snapshotWithWrongHash(): unknown {
  const books = [1, 2].map((n) => ({ outcomeId: `${n === 1 ? 'y' : 'n'}1`, tokenId: `10${n}`, bids: [], asks: [] }))
  return { conditionId: '0xc1', seq: 1, ts: 1, data: { hash: bookHash([]), books } }
}
