// The whole adapter, session over real transport, against the bundled server on loopback.

import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AccountSnapshot } from '../../../src/domain/account/account.js'
import { ticks } from '../../../src/domain/amounts/price.js'
import { lots } from '../../../src/domain/amounts/size.js'
import type { Answer } from '../../../src/domain/error.js'
import type { BestBids } from '../../../src/domain/market/book.js'
import type { Market } from '../../../src/domain/market/market.js'
import type { OrderDraft, OrderRecord } from '../../../src/domain/orders/order.js'
import { ROUTE_CLASSES } from '../../../src/domain/permit.js'
import { Budget } from '../../../src/execution/budget/budget.js'
import { LocalCount } from '../../../src/execution/budget/local-count.js'
import { Desk } from '../../../src/execution/budget/permit-desk.js'
import { type RunningServer, startServer } from '../../../src/server/http/start-server.js'
import { serverConfig } from '../../../src/server/schema.js'
import { processSigning } from '../../../src/signing/open-signing.js'
import type { BookReading, FeeReading, MarketDataEvent, MarketListing } from '../../../src/venue/market-data.js'
import type { RequestNote } from '../../../src/venue/session/rest/http-client.js'
import { createSession, type Session } from '../../../src/venue/session/session.js'
import type { CancelResult, SignedOrder, SubmitResult, Trading, TradingEvent } from '../../../src/venue/trading.js'
import { type BottleneckBudget, createBottleneckBudget } from '../../../src/venue/transport/bottleneck-budget.js'
import { createRealClock } from '../../../src/venue/transport/real-clock.js'
import { createRealTransport, type RealTransport } from '../../../src/venue/transport/real-transport.js'
import { Secret } from '../../../src/venue/transport/secret.js'
import { createWalletSigner } from '../../../src/venue/transport/wallet-signer.js'

const privateKey = generatePrivateKey()
const wallet = privateKeyToAccount(privateKey).address
const clock = createRealClock()
let server: RunningServer
let budget: BottleneckBudget
let transport: RealTransport
let session: Session
let trading: Trading
let market: Market
const marketEvents: MarketDataEvent[] = []
const tradingEvents: TradingEvent[] = []
const notes: RequestNote[] = []
let wake: (() => void)[] = []

/** Resolves when `test` holds, looked at after every event. */
async function until(test: () => boolean): Promise<void> {
  while (!test()) await new Promise<void>((done) => wake.push(done))
}
function woken(): void {
  const sleeping = wake
  wake = []
  for (const done of sleeping) done()
}

async function ask<T>(run: (done: (answer: Answer<T>) => void) => void): Promise<T> {
  const answer = await new Promise<Answer<T>>(run)
  if (answer.ok) return answer.value
  throw new Error(`${answer.failure.code}: ${answer.failure.message}`)
}

beforeAll(async () => {
  const config = serverConfig.parse({
    port: 0,
    keys: [{ name: 'test', tier: 'DEFAULT' }],
    accounts: [{ address: wallet, collateral: 1_000 }],
    globalFeeRateBps: 100,
    markets: [
      { question: 'One?', tags: ['alpha'] },
      { question: 'Two?', incomplete: true, tags: ['alpha'] },
    ],
  })
  server = await startServer({ config })
  const { profile } = server
  budget = createBottleneckBudget({
    limits: profile.limits,
    clock,
    onError: (error) => {
      throw error
    },
  })
  await budget.settledDown()
  const counted = new Budget()
  for (const routeClass of ROUTE_CLASSES) {
    counted.hear({ kind: 'budget', routeClass, ...profile.limits[routeClass], learnFirst: true, stocked: true }, 0)
  }
  const desk = new Desk()
  new LocalCount({ budget: counted, desk, clock, stock: budget })
  transport = await createRealTransport({ baseUrl: server.url, profile })
  await transport.warm()
  session = createSession({
    profile,
    transport,
    clock,
    apiKey: server.keys[0]?.key ?? '',
    desk,
    signer: createWalletSigner({
      key: new Secret(privateKey),
      signing: (await processSigning()).signing,
      typedData: profile.typedData,
      siwe: profile.siwe,
      policy: {
        chainId: profile.typedData.domain.chainId,
        contracts: [profile.typedData.domain.verifyingContract as `0x${string}`],
        orderTypes: ['POST_ONLY', 'GTC'],
        maxTokensRaw: 100_000_000n,
        maxCollateralRaw: 100_000_000n,
        maxLifetimeSec: 300,
        maxFeeRateBps: 500,
      },
      venueMs: () => session.venueClock.venueMs(),
    }),
    onRequest: (note) => notes.push(note),
  })
  if (!session.trading) throw new Error('a signer was given')
  trading = session.trading
  session.marketData.listen((event) => {
    marketEvents.push(event)
    woken()
  })
  trading.listen((event) => {
    tradingEvents.push(event)
    woken()
  })
  trading.start()
  session.marketData.start()
  const listing = await ask<MarketListing>((done) => session.marketData.listMarkets({ tagSlug: 'alpha' }, done))
  expect(listing.refused).toHaveLength(1)
  const [first] = listing.markets
  if (!first) throw new Error('the server lists no market')
  market = first
  session.marketData.watch([market])
  await until(() => marketEvents.some((e) => e.kind === 'snapshot'))
})

afterAll(async () => {
  session?.marketData.stop()
  session?.trading?.stop()
  await budget?.close()
  await transport?.close()
  await server?.close()
})

const draftOf = (price: number, outcome: 0 | 1 = 0): OrderDraft => ({
  conditionId: market.conditionId,
  outcome,
  side: 'BUY',
  price: ticks(price),
  size: lots(1_000),
  type: 'POST_ONLY',
  expirationSec: Math.floor(session.venueClock.venueMs() / 1_000) + 120,
  feeRateBps: 100,
})
const sign = (draft: OrderDraft) => ask<SignedOrder>((done) => trading.sign(draft, market, done))

describe('the live adapter against the bundled server', () => {
  it('is signed in, and knows the venue clock to within its bound', () => {
    expect(tradingEvents.find((e) => e.kind === 'signed-in')).toBeDefined()
    const error = session.venueClock.errorMs() ?? Number.POSITIVE_INFINITY
    expect(error).toBeLessThan(600)
    expect(Math.abs(session.venueClock.venueMs() - Date.now())).toBeLessThanOrEqual(error + 5)
  })

  it('lives an order through: fee, sign, submit, event, books, look-up, cancel', async () => {
    const fee = await ask<FeeReading>((done) => session.marketData.readFee(market, done))
    expect(fee.feeRateBps).toBe(100)
    const order = await sign(draftOf(40))
    expect(await ask<SubmitResult>((done) => trading.submit(order, done))).toEqual({ hash: order.hash, status: 'open' })
    await until(() => tradingEvents.some((e) => e.kind === 'order' && e.record.hash === order.hash))
    await until(() => marketEvents.some((e) => e.kind === 'change' && e.change.price === 40))

    // the same bytes again bring the first answer
    expect(await ask<SubmitResult>((done) => trading.submit(order, done))).toMatchObject({ hash: order.hash })

    const book = await ask<BookReading>((done) => session.marketData.readBook(market, done))
    expect(book.book[0].bids).toEqual([{ price: 40, size: 1_000 }])
    const others = await ask<BestBids>((done) => session.marketData.readBestBids(market, done))
    expect(others).toEqual([undefined, undefined])

    const filter = { conditionId: market.conditionId, statuses: ['open', 'partially_filled'] } as const
    const open = await ask<readonly OrderRecord[]>((done) => trading.listOrders(filter, done))
    expect(open.map((o) => o.hash)).toEqual([order.hash])
    const account = await ask<AccountSnapshot>((done) => trading.readAccount(done))
    expect(account.collateral).toEqual({
      totalRaw: 1_000_000_000n,
      lockedRaw: 4_000_000n,
      pendingRaw: 0n,
      availableRaw: 996_000_000n,
    })

    const cancelled = await ask<CancelResult>((done) => trading.cancelMany([order.hash], done))
    expect(cancelled).toEqual({ cancelled: [order.hash], failed: [] })
    expect(await ask<OrderRecord>((done) => trading.readOrder(order.hash, done))).toMatchObject({
      status: 'cancelled_local',
    })
    const again = await ask<CancelResult>((done) => trading.cancelMany([order.hash], done))
    expect(again.failed).toHaveLength(1)
  })

  it('cancels everything of a market', async () => {
    const order = await sign(draftOf(30, 1))
    await ask<SubmitResult>((done) => trading.submit(order, done))
    await ask<void>((done) => trading.cancelAll(market, done))
    const open = await ask<readonly OrderRecord[]>((done) => trading.listOrders({ statuses: ['open'] }, done))
    expect(open).toEqual([])
  })

  it("gets the venue's refusals as codes", async () => {
    const stale = await sign({ ...draftOf(40), feeRateBps: 99 })
    const refused = await new Promise<Answer<SubmitResult>>((done) => trading.submit(stale, done))
    expect(refused).toMatchObject({ ok: false, failure: { code: 'fee-changed' } })
    const unknown = `0x${'9'.repeat(64)}` as const
    const missing = await new Promise<Answer<OrderRecord>>((done) => trading.readOrder(unknown, done))
    expect(missing).toMatchObject({ ok: false, failure: { code: 'not-found' } })
  })

  it('gets a new snapshot by a resync, the REST book of the same number', async () => {
    marketEvents.length = 0
    session.marketData.resync(market.conditionId)
    await until(() => marketEvents.some((e) => e.kind === 'snapshot'))
    const snapshot = marketEvents.find((e) => e.kind === 'snapshot')
    const book = await ask<BookReading>((done) => session.marketData.readBook(market, done))
    expect(snapshot).toMatchObject({ seq: book.seq, book: book.book })
  })

  it('never provokes a 429 when asked for more than the budget', async () => {
    const read = () => ask<FeeReading>((done) => session.marketData.readFee(market, done))
    const startedMonoMs = clock.monoMs()
    // more than two seconds' worth at once: those that must wait do
    await Promise.all(Array.from({ length: 25 }, read))
    expect(clock.monoMs() - startedMonoMs).toBeGreaterThan(1_000)
    expect(notes.filter((n) => n.status === 429)).toEqual([])
  })
})
