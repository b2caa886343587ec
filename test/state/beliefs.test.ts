import { describe, expect, it } from 'vitest'
import { ticks } from '../../src/domain/amounts/price.js'
import { lots } from '../../src/domain/amounts/size.js'
import type { MarketBook } from '../../src/domain/market/book.js'
import type { PublicTrade } from '../../src/domain/orders/fill.js'
import { A, B, market, raw } from '../risk/builders.js'
import { account, Believer } from './believer.js'
import { LOT, TrueOrder } from './true-order.js'

const side = (price?: number, size = 10) => ({
  bids: price === undefined ? [] : [{ price: ticks(price), size: lots(size) }],
  asks: [],
})
const book = (yes?: number, no?: number): MarketBook => [side(yes), side(no)]
const best = (yes?: number, no?: number) => [side(yes).bids[0], side(no).bids[0]] as const

function live(bot: Believer, at: MarketBook): void {
  bot.tell({ kind: 'book', conditionId: A, book: at, via: 'socket' })
  bot.tell({ kind: 'feed', conditionId: A, health: 'live', reason: 'snapshot' })
}

const ask = (bot: Believer, kind: 'read-best-bids' | 'read-book') =>
  bot.beliefs.asked([{ kind, permits: [], conditionId: A }])

const bestOf = (bot: Believer) => {
  const [yes, no] = bot.beliefs.others(market())
  return [yes.bids[0]?.price, no.bids[0]?.price]
}

describe('the book of the others', () => {
  it('is the stream without us while it is believed, and the last poll otherwise', () => {
    const bot = new Believer()
    const order = new TrueOrder({ price: 40, size: 10 })
    bot.place(order)
    live(bot, [{ bids: [...side(40).bids, ...side(38).bids], asks: [] }, side(50)])
    expect(bestOf(bot)).toEqual([38, 50])
    bot.tell({ kind: 'best-bids', conditionId: A, bids: best(38, 50) })
    bot.tell({ kind: 'feed', conditionId: A, health: 'stale', reason: 'down' })
    bot.tell({ kind: 'level', conditionId: A, change: { outcome: 0, side: 'BUY', price: ticks(39), size: lots(5) } })
    expect(bestOf(bot)).toEqual([38, 50])
    bot.tell({ kind: 'best-bids', conditionId: A, bids: best(37, undefined) })
    expect(bestOf(bot)).toEqual([37, undefined])
  })

  it('teaches the fair value as soon as its stream is believed, and nothing before', () => {
    const bot = new Believer()
    bot.tell({ kind: 'book', conditionId: A, book: book(40, 50), via: 'socket' })
    expect(bot.beliefs.estimates.fair(market())).toBeUndefined()
    bot.tell({ kind: 'feed', conditionId: A, health: 'live', reason: 'snapshot' })
    expect(bot.beliefs.estimates.fair(market())?.p).toBeCloseTo(0.45, 9)
    bot.tell({ kind: 'feed', conditionId: A, health: 'stale', reason: 'gap' })
    bot.nowMs += 60_000
    bot.tell({ kind: 'level', conditionId: A, change: { outcome: 0, side: 'BUY', price: ticks(48), size: lots(5) } })
    expect(bot.beliefs.estimates.fair(market())?.p).toBeCloseTo(0.45, 9)
  })

  it.each([
    [
      'its stream is lost',
      (bot: Believer) => bot.tell({ kind: 'feed', conditionId: A, health: 'stale', reason: 'gap' }),
    ],
    [
      'the venue contradicts it',
      (bot: Believer) => {
        ask(bot, 'read-best-bids')
        bot.tell({ kind: 'best-bids', conditionId: A, bids: best(41, 50) })
        bot.nowMs += 301
        bot.tell({ kind: 'turn-end' })
      },
    ],
    [
      'it answers nothing',
      (bot: Believer) => {
        bot.beliefs.asked([{ kind: 'resync', conditionId: A }])
        for (const ms of [1500, 200]) {
          bot.nowMs += ms
          bot.tell({ kind: 'turn-end' })
        }
      },
    ],
    [
      'its size step is another',
      (bot: Believer) => bot.tell({ kind: 'market', market: market(A, { lotRaw: market().lotRaw / 10n }) }),
    ],
  ])('teaches no jump that was not confirmed before %s', (_name, doubt) => {
    const bot = new Believer()
    live(bot, book(40, 50))
    bot.tell({ kind: 'book', conditionId: A, book: book(60, 30), via: 'socket' })
    bot.nowMs += 100
    doubt(bot)
    expect(bot.beliefs.feeds.trustsSocket(A, bot.nowMs)).toBe(false)
    bot.nowMs += 10_000
    bot.tell({ kind: 'turn-end' })
    expect(bot.beliefs.estimates.marks(market()).fair).toBeCloseTo(0.45, 9)
    // one that stands there when it is believed again is confirmed from then on
    live(bot, book(60, 30))
    bot.tell({ kind: 'level', conditionId: A, change: { outcome: 0, side: 'BUY', price: ticks(60), size: lots(11) } })
    expect(bot.beliefs.estimates.fair(market())).toMatchObject({ p: expect.closeTo(0.45, 9), jump: 1 })
    bot.nowMs += 3000
    bot.tell({ kind: 'turn-end' })
    expect(bot.beliefs.estimates.fair(market())?.p).toBeGreaterThan(0.6)
  })

  describe('of which polls have shown a part while its stream was not believed', () => {
    /** Best bids do not show who sells. */
    const sold: MarketBook = [{ bids: side(40).bids, asks: side(42).bids }, side()]
    const polled = { kind: 'best-bids', conditionId: A, bids: best(40) } as const

    it('teaches all of it again once a poll agrees with it', () => {
      const bot = new Believer()
      live(bot, sold)
      ask(bot, 'read-best-bids')
      bot.tell({ kind: 'best-bids', conditionId: A, bids: best(41) })
      bot.nowMs += 301
      bot.tell({ kind: 'turn-end' })
      bot.tell({ kind: 'book', conditionId: A, book: sold, via: 'socket' })
      ask(bot, 'read-best-bids')
      bot.tell(polled)
      expect(bot.beliefs.feeds.trustsSocket(A, bot.nowMs)).toBe(true)
      bot.nowMs += 1500
      bot.tell({ kind: 'book', conditionId: A, book: sold, via: 'socket' })
      bot.nowMs += 60_000
      bot.tell({ kind: 'turn-end' })
      expect(bot.beliefs.estimates.fair(market())).toMatchObject({ p: expect.closeTo(0.41, 9), basis: 'two-sided' })
    })

    it('teaches all of it again once it has been polled for long enough', () => {
      const bot = new Believer()
      live(bot, sold)
      for (const price of [5, 6]) {
        // a snapshot that was asked for is another book each time
        bot.beliefs.asked([{ kind: 'resync', conditionId: A }])
        bot.tell({ kind: 'book', conditionId: A, book: [{ bids: side(price).bids, asks: [] }, side()], via: 'socket' })
        bot.tell({ kind: 'level', conditionId: A, change: { outcome: 0, side: 'BUY', price: ticks(9), size: lots(5) } })
      }
      expect(bot.beliefs.feeds.trustsSocket(A, bot.nowMs)).toBe(false)
      bot.tell({ kind: 'book', conditionId: A, book: sold, via: 'socket' })
      bot.tell(polled)
      bot.nowMs += 120_001
      bot.tell({ kind: 'book', conditionId: A, book: sold, via: 'socket' })
      expect(bot.beliefs.feeds.trustsSocket(A, bot.nowMs)).toBe(true)
      expect(bot.beliefs.estimates.fair(market())).toMatchObject({ p: expect.closeTo(0.41, 9), basis: 'two-sided' })
    })
  })

  it('teaches by polls while there is no stream', () => {
    const bot = new Believer()
    bot.tell({ kind: 'best-bids', conditionId: A, bids: best(60, 30) })
    expect(bot.beliefs.estimates.fair(market())?.p).toBeCloseTo(0.65, 9)
  })
})

describe('comparison with the venue', () => {
  it('convicts a stream that differs, by best bids and by the book, and wants a new snapshot', () => {
    for (const via of ['best-bids', 'book'] as const) {
      const bot = new Believer()
      const { feeds, bookWatch } = bot.beliefs
      live(bot, book(40, 50))
      ask(bot, via === 'book' ? 'read-book' : 'read-best-bids')
      if (via === 'book') bot.tell({ kind: 'book', conditionId: A, book: book(41, 50), via: 'poll' })
      else bot.tell({ kind: 'best-bids', conditionId: A, bids: best(41, 50) })
      expect(feeds.trustsSocket(A, bot.nowMs)).toBe(true)
      bot.nowMs += 300
      bot.tell({ kind: 'wake' })
      expect(feeds.trustsSocket(A, bot.nowMs)).toBe(false)
      expect([...bookWatch.takeJudged()]).toEqual([A])
      expect(bookWatch.snapshotDueMonoMs(A)).toBe(bot.nowMs)
      live(bot, book(41, 50))
      expect(feeds.trustsSocket(A, bot.nowMs)).toBe(false)
      bot.tell({ kind: 'level', conditionId: A, change: { outcome: 0, side: 'BUY', price: ticks(9), size: lots(5) } })
      expect(feeds.trustsSocket(A, bot.nowMs)).toBe(true)
    }
  })

  it('an answer that overtakes the stream convicts nobody', () => {
    const bot = new Believer()
    live(bot, book(40, 50))
    ask(bot, 'read-best-bids')
    bot.tell({ kind: 'best-bids', conditionId: A, bids: best(42, 50) })
    bot.nowMs += 200
    bot.tell({ kind: 'level', conditionId: A, change: { outcome: 0, side: 'BUY', price: ticks(42), size: lots(5) } })
    bot.nowMs += 1000
    bot.tell({ kind: 'wake' })
    expect(bot.beliefs.feeds.trustsSocket(A, bot.nowMs)).toBe(true)
  })

  it('is repeated when ours moved meanwhile, until it is clear', () => {
    const bot = new Believer()
    live(bot, book(40, 50))
    ask(bot, 'read-best-bids')
    bot.tell({ kind: 'level', conditionId: A, change: { outcome: 0, side: 'BUY', price: ticks(42), size: lots(5) } })
    bot.tell({ kind: 'best-bids', conditionId: A, bids: best(44, 50) })
    bot.nowMs += 300
    bot.tell({ kind: 'wake' })
    expect([...bot.beliefs.bookWatch.recheck]).toEqual([A])
    ask(bot, 'read-best-bids')
    bot.tell({ kind: 'best-bids', conditionId: A, bids: best(42, 50) })
    expect([...bot.beliefs.bookWatch.recheck]).toEqual([])
    expect(bot.beliefs.feeds.trustsSocket(A, bot.nowMs)).toBe(true)
  })

  it('an answer that says what ours were convicts nobody: the stream tells its book anew, and that decides', () => {
    for (const agrees of [true, false]) {
      const bot = new Believer()
      const { feeds, bookWatch } = bot.beliefs
      live(bot, book(40, 50))
      bot.nowMs += 1000
      bot.tell({ kind: 'level', conditionId: A, change: { outcome: 0, side: 'BUY', price: ticks(42), size: lots(5) } })
      bot.nowMs += 8000
      bot.tell({ kind: 'wake' })
      ask(bot, 'read-best-bids')
      bot.tell({ kind: 'best-bids', conditionId: A, bids: best(40, 50) })
      bot.nowMs += 300
      bot.tell({ kind: 'wake' })
      expect(feeds.trustsSocket(A, bot.nowMs)).toBe(true)
      expect(feeds.answersBehindMs).toBe(8000)
      expect([...bookWatch.recheck]).toEqual([])
      expect(bookWatch.snapshotDueMonoMs(A)).toBe(bot.nowMs)
      bot.tell({
        kind: 'book',
        conditionId: A,
        via: 'socket',
        book: agrees ? bookWatch.books.venueBook(A) : book(40, 50),
      })
      expect(feeds.trustsSocket(A, bot.nowMs)).toBe(agrees)
    }
  })

  it('forgets a question whose answer failed', () => {
    const bot = new Believer()
    live(bot, book(40, 50))
    ask(bot, 'read-best-bids')
    bot.tell({ kind: 'read-failed', read: 'best-bids', conditionId: A, failure: { code: 'unreachable', message: '' } })
    bot.tell({ kind: 'best-bids', conditionId: A, bids: best(44, 50) })
    expect(bot.beliefs.feeds.trustsSocket(A, bot.nowMs)).toBe(true)
  })
})

describe('a trade', () => {
  const trade = (price: number, venueMs: number): PublicTrade => ({
    ...{ tradeId: `t${venueMs}`, conditionId: A, venueMs },
    ...{ matchType: 'direct', outcome: 0, side: 'SELL', price: ticks(price), sizeRaw: LOT },
  })

  it('whose level stands still convicts the book with the next event of the venue, in whatever market', () => {
    const bot = new Believer([market(A), market(B)])
    live(bot, book(40, 50))
    bot.tell({ kind: 'trade', conditionId: A, trade: trade(40, 7000) })
    bot.nowMs += 600
    expect(bot.beliefs.bookWatch.snapshotDueMonoMs(A)).toBe(bot.nowMs - 100)
    const change = { outcome: 0, side: 'BUY', price: ticks(3), size: lots(5) } as const
    bot.tell({ kind: 'level', conditionId: B, change, venueMs: 7600 })
    expect([...bot.beliefs.bookWatch.takeJudged()]).toEqual([A])
    expect(bot.beliefs.feeds.health(A, bot.nowMs)).toMatchObject({ health: 'stale' })
  })

  it('whose level stands still convicts the book with the answer to a later resync, when nothing else comes', () => {
    const bot = new Believer()
    live(bot, book(40, 50))
    const tradedMs = bot.nowMs
    bot.tell({ kind: 'trade', conditionId: A, trade: trade(40, 7000) })
    bot.nowMs += 5000
    // asked for too early: the change may have been behind it
    bot.tell({ kind: 'resync-answered', conditionId: A, askedMonoMs: tradedMs + 499 })
    expect([...bot.beliefs.bookWatch.takeJudged()]).toEqual([])
    bot.tell({ kind: 'resync-answered', conditionId: A, askedMonoMs: tradedMs + 500 })
    expect([...bot.beliefs.bookWatch.takeJudged()]).toEqual([A])
    expect(bot.beliefs.feeds.health(A, bot.nowMs)).toMatchObject({ health: 'stale' })
  })

  it('is not explained by an order that joined its level before it, but by one that left', () => {
    for (const [size, suspected] of [
      [20, true],
      [5, false],
    ] as const) {
      const bot = new Believer()
      live(bot, book(40, 50))
      bot.tell({
        kind: 'level',
        conditionId: A,
        change: { outcome: 0, side: 'BUY', price: ticks(40), size: lots(size) },
      })
      bot.tell({ kind: 'trade', conditionId: A, trade: trade(40, 7000) })
      expect(bot.beliefs.bookWatch.snapshotDueMonoMs(A) === bot.nowMs + 500).toBe(suspected)
    }
  })

  it('says nothing of a book that is not there yet', () => {
    const bot = new Believer()
    bot.tell({ kind: 'trade', conditionId: A, trade: trade(40, 7000) })
    live(bot, book(40, 50))
    bot.nowMs += 600
    bot.tell({ kind: 'trade', conditionId: A, trade: trade(41, 7600) })
    expect(bot.beliefs.feeds.trustsSocket(A, bot.nowMs)).toBe(true)
  })
})

describe('a snapshot', () => {
  it('that tells the same again is news and no movement', () => {
    const bot = new Believer()
    live(bot, book(40, 50))
    bot.nowMs += 1500
    bot.beliefs.asked([{ kind: 'resync', conditionId: A }])
    live(bot, book(40, 50))
    expect(bot.beliefs.feeds.health(A, bot.nowMs)).toMatchObject({ health: 'live', ageMs: 0 })
  })

  it('that shows changes nobody told convicts the stream, although it is the truth now', () => {
    const bot = new Believer()
    live(bot, book(40, 50))
    bot.beliefs.asked([{ kind: 'resync', conditionId: A }])
    live(bot, book(42, 50))
    expect(bot.beliefs.feeds.trustsSocket(A, bot.nowMs)).toBe(false)
    expect([...bot.beliefs.bookWatch.takeJudged()]).toEqual([A])
    live(bot, book(42, 50))
    expect(bot.beliefs.feeds.trustsSocket(A, bot.nowMs)).toBe(true)
  })
})

describe('markets', () => {
  it('are kept when dropped, and quoted again when selected again', () => {
    const bot = new Believer()
    bot.tell({ kind: 'market-dropped', conditionId: A })
    expect(bot.beliefs.dropped.has(A)).toBe(true)
    expect(bot.beliefs.markets.has(A)).toBe(true)
    bot.tell({ kind: 'market', market: market() })
    expect(bot.beliefs.dropped.has(A)).toBe(false)
  })

  it('that are over stay over, whatever an older list says', () => {
    const bot = new Believer()
    bot.tell({ kind: 'market-status', conditionId: A, status: 'RESOLVED', winner: 1 })
    bot.tell({ kind: 'market', market: market(A, { feeRateBps: 7 }) })
    expect(bot.beliefs.markets.get(A)).toMatchObject({ status: 'RESOLVED', winner: 1, feeRateBps: 7 })
    bot.tell({ kind: 'market', market: market(A, { status: 'RESOLVED' }) })
    expect(bot.beliefs.markets.get(A)).toMatchObject({ status: 'RESOLVED', winner: 1 })
    bot.tell({ kind: 'market-status', conditionId: B, status: 'CLOSED' })
    expect(bot.beliefs.markets.has(B)).toBe(false)
  })

  it('that are resolved stay so while a winner is waited for, and take it from a list', () => {
    const bot = new Believer()
    bot.tell({ kind: 'market-status', conditionId: A, status: 'RESOLVED' })
    bot.tell({ kind: 'market', market: market() })
    expect(bot.beliefs.markets.get(A)?.status).toBe('RESOLVED')
    bot.tell({ kind: 'market', market: market(A, { status: 'RESOLVED', winner: 1 }) })
    expect(bot.beliefs.markets.get(A)).toMatchObject({ status: 'RESOLVED', winner: 1 })
  })

  it('take status and registration from the stream', () => {
    const bot = new Believer()
    expect(bot.tell({ kind: 'market-status', conditionId: A, status: 'CLOSED', registration: 'FAILED' })).toEqual(
      new Set([A]),
    )
    expect(bot.beliefs.markets.get(A)).toMatchObject({ status: 'CLOSED', registration: 'FAILED' })
  })
})

describe('the account', () => {
  it('names the markets in which a book gives what was held at the start a value', () => {
    const bot = new Believer()
    bot.readAccount(account(raw(100), { [A]: [raw(10), raw(4)] }))
    live(bot, [side(), side()])
    bot.beliefs.ledger.takeValued()
    const bid = (outcome: 0 | 1, price: number) => {
      const change = { outcome, side: 'BUY', price: ticks(price), size: lots(5) } as const
      bot.tell({ kind: 'level', conditionId: A, change })
      return bot.beliefs.ledger.takeValued()
    }
    bid(0, 70)
    expect(bid(1, 20)).toEqual([A])
    expect(bid(1, 25)).toEqual([])
  })

  it('is stale until read, and again when a change came after the question', () => {
    const bot = new Believer()
    expect(bot.beliefs.accountStale).toBe(true)
    bot.readAccount(account(raw(1)))
    expect(bot.beliefs.accountStale).toBe(false)
    const askedSeq = bot.seq
    bot.tell({ kind: 'account-changed' })
    bot.tell({ kind: 'account', snapshot: account(raw(2)), askedSeq })
    expect(bot.beliefs.accountStale).toBe(true)
    bot.readAccount(account(raw(3)))
    expect(bot.beliefs.accountStale).toBe(false)
  })

  it('gives the holdings at start, also to a market that is found later, and never counts our own fills twice', () => {
    const bot = new Believer([])
    bot.readAccount(account(raw(10), { [A]: [raw(3), 0n] }))
    bot.tell({ kind: 'market', market: market() })
    const order = new TrueOrder({ price: 40 })
    bot.place(order)
    order.match(100, 5)
    order.settle('settled', 6)
    bot.tell({ kind: 'order', record: order.record() })
    bot.readAccount(account(raw(9.6), { [A]: [raw(4), 0n] }))
    // our own level has left the book
    bot.nowMs += 1000
    live(bot, book(40, 50))
    expect(bot.beliefs.positions.position(market()).tokensRaw).toEqual([raw(4), 0n])
    // worth at the first fair value what it counts as paid for
    expect(bot.beliefs.positions.position(market()).cashFlowRaw).toBe(-raw(0.4) - raw(3 * 0.45))
  })
})

it('orders found before their market count from the moment it is known', () => {
  const bot = new Believer([])
  bot.readAccount(account(raw(10)))
  const order = new TrueOrder({ price: 40 })
  order.match(50, 2)
  bot.tell({ kind: 'orders-listed', records: [order.record()], askedSeq: 0 })
  expect(bot.beliefs.funds.collateralRaw()).toBe(raw(10))
  bot.tell({ kind: 'market', market: market() })
  expect(bot.beliefs.positions.position(market()).tokensRaw).toEqual([50n * LOT, 0n])
  expect(bot.beliefs.funds.collateralRaw()).toBe(raw(9.8))
})

it('tells once which orders have ended for good', () => {
  const bot = new Believer()
  const order = new TrueOrder()
  bot.place(order)
  order.match(100, 5)
  bot.tell({ kind: 'order', record: order.record() })
  expect(bot.beliefs.takeEnded()).toEqual([])
  order.settle('settled', 6)
  bot.tell({ kind: 'order', record: order.record() })
  expect(bot.beliefs.takeEnded()).toEqual([order.hash])
  expect(bot.beliefs.takeEnded()).toEqual([])
})

it('says which markets an event concerns: its own, those of its orders, or all', () => {
  const bot = new Believer([market(A), market(B)])
  const order = new TrueOrder({ conditionId: B })
  bot.place(order)
  expect(
    bot.tell({ kind: 'level', conditionId: A, change: { outcome: 0, side: 'BUY', price: ticks(1), size: lots(1) } }),
  ).toEqual(new Set([A]))
  order.match(10, 5)
  expect(bot.tell({ kind: 'order', record: order.record() })).toEqual(new Set([B]))
  expect(bot.tell({ kind: 'wake' })).toEqual(new Set())
  expect(bot.tell({ kind: 'session', signedIn: true, detail: '' })).toBe('all')
  expect(bot.beliefs.signedIn).toBe(true)
  expect(bot.tell({ kind: 'clock', errorMs: 12 })).toEqual(new Set())
  expect(bot.beliefs.clockErrorMs).toBe(12)
})
