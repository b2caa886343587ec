// When a strategy is asked, seen from outside: once for each movement of what it declares, and for nothing else.

import { describe, expect, it } from 'vitest'
import { ticks } from '../../src/domain/amounts/price.js'
import { lots } from '../../src/domain/amounts/size.js'
import { NO, YES } from '../../src/domain/market/side.js'
import type { CoreInput } from '../../src/domain/run/core-event.js'
import { type Declaration, INPUTS, type Input, readsOf } from '../../src/strategy/inputs.js'
import type { Quoter } from '../../src/strategy/parse-params.js'
import type { PartialView } from '../../src/strategy/view/market-view.js'
import { at } from '../execution/builders.js'
import { A, market, raw } from '../risk/builders.js'
import { book, CoreDriver, cancelled, intents, refusals } from './core-driver.js'

const FAR_MS = 3_600_000
const bid = (outcome: 0 | 1, price: number) => ({ outcome, side: 'BUY', price, size: 10 }) as const

/** Wishes the same whatever it sees, and keeps what it saw. */
function watching(declared: Declaration) {
  const views: PartialView[] = []
  const quote = (view: PartialView) => {
    views.push(view)
    return { quotes: [bid(YES, 0.4), bid(NO, 0.4)] }
  }
  const quoter: Quoter = Object.assign(quote, { reads: readsOf(declared) })
  return { views, quoter }
}

/** A core that quotes with such a strategy where makers pay; its calls are counted from here. */
function quoting(declared: Declaration) {
  const { views, quoter } = watching(declared)
  const driver = new CoreDriver({ quoter, makerPaysFee: true })
  driver.start()
  const hashes = driver.quote()
  expect(hashes).toHaveLength(2)
  const callsIn = (act: () => void) => {
    const before = views.length
    act()
    return views.length - before
  }
  return { driver, hashes, views, callsIn }
}

const level = (outcome: 0 | 1, price: number, shares: number): CoreInput => ({
  kind: 'level',
  conditionId: A,
  change: { outcome, side: 'BUY', price: ticks(price), size: lots(shares * 100) },
})

const trade = (price: number): CoreInput => ({
  kind: 'trade',
  conditionId: A,
  trade: {
    ...{ tradeId: 't', conditionId: A, matchType: 'direct', outcome: YES, side: 'SELL' },
    ...{ price: ticks(price), sizeRaw: raw(3), venueMs: at(2000).venueMs },
  },
})

const signal = (name: string, value: number, atMonoMs: number): CoreInput => ({
  kind: 'signal',
  ...{ name, value, atMs: at(atMonoMs).venueMs },
})

interface Movement {
  readonly act: (driver: CoreDriver, hashes: readonly `0x${string}`[]) => void
  readonly moves: readonly Input[]
}

const MOVEMENTS: Readonly<Record<string, Movement>> = {
  'a level deep in the book': { act: (d) => d.push(level(YES, 30, 7)), moves: ['depth'] },
  'the best level': { act: (d) => d.push(level(YES, 48, 7)), moves: ['top', 'depth'] },
  // the fair value follows from then on
  'the best level, and a moment': {
    act: (d) => {
      d.push(level(YES, 48, 7))
      d.push({ kind: 'clock', errorMs: 60 })
      d.push(level(YES, 30, 7))
    },
    moves: ['top', 'depth', 'fair'],
  },
  'a level on top, after a while': {
    act: (d) => {
      for (let n = 0; n < 3; n++) d.push(level(YES, 49, 7 + n), 6000)
    },
    moves: ['top', 'depth', 'fair', 'volatility', 'time'],
  },
  'a trade after which the price goes against makers': {
    act: (d) => {
      d.push(trade(48), 300)
      d.push({ kind: 'book', conditionId: A, book: book(40, 56), via: 'socket' })
      d.push(level(YES, 40, 9), 11_000)
    },
    moves: ['top', 'depth', 'trades', 'fair', 'volatility', 'toxicity', 'time'],
  },
  'a trade': { act: (d) => d.push(trade(48)), moves: ['trades'] },
  'another fee': { act: (d) => d.fee(30), moves: ['fee'] },
  'the same fee, read again': { act: (d) => d.fee(0), moves: [] },
  'a signal': { act: (d) => d.push(signal('model', 0.4, d.monoMs)), moves: ['signals'] },
  'a signal of another name': { act: (d) => d.push(signal('other', 0.4, d.monoMs)), moves: [] },
  'a fill of ours': {
    act: (d, [hash]) => {
      const part = { filledRaw: raw(4), remainingRaw: raw(6), status: 'partially_filled' } as const
      d.push({ kind: 'order', record: d.record(hash!, part) })
    },
    moves: ['inventory', 'ownQuotes'],
  },
  'an order of ours that is gone': {
    act: (d, [hash]) => d.push({ kind: 'cancel-answered', cancelled: [hash!], failed: [] }),
    moves: ['ownQuotes'],
  },
  'the same book once more': {
    act: (d) => d.push({ kind: 'book', conditionId: A, book: book(48, 48), via: 'socket' }),
    moves: [],
  },
  'the market read again': {
    act: (d) => d.push({ kind: 'market', market: market(A, { endMs: at(1e9).venueMs }) }),
    moves: [],
  },
  'the venue clock': { act: (d) => d.push({ kind: 'clock', errorMs: 60 }), moves: [] },
  'nothing for a second': { act: (d) => d.wake(1000), moves: ['time'] },
  'nothing for half a second': { act: (d) => d.wake(500), moves: [] },
  'a sign-in': { act: (d) => d.push({ kind: 'session', signedIn: true, detail: 'again' }), moves: [] },
}

const declare = (input: Input): Declaration =>
  input === 'signals' ? { inputs: [input], signals: ['model'] } : { inputs: [input] }

describe.each(Object.entries(MOVEMENTS))('%s', (_name, { act, moves }) => {
  it.each(INPUTS)('asks a strategy that reads %s if that has moved', (input) => {
    const { driver, hashes, callsIn } = quoting(declare(input))
    const calls = callsIn(() => act(driver, hashes))
    if (moves.includes(input)) expect(calls).toBeGreaterThan(0)
    else expect(calls).toBe(0)
  })
})

it('asks once for a turn in which much has moved', () => {
  const { driver, callsIn } = quoting({ inputs: INPUTS, signals: ['model'], everyMs: FAR_MS })
  expect(callsIn(() => driver.pushAll([level(YES, 30, 7), level(YES, 31, 7), trade(48)]))).toBe(1)
})

it('asks one that declares nothing once', () => {
  const { driver, views, callsIn } = quoting({ inputs: [] })
  expect(views).toHaveLength(1)
  expect(
    callsIn(() => {
      driver.push(level(YES, 47, 500))
      driver.wake(1000)
    }),
  ).toBe(0)
})

it('asks by time at its own period, and no oftener', () => {
  for (const [everyMs, calls] of [
    [200, 10],
    [2000, 1],
  ] as const) {
    const { driver, callsIn } = quoting({ inputs: ['time'], everyMs })
    let due = 0
    expect(
      callsIn(() => {
        for (let ms = 0; ms < 2000; ms += 20) due = Math.max(due, (driver.wake(20).wakeAtMonoMs ?? 0) - driver.monoMs)
      }),
    ).toBe(calls)
    // and the bot is woken for it
    expect(due).toBeLessThanOrEqual(everyMs)
  }
})

it('asks anew when the market says something else of itself', () => {
  const { driver, views, callsIn } = quoting({ inputs: [] })
  const endMs = at(1e8).venueMs
  expect(callsIn(() => driver.push({ kind: 'market', market: market(A, { endMs }) }))).toBe(1)
  expect(views.at(-1)?.market.endMs).toBe(endMs)
})

it('asks anew after a while in which nothing could rest', () => {
  const { driver, callsIn } = quoting({ inputs: [] })
  const status = (now: 'CLOSED' | 'OPEN'): CoreInput => ({ kind: 'market-status', conditionId: A, status: now })
  expect(callsIn(() => driver.push(status('CLOSED')))).toBe(0)
  expect(callsIn(() => driver.push(status('OPEN')))).toBe(1)
})

describe('a wish that stands', () => {
  it('is made legal beside the book as it is now, without asking', () => {
    const { driver, hashes, callsIn } = quoting({ inputs: ['fee'] })
    // the others bid 0.65 for NO: our bid of 0.4 on YES would meet them
    const wall: CoreInput = { kind: 'book', conditionId: A, book: book(20, 65), via: 'socket' }
    let gone: readonly string[] = []
    expect(
      callsIn(() => {
        gone = cancelled(driver.push(wall))
        for (let second = 0; second < 3; second++) gone = [...gone, ...cancelled(driver.wake(1000))]
      }),
    ).toBe(0)
    expect(gone).toContain(hashes[0])
  })

  it('is pulled with the feed, and rests again with it, without asking', () => {
    const { driver, hashes, callsIn } = quoting({ inputs: ['fee'] })
    const feed = (health: 'live' | 'stale'): CoreInput => ({ kind: 'feed', conditionId: A, health, reason: 'test' })
    expect(
      callsIn(() => {
        expect(cancelled(driver.push(feed('stale'))).sort()).toEqual([...hashes].sort())
        driver.push({ kind: 'cancel-answered', cancelled: hashes, failed: [] })
        expect(intents(driver.push(feed('live')))).toHaveLength(2)
      }),
    ).toBe(0)
  })

  it('is refused by the side that a jump endangers, without asking', () => {
    const { driver, callsIn } = quoting({ inputs: ['fee'] })
    expect(
      callsIn(() => {
        const jumped: CoreInput = { kind: 'book', conditionId: A, book: book(20, 78), via: 'socket' }
        expect(refusals(driver.push(jumped))).toContain('unconfirmed-jump')
      }),
    ).toBe(0)
  })
})

describe('the view', () => {
  it.each(INPUTS)('of a strategy that reads %s shows that and no more', (input) => {
    const { views } = quoting(declare(input))
    const fields: Readonly<Record<Input, readonly string[]>> = {
      top: ['bestAsk', 'bestBid'],
      depth: ['depth'],
      trades: ['trades'],
      fair: ['fair'],
      volatility: ['volatility'],
      toxicity: ['toxicity'],
      inventory: ['fills', 'inventory'],
      ownQuotes: ['ownQuotes'],
      fee: ['feeRateBps'],
      time: ['nowMs', 'timeLeftMs'],
      signals: ['signal'],
    }
    expect(Object.keys(views.at(-1) ?? {}).sort()).toEqual([...fields[input], 'market'].sort())
  })

  it('shows a signal by name, with its age: of the market before that of all', () => {
    const { driver, views } = quoting({ inputs: ['signals'], signals: ['model'] })
    driver.push(signal('model', 0.4, driver.monoMs - 500))
    expect(views.at(-1)?.signal?.('model')).toEqual({ value: 0.4, ageMs: 501 })
    expect(views.at(-1)?.signal?.('other')).toBeUndefined()
    driver.push({ kind: 'signal', name: 'model', conditionId: A, value: 0.3, atMs: at(driver.monoMs).venueMs })
    driver.push(signal('model', 0.5, driver.monoMs))
    expect(views.at(-1)?.signal?.('model')?.value).toBe(0.3)
    // what is not declared is not shown, whoever has told it
    driver.push(signal('other', 0.5, driver.monoMs))
    driver.push(signal('model', 0.6, driver.monoMs))
    expect(views.at(-1)?.signal?.('other')).toBeUndefined()
  })

  it('shows recent trades and own fills, newest first', () => {
    const { driver, hashes, views } = quoting({ inputs: ['trades', 'inventory'] })
    driver.push(trade(48))
    driver.push(trade(47))
    expect(views.at(-1)?.trades?.()).toMatchObject([
      { outcome: YES, side: 'SELL', price: 0.47, size: 3 },
      { price: 0.48 },
    ])
    const part = (filled: number) =>
      ({ filledRaw: raw(filled), remainingRaw: raw(10 - filled), status: 'partially_filled' }) as const
    driver.push({ kind: 'order', record: driver.record(hashes[0]!, part(4)) })
    const toldMs = at(driver.monoMs).venueMs
    driver.push({ kind: 'order', record: driver.record(hashes[0]!, part(6)) })
    expect(views.at(-1)?.fills?.()).toEqual([
      { outcome: YES, side: 'BUY', price: 0.4, size: 2, atMs: toldMs + 1 },
      { outcome: YES, side: 'BUY', price: 0.4, size: 4, atMs: toldMs },
    ])
    expect(views.at(-1)?.inventory?.yes).toBe(6)
  })
})

it('a fair value that moves by time alone has its strategy asked at each tick, where its memory is short', () => {
  const { views, quoter } = watching({ inputs: ['fair'] })
  const driver = new CoreDriver({ quoter, fairTauMs: 1000 })
  driver.start()
  driver.push({ kind: 'book', conditionId: A, book: book(44, 44), via: 'socket' }, 5000)
  // the others bid six more for YES: three ticks of the fair value, within their spread
  let { wakeAtMonoMs = 0 } = driver.push({ kind: 'book', conditionId: A, book: book(50, 44), via: 'socket' }, 1)
  const asked: number[] = []
  const untilMonoMs = driver.monoMs + 1200
  while (wakeAtMonoMs < untilMonoMs) {
    const before = views.length
    wakeAtMonoMs = driver.wake(wakeAtMonoMs - driver.monoMs).wakeAtMonoMs ?? untilMonoMs
    if (views.length > before) asked.push(views.at(-1)?.fair?.p ?? Number.NaN)
  }
  expect(asked.slice(0, 2).map((p) => p.toFixed(2))).toEqual(['0.51', '0.52'])
})
