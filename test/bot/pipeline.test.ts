import { beforeEach, describe, expect, it } from 'vitest'
import { VirtualClock } from '../../src/backtest/virtual-clock.js'
import { clockScheduler } from '../../src/bot/clock-scheduler.js'
import { createPipeline, type Pipeline } from '../../src/bot/pipeline.js'
import { ticks } from '../../src/domain/amounts/price.js'
import { lots } from '../../src/domain/amounts/size.js'
import { EMPTY_BOOK } from '../../src/domain/market/book.js'
import type { ConditionId } from '../../src/domain/market/market.js'
import type { CoreInput } from '../../src/domain/run/core-event.js'
import type { MarketDataEvent } from '../../src/venue/market-data.js'
import { FakeMarketData, FakeTrading } from '../fake-ports.js'
import { A, B } from '../risk/builders.js'
import { TrueOrder } from '../state/true-order.js'

let clock: VirtualClock
let venue: FakeMarketData
let trading: FakeTrading
let inputs: CoreInput[]
let reports: { message: string; details: Record<string, unknown> }[]
let links: string[]
let pipeline: Pipeline

beforeEach(() => {
  clock = new VirtualClock(0)
  venue = new FakeMarketData()
  trading = new FakeTrading()
  inputs = []
  reports = []
  links = []
  pipeline = createPipeline({
    marketData: venue,
    trading,
    push: (input) => inputs.push(input),
    nowMonoMs: () => clock.monoMs(),
    feed: { staleAfterMs: 3000 },
    followsRaisedNonce: false,
    onLink: (state) => links.push(state),
    report: (message, details) => reports.push({ message, details }),
    scheduler: clockScheduler(clock),
  })
  pipeline.start()
})

const snapshot = (conditionId: ConditionId, seq: number): MarketDataEvent => ({
  kind: 'snapshot',
  conditionId,
  book: EMPTY_BOOK,
  seq,
})
const level = (conditionId: ConditionId, seq: number): MarketDataEvent => ({
  kind: 'change',
  conditionId,
  change: { outcome: 0, side: 'BUY', price: ticks(4), size: lots(1) },
  seq,
})

/** What the core was told since the last question, in short. */
function said(): string[] {
  const list = inputs.map((input) => {
    const where = 'conditionId' in input && input.conditionId ? ` ${input.conditionId}` : ''
    return input.kind === 'feed' ? `${input.health}${where}` : `${input.kind}${where}`
  })
  inputs.length = 0
  return list
}

function liveBoth(): void {
  for (const id of [A, B]) venue.emit(snapshot(id, 1))
  said()
}

it('tells when the connection is there and when it is lost, not each time that it is heard', () => {
  for (const state of ['up', 'heard', 'down', 'heard', 'up'] as const) venue.emit({ kind: 'link', state })
  expect(links).toEqual(['up', 'down', 'up'])
})

it('starts both ports, and merges every source into one order', () => {
  expect([venue.running, trading.running]).toEqual([true, true])
  venue.emit(snapshot(A, 1))
  trading.emit({ kind: 'order', record: new TrueOrder().record() })
  venue.emit(level(A, 2))
  trading.emit({ kind: 'account-changed' })
  pipeline.inputs({ kind: 'clock', errorMs: 3 })
  pipeline.operate({ action: 'pause', actor: 'me', reason: 'x', conditionId: B })
  expect(said()).toEqual([`book ${A}`, `live ${A}`, 'order', `level ${A}`, 'account-changed', 'clock', `operator ${B}`])
})

it('tells of the sign-in, and a failed one to a person too', () => {
  trading.emit({ kind: 'signed-in', untilVenueMs: 9 })
  trading.emit({ kind: 'sign-in-failed', code: 'bad-api-key', message: 'expired key' })
  expect(inputs).toEqual([
    { kind: 'session', signedIn: true, detail: 'signed in' },
    { kind: 'session', signedIn: false, detail: 'expired key', code: 'bad-api-key' },
  ])
  expect(reports).toEqual([{ message: 'sign-in failed', details: { message: 'expired key' } }])
})

describe('resync', () => {
  it('is asked for at once on a gap, only for its market', () => {
    liveBoth()
    venue.emit(level(A, 5))
    expect(said()).toEqual([`stale ${A}`])
    expect(venue.resyncs).toEqual([A])
    venue.emit(level(B, 2))
    expect(said()).toEqual([`level ${B}`])
  })

  it('a burst of gaps is at most one a second and market, and the last gap is never forgotten', () => {
    liveBoth()
    const times: string[] = []
    venue.onResync = (id) => times.push(`${id} ${clock.monoMs() - 1000}`)
    for (let i = 0; i < 25; i++) {
      clock.runUntil(1000 + i * 100)
      // each snapshot is followed by another gap
      venue.emit(snapshot(A, 10 * i))
      venue.emit(level(A, 10 * i + 5))
    }
    venue.emit(level(B, 9))
    clock.runUntil(5900)
    expect(times.filter((t) => t.startsWith(A))).toEqual([`${A} 0`, `${A} 1000`, `${A} 2000`, `${A} 3000`])
    expect(times.filter((t) => t.startsWith(B))).toEqual([`${B} 2400`])
  })

  it('that cannot be asked for is reported, and ends no other', () => {
    liveBoth()
    venue.onResync = (id) => {
      if (id === A) throw new Error('no socket')
    }
    venue.emit(level(A, 5))
    venue.emit(level(B, 5))
    clock.runUntil(3000)
    expect(reports).toEqual([
      { message: 'a resync could not be asked for', details: { conditionId: A, message: 'no socket' } },
    ])
    expect(venue.resyncs).toContain(B)
  })

  it('asked for by the very first event is not lost', () => {
    const early = new FakeMarketData()
    early.start = () => early.emit({ kind: 'unreadable', conditionId: A, message: 'x' })
    const other = createPipeline({
      marketData: early,
      trading: new FakeTrading(),
      push: () => undefined,
      nowMonoMs: () => 0,
      feed: { staleAfterMs: 3000 },
      followsRaisedNonce: false,
      report: () => undefined,
      scheduler: clockScheduler(clock),
    })
    other.start()
    expect(early.resyncs).toEqual([A])
    other.stop()
  })
})

describe('a fault in the processing of one market', () => {
  it('makes that market stale, asks for a resync, is reported, and ends nothing', () => {
    liveBoth()
    const broken = { ...level(A, 2) }
    Object.defineProperty(broken, 'seq', {
      get: () => {
        throw new Error('cannot be')
      },
    })
    venue.emit(broken)
    expect(said()).toEqual([`stale ${A}`])
    expect(venue.resyncs).toEqual([A])
    expect(reports).toMatchObject([{ details: { conditionId: A, message: 'cannot be' } }])
    venue.emit(level(B, 2))
    venue.emit(snapshot(A, 7))
    venue.emit(level(A, 8))
    expect(said()).toEqual([`level ${B}`, `book ${A}`, `live ${A}`, `level ${A}`])
  })
})

describe('the link', () => {
  it('down is stale for every market, without a resync that could not be sent', () => {
    liveBoth()
    venue.emit({ kind: 'link', state: 'down' })
    expect(said()).toEqual([`stale ${A}`, `stale ${B}`])
    clock.runUntil(5000)
    expect(venue.resyncs).toEqual([])
  })

  it('without news is stale for every market within half a second, once, with a resync', () => {
    liveBoth()
    clock.runUntil(4000)
    expect(said()).toEqual([])
    clock.runUntil(4500)
    expect(said()).toEqual([`stale ${A}`, `stale ${B}`])
    expect(venue.resyncs).toEqual([A, B])
    clock.runUntil(20_000)
    expect(said()).toEqual([])
  })

  it('news of any market keeps all of them', () => {
    liveBoth()
    for (let ms = 1000; ms < 20_000; ms += 1000) {
      clock.runUntil(ms)
      venue.emit(snapshot(A, ms))
    }
    expect(said().filter((what) => what.startsWith('stale'))).toEqual([])
  })

  it('pings and acknowledgements are no news', () => {
    liveBoth()
    for (let ms = 1000; ms < 6000; ms += 250) {
      clock.runUntil(ms)
      venue.emit({ kind: 'link', state: 'heard' })
      venue.emit({ kind: 'subscribed', conditionId: A, accepted: true })
      venue.emit({ kind: 'resync-answered', conditionId: A, askedMonoMs: ms })
    }
    expect(said().filter((what) => !what.startsWith('resync-answered'))).toEqual([`stale ${A}`, `stale ${B}`])
  })

  it('is watched from the very first event, also when nothing follows it', () => {
    venue.emit(snapshot(A, 1))
    said()
    clock.runUntil(5000)
    expect(said()).toEqual([`stale ${A}`])
  })
})

it('what concerns one market is looked at as often, however many others there are', () => {
  let looks = 0
  const looked = (seq: number) => {
    const event = level(A, seq)
    looks = 0
    const kind = () => {
      looks++
      return event.kind
    }
    venue.emit(Object.defineProperty({ ...event }, 'kind', { get: kind }))
    return looks
  }
  venue.emit(snapshot(A, 1))
  const alone = looked(2)
  for (let n = 0; n < 100; n++) venue.emit(snapshot(`0x${n}` as ConditionId, 1))
  expect(alone).toBeGreaterThan(0)
  expect(looked(3)).toBe(alone)
  expect(said().filter((one) => one === `level ${A}`)).toHaveLength(2)
})

describe('a market that is not watched any more', () => {
  it('hears of the link no more, and begins anew when it is watched again', () => {
    liveBoth()
    venue.emit({ kind: 'unwatched', conditionId: A })
    venue.emit({ kind: 'link', state: 'down' })
    expect(said()).toEqual([`stale ${B}`])
    // what was told of it before says nothing of now
    venue.emit(level(A, 2))
    expect(said()).toEqual([])
    venue.emit(snapshot(A, 7))
    venue.emit(level(A, 8))
    venue.emit({ kind: 'link', state: 'down' })
    expect(said()).toEqual([`book ${A}`, `live ${A}`, `level ${A}`, `stale ${B}`, `stale ${A}`])
  })

  it('leaves none of its resyncs behind', () => {
    liveBoth()
    venue.emit(level(A, 5))
    venue.emit(level(A, 9))
    venue.emit({ kind: 'unwatched', conditionId: A })
    clock.runUntil(2500)
    expect(venue.resyncs).toEqual([A])
  })
})

it('stop ends ports, timers and inputs', () => {
  liveBoth()
  pipeline.stop()
  expect([venue.running, trading.running]).toEqual([false, false])
  venue.emit(level(A, 9))
  trading.emit({ kind: 'account-changed' })
  pipeline.inputs({ kind: 'wake' })
  clock.runUntil(60_000)
  expect(said()).toEqual([])
  expect(venue.resyncs).toEqual([])
})
