// For whom the strategy is asked, and when: slow ones less often, and no more in a turn than it has time for.

import { describe, expect, it } from 'vitest'
import { StrategyMeter } from '../../../src/bot/strategy-meter.js'
import type { CoreSettings } from '../../../src/core/settings.js'
import type { ConditionId } from '../../../src/domain/market/market.js'
import type { CoreInput } from '../../../src/domain/run/core-event.js'
import { readsOf } from '../../../src/strategy/inputs.js'
import { bindStrategy } from '../../../src/strategy/parse-params.js'
import { fixedSpread } from '../../../strategies/fixed-spread.js'
import { at } from '../../execution/builders.js'
import { A, B, market } from '../../risk/builders.js'
import { ofMarket } from '../../scopes.js'
import { book, CoreDriver, cancelled, settings, written } from '../core-driver.js'

const C = '0xc3' as ConditionId
const SLOW = { kind: 'strategy-slow', conditionId: A, durationMs: 20, allowedMs: 5 } as const
const SOURCE = { file: '/bots/mine.ts', line: 7 }

/** Notes for which market the strategy is asked. */
function asked(): { readonly of: ConditionId[]; readonly change: Partial<CoreSettings> } {
  const of: ConditionId[] = []
  const quoter = Object.assign(bindStrategy(fixedSpread, { halfSpread: 0.03, size: 10, reduceOnlyMs: 0, stopMs: 0 }), {
    source: SOURCE,
  })
  const measured: CoreSettings['measured'] = (conditionId, call) => {
    of.push(conditionId)
    return call()
  }
  return { of, change: { quoter, measured } }
}

/** One move of the book every tenth of a second, for two seconds. */
function move(driver: CoreDriver): void {
  for (let n = 0; n < 20; n++) {
    driver.push({ kind: 'book', conditionId: A, book: book(45 + (n % 2), 48), via: 'socket' }, 100)
  }
}

function quotingDriver(change: Partial<CoreSettings>) {
  const driver = new CoreDriver(change)
  driver.start()
  const hashes = driver.quote()
  expect(hashes).toHaveLength(2)
  return { driver, hashes }
}

const rowOf = (driver: CoreDriver) => driver.core.snapshot(at(driver.monoMs)).markets[0]

describe('a slow strategy', () => {
  it('is asked once a second after the first verdict, and at once again when it is fast', () => {
    const { of, change } = asked()
    const { driver, hashes } = quotingDriver(change)
    expect(driver.push(SLOW).faults).toEqual([
      {
        conditionId: A,
        kind: 'slow',
        message: 'it took 20.0 ms, allowed 5 ms, again and again (/bots/mine.ts:7)',
      },
    ])
    expect(rowOf(driver)).toMatchObject({ slowed: true })
    of.length = 0
    move(driver)
    expect(of).toHaveLength(2)
    // it still quotes
    expect(driver.decisions.flatMap(cancelled).length).toBeLessThan(hashes.length * 4)
    expect([...driver.core.beliefs.orders.living()].length).toBeGreaterThan(0)
    driver.push({ kind: 'strategy-fast', conditionId: A })
    expect(rowOf(driver)?.slowed).toBeUndefined()
    of.length = 0
    move(driver)
    expect(of).toHaveLength(20)
  })

  it('loses its quotes at the second verdict, for longer each time, and is forgiven when it is fast', () => {
    const { of, change } = asked()
    const { driver, hashes } = quotingDriver(change)
    driver.push(SLOW)
    const pulled = driver.push(SLOW)
    expect(pulled.faults).toMatchObject([{ kind: 'strategy', message: expect.stringContaining('(/bots/mine.ts:7)') }])
    expect(cancelled(pulled).sort()).toEqual([...hashes].sort())
    expect(rowOf(driver)?.fault).toContain('it took 20.0 ms')
    // nor does an order leave that was being signed
    expect(driver.core.standing.withdrawnFor(A)).toContain('it took 20.0 ms')
    of.length = 0
    driver.wake(900)
    expect(of).toEqual([])
    driver.wake(110)
    expect(of).toEqual([A])
    // what it wants may leave
    expect(driver.core.standing.withdrawnFor(A)).toBeUndefined()
    // its answer alone, slow as it was, forgives nothing
    for (let n = 0; n < 5; n++) driver.wake(1000)
    expect(rowOf(driver)?.fault).toContain('it took')
    driver.push(SLOW)
    of.length = 0
    driver.wake(1900)
    expect(of).toEqual([])
    // markets are looked at once a second
    driver.wake(1000)
    expect(of).toEqual([A])
    driver.push({ kind: 'strategy-fast', conditionId: A })
    driver.wake(1000)
    expect(rowOf(driver)?.fault).toBeUndefined()
  })

  it('keeps nothing that must not rest: the old wish is made legal anew', () => {
    const { change } = asked()
    const { driver, hashes } = quotingDriver(change)
    driver.push(SLOW)
    const stale = driver.push({ kind: 'feed', conditionId: A, health: 'stale', reason: 'gone' })
    expect(cancelled(stale).sort()).toEqual([...hashes].sort())
  })
})

it('a strategy that failed is asked again when its pause ends, whatever was due before', () => {
  const asked: number[] = []
  let isBad = false
  const quoter = () => {
    asked.push(driver.monoMs)
    if (isBad) throw new Error('a bad day')
    return { quotes: [] }
  }
  const driver = new CoreDriver({ quoter: Object.assign(quoter, { reads: readsOf({ inputs: ['top'] }) }) })
  driver.start()
  // the look around of the first calls comes in the middle of the pause
  isBad = true
  driver.push({ kind: 'book', conditionId: A, book: book(47, 48), via: 'socket' }, 400)
  isBad = false
  const failedMonoMs = driver.monoMs
  const before = asked.length
  expect(asked.at(-1)).toBe(failedMonoMs)
  while (driver.monoMs < failedMonoMs + 999) driver.wake(1)
  expect(asked).toHaveLength(before)
  driver.wake(1)
  expect(asked.slice(before)).toEqual([failedMonoMs + 1000])
})

describe('a turn', () => {
  function three() {
    const { of, change } = asked()
    const driver = new CoreDriver(change)
    driver.start()
    for (const id of [B, C]) {
      driver.push({ kind: 'market', market: market(id, { endMs: at(1e9).venueMs }) })
      driver.push({ kind: 'feed', conditionId: id, health: 'live', reason: 'snapshot' })
      driver.push({ kind: 'book', conditionId: id, book: book(48, 48), via: 'socket' })
    }
    of.length = 0
    let seq = driver.seq
    const turn = (afterMs: number, strategyCalls: number, inputs: readonly CoreInput[] = [{ kind: 'wake' }]) => {
      driver.monoMs += afterMs
      const now = at(driver.monoMs)
      return [...inputs, { kind: 'turn-end', strategyCalls } as const].map((input) =>
        driver.core.step({ ...input, seq: ++seq, at: now }),
      )
    }
    return { of, driver, turn }
  }

  it('asks for no more markets than it has time for, and for the others in the next ones, those first that waited longest', () => {
    const { of, turn } = three()
    const wakeAt = turn(1000, 1).at(-1)?.wakeAtMonoMs
    expect(of).toHaveLength(1)
    expect(wakeAt).toBeDefined()
    turn(10, 1)
    turn(10, 1)
    expect(new Set(of).size).toBe(3)
    of.length = 0
    // one that moves all the time does not keep the others waiting
    for (let n = 0; n < 6; n++) turn(500, 1, [{ kind: 'book', conditionId: A, book: book(45 + n, 48), via: 'socket' }])
    expect(new Set(of)).toEqual(new Set([A, B, C]))
  })

  it('drops a wish that has become old while its market waits', () => {
    const { of, driver, turn } = three()
    for (let n = 0; n < 4; n++) turn(900, 0)
    expect(of).toEqual([])
    const quotes = turn(10, 0).flatMap(({ markets }) => markets.flatMap(({ approved }) => approved))
    expect(quotes).toEqual([])
    expect(driver.core.snapshot(at(driver.monoMs)).markets).toHaveLength(3)
  })
})

it('the same events give the same decisions where nobody measures', () => {
  let ms = 0
  const events: CoreInput[] = []
  const found: CoreInput[] = []
  const meter = new StrategyMeter({
    monoMs: () => ms,
    slowAfterMs: () => 5,
    emit: (input) => found.push(input),
    onCall: () => undefined,
  })
  const quoter = ofMarket(settings().quoter)
  const run = (change: Partial<CoreSettings>, next: (n: number) => CoreInput) => {
    const driver = new CoreDriver(change)
    driver.start()
    for (let n = 0; n < 120; n++) driver.push(next(n), 200)
    return driver
  }
  const recorded = run(
    {
      quoter: (view) => {
        // slow, then very slow, then fast
        ms += found.length < 3 ? 20 : 1
        return quoter(view)
      },
      measured: (conditionId, call) => meter.measured(conditionId, call),
    },
    (n) => {
      const verdict = found[events.filter(({ kind }) => kind.startsWith('strategy-')).length]
      const input = verdict ?? { kind: 'book', conditionId: A, book: book(45 + (n % 3), 48), via: 'socket' as const }
      events.push(input)
      return input
    },
  )
  expect(events.filter(({ kind }) => kind.startsWith('strategy-')).length).toBeGreaterThanOrEqual(4)
  const replayed = run({ quoter }, (n) => events[n] ?? { kind: 'wake' })
  expect(written(replayed.decisions)).toBe(written(recorded.decisions))
})
