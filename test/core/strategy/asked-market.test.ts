// Memory and terms on their way through the core: into the next view, into the records, into the snapshot.

import { describe, expect, it } from 'vitest'
import { NO, YES } from '../../../src/domain/market/side.js'
import type { Decision } from '../../../src/domain/run/decision.js'
import { type Declaration, readsOf } from '../../../src/strategy/inputs.js'
import type { Quoter } from '../../../src/strategy/parse-params.js'
import { at } from '../../execution/builders.js'
import { A, market } from '../../risk/builders.js'
import { book, CoreDriver, cancelled } from '../core-driver.js'

const bid = (outcome: 0 | 1, price: number) => ({ outcome, side: 'BUY', price, size: 10 }) as const
const TIME: Declaration = { inputs: ['time'], everyMs: 500 }

/** Counts its calls in its memory; `next` makes the memory of it. */
function counting(next: (calls: number) => unknown, declared = TIME) {
  const seen: unknown[] = []
  const quote: Quoter = (_view, memory) => {
    seen.push(memory)
    const calls = Number(Object(memory).calls) + 1
    return { quotes: [bid(YES, 0.4 + (calls % 2) / 100), bid(NO, 0.4)], memory: next(calls) }
  }
  const init = (info: { id: string }) => ({ calls: 0, id: info.id })
  const quoter: Quoter = Object.assign(quote, { reads: readsOf(declared), init })
  return { quoter, seen }
}

const recordsOf = (decisions: readonly Decision[]) => decisions.flatMap(({ markets }) => markets)

describe('memory', () => {
  it('begins with init, and is what the last wish made of it', () => {
    const { quoter, seen } = counting((calls) => ({ calls }))
    const driver = new CoreDriver({ quoter })
    driver.start()
    for (let n = 0; n < 3; n++) driver.wake(500)
    expect(seen).toEqual([{ calls: 0, id: market(A).id }, { calls: 1 }, { calls: 2 }, { calls: 3 }])
    // a new core knows nothing of it
    const again = new CoreDriver({ quoter })
    again.start()
    expect(seen.at(-1)).toEqual({ calls: 0, id: market(A).id })
  })

  it('shows its hash in every record of the market, and itself at the start and each minute', () => {
    const { quoter } = counting((calls) => ({ calls }))
    const driver = new CoreDriver({ quoter })
    driver.start()
    driver.quote()
    for (let n = 0; n < 300; n++) driver.wake(500)
    const records = recordsOf(driver.decisions.slice(driver.decisions.findIndex((d) => recordsOf([d])[0]?.memoryHash)))
    expect(records.every(({ memoryHash }) => /^[0-9a-f]{16}$/.test(memoryHash ?? ''))).toBe(true)
    expect(new Set(records.map(({ memoryHash }) => memoryHash)).size).toBeGreaterThan(2)
    const told = records.flatMap(({ memory }) => (memory === undefined ? [] : [Number(Object(memory).calls)]))
    // two and a half minutes, a call each half second
    expect(told).toHaveLength(3)
    expect(told[0]).toBe(1)
    expect((told[1] ?? 0) - 1).toBeGreaterThanOrEqual(119)
  })

  it('that is too large is a fault that says so, and the market is pulled; the last good one stays', () => {
    const { quoter, seen } = counting((calls) => (calls === 3 ? { text: 'x'.repeat(5000) } : { calls }))
    const driver = new CoreDriver({ quoter })
    driver.start()
    const hashes = driver.quote()
    driver.wake(500)
    const faulty = driver.wake(500)
    expect(faulty.faults).toMatchObject([
      { kind: 'strategy', message: expect.stringContaining('memory: expected at most 4096 bytes as JSON') },
    ])
    expect(cancelled(faulty)).toEqual(expect.arrayContaining([...hashes.slice(1)]))
    driver.wake(1100)
    expect(seen.at(-1)).toEqual({ calls: 2 })
  })

  it('init that throws is a fault of the strategy', () => {
    const init = () => {
      throw new Error('no beginning')
    }
    const quoter: Quoter = Object.assign(() => ({ quotes: [] }), { init })
    const driver = new CoreDriver({ quoter })
    driver.start()
    const faults = driver.decisions.flatMap((decision) => decision.faults)
    expect(faults).toMatchObject([{ kind: 'strategy', message: expect.stringContaining('it threw: no beginning') }])
  })
})

describe('terms', () => {
  const terms = { fair: 0.5, inventory: -0.01 }
  const quoter: Quoter = () => ({
    quotes: [{ ...bid(YES, 0.46), terms: { fair: 0.5, spread: -0.04 } }, bid(NO, 0.4)],
    terms,
  })

  it('are in the record and in the snapshot, beside the quotes as they were wished', () => {
    const driver = new CoreDriver({ quoter })
    driver.start()
    const wished = [{ ...bid(YES, 0.46), terms: { fair: 0.5, spread: -0.04 } }, bid(NO, 0.4)]
    expect(recordsOf(driver.decisions).at(-1)).toMatchObject({ terms, wished })
    expect(driver.core.snapshot(at(driver.monoMs)).markets[0]).toMatchObject({ terms, wished })
  })

  it('are absent where the strategy has none; what is wished is in the snapshot all the same', () => {
    const driver = new CoreDriver({ quoter: () => ({ quotes: [bid(YES, 0.46), bid(NO, 0.4)] }) })
    driver.start()
    const { markets } = driver.core.snapshot(at(driver.monoMs))
    for (const record of [...recordsOf(driver.decisions), ...markets]) {
      expect(Object.keys(record)).not.toEqual(expect.arrayContaining(['terms']))
      expect(Object.keys(record)).not.toEqual(expect.arrayContaining(['memoryHash']))
    }
    for (const record of recordsOf(driver.decisions)) expect(record.wished).toBeUndefined()
    expect(markets[0]?.wished).toHaveLength(2)
  })

  it('that are a function are computed for the snapshot, and stand in no record', () => {
    let calls = 0
    const lazy: Quoter = () => ({
      quotes: [bid(YES, 0.46)],
      terms: () => {
        calls++
        return terms
      },
    })
    const driver = new CoreDriver({ quoter: lazy })
    driver.start()
    expect(calls).toBe(0)
    for (const record of recordsOf(driver.decisions)) expect(record.terms).toBeUndefined()
    expect(driver.core.snapshot(at(driver.monoMs)).markets[0]?.terms).toEqual(terms)
    expect(calls).toBe(1)
  })
})

it('a wish whose inputs have moved stands in for the next one only for a while', () => {
  const { quoter, seen } = counting((calls) => ({ calls }), { inputs: ['top'] })
  const driver = new CoreDriver({ quoter })
  driver.start()
  const hashes = driver.quote()
  driver.push({ kind: 'book', conditionId: A, book: book(47, 48), via: 'socket' })
  const asked = seen.length
  let seq = driver.seq
  const turn = (afterMs: number) => {
    driver.monoMs += afterMs
    const event = { kind: 'turn-end', strategyCalls: 0 } as const
    return driver.core.step({ ...event, seq: ++seq, at: at(driver.monoMs) })
  }
  const move = { kind: 'book', conditionId: A, book: book(46, 48), via: 'socket' } as const
  driver.core.step({ ...move, seq: ++seq, at: at(driver.monoMs + 1) })
  let gone: readonly string[] = []
  for (let n = 0; n < 2; n++) gone = [...gone, ...cancelled(turn(1000))]
  expect(gone).toEqual([])
  for (let n = 0; n < 2; n++) gone = [...gone, ...cancelled(turn(1000))]
  expect(gone).toEqual(expect.arrayContaining([hashes[1]]))
  expect(seen).toHaveLength(asked)
})
