import { describe, expect, it } from 'vitest'
import { caughtUp } from '../../../src/core/standing/kept-held.js'
import { ticks } from '../../../src/domain/amounts/price.js'
import { lots } from '../../../src/domain/amounts/size.js'
import type { Market } from '../../../src/domain/market/market.js'
import { NO, type Outcome, YES } from '../../../src/domain/market/side.js'
import type { FormerOrder, HeldTokens, Standing } from '../../../src/domain/run/standing.js'
import { at, hashOf } from '../../execution/builders.js'
import { A, market, raw } from '../../risk/builders.js'
import { book, CoreDriver } from '../core-driver.js'

const PNL = { day: 0, total: 0, dayStart: 0, start: 0, peak: 0, realised: 0 }
const ended = (winner: Outcome) => ({ kind: 'market-status', conditionId: A, status: 'RESOLVED', winner }) as const

let orders = 0

function order(side: 'BUY' | 'SELL', price: number, size: number, outcome: Outcome = YES): FormerOrder {
  const terms = { conditionId: A, type: 'POST_ONLY', expirationSec: 0, feeRateBps: 0 } as const
  const draft = { ...terms, outcome, side, price: ticks(price), size: lots(size * 100) }
  return { hash: hashOf(++orders), draft, isOver: false }
}

const kept = (yes: number, no: number, worth?: number): HeldTokens => ({
  ...{ conditionId: A, tokensRaw: [raw(yes), raw(no)] },
  ...(worth === undefined ? {} : { worth }),
})

interface Former {
  readonly held?: readonly HeldTokens[] | undefined
  readonly orders?: readonly FormerOrder[]
  readonly now: readonly [number, number]
  /** How the market has ended before this run. */
  readonly end?: Pick<Market, 'status' | 'winner'>
}

/** A run after another; the others bid 0.48 for YES and 0.48 for NO. */
function restarted({ held = [], orders = [], now, end }: Former, standing: Partial<Standing> = { held }): CoreDriver {
  const driver = new CoreDriver()
  driver.push({ kind: 'restored', standing: { pauses: [], pnl: PNL, ...standing } })
  driver.push({ kind: 'verify', held, orders, listAfterMs: 0 })
  driver.fund(1000, [...now], driver.seq)
  show(driver, end)
  return driver
}

function show(driver: CoreDriver, end: Former['end'] = { status: 'OPEN' }): void {
  driver.push({ kind: 'market', market: market(A, { endMs: at(1e9).venueMs, ...end }) })
  driver.push({ kind: 'feed', conditionId: A, health: 'live', reason: 'snapshot' })
  driver.push({ kind: 'book', conditionId: A, book: book(48, 48), via: 'socket' })
  driver.wake(600)
}

const total = (driver: CoreDriver) => driver.core.standing.total
const told = (driver: CoreDriver) =>
  driver.core.standing.takeChanges().flatMap((change) => (change.kind === 'missed' ? [change.pnl] : []))

/** What one more is worth at the bid, as the driver shows it. */
const BID = 0.48

describe('what was won and lost while no bot ran', () => {
  it.each<[name: string, former: Former, missed: number]>([
    ['what is held is worth less', { held: [kept(100, 0, 60)], now: [100, 0] }, 100 * BID - 60],
    ['what is held is worth more', { held: [kept(0, 100, 30)], now: [0, 100] }, 100 * BID - 30],
    ['pairs are worth what they were', { held: [kept(30, 30, 30)], now: [30, 30] }, 0],
    ['an order has bought', { orders: [order('BUY', 55, 20)], now: [20, 0] }, 20 * (BID - 0.55)],
    [
      'an order has bought to what was held',
      { held: [kept(0, 50, 24)], orders: [order('BUY', 49, 20)], now: [20, 50] },
      20 + 30 * BID - 24 - 20 * 0.49,
    ],
    [
      'an order has sold',
      { held: [kept(100, 0, 48)], orders: [order('SELL', 60, 100)], now: [60, 0] },
      60 * BID + 40 * 0.6 - 48,
    ],
    [
      'of two prices the worse one counts first',
      { orders: [order('BUY', 50, 20), order('BUY', 52, 5)], now: [10, 0] },
      10 * BID - 5 * 0.52 - 5 * 0.5,
    ],
    [
      'what was bought is not settled yet, and comes as a match of this run',
      { held: [kept(20, 0, 9.6)], orders: [order('BUY', 50, 20)], now: [0, 0] },
      20 * 0.5 - 9.6,
    ],
    ['nothing has changed', { held: [kept(100, 0, 48)], orders: [order('BUY', 40, 20)], now: [100, 0] }, 0],
  ])('%s', (_name, former, missed) => {
    const driver = restarted(former)
    expect(total(driver)).toBeCloseTo(missed, 2)
    if (missed === 0) expect(told(driver)).toEqual([])
    else expect(told(driver)).toEqual([expect.closeTo(missed, 2)])
    driver.wake(1000)
    expect(total(driver)).toBeCloseTo(missed, 2)
  })

  it.each<[name: string, ticksThen: number, former: Former, missed: number]>([
    ['finer before', 1000, { orders: [order('BUY', 465, 20)], now: [20, 0] }, 20 * (BID - 0.47)],
    [
      'finer before, sold',
      1000,
      { held: [kept(20, 0, 9.6)], orders: [order('SELL', 469, 20)], now: [0, 0] },
      20 * 0.46 - 9.6,
    ],
    ['coarser before', 10, { orders: [order('BUY', 5, 20)], now: [20, 0] }, 20 * (BID - 0.5)],
  ])('an order signed on another tick counts at its price, or a worse one: %s', (_name, ticksThen, former, missed) => {
    const orders = former.orders?.map((one) => {
      const { price, size } = one.draft
      const tokensRaw = BigInt(size) * 10_000n
      return { ...one, signed: { tokensRaw, collateralRaw: (tokensRaw * BigInt(price)) / BigInt(ticksThen) } }
    })
    expect(total(restarted({ ...former, ...(orders && { orders }) }))).toBeCloseTo(missed, 2)
  })

  it('tokens that no order explains have earned nothing by coming or going', () => {
    const came = restarted({ held: [kept(100, 0, 60)], now: [150, 0] })
    expect(total(came)).toBeCloseTo(100 * BID - 60, 2)
    // merged by hand, and sold
    for (const held of [kept(50, 50, 50), kept(100, 0, 100 * BID)])
      expect(total(restarted({ held: [held], now: [0, 0] }))).toBeCloseTo(0, 2)
  })

  it.each<[name: string, held: readonly HeldTokens[], now: readonly [number, number]]>([
    ['split', [], [200, 200]],
    ['bought', [], [30, 0]],
    ['merged', [kept(50, 50, 50)], [20, 20]],
    ['sold', [kept(100, 0, 100 * BID)], [70, 0]],
  ])('what is %s by hand is no match of the orders that rested, where a list tells of those', (_name, held, now) => {
    const driver = new CoreDriver()
    driver.push({ kind: 'restored', standing: { pauses: [], pnl: PNL, held } })
    const counted = { atVenueMs: at(0).venueMs, orders: [], unclear: [] }
    const prices = [order('BUY', 46, 20), order('BUY', 48, 20, NO), order('SELL', 56, 20), order('SELL', 53, 20, NO)]
    const orders = prices.map((one) => ({ ...one, isOver: true }))
    driver.push({ kind: 'verify', held, orders, counted, listAfterMs: 0 })
    driver.fund(1000, [...now], driver.seq)
    show(driver)
    driver.push({ kind: 'fills-listed', fills: [], askedSeq: driver.seq })
    // what it leaves over may be news to it
    driver.wake(9000)
    expect(driver.core.standing.awaitsFills).toBe(true)
    driver.wake(2000)
    expect(driver.core.standing.awaitsFills).toBe(false)
    expect(told(driver)).toEqual([])
    expect(total(driver)).toBeCloseTo(0, 5)
  })

  it('sets that are merged by hand are no match of the orders that rested', () => {
    const orders = [order('BUY', 40, 20), order('BUY', 44, 30, NO)]
    expect(total(restarted({ held: [kept(50, 50, 50)], orders, now: [0, 0] }))).toBeCloseTo(0, 2)
  })

  it('purchases of both outcomes that came to nothing are no sets that were merged', () => {
    const orders = [order('BUY', 46, 20), order('BUY', 48, 20, NO)]
    const driver = restarted({ held: [kept(9, 6, 6 + 3 * BID)], orders, now: [5, 5] })
    expect(total(driver)).toBeCloseTo(5 + 4 * 0.46 + 0.48 - 6 - 3 * BID, 2)
  })

  it.each<[name: string, end: Required<Former>['end'], paid: number]>([
    ['YES has won', { status: 'RESOLVED', winner: YES }, 70],
    ['NO has won', { status: 'RESOLVED', winner: NO }, 30],
    ['it was cancelled', { status: 'CANCELLED' }, 50],
  ])('what is redeemed by hand is what it paid, whatever orders rested: %s', (_name, end, paid) => {
    const orders = [order('BUY', 40, 100), order('BUY', 44, 100, NO), order('SELL', 60, 20)]
    expect(total(restarted({ held: [kept(70, 30, 50)], orders, now: [0, 0], end }))).toBeCloseTo(paid - 50, 2)
  })

  it('the market has ended against us', () => {
    const driver = restarted({ held: [kept(100, 0, 60)], now: [100, 0] })
    driver.push(ended(NO))
    driver.wake(600)
    expect(total(driver)).toBeCloseTo(-60, 2)
  })

  it('is judged, and known to the next run once', () => {
    const first = restarted({ held: [kept(100, 0, 60)], now: [100, 0] })
    const standing = first.core.standing.standing()
    expect(standing.pnl.total).toBeCloseTo(100 * BID - 60, 2)
    const next = restarted({ held: standing.held, now: [100, 0] }, standing)
    expect(told(next)).toEqual([])
    expect(total(next)).toBeCloseTo(standing.pnl.total, 2)
  })

  it('what is kept as its worth is what the P&L beside it counts it for, also while a bid is lower by time alone', () => {
    const driver = restarted({ held: [kept(100, 0, 100 * BID)], now: [100, 0] })
    driver.push({ kind: 'book', conditionId: A, book: book(40, 48), via: 'socket' })
    // of a market without an event of its own, more often than it is looked at
    for (let ms = 0; ms < 5000; ms += 50) {
      driver.push({ kind: 'clock', errorMs: 50 }, 50)
      const { pnl, held } = driver.core.standing.standing()
      expect(pnl.total - (held?.[0]?.worth ?? 0)).toBeCloseTo(-100 * BID, 5)
    }
    expect(driver.core.standing.standing().held).toEqual([kept(100, 0, expect.closeTo(40, 5))])
  })

  it.each<[name: string, end: Former['end'], worthless: true | undefined, over: true | undefined]>([
    ['are lost pay nothing', ended(NO), true, undefined],
    ['are won do', ended(YES), undefined, true],
    ['are of a cancelled market do', { status: 'CANCELLED' }, undefined, true],
    ['are of a market that goes on may', undefined, undefined, undefined],
  ])('tokens that %s: the next run is told so', (_name, end, isWorthless, isOver) => {
    const driver = restarted({ held: [kept(100, 0, 60)], now: [100, 0], ...(end ? { end } : {}) })
    expect(driver.core.standing.standing().held).toMatchObject([{ conditionId: A }])
    const [told] = driver.core.standing.standing().held ?? []
    expect([told?.isWorthless, told?.isOver]).toEqual([isWorthless, isOver])
  })

  it('a start that has not judged keeps what its P&L has counted since, also while a bid is lower by time alone', () => {
    const driver = new CoreDriver()
    driver.push({ kind: 'restored', standing: { pauses: [], pnl: PNL, held: [] } })
    // the venue's list of fills is waited for
    const counted = { atVenueMs: at(0).venueMs, orders: [], unclear: [] }
    driver.push({ kind: 'verify', held: [], orders: [order('BUY', 55, 20)], counted, listAfterMs: 0 })
    driver.fund(1000, [20, 0], driver.seq)
    show(driver)
    driver.push({ kind: 'book', conditionId: A, book: book(40, 48), via: 'socket' })
    for (let ms = 0; ms < 5000; ms += 50) {
      driver.push({ kind: 'clock', errorMs: 50 }, 50)
      const { pnl, held } = driver.core.standing.standing()
      expect(held?.[0]?.fromRaw).toEqual([0n, 0n])
      expect(pnl.total - (held?.[0]?.worth ?? 0)).toBeCloseTo(0, 5)
    }
    expect(total(driver)).toBeCloseTo(20 * (0.4 - BID), 5)
  })

  it('nothing is counted where nobody knows what it was worth, or what was held', () => {
    expect(total(restarted({ held: [kept(100, 0)], now: [120, 0], orders: [order('BUY', 60, 20)] }))).toBeCloseTo(0, 2)
    expect(total(restarted({ orders: [order('BUY', 60, 20)], now: [20, 0] }, {}))).toBeCloseTo(0, 2)
  })

  it('waits for a value, and keeps until then what stood there', () => {
    const driver = new CoreDriver()
    const held = [kept(100, 0, 60)]
    driver.push({ kind: 'restored', standing: { pauses: [], pnl: PNL, held } })
    driver.push({ kind: 'verify', held, orders: [order('BUY', 55, 20)], listAfterMs: 0 })
    driver.fund(1000, [120, 0], driver.seq)
    expect(total(driver)).toBe(0)
    // the tokens themselves as well, until what rests is listed and it is judged what explains the others
    expect(driver.core.standing.standing().held).toEqual([{ ...kept(100, 0, 60), fromRaw: [raw(100), 0n] }])
    driver.push({ kind: 'orders-listed', records: [], askedSeq: driver.seq })
    show(driver)
    expect(driver.core.standing.standing().held?.[0]?.tokensRaw).toEqual([raw(120), 0n])
    expect(total(driver)).toBeCloseTo(120 * BID - 60 - 20 * 0.55, 2)
  })

  it.each([
    ['had judged', {}],
    ['had not judged', { fromRaw: [raw(50), raw(30)] as const }],
  ])('counts sets once that were merged after a run kept what it %s', (_name, from) => {
    const held = [{ ...kept(50, 30, 38), ...from }]
    const act = { kind: 'merge', conditionId: A, setsRaw: raw(30) } as const
    const standing = { pauses: [], pnl: PNL, held }
    const caught = caughtUp(standing, { done: [{ act, hash: '0x01', atMs: 0 }] }, raw(1))
    expect(caught.held?.[0]?.tokensRaw).toEqual([raw(20), 0n])
    expect(total(restarted({ held: caught.held, now: [20, 0] }))).toBeCloseTo(20 * BID + 30 - 38, 2)
  })
})
