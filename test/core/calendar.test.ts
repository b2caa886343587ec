// The calendar in the core: by time alone, at the very moment, and after a kick-off that moves.

import { describe, expect, it } from 'vitest'
import { notQuoting } from '../../src/domain/run/not-quoting.js'
import { executionSettings } from '../../src/execution/schema.js'
import { riskLimits } from '../../src/risk/schema.js'
import { bindStrategy } from '../../src/strategy/parse-params.js'
import { fixedSpread } from '../../strategies/fixed-spread.js'
import { at } from '../execution/builders.js'
import { A, market, raw } from '../risk/builders.js'
import { book, CoreDriver, cancelled, intents, refusals } from './core-driver.js'

const KICK_OFF_SEC = 30

interface Entry {
  readonly action: 'widen' | 'reduce-only' | 'stop'
  readonly name?: string
  readonly factor?: number
}

/** Quoting, with a kick-off in 30 s around which 10 s on both sides are in the calendar. */
function quotingBefore(entry: Entry) {
  const risk = riskLimits.parse({ calendar: [{ at: 'kick-off', beforeSec: 10, afterSec: 10, ...entry }] })
  const quoter = bindStrategy(fixedSpread, { halfSpread: 0.03, size: 10, reduceOnlyMs: 0, stopMs: 0, inPlay: true })
  const driver = new CoreDriver({ risk, quoter })
  driver.start()
  const startMs = at(driver.monoMs).venueMs
  const terms = { endMs: at(1e9).venueMs, matchStartMs: startMs + KICK_OFF_SEC * 1000 }
  driver.push({ kind: 'market', market: market(A, terms) }, 0)
  const hashes = driver.quote()
  const fromStart = (sec: number) => driver.wake(startMs + sec * 1000 - at(driver.monoMs).venueMs)
  const show = () => driver.push({ kind: 'book', conditionId: A, book: book(48, 48), via: 'socket' }, 0)
  return { driver, hashes, fromStart, show, terms }
}

/** Keeps the market's book alive until so many seconds after the start. */
function live({ fromStart, show }: ReturnType<typeof quotingBefore>, sec: number) {
  fromStart(sec)
  return show()
}

describe('around a kick-off', () => {
  it('a stop pulls the quotes at its moment and lets them back after it', () => {
    const run = quotingBefore({ action: 'stop', name: 'first whistle' })
    for (let sec = 1; sec < 20; sec++) expect(cancelled(live(run, sec))).toEqual([])
    const stopped = run.fromStart(20)
    expect(cancelled(stopped)).toEqual(run.hashes)
    expect(refusals(stopped)).toEqual(['calendar', 'calendar'])
    expect(stopped.markets[0]?.stopped).toMatch(/^first whistle: stop from \d{4}-/)
    run.driver.push({ kind: 'cancel-answered', cancelled: run.hashes, failed: [] }, 0)
    for (let sec = 21; sec < 40; sec++) expect(intents(live(run, sec))).toEqual([])
    live(run, 40)
    expect(intents(run.driver.fee())).toHaveLength(2)
  })

  it.each([
    ['nothing is wished', []],
    ['the rules refuse what is wished', [{ outcome: 0, side: 'BUY', price: 0.4, size: 1 }]],
  ] as const)('a stop is why nothing rests also where %s', (_where, quotes) => {
    const driver = new CoreDriver({
      risk: riskLimits.parse({ calendar: [{ at: 'close', beforeSec: 2e6, action: 'stop' }] }),
      quoter: () => ({ quotes }),
    })
    const { markets } = driver.start()
    const [shown] = driver.core.snapshot(at(driver.monoMs)).markets
    expect(shown && notQuoting(shown, markets[0], { signedIn: true })?.reason).toBe('calendar')
  })

  it('asks to be woken at the moment itself', () => {
    const run = quotingBefore({ action: 'stop' })
    const decision = live(run, 19.5)
    const wakeAtMs = decision.wakeAtMonoMs ?? Number.NaN
    expect(wakeAtMs - run.driver.monoMs).toBeCloseTo(500, 3)
  })

  it('a kick-off that moves is followed', () => {
    const run = quotingBefore({ action: 'stop' })
    const matchStartMs = run.terms.matchStartMs + 3_600_000
    run.driver.push({ kind: 'market', market: market(A, { ...run.terms, matchStartMs }) }, 0)
    for (let sec = 1; sec < 45; sec++) expect(cancelled(live(run, sec))).toEqual([])
    run.driver.push({ kind: 'market', market: market(A, run.terms) }, 0)
    const now = { ...run.terms, matchStartMs: at(run.driver.monoMs).venueMs + 5000 }
    expect(cancelled(run.driver.push({ kind: 'market', market: market(A, now) }))).toEqual(run.hashes)
  })

  it('wider quotes stand so many times as far from the fair value, and it is said why', () => {
    const run = quotingBefore({ action: 'widen', factor: 3 })
    for (let sec = 1; sec < 20; sec++) live(run, sec)
    const wide = run.fromStart(20)
    expect(wide.markets[0]?.approved.map(({ price }) => price)).toEqual([41, 41])
    expect(wide.markets[0]?.cautions?.[0]).toMatch(/^kick-off: widen from .*, 3 times as wide$/)
    for (let sec = 21; sec < 40; sec++) live(run, sec)
    const after = live(run, 40)
    expect(after.markets[0]?.cautions).toBeUndefined()
    expect(after.markets[0]?.approved.map(({ price }) => price)).toEqual([47, 47])
  })

  it('reduce-only leaves what brings the position down, and no more than that', () => {
    const run = quotingBefore({ action: 'reduce-only' })
    const [bid = '0x'] = run.hashes
    const record = run.driver.record(bid, { status: 'filled', filledRaw: raw(10), remainingRaw: 0n })
    run.driver.push({ kind: 'order', record }, 0)
    for (let sec = 1; sec < 20; sec++) live(run, sec)
    const reduced = run.fromStart(20)
    const [only, ...others] = reduced.markets[0]?.approved ?? []
    expect(others).toEqual([])
    expect([only?.outcome, only?.side]).toSatisfy(([outcome, side]) => (outcome === 1) === (side === 'BUY'))
    expect(only?.size).toBeLessThanOrEqual(1000)
    expect(refusals(reduced)).toEqual(['reduce-only'])
  })
})

describe('reduce-only', () => {
  /** 20 of a bid of 30 are matched, then only what reduces is left: the other bid of 30 rests. */
  function holding() {
    const risk = riskLimits.parse({
      calendar: [{ at: 'kick-off', beforeSec: 25, afterSec: 100, action: 'reduce-only' }],
    })
    const quoter = bindStrategy(fixedSpread, { halfSpread: 0.03, size: 30, reduceOnlyMs: 0, stopMs: 0, inPlay: true })
    const driver = new CoreDriver({ risk, quoter, execution: executionSettings.parse({ useHeldTokens: false }) })
    driver.start()
    const matchStartMs = at(driver.monoMs).venueMs + KICK_OFF_SEC * 1000
    driver.push({ kind: 'market', market: market(A, { endMs: at(1e9).venueMs, matchStartMs }) }, 0)
    const [yes = '0x', no = '0x'] = driver.quote()
    const filled = { status: 'cancelled_local', filledRaw: raw(20), remainingRaw: 0n } as const
    driver.push({ kind: 'order', record: driver.record(yes, filled) }, 0)
    const show = (yesTicks = 48) =>
      driver.push({ kind: 'book', conditionId: A, book: book(yesTicks, 96 - yesTicks), via: 'socket' }, 1000)
    return { driver, no, show }
  }

  it('cancels what would carry the position beyond 0, whatever its tolerance of sizes', () => {
    const { driver, no, show } = holding()
    const decisions = Array.from({ length: 10 }, () => show())
    expect(decisions.flatMap(cancelled)).toEqual([no])
    driver.gone([no])
    const [{ draft } = {}] = intents(driver.fee())
    expect(draft).toMatchObject({ outcome: 1, size: 2000 })
  })

  it('places nothing while what is being cancelled may still close as much', () => {
    const { driver, no, show } = holding()
    const decisions = Array.from({ length: 10 }, () => show())
    expect(decisions.flatMap(cancelled)).toEqual([no])
    driver.fee()
    expect(Array.from({ length: 5 }, () => intents(show(45))).flat()).toEqual([])
  })
})
