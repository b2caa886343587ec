// A run of weeks meets tens of thousands of markets. Of those that are over for good it makes what is told of them once; counted here as questions
// about what is held.

import { describe, expect, it } from 'vitest'
import type { ConditionId } from '../../src/domain/market/market.js'
import { at } from '../execution/builders.js'
import { A, market, raw } from '../risk/builders.js'
import { book, CoreDriver } from './core-driver.js'

const MANY = 200
const idOf = (index: number) => `0x${(index + 16).toString(16).padStart(64, '0')}` as ConditionId

/** So many markets that are over, a token of YES in each; every tenth pays. `looks`: how often was asked what is held. */
function afterWeeks() {
  const driver = new CoreDriver()
  const ids = Array.from({ length: MANY }, (_, index) => idOf(index))
  for (const [index, id] of ids.entries())
    driver.push({ kind: 'market', market: market(id, { status: 'RESOLVED', winner: index % 10 === 0 ? 0 : 1 }) })
  const read = (shown: (index: number) => number = () => 1) => {
    const nothing = { lockedRaw: [0n, 0n], pendingRaw: [0n, 0n] } as const
    const totalRaw = raw(1000)
    const collateral = { totalRaw, lockedRaw: 0n, pendingRaw: 0n, availableRaw: totalRaw }
    const holdings = ids.map((conditionId, index) => {
      return { conditionId, tokensRaw: [raw(shown(index)), 0n] as const, ...nothing }
    })
    return driver.push({ kind: 'account', snapshot: { collateral, holdings }, askedSeq: driver.seq })
  }
  const lists = () => {
    const askedSeq = driver.seq
    driver.push({ kind: 'orders-listed', records: [], askedSeq })
    driver.push({ kind: 'fills-listed', fills: [], askedSeq })
  }
  // the first reading tells what is held, the second finds them closed
  read()
  driver.start()
  read()
  const { markets, positions } = driver.core.beliefs
  const seen = { looks: 0 }
  const tokensRaw = positions.tokensRaw.bind(positions)
  positions.tokensRaw = (id) => {
    seen.looks++
    return tokensRaw(id)
  }
  const shown = () => driver.core.snapshot(at(driver.monoMs))
  return { driver, ids, markets, positions, seen, read, lists, shown }
}

describe('markets that are over for good', () => {
  it('are past, and nobody asks for what is held in them again', () => {
    const { driver, markets, seen, shown } = afterWeeks()
    expect(markets.past.size).toBe(MANY)
    const before = { standing: driver.core.standing.standing(), shown: shown() }
    seen.looks = 0
    driver.push({ kind: 'book', conditionId: A, book: book(45, 48), via: 'socket' })
    driver.wake(1000)
    expect(driver.core.standing.standing().held).toEqual(before.standing.held)
    expect(shown().over).toEqual(before.shown.over)
    expect(seen.looks).toBeLessThan(MANY / 4)
  })

  it('are told of as long as they pay, kept for the next run, and in the totals', () => {
    const { driver, shown } = afterWeeks()
    const { held } = driver.core.standing.standing()
    expect(held).toHaveLength(MANY)
    expect(held?.filter(({ isWorthless }) => isWorthless)).toHaveLength((MANY * 9) / 10)
    expect(shown().over).toHaveLength(MANY / 10)
    expect(shown().markets.map(({ conditionId }) => conditionId)).toEqual([A])
  })

  it('come back where a reading shows something else, are set right, and leave again', () => {
    const { driver, markets, positions, ids, read, lists } = afterWeeks()
    const gone = (index: number) => (index === 10 ? 0 : 1)
    read(gone)
    expect(markets.present.has(ids[10]!)).toBe(true)
    expect(markets.past.size).toBe(MANY - 1)
    lists()
    expect(positions.tokensRaw(ids[10]!)).toEqual([0n, 0n])
    read(gone)
    expect(markets.past.size).toBe(MANY)
    expect(driver.core.standing.standing().held).toHaveLength(MANY - 1)
    expect(driver.core.beliefs.ledger.inDoubt).toBe(false)
  })

  it('come back by another outcome, with what it pays', () => {
    const { driver, markets, ids, read, shown } = afterWeeks()
    driver.push({ kind: 'market-status', conditionId: ids[3]!, status: 'RESOLVED', winner: 0 })
    expect(markets.present.has(ids[3]!)).toBe(true)
    expect(shown().over).toHaveLength(MANY / 10 + 1)
    read()
    expect(markets.past.get(ids[3]!)?.over).toMatchObject({ payout: 1 })
    expect(shown().over).toHaveLength(MANY / 10 + 1)
  })

  it('are paused by no order to pause all', () => {
    const { driver } = afterWeeks()
    driver.push({ kind: 'operator', action: 'pause', actor: 'somebody', reason: 'a test' })
    expect(driver.core.standing.standing().pauses.map(({ conditionId }) => conditionId)).toEqual([A])
  })
})
