import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ticks } from '../../../src/domain/amounts/price.js'
import { lots } from '../../../src/domain/amounts/size.js'
import { EMPTY_BOOK, type LevelChange, type MarketBook } from '../../../src/domain/market/book.js'
import type { Outcome, Side } from '../../../src/domain/market/side.js'
import type { OwnOrder } from '../../../src/domain/orders/own-order.js'
import { Books } from '../../../src/state/market/books.js'
import { withoutOwn } from '../../../src/state/market/venue-book.js'
import { A, market } from '../../risk/builders.js'
import { Believer } from '../believer.js'
import { LOT, TrueOrder } from '../true-order.js'

const change = fc.record({
  outcome: fc.constantFrom<Outcome>(0, 1),
  side: fc.constantFrom<Side>('BUY', 'SELL'),
  price: fc.integer({ min: 1, max: 12 }).map(ticks),
  size: fc.integer({ min: 0, max: 5 }).map(lots),
})

function naive(changes: readonly LevelChange[]): MarketBook {
  const side = (outcome: Outcome, wanted: Side) => {
    const sizes = new Map<number, number>()
    for (const c of changes) if (c.outcome === outcome && c.side === wanted) sizes.set(c.price, c.size)
    return [...sizes]
      .filter(([, size]) => size > 0)
      .map(([price, size]) => ({ price: ticks(price), size: lots(size) }))
      .sort((a, b) => (wanted === 'BUY' ? b.price - a.price : a.price - b.price))
  }
  return [
    { bids: side(0, 'BUY'), asks: side(0, 'SELL') },
    { bids: side(1, 'BUY'), asks: side(1, 'SELL') },
  ]
}

it('any level changes give the book that a map of sizes gives, best level first', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
      const books = new Books()
      books.replace(A, EMPTY_BOOK)
      for (const c of changes) books.change(A, c)
      expect(books.venueBook(A)).toEqual(naive(changes))
    }),
  )
})

it('a snapshot replaces everything and is copied', () => {
  const books = new Books()
  const first = naive([{ outcome: 0, side: 'BUY', price: ticks(4), size: lots(2) }])
  books.replace(A, first)
  books.change(A, { outcome: 0, side: 'BUY', price: ticks(5), size: lots(1) })
  expect(first[0].bids).toHaveLength(1)
  books.replace(A, EMPTY_BOOK)
  expect(books.venueBook(A)).toEqual(EMPTY_BOOK)
})

it('changes of a market without a snapshot are nothing', () => {
  const books = new Books()
  books.change(A, { outcome: 0, side: 'BUY', price: ticks(5), size: lots(1) })
  expect(books.venueBook(A)).toEqual(EMPTY_BOOK)
})

interface Own {
  readonly outcome: Outcome
  readonly side: Side
  readonly price: number
  readonly size: number
}

const own = fc.record({
  outcome: fc.constantFrom<Outcome>(0, 1),
  side: fc.constantFrom<Side>('BUY', 'SELL'),
  price: fc.integer({ min: 1, max: 12 }),
  size: fc.integer({ min: 1, max: 5 }),
})

function resting(orders: readonly Own[]): OwnOrder[] {
  const bot = new Believer()
  return orders.map((o, i) => bot.place(new TrueOrder({ ...o, hash: `0x${i + 1}` }))())
}

it('adding own orders to a book and taking them out again changes nothing', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 30 }), fc.array(own, { maxLength: 6 }), (changes, orders) => {
      const others = naive(changes)
      const total = ({ outcome, side, price }: LevelChange) =>
        [...others[outcome][side === 'BUY' ? 'bids' : 'asks']].find((l) => l.price === price)?.size ?? 0
      const ours: LevelChange[] = orders.map((o) => ({ ...o, price: ticks(o.price), size: lots(0) }))
      const mixed = ours.map((c) => ({
        ...c,
        size: lots(
          total(c) +
            orders
              .filter((o) => o.outcome === c.outcome && o.side === c.side && o.price === c.price)
              .reduce((sum, o) => sum + o.size, 0),
        ),
      }))
      const together = naive([...changes, ...mixed])
      expect(withoutOwn(together, market(), resting(orders))).toEqual(others)
    }),
  )
})

it('never leaves a level without size, also when the book does not show our orders yet', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 30 }), fc.array(own, { maxLength: 6 }), (changes, orders) => {
      for (const side of withoutOwn(naive(changes), market(), resting(orders))) {
        for (const level of [...side.bids, ...side.asks]) expect(level.size).toBeGreaterThan(0)
      }
    }),
  )
})

it('the book without us that follows each change is the one that is made anew', () => {
  const step = fc.oneof(
    { weight: 5, arbitrary: change.map((c) => ({ kind: 'change' as const, change: c })) },
    { weight: 2, arbitrary: fc.array(own, { maxLength: 4 }).map((orders) => ({ kind: 'own' as const, orders })) },
    {
      weight: 1,
      arbitrary: fc.array(change, { maxLength: 8 }).map((c) => ({ kind: 'snapshot' as const, changes: c })),
    },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 900 }).map((ms) => ({ kind: 'time' as const, ms })) },
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const books = new Books()
      let [orders, nowMs, until]: [OwnOrder[], number, number] = [[], 0, Number.POSITIVE_INFINITY]
      // half of them are gone after a while, by time alone
      const part = () => ({
        orders: nowMs > until ? orders.slice(1) : orders,
        untilMonoMs: nowMs > until ? Infinity : until,
      })
      for (const s of steps) {
        if (s.kind === 'change') books.change(A, s.change)
        else if (s.kind === 'snapshot') books.replace(A, naive(s.changes))
        else if (s.kind === 'time') nowMs += s.ms
        else {
          orders = resting(s.orders)
          until = nowMs + 750
          books.ownChanged(A)
        }
        const fresh = withoutOwn(books.venueBook(A), market(), part().orders)
        expect(books.others(market(), part, nowMs)).toEqual(fresh)
      }
    }),
  )
})

const LEVEL = naive([{ outcome: 0, side: 'BUY', price: ticks(40), size: lots(150) }])
const sizeSeen = (orders: readonly OwnOrder[]) => withoutOwn(LEVEL, market(), orders)[0].bids[0]?.size ?? 0

it('an order not signed yet is in no book; a sent and an unknown one may be', () => {
  const bot = new Believer()
  const order = new TrueOrder()
  const entry = bot.intend(order)
  expect(sizeSeen([entry()])).toBe(150)
  bot.tell({ kind: 'signed', intentId: entry().intentId, hash: order.hash })
  expect(sizeSeen([entry()])).toBe(50)
  const failure = { code: 'unreachable', message: '', mayHaveHappened: true } as const
  bot.tell({ kind: 'submit-failed', intentId: entry().intentId, failure })
  expect(sizeSeen([entry()])).toBe(50)
})

it.each([
  ['refuses', { code: 'fee-changed', message: '' }, undefined],
  ['answers that it is over', undefined, 'cancelled_local'],
] as const)('an order that the venue %s is in no book, and hides nobody beside it', (_name, failure, status) => {
  const bot = new Believer()
  const order = new TrueOrder()
  const { intentId } = bot.intend(order)()
  bot.tell({ kind: 'signed', intentId, hash: order.hash })
  if (failure) bot.tell({ kind: 'submit-failed', intentId, failure, sentMonoMs: bot.nowMs })
  else bot.tell({ kind: 'submitted', intentId, hash: order.hash, status })
  expect(sizeSeen(bot.beliefs.orders.inBook(market().conditionId, bot.nowMs))).toBe(150)
})

describe('what rested of an order that is over', () => {
  const ended = () => {
    const bot = new Believer()
    const order = new TrueOrder()
    const entry = bot.place(order)
    order.match(60, 2)
    bot.tell({ kind: 'order', record: order.record() })
    expect(entry()).toMatchObject({ phase: 'open', restingRaw: 40n * LOT })
    bot.nowMs += 5000
    return { bot, end: () => bot.tell({ kind: 'cancel-answered', cancelled: [order.hash], failed: [] }) }
  }
  const level = (bot: Believer, agoMs: number) =>
    bot.tell({
      kind: 'level',
      conditionId: market().conditionId,
      change: { outcome: 0, side: 'BUY', price: ticks(40), size: lots(110) },
      venueMs: bot.nowMs - agoMs,
    })
  const seen = (bot: Believer, inMs: number) =>
    sizeSeen(bot.beliefs.orders.inBook(market().conditionId, bot.nowMs + inMs))

  it('is taken out until its level has told', () => {
    const { bot, end } = ended()
    end()
    bot.nowMs += 1800
    // stamped before the cancel can have been carried out: it shows the order still
    level(bot, 2900)
    expect(seen(bot, 1200)).toBe(110)
    level(bot, 1750)
    expect(seen(bot, 0)).toBe(150)
  })

  it('is taken out for no more than seconds', () => {
    const { bot, end } = ended()
    end()
    expect([seen(bot, 3000), seen(bot, 3001)]).toEqual([110, 150])
  })

  it('is taken out for a moment where its level told before the answer', () => {
    const { bot, end } = ended()
    level(bot, 20)
    bot.nowMs += 200
    end()
    expect([seen(bot, 750), seen(bot, 751)]).toEqual([110, 150])
  })
})

it('what a failed settlement puts back to rest is taken out as soon as it is known to have failed, and not twice when the record tells of it', () => {
  const bot = new Believer()
  const order = new TrueOrder()
  const entry = bot.place(order)
  order.match(40, 2)
  order.match(60, 3)
  bot.tell({ kind: 'fills-listed', fills: order.fills(), askedSeq: bot.seq })
  bot.tell({ kind: 'order', record: order.record() })
  const inBook = () => bot.beliefs.orders.inBook(market().conditionId, bot.nowMs + 800)
  expect(sizeSeen(inBook())).toBe(150)
  order.settle('failed', 4)
  bot.tell({ kind: 'fills-listed', fills: order.fills(), askedSeq: bot.seq })
  expect(entry()).toMatchObject({ phase: 'unknown', restingRaw: 0n })
  expect(sizeSeen(inBook())).toBe(110)
  bot.tell({ kind: 'order', record: order.record() })
  expect(entry()).toMatchObject({ phase: 'open', restingRaw: 40n * LOT })
  expect(sizeSeen(inBook())).toBe(110)
})
