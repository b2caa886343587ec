// Keys of the server that say how trades go: fees, registration, settlement, bounds of orders, and faults on purpose.

import { ALICE, BOB, KEY, type OrderInput, START_MS, type VenueDriver } from '../server/api/venue-driver.js'
import type { KeyRows } from './key-rows.js'
import { type Observe, rowsAt, venueWith } from './server-file.js'

const FEE = 100
const BUY: OrderInput = { maker: ALICE, side: 'BUY', price: 40, size: 1000, feeRateBps: FEE }
const TAKE: OrderInput = { maker: BOB, side: 'BUY', outcome: 1, price: 60, size: 1000, feeRateBps: FEE }

/** What became of two orders that match, half a second, two and ten seconds later, and of what both own. */
function traded(venue: VenueDriver): unknown {
  const tokens = [ALICE, BOB].map((wallet) => venue.signIn(wallet).accessToken)
  const answers = [BUY, TAKE].map((order) => venue.submit(order).body)
  const later = [500, 1500, 8000].map((ms) => {
    venue.pass(ms)
    return tokens.map((token) => ({
      orders: venue.get('/me/orders', { token }).body.orders,
      owned: venue.get('/me/balances', { token }).body.collateral,
      held: venue.get('/me/positions', { token }).body.data,
    }))
  })
  return { answers, later }
}

/** What the referrer of a taker has earned. */
function earned(venue: VenueDriver): unknown {
  const token = venue.signIn(ALICE).accessToken
  const { code } = venue.get('/referral/summary', { token }).body
  venue.post('/referral/attribution', { code }, { token: venue.signIn(BOB).accessToken })
  venue.submit(BUY)
  venue.submit(TAKE)
  venue.pass(10_000)
  return venue.get('/referral/summary', { token }).body.totals
}

/** Whether an order is still matched three seconds before its expiration. */
function matchedLate(venue: VenueDriver): unknown {
  venue.rest({ ...BUY, feeRateBps: 0, expirationSec: START_MS / 1000 + 10 })
  venue.pass(7000)
  return venue.submit({ ...TAKE, feeRateBps: 0 }).body.status
}

const registrations: Observe = (venue) =>
  [0, 2000].map((ms) => {
    venue.pass(ms)
    return venue.get('/markets/one').body.clobMarketStatus
  })

export const tradeKeys: KeyRows = {
  ...rowsAt(traded, { globalFeeRateBps: FEE }),
  ...rowsAt(
    traded,
    { 'fees.makerPays': true, 'settlement.delayMs': 200, 'settlement.failureRate': 1 },
    { globalFeeRateBps: FEE },
  ),
  ...rowsAt(earned, { 'referral.rewardBps': 5000 }, { globalFeeRateBps: FEE }),
  ...rowsAt(registrations, { 'registration.delaySec': 1 }),
  ...rowsAt(registrations, { 'registration.failureRate': 1 }, { 'registration.delaySec': 1 }),
  ...rowsAt(matchedLate, { stopMatchingBeforeSec: 1 }),
  ...rowsAt((venue) => [40, 41].map((price) => venue.submit({ ...BUY, feeRateBps: 0, price }).body.code), {
    maxOpenOrders: 1,
  }),
  keepEndedHours: { coveredBy: 'test/server/store/retention.test.ts' },
}

/** Five seconds of orders of two wallets in two markets, of reads and cancels; what a socket client hears. */
function struck(venue: VenueDriver): unknown {
  const socket = venue.socket({ apiKey: KEY, accessToken: venue.signIn(ALICE).accessToken })
  const conditionIds = venue.api.markets.all().map(({ conditionId }) => conditionId)
  socket.send('subscribe', { conditionIds, channels: ['orderbook', 'bestBids'] })
  const answers = Array.from({ length: 5 }, (_, second) => {
    venue.pass(1000)
    const orders = venue.api.markets.all().flatMap((market) =>
      [ALICE, BOB].map((maker) => {
        const order = venue.order({ ...BUY, maker, feeRateBps: 0, price: 30 + second }, market)
        return venue.post(`/markets/${market.id}/orders`, order)
      }),
    )
    const reads = ['/tags', '/markets/one/fee', '/markets/one/orderbook'].map((path) => venue.get(path))
    const cancel = venue.post('/orders/cancel-many', { orderHashes: [] })
    return [...orders, ...reads, cancel].map(({ status, delivery, headers, body }) => {
      return { status, delivery, date: headers.date, retryAfter: headers['retry-after'], body }
    })
  })
  return { answers, heard: socket.heard, closed: socket.closed }
}

const ORDERS = 'POST /markets/{id}/orders'
const starting = (...faults: object[]) => ({ 'faults.start': faults })
const FAILING = { kind: 'server-error', route: ORDERS, status: 503 }

export const faultKeys: KeyRows = {
  ...rowsAt((venue) => venue.post('/sandbox/faults', { kind: 'halted' }).status, { 'faults.allowed': false }),
  ...rowsAt(
    struck,
    {
      'faults.start[].status': 502,
      'faults.start[].carriedOut': true,
      'faults.start[].route': 'GET /tags',
      'faults.start[].account': BOB,
      'faults.start[].conditionId': venueWith().market.conditionId,
      'faults.start[].rate': 0.5,
      'faults.start[].count': 2,
      'faults.start[].afterMs': 3000,
      'faults.start[].durationMs': 2000,
    },
    starting(FAILING),
  ),
  ...rowsAt(struck, { 'faults.start[].kind': 'halted' }, starting({ kind: 'cancel-only' })),
  ...rowsAt(struck, { 'faults.start[].seed': 5 }, starting({ ...FAILING, rate: 0.5 })),
  ...rowsAt(struck, { 'faults.start[].delayMs': 900 }, starting({ kind: 'answer-delayed', delayMs: 100 })),
  ...rowsAt(struck, { 'faults.start[].retryAfterSec': 7 }, starting({ kind: 'proxy-429', route: ORDERS })),
  ...rowsAt(struck, { 'faults.start[].deltaBps': 7 }, starting({ kind: 'fee-changed' })),
  ...rowsAt(struck, { 'faults.start[].skewMs': 5000 }, starting({ kind: 'clock-skew', skewMs: 1000 })),
  ...rowsAt(struck, { 'faults.start[].losesOrders': true }, starting({ kind: 'restart', afterMs: 2000 })),
  ...rowsAt(struck, { 'faults.start[].event': 'bestBids' }, starting({ kind: 'event-lost' })),
}
