// An exclusive group of which an outcome is out early.

import { expect, it } from 'vitest'
import type { ConditionId } from '../../src/domain/market/market.js'
import { riskLimits } from '../../src/risk/schema.js'
import { at } from '../execution/builders.js'
import { market, raw } from '../risk/builders.js'
import { book, CoreDriver, settings } from './core-driver.js'

const IDS = ['0xc1', '0xc2', '0xc3'] as readonly string[] as readonly [ConditionId, ConditionId, ConditionId]
const [FIRST, SECOND, LAST] = IDS
const GROUP = { exclusiveGroups: { g: 3 }, risk: riskLimits.parse({ maxGroupLoss: 100 }) }

/** A hundred NO held in each of three that are worth the same. */
function holding(changed?: () => ReturnType<typeof settings>, begin: object = GROUP): CoreDriver {
  const driver = new CoreDriver({ ...begin, ...(changed && { changed }) })
  const totalRaw = raw(1000)
  const none = [0n, 0n] as const
  const holdings = IDS.map((conditionId) => ({
    ...{ conditionId, tokensRaw: [0n, raw(100)] as const, lockedRaw: none, pendingRaw: none },
  }))
  const collateral = { totalRaw, lockedRaw: 0n, pendingRaw: 0n, availableRaw: totalRaw }
  driver.push({ kind: 'account', askedSeq: 1, snapshot: { collateral, holdings } })
  driver.start()
  for (const conditionId of IDS) {
    driver.push({ kind: 'market', market: market(conditionId, { endMs: at(1e9).venueMs, groupId: 'g' }) })
    driver.push({ kind: 'feed', conditionId, health: 'live', reason: 'snapshot' })
    driver.push({ kind: 'book', conditionId, book: book(32, 65), via: 'socket' })
  }
  return driver
}

function end(driver: CoreDriver, conditionId: ConditionId, change: object): void {
  driver.push({ kind: 'market-status', conditionId, status: 'RESOLVED', ...change })
  driver.wake(100)
  // what is left of the group is looked at again
  for (const id of [FIRST, SECOND]) driver.push({ kind: 'book', conditionId: id, book: book(32, 65), via: 'socket' })
}

/** With what may still be matched. */
function lost(driver: CoreDriver): number {
  const [loss] = driver.core.conclusions().groupLosses.living
  return Number(loss?.[1] ?? 0n) / 1e6
}

it('nets on: one of the others must win', () => {
  const driver = holding()
  // at the worst all are cancelled: 16.50 lost on each, and orders
  expect(lost(driver)).toBeLessThan(50)
  end(driver, LAST, { winner: 1 })
  expect(driver.core.conclusions().cells.map(({ conditionId }) => conditionId)).not.toContain(LAST)
  expect(lost(driver)).toBeLessThan(50)
})

it('nets on under other limits, too', () => {
  const changed = () => settings({ ...GROUP, risk: riskLimits.parse({ maxGroupLoss: 90 }) })
  const driver = holding(changed)
  end(driver, LAST, { winner: 1 })
  driver.push({ kind: 'settings', actor: 'ann', hash: 'h', config: {} })
  expect(lost(driver)).toBeLessThan(50)
})

it('nets no more where it was cancelled', () => {
  const driver = holding()
  end(driver, LAST, { status: 'CANCELLED' })
  expect(lost(driver)).toBe(133)
})

function corrected(from: Record<string, number> | undefined, to: Record<string, number> | undefined) {
  const of = (groups: Record<string, number> | undefined) => ({ risk: GROUP.risk, exclusiveGroups: groups ?? {} })
  const driver = holding(() => settings(of(to)), of(from))
  const before = lost(driver)
  const decision = driver.push({ kind: 'settings', actor: 'ann', hash: 'h', config: {} })
  return { driver, before, decision }
}

it('nets as soon as the operator corrects the number of its markets', () => {
  const { driver, before } = corrected({ g: 2 }, { g: 3 })
  // a hundred NO at the fair value in each
  expect(before).toBeGreaterThan(90)
  expect(lost(driver)).toBeLessThan(60)
  const [granted] = driver.core.conclusions().groupLosses.granted
  expect(Number(granted?.[1]) / 1e6).toBeLessThan(60)
})

it('nets no more as soon as the operator takes it back', () => {
  const { driver, before, decision } = corrected({ g: 3 }, undefined)
  expect(before).toBeLessThan(50)
  expect(lost(driver)).toBeGreaterThan(90)
  expect(decision.markets.flatMap(({ refused }) => refused.map(({ reason }) => reason))).toContain('group-loss')
})
