import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ticks } from '../../../src/domain/amounts/price.js'
import { lots } from '../../../src/domain/amounts/size.js'
import type { Hex } from '../../../src/domain/market/market.js'
import type { Outcome, Side } from '../../../src/domain/market/side.js'
import { A, market } from '../../risk/builders.js'
import { account, Believer } from '../believer.js'
import { LOT, TrueOrder } from '../true-order.js'

const MARKET = market(A)
const anOrder = (hash: Hex, change: Partial<{ outcome: Outcome; side: Side }> = {}) =>
  new TrueOrder({ conditionId: A, outcome: 0, side: 'BUY', price: 40, feeRateBps: 0, hash, size: 100, ...change })

/** Orders and fills listed now, telling all that the venue knows of these orders. */
function list(bot: Believer, orders: readonly TrueOrder[]): void {
  const askedSeq = bot.seq
  const records = orders
    .map((order) => order.record())
    .filter((r) => r.status === 'open' || r.status === 'partially_filled')
  bot.tell({ kind: 'orders-listed', records, askedSeq })
  bot.tell({ kind: 'fills-listed', fills: orders.flatMap((order) => order.fills()), askedSeq })
}

const held = (bot: Believer) => bot.beliefs.positions.position(MARKET).tokensRaw

describe('what a transaction brings that is not confirmed', () => {
  it('is not lent to orders where a sale settles after it and a purchase before', () => {
    const bot = new Believer([MARKET])
    const { funds, ledger } = bot.beliefs
    bot.readAccount(account(1_000_000_000n, { [A]: [12_000_000n, 7_000_000n] }))
    const [bought, sold] = [anOrder('0x1'), anOrder('0x2', { side: 'SELL' })]
    for (const order of [bought, sold]) {
      order.match(100, 5)
      bot.tell({ kind: 'order', record: order.record() })
    }
    const paidRaw = 7_000_000n
    ledger.exchanging({ conditionId: A, tokensRaw: [paidRaw, paidRaw], paidRaw }, true)
    bought.settle('settled', 6)
    bot.tell({ kind: 'order', record: bought.record() })
    bot.readAccount(account(1_000_000_000n - 400_000n + paidRaw, { [A]: [6_000_000n, 0n] }))
    expect(funds.collateralRaw()).toBe(1_000_000_000n - 400_000n)
  })
})

describe('holdings that no order of ours explains', () => {
  it('are taken over, earn nothing, and are reported', () => {
    const bot = new Believer([MARKET])
    bot.readAccount(account(1000n))
    bot.readAccount(account(1000n, { [A]: [3_000_000n, 1_000_000n] }))
    expect(held(bot)).toEqual([0n, 0n])
    expect(bot.beliefs.ledger.inDoubt).toBe(true)
    list(bot, [])
    expect(held(bot)).toEqual([3_000_000n, 1_000_000n])
    expect(bot.beliefs.positions.pnl(MARKET, 0.5).total).toBe(0)
    expect(bot.beliefs.ledger.takeCorrected()).toEqual([{ conditionId: A, differenceRaw: [3_000_000n, 1_000_000n] }])
    expect(bot.beliefs.ledger.takeCorrected()).toEqual([])
  })

  it('are none where somebody has taken offers with our wallet: its order is matched at the prices that the list tells, with its fee', () => {
    const bot = new Believer([MARKET])
    bot.readAccount(account(100_000_000n))
    const order = new TrueOrder({ conditionId: A, hash: '0x9', price: 99, size: 3000 })
    order.match(3000, 5)
    bot.tell({ kind: 'order', record: order.record() })
    order.settle('settled', 6)
    const taken = order
      .fills()
      .map((fill) => ({ ...fill, price: ticks(47), feeRaw: 300_000n, liquidity: 'taker' as const }))
    bot.tell({ kind: 'fills-listed', fills: taken, askedSeq: bot.seq })
    bot.tell({ kind: 'order', record: order.record() })
    bot.readAccount(account(100_000_000n - 14_100_000n, { [A]: [29_700_000n, 0n] }))
    list(bot, [])
    expect(held(bot)).toEqual([29_700_000n, 0n])
    expect(bot.beliefs.ledger.takeCorrected()).toEqual([])
    // 29.7 shares, paid with 14.10
    expect(bot.beliefs.positions.pnl(MARKET, 0.5).total).toBeCloseTo(0.75, 9)
  })

  it('are a redemption after the end: the payout was counted already', () => {
    const bot = new Believer([MARKET])
    bot.tell({
      kind: 'best-bids',
      conditionId: A,
      bids: [
        { price: ticks(60), size: lots(100) },
        { price: ticks(38), size: lots(100) },
      ],
    })
    bot.readAccount(account(1000n, { [A]: [2_000_000n, 0n] }))
    bot.tell({ kind: 'market-status', conditionId: A, status: 'RESOLVED', winner: 0 })
    const before = bot.beliefs.positions.pnl(MARKET, 1).total
    bot.readAccount(account(2_001_000n))
    list(bot, [])
    expect(held(bot)).toEqual([0n, 0n])
    expect(bot.beliefs.positions.pnl(MARKET, 1).total).toBe(before)
    expect(before).toBeGreaterThan(0)
    expect(bot.beliefs.ledger.takeCorrected()).toEqual([])
  })

  it.each(['CLOSED', 'RESOLVED'] as const)('wait for the winner once trading has ended: %s', (status) => {
    const bot = new Believer([MARKET])
    bot.readAccount(account(1000n, { [A]: [2_000_000n, 0n] }))
    bot.tell({ kind: 'market-status', conditionId: A, status })
    bot.readAccount(account(2_001_000n))
    expect(bot.beliefs.ledger.inDoubt).toBe(false)
    list(bot, [])
    expect(held(bot)).toEqual([2_000_000n, 0n])
  })

  it('do not include what a fill still on its way explains', () => {
    const bot = new Believer([MARKET])
    bot.readAccount(account(1000n))
    const order = anOrder('0x1')
    bot.place(order)
    order.match(100, 5)
    order.settle('settled', 6)
    // the venue has settled it, we have not heard
    bot.readAccount(account(1000n, { [A]: [100n * LOT, 0n] }))
    list(bot, [order])
    list(bot, [order])
    expect(held(bot)).toEqual([100n * LOT, 0n])
    expect(bot.beliefs.ledger.takeCorrected()).toEqual([])
  })
})

it('a reading from before a settlement proves nothing after it', () => {
  const bot = new Believer([MARKET])
  bot.readAccount(account(1000n))
  const order = anOrder('0x1')
  bot.place(order)
  order.match(100, 5)
  bot.tell({ kind: 'order', record: order.record() })
  const askedSeq = bot.seq
  order.settle('settled', 6)
  bot.tell({ kind: 'order', record: order.record() })
  bot.tell({ kind: 'account', snapshot: account(1000n), askedSeq })
  list(bot, [order])
  expect(held(bot)).toEqual([100n * LOT, 0n])
})

it('holdings that lag behind settlements raise no doubt before they had time', () => {
  const bot = new Believer([MARKET], { holdingsLagMs: 10_000 })
  bot.readAccount(account(1000n))
  const order = anOrder('0x1')
  bot.place(order)
  order.match(100, 5)
  order.settle('settled', 6)
  bot.tell({ kind: 'order', record: order.record() })
  const doubted = () => [bot.beliefs.ledger.inDoubt, bot.beliefs.ledger.isMismatched(A)]
  bot.nowMs += 9999
  bot.readAccount(account(1000n))
  expect(doubted()).toEqual([false, false])
  bot.nowMs += 1
  bot.readAccount(account(1000n))
  expect(doubted()).toEqual([true, false])
  list(bot, [order])
  expect(held(bot)).toEqual([0n, 0n])
})

describe('in a market in which a match comes every second', () => {
  const START = 100_000_000n

  interface Course {
    /** Matches and settlements are told all at once, every so many seconds; at once where it is 1. */
    readonly toldEverySec: number
    /** Sold by hand after ten seconds. */
    readonly soldRaw: bigint
    readonly holdingsLagMs: number
  }

  /** When the market was pulled, in seconds after the first match; `undefined` where it was not. */
  function pulledAfterSec({ toldEverySec, soldRaw, holdingsLagMs }: Course): number | undefined {
    const bot = new Believer([MARKET], { holdingsLagMs })
    bot.readAccount(account(START, { [A]: [START, 0n] }))
    const orders: TrueOrder[] = []
    const standing = new Map<Side, TrueOrder>()
    const rest = (side: Side) => {
      const order = anOrder(`0x${orders.length + 16}`, { side })
      orders.push(order)
      standing.set(side, order)
      bot.place(order)
      return order
    }
    const settled = () => orders.reduce((sum, order) => sum + order.effectOf('settled').tokens, START)
    for (let sec = 0; sec < 120; sec++) {
      const side: Side = sec % 3 === 0 ? 'SELL' : 'BUY'
      const last = standing.get(side)
      const order = last === undefined || last.restingRaw === 0n ? rest(side) : last
      if (standing.size < 2) rest('BUY')
      order.match(50, bot.nowMs)
      if (toldEverySec === 1) bot.tell({ kind: 'order', record: order.record() })
      bot.nowMs += 300
      order.settle('settled', bot.nowMs)
      bot.nowMs += 700
      if (sec % toldEverySec === 0) for (const one of orders) bot.tell({ kind: 'order', record: one.record() })
      if (sec % 3 === 2) bot.readAccount(account(START, { [A]: [settled() - (sec > 10 ? soldRaw : 0n), 0n] }))
      if (bot.beliefs.ledger.isMismatched(A)) return sec
    }
    return undefined
  }

  it.each([
    { toldEverySec: 1, holdingsLagMs: 0 },
    { toldEverySec: 1, holdingsLagMs: 10_000 },
    { toldEverySec: 2, holdingsLagMs: 0 },
    { toldEverySec: 2, holdingsLagMs: 10_000 },
    { toldEverySec: 4, holdingsLagMs: 0 },
  ])('nothing is pulled while every one of them is told: %o', (course) => {
    expect(pulledAfterSec({ ...course, soldRaw: 0n })).toBeUndefined()
  })

  it.each([200_000n, 600_000n, 1_000_000n])(
    'what was sold by hand is found out, although what rests would explain it: %d',
    (soldRaw) => {
      const sec = pulledAfterSec({ toldEverySec: 1, holdingsLagMs: 0, soldRaw })
      expect(sec).toBeLessThan(50)
    },
  )
})

describe('an order of an earlier run that settles while we start', () => {
  const recovered = (bot: Believer, order: TrueOrder) =>
    bot.tell({ kind: 'recovered', orders: [{ hash: order.hash, draft: order.draft }] })
  const lookUp = (bot: Believer, order: TrueOrder) =>
    bot.tell({ kind: 'looked-up', hash: order.hash, record: order.record() })
  const FULL = account(1000n, { [A]: [100n * LOT, 0n] })

  it('between the first reading and the first look-up is not forgotten', () => {
    const bot = new Believer([MARKET])
    const order = anOrder('0x1')
    order.match(100, 5)
    recovered(bot, order)
    bot.readAccount(account(1000n))
    order.settle('settled', 6)
    lookUp(bot, order)
    expect(bot.beliefs.accountStale).toBe(true)
    bot.readAccount(FULL)
    list(bot, [])
    expect(held(bot)).toEqual([100n * LOT, 0n])
  })

  it('between the first look-up and the first reading is not counted twice', () => {
    const bot = new Believer([MARKET])
    const order = anOrder('0x1')
    order.match(100, 5)
    recovered(bot, order)
    lookUp(bot, order)
    order.settle('settled', 6)
    bot.readAccount(FULL)
    lookUp(bot, order)
    bot.readAccount(FULL)
    list(bot, [])
    expect(held(bot)).toEqual([100n * LOT, 0n])
  })
})

it('any mixture of fills, settlements, transfers and readings ends in what the venue holds', () => {
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('match', 'settled', 'failed', 'cancel', 'record', 'fills') },
    { weight: 2, arbitrary: fc.constantFrom('ask', 'answer', 'list', 'transfer') },
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.constantFrom<Side>('BUY', 'SELL'), (steps, side) => {
      const bot = new Believer([MARKET])
      const order = anOrder('0x1', { side })
      let transferred = 500n * LOT
      const venueHolds = () => {
        const settled = order.record().filledRaw
        return account(1000n, { [A]: [transferred + (side === 'BUY' ? settled : -settled), 0n] })
      }
      bot.readAccount(venueHolds())
      bot.place(order)
      let now = 2
      let asked: { snapshot: ReturnType<typeof account>; askedSeq: number } | undefined
      for (const what of steps) {
        now++
        if (what === 'match') order.match(10, now)
        if (what === 'settled' || what === 'failed') order.settle(what, now)
        if (what === 'cancel') order.cancel(now)
        if (what === 'record') bot.tell({ kind: 'order', record: order.record() })
        if (what === 'fills') bot.tell({ kind: 'fills-listed', fills: order.fills(), askedSeq: bot.seq })
        if (what === 'transfer') transferred += 7n * LOT
        if (what === 'ask') asked = { snapshot: venueHolds(), askedSeq: bot.seq }
        if (what === 'answer' && asked) bot.tell({ kind: 'account', ...asked })
        if (what === 'list') list(bot, [order])
      }
      // everything comes to rest and is told
      while (order.settle('settled', ++now));
      order.cancel(++now)
      bot.tell({ kind: 'order', record: order.record() })
      for (let i = 0; i < 2; i++) {
        bot.readAccount(venueHolds())
        list(bot, [order])
      }
      expect(held(bot)).toEqual(venueHolds().holdings[0]?.tokensRaw)
    }),
    { numRuns: 1000 },
  )
})

describe('what is held of a market that nobody had read', () => {
  const { collateral } = account(1000n)
  const token = { tokenId: MARKET.outcomes[1].tokenId, totalRaw: 7n, lockedRaw: 0n, pendingRaw: 3n }
  const snapshot = { collateral, holdings: [], unread: [{ conditionId: A, tokens: [token] }] }

  it.each(['after', 'before'] as const)('counts from when the market is known, %s the reading', (known) => {
    const bot = new Believer(known === 'before' ? [MARKET] : [])
    bot.readAccount(snapshot)
    if (known === 'after') bot.tell({ kind: 'market', market: MARKET })
    expect(held(bot)).toEqual([0n, 7n])
    // what no order of ours explains is on its way out
    expect(bot.beliefs.funds.heldOf(A)).toEqual([0n, 4n])
    expect(bot.beliefs.funds.snapshot?.unread).toBeUndefined()
    bot.readAccount(account(1000n, { [A]: [0n, 7n] }))
    expect(bot.beliefs.ledger.inDoubt).toBe(false)
  })
})

describe('what was settled of an order of a former run before anything was told of it', () => {
  const told = (bot: Believer) => {
    const order = anOrder('0x1')
    order.match(40, 2)
    order.settle('settled', 3)
    bot.tell({ kind: 'orders-listed', records: [order.record()], askedSeq: bot.seq })
    return order
  }

  it('is in the first reading where that was asked for afterwards', () => {
    const bot = new Believer([MARKET])
    told(bot)
    bot.readAccount(account(1000n, { [A]: [40n * LOT, 0n] }))
    expect(held(bot)[0]).toBe(40n * LOT)
    expect(bot.beliefs.ledger.isDoubted(A)).toBe(false)
    expect(bot.beliefs.ledger.isOvertaken).toBe(false)
  })

  it('may not be where it came before: another one decides, and nothing is placed until it has', () => {
    const bot = new Believer([MARKET])
    bot.readAccount(account(1000n))
    const order = told(bot)
    expect(held(bot)[0]).toBe(0n)
    expect(bot.beliefs.ledger.isDoubted(A)).toBe(true)
    expect(bot.beliefs.ledger.isOvertaken).toBe(true)
    bot.readAccount(account(1000n, { [A]: [40n * LOT, 0n] }))
    expect(bot.beliefs.ledger.isOvertaken).toBe(false)
    expect(bot.beliefs.ledger.isDoubted(A)).toBe(true)
    list(bot, [order])
    expect(held(bot)[0]).toBe(40n * LOT)
    expect(bot.beliefs.ledger.isDoubted(A)).toBe(false)
  })

  it('was there already where the next reading shows no more than the first', () => {
    const bot = new Believer([MARKET])
    bot.readAccount(account(1000n, { [A]: [40n * LOT, 0n] }))
    told(bot)
    expect(bot.beliefs.ledger.isDoubted(A)).toBe(true)
    bot.readAccount(account(1000n, { [A]: [40n * LOT, 0n] }))
    expect(bot.beliefs.ledger.isDoubted(A)).toBe(false)
    expect(held(bot)[0]).toBe(40n * LOT)
  })
})

describe('what was about to be settled of an order of a former run when it was told of', () => {
  it('may be in the first reading already: nothing is placed until a reading and the lists after it have decided', () => {
    const bot = new Believer([MARKET])
    const order = anOrder('0x1', { side: 'SELL' })
    order.match(40, 2)
    bot.tell({ kind: 'orders-listed', records: [order.record()], askedSeq: bot.seq })
    // it was settled between the two, so the forty that are sold are gone already
    order.settle('settled', 3)
    bot.readAccount(account(1000n))
    expect(bot.beliefs.ledger.isDoubted(A)).toBe(true)
    bot.tell({ kind: 'looked-up', hash: '0x1', record: order.record() })
    expect(bot.beliefs.ledger.isDoubted(A)).toBe(true)
    bot.readAccount(account(1000n))
    list(bot, [order])
    expect(held(bot)[0]).toBe(0n)
    expect(bot.beliefs.ledger.isDoubted(A)).toBe(false)
  })
})
