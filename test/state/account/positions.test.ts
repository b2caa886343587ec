import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ticks } from '../../../src/domain/amounts/price.js'
import { EMPTY_BOOK } from '../../../src/domain/market/book.js'
import type { Hex } from '../../../src/domain/market/market.js'
import type { Outcome, Side } from '../../../src/domain/market/side.js'
import type { Fill } from '../../../src/domain/orders/fill.js'
import type { CoreInput } from '../../../src/domain/run/core-event.js'
import { Positions } from '../../../src/state/account/positions.js'
import { A, B, market, raw } from '../../risk/builders.js'
import { account, Believer } from '../believer.js'
import { LOT, TrueOrder } from '../true-order.js'

const AB = [market(A), market(B)]

function expectSplit(bot: Believer, fair: number | undefined): void {
  for (const m of bot.beliefs.markets.values()) {
    const { spread, inventory, fees, total } = bot.beliefs.positions.pnl(m, fair)
    expect(total).toBeCloseTo(spread + inventory - fees, 9)
    const { tokensRaw, cashFlowRaw, costRaw } = bot.beliefs.positions.position(m)
    // without a fair value what is held is worth what it cost
    const value = fair === undefined ? Number(costRaw) : fair * Number(tokensRaw[0]) + (1 - fair) * Number(tokensRaw[1])
    expect(total).toBeCloseTo((Number(cashFlowRaw) + value) / 1e6, 9)
  }
}

describe('any order, duplication and staleness of records, fills and settlements', () => {
  const life = fc.oneof(
    fc.integer({ min: 1, max: 50 }).map((size) => ({ do: 'match' as const, size })),
    fc.constantFrom('settled' as const, 'failed' as const, 'cancel' as const).map((name) => ({ do: name, size: 0 })),
  )
  const anOrder = fc.record({
    conditionId: fc.constantFrom(A, B),
    outcome: fc.constantFrom<Outcome>(0, 1),
    side: fc.constantFrom<Side>('BUY', 'SELL'),
    price: fc.integer({ min: 1, max: 99 }),
    feeRateBps: fc.constantFrom(0, 100, 1000),
    life: fc.array(life, { maxLength: 12 }),
  })

  /** Everything the venue could have said of an order in its life, the last words included. */
  function wordsOf(order: TrueOrder, steps: readonly { readonly do: string; readonly size: number }[]): CoreInput[] {
    const words: CoreInput[] = []
    const speak = () => {
      words.push({ kind: 'order', record: order.record() }, { kind: 'fills-listed', fills: order.fills(), askedSeq: 0 })
    }
    let now = 2
    speak()
    for (const step of steps) {
      now++
      if (step.do === 'match') order.match(step.size, now)
      if (step.do === 'cancel') order.cancel(now)
      if (step.do === 'settled' || step.do === 'failed') {
        const tradeId = order.settle(step.do, now)
        if (tradeId) words.push({ kind: 'settlement', conditionId: order.draft.conditionId, tradeId, status: step.do })
      }
      speak()
    }
    return words
  }

  it('ends in the position that the standing matches give, to the raw unit', () => {
    const scenario = fc.array(anOrder, { minLength: 1, maxLength: 4 }).chain((orders) =>
      fc.record({
        orders: fc.constant(orders),
        shuffle: fc.infiniteStream(fc.nat(1000)),
        fair: fc.constantFrom(undefined, 0.3, 0.8),
      }),
    )
    fc.assert(
      fc.property(scenario, ({ orders, shuffle, fair }) => {
        const bot = new Believer(AB)
        const chance = () => Number(shuffle.next().value)
        const truths = orders.map((o, i) => new TrueOrder({ ...o, hash: `0x${i + 1}` as Hex, size: 120 }))
        const words = truths.flatMap((truth, i) => {
          bot.place(truth)
          return wordsOf(truth, orders[i]?.life ?? [])
        })
        // told out of order, some of it twice
        const told = [...words, ...words.filter(() => chance() % 3 === 0)]
          .map((word) => ({ word, key: chance() }))
          .sort((a, b) => a.key - b.key)
        for (const { word } of told) {
          bot.nowMs++
          bot.tell(word)
          expectSplit(bot, fair)
        }
        // an order put in doubt by a failed settlement is looked up
        for (const truth of truths) {
          if (bot.beliefs.orders.byHash(truth.hash)?.phase !== 'unknown') continue
          bot.tell({ kind: 'looked-up', hash: truth.hash, record: truth.record() })
        }
        for (const m of AB) {
          const tokens = [0n, 0n]
          let cash = 0n
          for (const truth of truths.filter((t) => t.draft.conditionId === m.conditionId)) {
            const effect = truth.effect()
            tokens[truth.draft.outcome] = (tokens[truth.draft.outcome] ?? 0n) + effect.tokens
            cash += effect.cash
          }
          const { tokensRaw, cashFlowRaw } = bot.beliefs.positions.position(m)
          expect(tokensRaw).toEqual(tokens)
          expect(cashFlowRaw).toBe(cash)
          expectSplit(bot, fair)
        }
      }),
      { numRuns: 200 },
    )
  })
})

function bought(options: ConstructorParameters<typeof TrueOrder>[0] = {}) {
  const bot = new Believer()
  const order = new TrueOrder({ price: 40, ...options })
  bot.place(order)
  return { bot, order, positions: bot.beliefs.positions }
}

it('books a fill once, whichever of record, list and settlement tells of it first', () => {
  const { bot, order, positions } = bought()
  order.match(50, 5)
  bot.tell({ kind: 'fills-listed', fills: order.fills(), askedSeq: 0 })
  bot.tell({ kind: 'order', record: order.record() })
  bot.tell({ kind: 'fills-listed', fills: order.fills(), askedSeq: 0 })
  const tradeId = order.settle('settled', 6) ?? ''
  bot.tell({ kind: 'settlement', conditionId: A, tradeId, status: 'settled' })
  bot.tell({ kind: 'order', record: order.record() })
  expect(positions.position(market())).toMatchObject({ tokensRaw: [raw(0.5), 0n], cashFlowRaw: -raw(0.2) })
  expect(positions.fills(A)).toBe(1)
})

it('counts each fill once, though a list tells of the later one before the earlier, which a record has told of', () => {
  const { bot, order, positions } = bought()
  order.match(20, 5)
  bot.tell({ kind: 'order', record: order.record() })
  expect(positions.fills(A)).toBe(1)
  order.match(30, 6)
  bot.tell({ kind: 'fills-listed', fills: order.fills().toReversed(), askedSeq: 0 })
  expect(positions.position(market()).tokensRaw).toEqual([raw(0.5), 0n])
  expect(positions.fills(A)).toBe(2)
})

it('counts both fills that one record has told of, once a list tells them apart', () => {
  const { bot, order, positions } = bought()
  order.match(20, 5)
  order.match(30, 6)
  bot.tell({ kind: 'order', record: order.record() })
  const pnl = positions.pnl(market(), 0.5)
  bot.tell({ kind: 'fills-listed', fills: order.fills(), askedSeq: 0 })
  expect(positions.fills(A)).toBe(2)
  expect(positions.pnl(market(), 0.5)).toEqual(pnl)
})

it('counts no fill of before this run that a list tells of', () => {
  const bot = new Believer()
  const order = new TrueOrder({ price: 40 })
  order.match(20, 5)
  order.settle('settled', 6)
  bot.tell({ kind: 'orders-listed', records: [order.record()], askedSeq: 0 })
  bot.tell({ kind: 'fills-listed', fills: order.fills(), askedSeq: 0 })
  expect(bot.beliefs.positions.fills(A)).toBe(0)
})

it('a failed settlement takes the fill back, the spread and the fee with it', () => {
  const { bot, order, positions } = bought({ feeRateBps: 200 })
  order.match(50, 5)
  positions.apply({ ...entryWith(bot, order), matchedRaw: 50n * LOT }, market(), () => 0.5)
  expect(positions.pnl(market(), 0.5).spread).toBeCloseTo(0.05, 9)
  positions.apply({ ...entryWith(bot, order), matchedRaw: 0n }, market(), () => 0.9)
  expect(positions.pnl(market(), 0.9)).toEqual({ spread: 0, inventory: 0, fees: 0, total: 0 })
  expect(positions.position(market())).toMatchObject({ tokensRaw: [0n, 0n], cashFlowRaw: 0n })
})

function entryWith(bot: Believer, order: TrueOrder) {
  const entry = bot.beliefs.orders.byHash(order.hash)
  if (entry?.phase !== 'open') throw new Error('the order does not rest')
  return entry
}

it('corrects price and fee when the fill itself is listed, also when the amounts matched stay the same', () => {
  const { bot, order, positions } = bought({ feeRateBps: 200 })
  order.match(100, 5)
  bot.tell({ kind: 'order', record: order.record() })
  // assumed: our price, the signed rate, paid in tokens
  expect(positions.position(market())).toMatchObject({
    tokensRaw: [raw(0.98), 0n],
    assumedFeeRaw: [raw(0.02), 0n],
    cashFlowRaw: -raw(0.4),
  })
  const [fill] = order.fills()
  const better: Fill[] = fill ? [{ ...fill, price: ticks(30), feeRaw: 0n }] : []
  bot.tell({ kind: 'fills-listed', fills: better, askedSeq: 0 })
  expect(positions.position(market())).toMatchObject({
    tokensRaw: [raw(1), 0n],
    assumedFeeRaw: [0n, 0n],
    cashFlowRaw: -raw(0.3),
  })
  expectSplit(bot, 0.6)
  const other = bought({ feeRateBps: 0 })
  other.order.match(100, 5)
  other.bot.tell({ kind: 'order', record: other.order.record() })
  other.bot.tell({ kind: 'fills-listed', fills: better.map((f) => ({ ...f, feeRaw: 0n })), askedSeq: 0 })
  expect(other.positions.position(market()).cashFlowRaw).toBe(-raw(0.3))
})

it('splits the profit: spread at the fill, inventory since, fees', () => {
  const { bot, order, positions } = bought({ price: 40, feeRateBps: 1000, size: 1000 })
  bot.tell({ kind: 'book', conditionId: A, book: level(48), via: 'socket' })
  bot.tell({ kind: 'feed', conditionId: A, health: 'live', reason: '' })
  order.match(1000, 5)
  bot.tell({ kind: 'order', record: order.record() })
  const pnl = positions.pnl(market(), 0.7)
  // 10 shares bought at 0.40 while worth 0.50; a tenth of min(p, 1-p) / p is paid in tokens, which count at what they were bought for
  expect(pnl.spread).toBeCloseTo(1, 9)
  expect(pnl.fees).toBeCloseTo(0.4, 9)
  expect(pnl.total).toBeCloseTo(9 * 0.7 - 4, 9)
  expect(pnl.inventory).toBeCloseTo(pnl.total - 1 + 0.4, 9)
})

it('splits the profit of a tape reckoned by hand, the mid of each fill apart', () => {
  const bot = new Believer()
  bot.tell({ kind: 'feed', conditionId: A, health: 'live', reason: '' })
  const mids = [50, 50, 51, 49, 48, 52, 52]
  // 10 YES at 0.48; 10 and 20 sold at 0.52 and 0.53, which is NO bought at 0.48 and 0.47; 15 YES at 0.46
  const bids: Record<number, { outcome: Outcome; price: number; size: number }> = {
    0: { outcome: 0, price: 48, size: 1000 },
    1: { outcome: 1, price: 48, size: 1000 },
    2: { outcome: 1, price: 47, size: 2000 },
    4: { outcome: 0, price: 46, size: 1500 },
  }
  for (const [t, mid] of mids.entries()) {
    bot.tell({ kind: 'book', conditionId: A, book: [level(mid - 2)[0], level(100 - mid - 2)[1]], via: 'socket' })
    const bid = bids[t]
    if (bid === undefined) continue
    const order = new TrueOrder({ ...bid, hash: `0x0${t + 1}` })
    bot.place(order)
    order.match(bid.size, t + 1)
    bot.tell({ kind: 'order', record: order.record() })
  }
  const { spread, inventory, fees, total } = bot.beliefs.positions.pnl(market(), 0.52)
  expect(spread).toBeCloseTo(10 * 0.02 + 10 * 0.02 + 20 * 0.02 + 15 * 0.02, 9)
  // +10, 0, -20, -20, -5, -5 held while the mid went 0, +1, -2, -1, +4, 0 cents
  expect(inventory).toBeCloseTo(0.4, 9)
  expect(fees).toBe(0)
  expect(total).toBeCloseTo(1.5, 9)
})

it('measures the spread from the middle between the others, not from our lagging fair value', () => {
  const { bot, order, positions } = bought({ price: 40, feeRateBps: 0, size: 1000 })
  bot.tell({ kind: 'feed', conditionId: A, health: 'live', reason: '' })
  bot.tell({ kind: 'book', conditionId: A, book: level(48), via: 'socket' })
  const { estimates } = bot.beliefs
  // the others have moved down to 0.46; our average has not come along yet
  const lower = [level(44)[0], level(52)[1]] as const
  bot.tell({ kind: 'book', conditionId: A, book: lower, via: 'socket' })
  expect(estimates.fair(market())?.p).toBeCloseTo(0.5, 9)
  order.match(1000, 5)
  bot.tell({ kind: 'order', record: order.record() })
  expect(positions.pnl(market(), 0.5).spread).toBeCloseTo(0.6, 9)
  // the others are gone when the next part is told: their last middle counts, however old
  expect(estimates.mid(market())).toBeCloseTo(0.46, 9)
  bot.tell({ kind: 'book', conditionId: A, book: EMPTY_BOOK, via: 'socket' })
  bot.nowMs += 1e6
  bot.tell({ kind: 'wake' })
  expect(estimates.mid(market())).toBeCloseTo(0.46, 9)
})

/** Best bids of both outcomes that make YES worth 0.50. */
function level(price: number) {
  const bids = [{ price: ticks(price), size: 5 as never }]
  return [
    { bids, asks: [] },
    { bids, asks: [] },
  ] as const
}

const marks =
  (fair: number | undefined, bids: readonly [number, number] = [Number.NaN, Number.NaN]) =>
  () => ({ fair, isFirm: fair !== undefined, bids })

describe('holdings at start', () => {
  const snapshot = account(raw(100), { [A]: [raw(10), raw(4)] })

  it('count at once, and earn nothing by being there', () => {
    const positions = new Positions(false)
    positions.open(snapshot, market(), marks(0.7))
    expect(positions.position(market())).toMatchObject({ tokensRaw: [raw(10), raw(4)], cashFlowRaw: -raw(8.2) })
    expect(positions.pnl(market(), 0.7).total).toBeCloseTo(0, 9)
    expect(positions.pnl(market(), 0.8).total).toBeCloseTo(0.6, 9)
  })

  it('count once, and are valued at the first fair value', () => {
    const positions = new Positions(false)
    expect(positions.open(snapshot, market(), marks(undefined))).toBe(true)
    expect(positions.open(snapshot, market(), marks(undefined))).toBe(false)
    expect(positions.position(market()).tokensRaw).toEqual([raw(10), raw(4)])
    expect(positions.pnl(market(), undefined).total).toBeCloseTo(0, 9)
    expect(positions.open(account(raw(1), { [A]: [raw(99), raw(99)] }), market(), marks(0.7))).toBe(true)
    expect(positions.open(snapshot, market(), marks(0.2))).toBe(false)
    expect(positions.position(market())).toMatchObject({ tokensRaw: [raw(10), raw(4)], cashFlowRaw: -raw(8.2) })
  })

  it('count from their worst value then: a wide book is no loss, a lower bid is one', () => {
    const positions = new Positions(false)
    positions.open(snapshot, market(), marks(0.7, [0.5, 0.2]))
    expect(positions.worstPnl(market(), marks(0.7, [0.5, 0.2])())).toBeCloseTo(0, 9)
    // ten of YES and four of NO: four pairs are worth four, whatever happens
    expect(positions.worstPnl(market(), marks(0.7, [0.4, 0.01])())).toBeCloseTo(-0.6, 9)
    expect(positions.worstPnl(market(), marks(0.45, [0.6, 0.6])())).toBeCloseTo(-0.3, 9)
    positions.correct(A, [raw(20), 0n], marks(0.7, [0.4, 0.2])())
    expect(positions.worstPnl(market(), marks(0.7, [0.4, 0.2])())).toBeCloseTo(-0.6, 9)
  })

  it('valued by a prior alone are valued again by the first book', () => {
    const positions = new Positions(false)
    positions.open(snapshot, market(), () => ({ ...marks(0.3)(), isFirm: false }))
    expect(positions.pnl(market(), 0.3).total).toBeCloseTo(0, 9)
    positions.open(snapshot, market(), marks(0.7))
    expect(positions.pnl(market(), 0.7).total).toBeCloseTo(0, 9)
  })

  it('are marked down by the first bid that comes after the fair value, and by no other', () => {
    const positions = new Positions(false)
    positions.open(snapshot, market(), marks(0.7))
    expect(positions.isSettled(A)).toBe(false)
    // nobody bids for what is held: four of ten are paired
    positions.open(snapshot, market(), marks(0.7, [Number.NaN, 0.1]))
    const late = marks(0.65, [0.4, 0.1])
    expect(positions.open(snapshot, market(), late)).toBe(false)
    expect(positions.isSettled(A)).toBe(true)
    expect(positions.worstPnl(market(), late())).toBeCloseTo(-0.3, 9)
    expect(positions.worstPnl(market(), marks(0.65, [0.3, 0.1])())).toBeCloseTo(-0.9, 9)
  })

  it('are marked down by a late bid as far as they are still held', () => {
    const positions = new Positions(false)
    positions.open(snapshot, market(), marks(0.7))
    positions.exchanged(A, [raw(8), 0n], raw(5.6))
    const late = marks(0.7, [0.4, 0.1])
    positions.open(snapshot, market(), late)
    // two of NO are left alone, for which the others bid 0.10
    expect(positions.worstPnl(market(), late())).toBeCloseTo(0, 9)
    expect(positions.worstPnl(market(), marks(0.7, [0.1, 0.1])())).toBeCloseTo(0, 9)
    expect(positions.worstPnl(market(), marks(0.7, [0.4, 0.05])())).toBeCloseTo(-0.1, 9)
  })

  it('of a market without any are nothing', () => {
    const positions = new Positions(false)
    positions.open(snapshot, market(B), marks(0.7))
    expect(positions.position(market(B))).toMatchObject({ tokensRaw: [0n, 0n], cashFlowRaw: 0n })
    expect(positions.pnl(market(B), 0.7).total).toBe(0)
  })
})

describe('tokens that come or go by hand', () => {
  const snapshot = account(raw(100), { [A]: [raw(10), 0n] })
  const opened = () => {
    const positions = new Positions(false)
    positions.open(snapshot, market(), marks(undefined))
    return positions
  }

  it('while nothing tells their value are valued as what was held at the start: at the first firm fair value', () => {
    const positions = opened()
    positions.correct(A, [raw(30), raw(5)], undefined)
    positions.correct(A, [raw(-20), 0n], marks(undefined)())
    expect(positions.pnl(market(), undefined).total).toBe(0)
    expect(positions.open(snapshot, market(), marks(0.2))).toBe(true)
    expect(positions.position(market())).toMatchObject({ tokensRaw: [raw(20), raw(5)], costRaw: raw(8) })
    expect(positions.position(market()).cashFlowRaw).toBe(-raw(8))
  })

  it('are valued again where what was held before them has its value for good', () => {
    const positions = new Positions(false)
    positions.open(snapshot, market(), marks(0.9, [0.9, 0.1]))
    expect(positions.isSettled(A)).toBe(true)
    // the signal that told it is too old now
    positions.correct(A, [raw(10), 0n], marks(undefined)())
    expect(positions.isSettled(A)).toBe(false)
    positions.open(snapshot, market(), marks(0.8, [0.8, 0.2]))
    expect(positions.position(market())).toMatchObject({ costRaw: raw(17), cashFlowRaw: -raw(17) })
    expect(positions.pnl(market(), 0.8).total).toBeCloseTo(-1, 9)
  })

  it('and go while nothing tells their value take along what they cost, and are worth what the first fair value says', () => {
    const positions = new Positions(false)
    positions.open(snapshot, market(), marks(0.9, [0.9, 0.1]))
    positions.correct(A, [raw(-4), 0n], marks(undefined)())
    expect(positions.pnl(market(), undefined).total).toBe(0)
    expect(positions.position(market())).toMatchObject({ costRaw: raw(5.4), cashFlowRaw: -raw(5.4) })
    positions.open(snapshot, market(), marks(0.8, [0.8, 0.2]))
    // as if all ten were held still
    expect(positions.pnl(market(), 0.8).total).toBeCloseTo(-1, 9)
    expect(positions.position(market()).costRaw).toBe(raw(5.4))
  })
})
