import { describe, expect, it } from 'vitest'
import { VirtualClock } from '../../src/backtest/virtual-clock.js'
import { Bot } from '../../src/bot/bot.js'
import type { MarketClaiming } from '../../src/bot/claim-desk.js'
import type { ConditionId, Market } from '../../src/domain/market/market.js'
import type { CoreEvent } from '../../src/domain/run/core-event.js'
import type { Standing } from '../../src/domain/run/standing.js'
import { Desk } from '../../src/execution/budget/permit-desk.js'
import type { SignedLine } from '../../src/execution/journal/journal-line.js'
import { marketChoice } from '../../src/feed/schema.js'
import type { Quoter } from '../../src/strategy/parse-params.js'
import { settings } from '../core/core-driver.js'
import { all } from '../execution/budget/builders.js'
import { FakeMarketData, FakeTrading } from '../fake-ports.js'
import { A, B, market } from '../risk/builders.js'
import { TrueOrder } from '../state/true-order.js'

interface Options {
  readonly ids?: readonly string[]
  readonly markets?: readonly Market[]
  readonly recovered?: readonly TrueOrder[]
  readonly quoter?: Quoter
  readonly claims?: MarketClaiming
  readonly restored?: Standing
}

function line(order: TrueOrder): SignedLine {
  return { kind: 'signed', hash: order.hash, marketId: 'm', draft: order.draft, body: '{}', atWallMs: 0 }
}

function setUp({ ids = ['a'], markets = [], recovered = [], quoter = () => ({ quotes: [] }), ...more }: Options = {}) {
  const clock = new VirtualClock(1_700_000_000_000)
  const marketData = new FakeMarketData()
  const trading = new FakeTrading()
  const events: CoreEvent[] = []
  const logged: string[] = []
  const endMs = clock.wallMs() + 3_600_000
  for (const m of [market(A, { id: 'a', endMs }), market(B, { id: 'b', endMs }), ...markets]) {
    marketData.markets.set(m.id, m)
    marketData.markets.set(m.conditionId, m)
  }
  const bot = new Bot({
    settings: settings({ quoter, fairTauMs: 1000, volatilityTauMs: 60_000 }),
    choice: marketChoice.parse({ ids }),
    ...{ marketData, trading, clock, ...more },
    journal: { append: (_lines, done) => done() },
    recovered: recovered.map(line),
    venueClock: { venueMs: () => clock.wallMs(), errorMs: () => 10, jumps: () => 0, beyondMs: () => undefined },
    budget: { limits: all({ perSecond: 50, perMinute: 3000 }), learnFirst: false, desk: new Desk() },
    tap: {
      event: (event) => events.push(event),
      step: () => undefined,
      log: (_level, message) => logged.push(message),
    },
  })
  /** Lets the turns that are waiting run. */
  const settle = () => clock.runUntil(clock.monoMs())
  return { bot, clock, marketData, trading, events, logged, settle }
}

const kinds = (events: readonly CoreEvent[], ...wanted: CoreEvent['kind'][]) =>
  events.filter((e) => wanted.includes(e.kind)).map((e) => e.kind)

describe('orders of a former run', () => {
  it('are told of only when their market is known', () => {
    const order = new TrueOrder({ conditionId: B })
    const { bot, events, marketData, settle } = setUp({ recovered: [order] })
    bot.start()
    settle()
    expect(marketData.reads).toContain(`market ${B}`)
    expect(kinds(events, 'market', 'recovered')).toEqual(['market', 'market', 'recovered'])
    const [entry] = bot.core.beliefs.orders.living()
    expect(entry).toMatchObject({ hash: order.hash, phase: 'unknown', restingRaw: order.originalRaw })
    expect(kinds(events, 'recovered')).toHaveLength(1)
    bot.halt()
  })

  it('wait for a market that cannot be read yet', () => {
    const order = new TrueOrder({ conditionId: B })
    const { bot, events, marketData, clock } = setUp({ recovered: [order] })
    const b = marketData.markets.get(B)
    marketData.markets.delete(B)
    bot.start()
    expect(kinds(events, 'recovered')).toEqual([])
    if (b) marketData.markets.set(B, b)
    clock.runUntil(130_000)
    expect(kinds(events, 'recovered')).toEqual(['recovered'])
    bot.halt()
  })
})

describe('a market that another choice leaves out', () => {
  it('is claimed no more from others, though it is not over', () => {
    let wants: () => readonly ConditionId[] = () => []
    const claims: MarketClaiming = {
      start: (of) => {
        wants = of.wants
      },
      selected: () => undefined,
      refusal: () => undefined,
    }
    const { bot, events, marketData, settle } = setUp({ ids: ['a', 'b'], claims })
    bot.start()
    settle()
    expect(wants()).toEqual([A, B])
    const event = { actor: 'a test', hash: 'f'.repeat(16), config: {} }
    bot.change({ event, choice: marketChoice.parse({ ids: ['b'] }), slowAfterMs: 1000 }, () => undefined)
    settle()
    expect(events.filter(({ kind }) => kind === 'market-dropped')).toMatchObject([{ conditionId: A }])
    expect(marketData.watched.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(wants()).toEqual([B])
    bot.halt()
  })
})

describe('an order in a market that nobody selected', () => {
  it('makes the market known, and it is never quoted', () => {
    const seen = new Set<ConditionId>()
    const { bot, marketData, trading, events, clock, settle } = setUp({
      quoter: (view) => {
        seen.add(view.market.conditionId as ConditionId)
        return { quotes: [] }
      },
    })
    bot.start()
    trading.emit({ kind: 'order', record: new TrueOrder({ conditionId: B }).record() })
    settle()
    expect(bot.core.beliefs.markets.has(B)).toBe(true)
    expect(bot.core.beliefs.dropped.has(B)).toBe(true)
    expect(marketData.watched.map((m) => m.id)).toEqual(['a'])
    trading.emit({ kind: 'order', record: new TrueOrder({ conditionId: B, hash: '0x2' }).record() })
    expect(marketData.reads.filter((r) => r === `market ${B}`)).toHaveLength(1)
    seen.clear()
    clock.runUntil(5000)
    expect([...seen]).not.toContain(B)
    expect(kinds(events, 'market-dropped')).toHaveLength(1)
    bot.halt()
  })

  it('is tried again at the next order when the market cannot be read', () => {
    const { bot, marketData, trading, settle } = setUp()
    bot.start()
    const b = marketData.markets.get(B)
    marketData.markets.delete(B)
    trading.emit({ kind: 'order', record: new TrueOrder({ conditionId: B }).record() })
    settle()
    expect(bot.core.beliefs.markets.has(B)).toBe(false)
    if (b) marketData.markets.set(B, b)
    trading.emit({ kind: 'order', record: new TrueOrder({ conditionId: B }).record() })
    settle()
    expect(bot.core.beliefs.markets.has(B)).toBe(true)
    bot.halt()
  })
})

describe('another program on the wallet', () => {
  const stranger = (hash: '0x51' | '0x52', createdMs: number) => ({
    ...new TrueOrder({ hash, expirationSec: 1_700_000_600 }).record(),
    createdMs,
  })

  it('that was there first: the bot halts, names the order, and leaves it alone from then on', async () => {
    const { bot, trading, clock, logged, settle } = setUp()
    trading.orders = [stranger('0x51', clock.wallMs() - 60_000)]
    bot.start()
    trading.emit({ kind: 'signed-in', untilVenueMs: 2e12 })
    clock.runUntil(clock.monoMs() + 6000)
    expect(bot.snapshot().halted).toBeUndefined()
    expect(trading.cancelled).toEqual(['0x51'])
    const second = stranger('0x52', clock.wallMs())
    trading.orders = [second]
    trading.emit({ kind: 'order', record: second })
    settle()
    const reason = expect.stringMatching(/another program trades with this wallet: order 0x52 in "Will it\?"/)
    expect(bot.snapshot().halted).toMatchObject({ cause: 'second-writer', actor: 'second writer', reason })
    expect(logged.join()).toContain('0x52')
    clock.runUntil(clock.monoMs() + 5000)
    const stopped = bot.stop(5000)
    clock.runUntil(clock.monoMs() + 5000)
    expect(await stopped).toMatchObject({ verified: true, openOrders: [] })
    expect(trading.cancelled).toEqual(['0x51'])
    expect(trading.cancelAlls).toEqual([])
  })

  it('that comes later is only said aloud, and its order cancelled', () => {
    const { bot, trading, clock, logged, settle } = setUp()
    bot.start()
    trading.emit({ kind: 'signed-in', untilVenueMs: 2e12 })
    clock.runUntil(clock.monoMs() + 6000)
    trading.emit({ kind: 'order', record: stranger('0x52', clock.wallMs()) })
    settle()
    expect(logged.join()).toContain('0x52')
    expect(bot.snapshot().halted).toBeUndefined()
    expect(trading.cancelled).toEqual(['0x52'])
    bot.halt()
  })

  it('is not what the journal knows, even if a listing is faster than its market', () => {
    const order = new TrueOrder({ hash: '0x51', conditionId: B, expirationSec: 1_700_000_600 })
    const { bot, trading, clock, logged } = setUp({ recovered: [order] })
    bot.start()
    trading.emit({ kind: 'signed-in', untilVenueMs: 2e12 })
    clock.runUntil(clock.monoMs() + 6000)
    trading.emit({ kind: 'order', record: { ...order.record(), createdMs: clock.wallMs() } })
    expect(logged).toEqual([])
    bot.halt()
  })
})

describe('stop', () => {
  it('drains, cancels what rests, verifies by listing, and ends everything', async () => {
    const { bot, trading, marketData, clock, events } = setUp()
    bot.start()
    trading.orders = [new TrueOrder().record()]
    const stopped = bot.stop(5000)
    clock.runUntil(clock.monoMs() + 1000)
    const report = await stopped
    expect(report).toMatchObject({ verified: true, openOrders: [], pendingSettlements: [] })
    expect(trading.cancelled).toEqual(['0x01'])
    expect(trading.lists).toBeGreaterThan(1)
    expect(events.filter((e) => e.kind === 'operator')).toMatchObject([{ action: 'drain' }])
    expect([trading.running, marketData.running]).toEqual([false, false])
    const before = events.length
    clock.runUntil(clock.monoMs() + 120_000)
    expect(events).toHaveLength(before)
  })

  it('names what is pending, in shares', async () => {
    const { bot, trading, clock } = setUp()
    bot.start()
    const order = new TrueOrder({ size: 1000 })
    order.match(1000, 2)
    trading.orders = [order.record()]
    const stopped = bot.stop(5000)
    clock.runUntil(clock.monoMs() + 3000)
    expect(await stopped).toMatchObject({
      verified: true,
      openOrders: [],
      pendingSettlements: [{ hash: order.hash, market: 'Will it?', shares: 10 }],
    })
  })

  it('gives up at its deadline, says that nothing is verified, and names what it believes alive', async () => {
    const { bot, trading, clock } = setUp()
    bot.start()
    const resting = new TrueOrder({ size: 1000, expirationSec: 1_700_000_600 })
    trading.cancelMany = (_hashes, done) => done({ ok: false, failure: { code: 'unreachable', message: 'time-out' } })
    trading.emit({ kind: 'order', record: resting.record() })
    trading.canList = false
    const stopped = bot.stop(5000)
    clock.runUntil(clock.monoMs() + 5000)
    const order = { hash: resting.hash, market: 'Will it?', outcome: 'YES', side: 'BUY', price: 0.4, shares: 10 }
    const unconfirmed = { orders: [{ ...order, expirationSec: 1_700_000_600 }], pendingSettlements: [] }
    expect(await stopped).toEqual({ verified: false, unconfirmed })
    expect(bot.unconfirmedStop()).toEqual({ verified: false, unconfirmed })
  })

  it('names orders of the journal whose market it could never read', async () => {
    const { bot } = setUp({ recovered: [new TrueOrder({ hash: '0x77', conditionId: B, expirationSec: 99_999 })] })
    const order = { hash: '0x77', market: B, outcome: 'YES', side: 'BUY', expirationSec: 99_999 }
    expect(bot.unconfirmedStop().unconfirmed?.orders).toEqual([order])
  })
})

it('a failure that no waiting can mend is announced with its reason', async () => {
  const { bot, trading, settle } = setUp()
  trading.readAccount = (done) => done({ ok: false, failure: { code: 'bad-api-key', message: 'Invalid API Key' } })
  bot.start()
  trading.emit({ kind: 'signed-in', untilVenueMs: 1e15 })
  settle()
  settle()
  expect(await bot.stoppedItself).toEqual({ code: 'bad-api-key', message: 'Invalid API Key' })
  bot.halt()
})

it('a sign-in, and a list of markets, that the key is refused for end the bot', async () => {
  const refused = { code: 'bad-api-key', message: 'Invalid API Key' } as const
  const signing = setUp()
  signing.bot.start()
  signing.trading.emit({ kind: 'sign-in-failed', ...refused })
  signing.settle()
  expect(await signing.bot.stoppedItself).toEqual(refused)
  expect(signing.bot.core.standing.halted?.reason).toBe('bad-api-key: Invalid API Key')
  signing.bot.halt()

  const listing = setUp()
  listing.marketData.readMarket = (_id, done) => done({ ok: false, failure: refused })
  listing.bot.start()
  listing.settle()
  expect(await listing.bot.stoppedItself).toEqual(refused)
  listing.bot.halt()
})

it('a sign-in that may work later, and a list that could not be read, end nothing', () => {
  const { bot, trading, marketData, settle } = setUp()
  marketData.readMarket = (_id, done) => done({ ok: false, failure: { code: 'unreachable', message: 'reset' } })
  bot.start()
  trading.emit({ kind: 'sign-in-failed', code: 'not-signed-in', message: 'nonce expired' })
  settle()
  expect(bot.core.standing.halted).toBeUndefined()
  bot.halt()
})

it('a market that leaves OPEN makes the bot ask for its markets again, not more often than every two seconds', () => {
  const { bot, marketData, clock } = setUp()
  bot.start()
  const asked = () => marketData.reads.filter((r) => r === 'market a').length
  expect(asked()).toBe(1)
  for (let i = 0; i < 30; i++) {
    clock.runUntil(clock.monoMs() + 100)
    marketData.emit({ kind: 'status', conditionId: A, status: 'CLOSED' })
  }
  expect(asked()).toBe(2)
  bot.halt()
})

it('a fault in a step halts the bot; the fourth one ends it', async () => {
  const { bot, clock, trading, settle } = setUp()
  bot.start()
  settle()
  const { core } = bot
  const step = core.step.bind(core)
  let broken = 0
  core.step = (event) => {
    if (event.kind === 'account-changed') {
      broken++
      throw new Error('a planted fault')
    }
    return step(event)
  }
  trading.emit({ kind: 'account-changed' })
  clock.runUntil(clock.monoMs() + 100)
  expect(core.standing.halted).toMatchObject({
    cause: 'program-fault',
    actor: 'fault',
    reason: 'a step failed: a planted fault',
  })
  for (let i = 0; i < 3; i++) trading.emit({ kind: 'account-changed' })
  settle()
  expect(broken).toBe(4)
  expect(await bot.stoppedItself).toEqual({ code: 'internal', message: 'a planted fault' })
})

it('a halt that is given a moment before the start holds, beside what a former run has left', () => {
  const pnl = { total: -3, realised: 0, start: 0, peak: 0, day: 0, dayStart: 0 }
  const restored: Standing = { pauses: [{ conditionId: A, actor: 'ann', reason: 'odd', atMs: 1 }], pnl }
  const { bot, settle } = setUp({ restored })
  let isDone = false
  bot.operate('halt', { actor: 'ann', reason: 'lunch' }, () => {
    isDone = true
  })
  bot.start()
  settle()
  expect(isDone).toBe(true)
  expect(bot.core.standing.halted).toMatchObject({ cause: 'operator', reason: 'lunch' })
  expect(bot.core.standing.standing().pauses).toMatchObject([{ conditionId: A, reason: 'odd' }])
  bot.halt()
})
