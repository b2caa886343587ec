import { describe, expect, it } from 'vitest'
import { Core } from '../../src/core/core.js'
import { ticks } from '../../src/domain/amounts/price.js'
import { lots } from '../../src/domain/amounts/size.js'
import type { Failure } from '../../src/domain/error.js'
import { EMPTY_BOOK } from '../../src/domain/market/book.js'
import type { CoreEvent } from '../../src/domain/run/core-event.js'
import { riskLimits } from '../../src/risk/schema.js'
import { fixedSpread } from '../../strategies/fixed-spread.js'
import { at, hashOf } from '../execution/builders.js'
import { A, B, market, raw } from '../risk/builders.js'
import { simulate } from '../simulation/virtual/simulate.js'
import { book, CoreDriver, cancelled, intents, ofKind, quoting, refusals, written } from './core-driver.js'

const LOST: Failure = { code: 'unreachable', message: 'time-out', mayHaveHappened: true }
const OPERATOR = { kind: 'operator', actor: 'somebody', reason: 'a test' } as const

describe('from a book to quotes', () => {
  it('asks for the fee, then bids on both outcomes, POST_ONLY, around the fair value', () => {
    const driver = new CoreDriver()
    expect(ofKind(driver.start(), 'read-fee')).toMatchObject([{ kind: 'read-fee', conditionId: A }])
    const drafts = intents(driver.fee(20)).map(({ draft }) => draft)
    expect(
      drafts.map(({ outcome, side, price, type, feeRateBps }) => [outcome, side, price, type, feeRateBps]),
    ).toEqual([
      [0, 'BUY', 47, 'POST_ONLY', 20],
      [1, 'BUY', 47, 'POST_ONLY', 20],
    ])
    for (const { expirationSec } of drafts) expect(expirationSec).toBeGreaterThan(at(driver.monoMs).venueMs / 1000)
  })

  it('does nothing further while what is wanted rests, whatever the book does inside the tolerance', () => {
    const { driver } = quoting()
    const { commands } = driver.push({
      kind: 'level',
      conditionId: A,
      change: { outcome: 0, side: 'BUY', price: 30 as never, size: 500 as never },
    })
    expect(commands).toEqual([])
  })

  it('learns that a fee above the cap has come down, and quotes again: told of it at once, else by asking', () => {
    const driver = new CoreDriver({ risk: riskLimits.parse({ maxFeeRateBps: 100 }) })
    driver.start()
    expect(refusals(driver.fee(101))).toEqual(['fee-cap', 'fee-cap'])
    driver.wake(2000)
    expect(ofKind(driver.push({ kind: 'fee-changed', conditionId: A }), 'read-fee')).toHaveLength(1)
    expect(refusals(driver.fee(300))).toEqual(['fee-cap', 'fee-cap'])
    const asked = Array.from({ length: 11 }, () => {
      driver.push({ kind: 'book', conditionId: A, book: book(48, 48), via: 'socket' })
      return ofKind(driver.wake(1000), 'read-fee').length
    })
    expect(asked.reduce((sum, count) => sum + count, 0)).toBe(1)
    expect(intents(driver.fee(100))).toHaveLength(2)
  })

  it('follows the book: cancels and places what is off, in one step when the fee is fresh', () => {
    const driver = new CoreDriver({ fairTauMs: 0 })
    driver.start()
    const hashes = driver.quote()
    driver.monoMs += 20_000
    driver.fee()
    // it has asked for a snapshot of the quiet book meanwhile
    driver.push({ kind: 'book', conditionId: A, book: book(48, 48), via: 'socket' })
    const moved = driver.push({ kind: 'book', conditionId: A, book: book(51, 45), via: 'socket' }, 1)
    expect(cancelled(moved).sort()).toEqual([...hashes].sort())
    expect(intents(moved).map(({ draft }) => [draft.outcome, draft.price])).toEqual([
      [1, 44],
      [0, 50],
    ])
  })

  it('where makers pay what they signed, replaces what a fee from before makes dear, and keeps what it makes cheap', () => {
    const resting = (feeRateBps: number) => {
      const risk = riskLimits.parse({ maxFeeRateBps: 1000 })
      const driver = new CoreDriver({ fairTauMs: 0, makerPaysFee: true, risk })
      driver.start()
      const placed = intents(driver.fee(feeRateBps))
      for (const { intentId } of placed) {
        driver.push({ kind: 'signed', intentId, hash: hashOf(intentId) })
        driver.push({ kind: 'submitted', intentId, hash: hashOf(intentId), status: 'open' })
      }
      driver.push({ kind: 'book', conditionId: A, book: book(48, 48), via: 'socket' }, 20_000)
      return {
        driver,
        prices: placed.map(({ draft }) => draft.price),
        hashes: placed.map(({ intentId }) => hashOf(intentId)),
      }
    }
    // 0.44 at 500 bps costs 0.463
    const dear = resting(500)
    expect(dear.prices).toEqual([44, 44])
    dear.driver.push({ kind: 'fee-changed', conditionId: A })
    // the fee is gone, and YES is worth three cents less: a bid without a fee would stand at 0.44 as well
    const fallen = dear.driver.pushAll([
      { kind: 'book', conditionId: A, book: book(45, 51), via: 'socket' },
      { kind: 'fee', conditionId: A, feeRateBps: 0, readAtMonoMs: dear.driver.monoMs },
    ])
    expect(cancelled(fallen).sort()).toEqual([...dear.hashes].sort())
    expect(intents(fallen).map(({ draft }) => [draft.outcome, draft.price, draft.feeRateBps])).toEqual([
      [0, 44, 0],
      [1, 50, 0],
    ])

    const cheap = resting(0)
    expect(cheap.prices).toEqual([47, 47])
    cheap.driver.push({ kind: 'fee-changed', conditionId: A })
    const risen = cheap.driver.fee(500)
    expect([cancelled(risen), intents(risen)]).toEqual([[], []])
  })

  it('follows a jump beyond the spread when it is confirmed; until then the endangered side is off', () => {
    const { driver, hashes } = quoting()
    driver.push({ kind: 'book', conditionId: A, book: book(48, 48), via: 'socket' }, 20_000)
    const jumped = driver.push({ kind: 'book', conditionId: A, book: book(58, 38), via: 'socket' }, 1)
    expect(cancelled(jumped)).toEqual([hashes[1]])
    expect(refusals(jumped)).toEqual(['unconfirmed-jump'])
    driver.gone(hashes.slice(1))
    const kept = driver.wake(900)
    expect([...cancelled(kept), ...intents(kept)]).toEqual([])
    // this strategy quotes nothing on a degraded value
    expect(cancelled(driver.wake(200))).toEqual([hashes[0]])
    driver.gone(hashes.slice(0, 1))
    driver.push({ kind: 'book', conditionId: A, book: book(58, 38), via: 'socket' }, 1000)
    expect(intents(driver.fee())).toEqual([])
    driver.wake(1000)
    const bids = intents(driver.fee()).map(({ draft }) => [draft.outcome, draft.price])
    expect(bids.sort(([a = 0], [b = 0]) => a - b)).toEqual([
      [0, 57],
      [1, 37],
    ])
  })

  it('does not see its own orders in the book', () => {
    const { driver } = quoting()
    // our own 10 shares at 47 are the best of nothing: fair stays
    const own = [
      {
        bids: [
          { price: 48 as never, size: 10_000 as never },
          { price: 47 as never, size: 1000 as never },
        ],
        asks: [],
      },
      {
        bids: [
          { price: 48 as never, size: 10_000 as never },
          { price: 47 as never, size: 1000 as never },
        ],
        asks: [],
      },
    ] as const
    const decision = driver.push({ kind: 'book', conditionId: A, book: own, via: 'socket' })
    expect(decision.markets[0]?.fair).toBeCloseTo(0.5)
    const view = driver.core.beliefs.others(market())
    expect(view[0].bids).toHaveLength(1)
  })
})

describe('what pulls quotes', () => {
  it.each([
    ['a stale feed', { kind: 'feed', conditionId: A, health: 'stale', reason: 'silence' }, 'feed-stale'],
    ['an unsure clock', { kind: 'clock', errorMs: 2001 }, 'clock-unsure'],
    ['a pause', { ...OPERATOR, action: 'pause', conditionId: A }, 'paused'],
    ['a halt', { ...OPERATOR, action: 'halt' }, 'halted'],
    ['a sign-in that cannot be renewed', { kind: 'session', signedIn: false, detail: 'refused' }, 'not-signed-in'],
  ] as const)('%s', (_name, input, reason) => {
    const { driver, hashes } = quoting()
    const decision = driver.push(input)
    expect(cancelled(decision).sort()).toEqual([...hashes].sort())
    expect(refusals(decision)).toEqual([reason, reason])
  })

  it('a refusal that waiting may mend, for a while, and of that market alone', () => {
    const { driver, hashes } = quoting()
    driver.push({ kind: 'market', market: market(B, { endMs: at(1e9).venueMs }) })
    const failure: Failure = { code: 'cancel-only', message: 'only cancels are accepted now' }
    const pulled = driver.push({ kind: 'read-failed', read: 'fee', conditionId: A, failure })
    expect(cancelled(pulled).sort()).toEqual([...hashes].sort())
    expect(refusals(pulled)).toEqual(['pulled', 'pulled'])
    expect(driver.core.standing.halted).toBeUndefined()
    driver.push({ kind: 'feed', conditionId: B, health: 'live', reason: 'snapshot' })
    const other = driver.push({ kind: 'book', conditionId: B, book: book(48, 48), via: 'socket' })
    expect(refusals(other, B)).toEqual([])
    driver.push({ kind: 'cancel-answered', cancelled: hashes, failed: [] })
    driver.wake(60_000)
    expect(refusals(driver.push({ kind: 'feed', conditionId: A, health: 'live', reason: 'snapshot' }))).toEqual([])
  })

  it('holdings that no order explains, until they are taken over', () => {
    const { driver, hashes } = quoting()
    const [matched] = hashes
    if (matched === undefined) throw new Error('expected a quote')
    const record = driver.record(matched, { pendingRaw: raw(6), remainingRaw: raw(4), status: 'partially_filled' })
    driver.push({ kind: 'order', record })
    const differ = driver.fund(1000, [50, 0], driver.seq)
    expect(cancelled(differ).sort()).toEqual([...hashes].sort())
    expect(new Set(refusals(differ))).toEqual(new Set(['holdings-differ']))

    const updatedMs = record.updatedMs + 1
    const over = { ...record, status: 'cancelled_local', filledRaw: raw(6), pendingRaw: 0n, updatedMs } as const
    driver.push({ kind: 'cancel-answered', cancelled: hashes, failed: [] })
    driver.push({ kind: 'order', record: over })
    driver.fund(1000, [50, 0], driver.seq)
    const askedSeq = driver.seq
    driver.push({ kind: 'fills-listed', fills: [], askedSeq })
    const decided = driver.push({ kind: 'orders-listed', records: [], askedSeq })
    expect(decided.corrected).toEqual([{ conditionId: A, differenceRaw: [raw(44), 0n] }])
    expect(refusals(decided)).not.toContain('holdings-differ')
  })

  it.each([
    ['a market that closes', { kind: 'market-status', conditionId: A, status: 'CLOSED' }],
    ['a market that resolves', { kind: 'market-status', conditionId: A, status: 'RESOLVED', winner: 0 }],
    ['a market that is not selected any more', { kind: 'market-dropped', conditionId: A }],
    ['a drain', { ...OPERATOR, action: 'drain' }],
  ] as const)('%s', (_name, input) => {
    const { driver, hashes } = quoting()
    expect(cancelled(driver.push(input)).sort()).toEqual([...hashes].sort())
    expect(intents(driver.wake(5000))).toEqual([])
  })

  it('forgets its book, its fee and what strategies look back at, once a market is over and settled', () => {
    const { driver, hashes } = quoting()
    const { beliefs, fees } = driver.core
    const { tape, books, feeds } = beliefs.bookWatch
    const traded = { tradeId: 't', conditionId: A, matchType: 'direct', outcome: 0, side: 'BUY' } as const
    const trade = { ...traded, price: ticks(50), sizeRaw: raw(1), venueMs: 1 }
    driver.push({ kind: 'trade', conditionId: A, trade })
    driver.push({ kind: 'market-status', conditionId: A, status: 'RESOLVED', winner: 0 })
    expect(tape.recent(A)).toHaveLength(1)
    expect(books.venueBook(A)).not.toBe(EMPTY_BOOK)
    expect(feeds.health(A, driver.monoMs).health).toBe('live')
    expect(fees.last(A)).toBeDefined()
    driver.push({ kind: 'cancel-answered', cancelled: hashes, failed: [] })
    for (let n = 0; n < 20; n++) driver.wake(1000)
    expect(tape.recent(A)).toEqual([])
    expect(books.venueBook(A)).toBe(EMPTY_BOOK)
    expect(feeds.health(A, driver.monoMs).reason).toBe('no data yet')
    expect(fees.last(A)).toBeUndefined()
  })

  it('an unregistered market is not quoted', () => {
    const { driver, hashes } = quoting()
    const decision = driver.push({ kind: 'market-status', conditionId: A, status: 'OPEN', registration: 'FAILED' })
    expect(cancelled(decision).sort()).toEqual([...hashes].sort())
    expect(refusals(decision)).toEqual(['market-not-open', 'market-not-open'])
  })

  it('what a polled book leaves to a strategy that wants a good one', () => {
    const { driver, hashes } = quoting()
    driver.push({ kind: 'feed', conditionId: A, health: 'stale', reason: 'silence' })
    driver.push({ kind: 'cancel-answered', cancelled: hashes, failed: [] })
    driver.push({ kind: 'best-bids', conditionId: A, bids: [undefined, undefined] })
    expect(intents(driver.wake(100))).toEqual([])
  })

  it('a polled market whose order has ended wakes nobody for it', () => {
    // an order that is over is remembered that long
    const driver = new CoreDriver({ holdingsLagMs: 60_000 })
    driver.start()
    const hashes = driver.quote()
    driver.push({ kind: 'feed', conditionId: A, health: 'stale', reason: 'cut' })
    const bid = { price: ticks(48), size: lots(10_000) }
    const poll = () => driver.push({ kind: 'best-bids', conditionId: A, bids: [bid, bid] })
    poll()
    driver.push({ kind: 'cancel-answered', cancelled: hashes, failed: [] })
    let wakes = 0
    for (const untilMonoMs = driver.monoMs + 10_000; driver.monoMs < untilMonoMs; wakes++) {
      const { wakeAtMonoMs } = poll()
      driver.wake(Math.min(1000, Math.max(1, (wakeAtMonoMs ?? 0) - driver.monoMs)))
    }
    // each second, for what only time changes
    expect(wakes).toBeLessThan(30)
  })

  it('time alone: polled bids grow old without an event', () => {
    const driver = new CoreDriver()
    driver.start()
    driver.push({ kind: 'feed', conditionId: A, health: 'stale', reason: 'silence' })
    driver.push({
      kind: 'best-bids',
      conditionId: A,
      bids: [
        { price: 48, size: 1 },
        { price: 48, size: 1 },
      ] as never,
    })
    expect(driver.core.snapshot(at(driver.monoMs)).markets[0]?.feed.health).toBe('polled')
    driver.wake(5001)
    expect(driver.core.snapshot(at(driver.monoMs)).markets[0]?.feed.health).toBe('stale')
  })

  it('comes back by itself when the cause is gone', () => {
    const { driver, hashes } = quoting()
    driver.push({ kind: 'clock', errorMs: 5000 })
    driver.push({ kind: 'cancel-answered', cancelled: hashes, failed: [] })
    expect(intents(driver.push({ kind: 'clock', errorMs: 100 }))).toHaveLength(2)
  })

  it('a cancel that gets no answer is sent again', () => {
    const { driver, hashes } = quoting()
    driver.push({ ...OPERATOR, action: 'halt' })
    const again = driver.push({ kind: 'cancel-failed', hashes, failure: LOST }, 3000)
    expect([...cancelled(again), ...cancelled(driver.wake(300))].sort()).toEqual([...hashes].sort())
  })
})

describe('the operator', () => {
  it('halts until resume, and is named', () => {
    const { driver, hashes } = quoting()
    driver.push({ ...OPERATOR, action: 'halt' })
    driver.push({ kind: 'cancel-answered', cancelled: hashes, failed: [] })
    expect(driver.core.standing.halted).toMatchObject({ cause: 'operator', reason: 'a test', actor: 'somebody' })
    expect(intents(driver.fee())).toEqual([])
    expect(intents(driver.push({ ...OPERATOR, action: 'resume' }))).toHaveLength(2)
    expect(driver.core.standing.halted).toBeUndefined()
  })

  it('unpauses one market', () => {
    const { driver, hashes } = quoting()
    driver.push({ ...OPERATOR, action: 'pause', conditionId: A })
    driver.push({ kind: 'cancel-answered', cancelled: hashes, failed: [] })
    expect(intents(driver.push({ ...OPERATOR, action: 'unpause', conditionId: A }))).toHaveLength(2)
  })
})

describe('the kill switch', () => {
  const risk = riskLimits.parse({
    killSwitch: { maxLoss: 1, maxDrawdown: 1000 },
  })

  it('trips on a loss, pulls everything and holds until resume', () => {
    const driver = new CoreDriver({ risk })
    driver.start()
    const [bid, other] = driver.quote()
    const filled = driver.record(bid!, { status: 'filled', filledRaw: raw(10), remainingRaw: 0n })
    driver.push({ kind: 'order', record: filled })
    expect(driver.core.standing.halted).toBeUndefined()
    // 10 YES bought at 0.47 are worth 0.30 now
    driver.push({ kind: 'book', conditionId: A, book: book(29, 69), via: 'socket' }, 60_000)
    driver.wake(3000)
    expect(driver.core.standing.halted?.actor).toBe('kill switch')
    expect(driver.decisions.flatMap(cancelled)).toContain(other)
    driver.push({ kind: 'cancel-answered', cancelled: [other!], failed: [] })
    driver.push({ kind: 'book', conditionId: A, book: book(48, 48), via: 'socket' }, 60_000)
    driver.push({ kind: 'book', conditionId: A, book: book(48, 48), via: 'socket' }, 3000)
    expect(intents(driver.fee())).toEqual([])
    expect(intents(driver.push({ ...OPERATOR, action: 'resume' })).length).toBeGreaterThan(0)
    expect(driver.core.standing.halted).toBeUndefined()
  })

  it('a resume after another halt accepts no loss: what was passed meanwhile halts anew, by its own name', () => {
    const driver = new CoreDriver({ risk })
    driver.start()
    const [bid] = driver.quote()
    driver.push({ ...OPERATOR, action: 'halt' })
    const filled = driver.record(bid!, { status: 'filled', filledRaw: raw(10), remainingRaw: 0n })
    driver.push({ kind: 'order', record: filled })
    driver.push({ kind: 'book', conditionId: A, book: book(29, 69), via: 'socket' }, 60_000)
    driver.wake(3000)
    expect(driver.core.standing.halted?.cause).toBe('operator')
    driver.push({ ...OPERATOR, action: 'resume' })
    expect(driver.core.standing.halted).toMatchObject({ cause: 'loss', actor: 'kill switch' })
    driver.push({ ...OPERATOR, action: 'resume' })
    expect(driver.core.standing.halted).toBeUndefined()
  })

  it('a loss below the limit counts on after a halt that was for something else', () => {
    const driver = new CoreDriver({ risk: riskLimits.parse({ killSwitch: { maxLoss: 2.5, maxDrawdown: 1000 } }) })
    driver.start()
    const [bid] = driver.quote()
    const filled = driver.record(bid!, { status: 'filled', filledRaw: raw(10), remainingRaw: 0n })
    driver.push({ kind: 'order', record: filled })
    const falls = (yes: number) => {
      for (const delayMs of [1000, 2000, 2000])
        driver.push({ kind: 'book', conditionId: A, book: book(yes, 98 - yes), via: 'socket' }, delayMs)
    }
    falls(29)
    expect(driver.core.standing.halted).toBeUndefined()
    for (const action of ['halt', 'resume', 'resume'] as const) driver.push({ ...OPERATOR, action })
    falls(19)
    expect(driver.core.standing.halted?.cause).toBe('loss')
  })

  it('never trips on a book that is gone, and pulls on it', () => {
    const { driver, hashes } = quoting()
    const tight = new CoreDriver({ risk })
    tight.start()
    const [bid] = tight.quote()
    tight.push({
      kind: 'order',
      record: tight.record(bid!, { status: 'filled', filledRaw: raw(10), remainingRaw: 0n }),
    })
    for (const one of [driver, tight]) {
      for (let second = 0; second < 31; second++)
        one.push({ kind: 'book', conditionId: A, book: EMPTY_BOOK, via: 'socket' }, 1000)
      expect(one.core.standing.halted).toBeUndefined()
      expect([...one.core.beliefs.orders.living()].filter(({ phase }) => phase === 'open')).toEqual([])
      expect(one.push({ kind: 'wake' }).markets[0]?.stopped ?? 'no-fair-value').toContain('fair')
    }
    expect(driver.decisions.flatMap(cancelled)).toEqual(expect.arrayContaining([...hashes]))
    // who sees what is held bid for at less is told so
    tight.push({ kind: 'book', conditionId: A, book: book(35, 3), via: 'socket' }, 1000)
    expect(tight.core.standing.halted).toBeUndefined()
    tight.push({ kind: 'book', conditionId: A, book: book(35, 3), via: 'socket' }, 3000)
    expect(tight.core.standing.halted?.reason).toContain('loss')
  })
})

it('sells nothing it does not hold and bids no more than it has', () => {
  const driver = new CoreDriver()
  const decision = driver.start(1)
  expect(intents(driver.fee())).toEqual([])
  expect(refusals(decision).every((reason) => reason === 'no-collateral' || reason === 'pair-unfunded')).toBe(true)
})

it('counts recovered orders and cancels what nobody wants', () => {
  const driver = new CoreDriver()
  driver.start()
  const draft = { ...intents(driver.fee())[0]!.draft, price: 30 as never }
  const decision = driver.push({ kind: 'recovered', orders: [{ hash: hashOf(77), draft }] })
  expect(ofKind(decision, 'look-up')).toMatchObject([{ kind: 'look-up', hash: hashOf(77) }])
  const found = driver.push({ kind: 'looked-up', hash: hashOf(77), record: driver.record(hashOf(77)) })
  expect(cancelled(found)).toEqual([hashOf(77)])
})

describe('determinism', () => {
  it.each([
    ['over a real run', 31_000],
    ['whether anybody looks on or not', 250],
  ])('the same events give the same decisions, byte for byte, %s', (_how, lookEveryMs) => {
    const events: CoreEvent[] = []
    const live: string[] = []
    const run = simulate({
      seed: 5,
      strategy: fixedSpread,
      params: { halfSpread: 0.03, size: 10 },
      tier: 'PRO',
      server: { world: { markets: { count: 2, minSec: 900, maxSec: 900 } }, settlement: { failureRate: 0.1 } },
      tap: {
        event: (event) => events.push(structuredClone(event)),
        step: (decision) => live.push(written([decision])),
      },
    })
    run.bot.start()
    for (let ms = lookEveryMs; ms <= 31_000; ms += lookEveryMs) {
      run.clock.runUntil(ms)
      run.bot.snapshot()
    }
    expect([...run.bot.core.beliefs.orders.living()].length).toBeGreaterThan(0)
    const replay = () => {
      const again = new Core(run.settings)
      return events.map((event) => written([again.step(structuredClone(event))]))
    }
    const first = replay()
    expect(first.join('\n') === replay().join('\n')).toBe(true)
    expect(first.join('\n') === live.join('\n')).toBe(true)
    expect(live.join('')).toContain('"kind":"place"')
  })
})

describe('a stream that lost its credit', () => {
  it('through an event of another market is pulled with that very event', () => {
    const { driver, hashes } = quoting()
    driver.push({ kind: 'market', market: market(B, { endMs: at(1e9).venueMs }) })
    const stamp = (afterMs: number) => at(driver.monoMs + afterMs).venueMs
    const trade = { tradeId: 't', conditionId: A, matchType: 'direct', outcome: 0, side: 'SELL' } as const
    driver.push({
      kind: 'trade',
      conditionId: A,
      trade: { ...trade, price: 48 as never, sizeRaw: 10n, venueMs: stamp(0) },
    })
    const change = { outcome: 0, side: 'BUY', price: 3 as never, size: 5 as never } as const
    const pulled = driver.push({ kind: 'level', conditionId: B, change, venueMs: stamp(600) }, 600)
    expect(cancelled(pulled).sort()).toEqual([...hashes].sort())
    expect(refusals(pulled).join()).toContain('feed-stale')
  })
})

it('a fault of the program that lasts in one market closes that market, and the others go on', () => {
  const { driver, hashes } = quoting()
  driver.push({ kind: 'market', market: market(B, { endMs: at(1e9).venueMs }) })
  const { positions } = driver.core.beliefs
  const position = positions.position.bind(positions)
  positions.position = (of) => {
    if (of.conditionId === B) throw new Error('odd')
    return position(of)
  }
  const faults = Array.from({ length: 30 }, () => driver.wake(100).faults).flat()
  expect(faults).toMatchObject([{ conditionId: B, kind: 'program', message: 'odd' }])
  expect(driver.core.standing.halted).toBeUndefined()
  // what is being signed there does not leave either
  expect([A, B].map((id) => driver.core.standing.withdrawnFor(id))).toEqual([undefined, 'closed until resumed: odd'])
  const living = driver.core.beliefs.orders.livingOf(A).filter(({ phase }) => phase === 'open')
  expect(new Set(living.map((order) => 'hash' in order && order.hash))).toEqual(new Set(hashes))
})
