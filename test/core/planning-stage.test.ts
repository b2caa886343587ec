import { expect, it } from 'vitest'
import type { ConditionId } from '../../src/domain/market/market.js'
import type { Decision } from '../../src/domain/run/decision.js'
import { at, hashOf } from '../execution/builders.js'
import { market } from '../risk/builders.js'
import { book, CoreDriver, intents, ofKind } from './core-driver.js'

const MARKETS = 30
const ids = Array.from({ length: MARKETS }, (_, i) => `0xd${i}` as ConditionId)

/** So many markets that want to be quoted, and few writes. */
function starving(perSecond: number): CoreDriver {
  const driver = new CoreDriver()
  driver.start(100_000)
  driver.push({ kind: 'budget', routeClass: 'write', perSecond, perMinute: 30 * perSecond })
  for (const conditionId of ids) {
    driver.push({ kind: 'market', market: market(conditionId, { endMs: at(1e9).venueMs }) })
    driver.push({ kind: 'feed', conditionId, health: 'live', reason: 'snapshot' })
    driver.push({ kind: 'book', conditionId, book: book(48, 48), via: 'socket' })
  }
  return driver
}

it('markets that wait for a budget are not worked on in each turn', () => {
  const driver = starving(2)
  let worked = 0
  for (let i = 0; i < 100; i++) worked += driver.push({ kind: 'clock', errorMs: 50 + (i % 2) }, 10).markets.length
  // once a second each by time alone, and those that are served
  expect(worked).toBeLessThan(4 * MARKETS)
})

it('those that wait are served one after the other, by time alone', () => {
  const driver = starving(30)
  const served = new Set<ConditionId>()
  let orders = 0
  const answer = (decision: Decision): void => {
    for (const command of decision.commands) {
      if (!('permits' in command)) continue
      for (const permit of command.permits) answer(driver.push({ kind: 'answered', permit, told: {} }))
    }
    for (const { conditionId } of ofKind(decision, 'read-fee')) {
      answer(driver.push({ kind: 'fee', conditionId, feeRateBps: 0, readAtMonoMs: driver.monoMs }))
    }
    for (const { intentId, draft } of intents(decision)) {
      orders++
      served.add(draft.conditionId)
      answer(driver.push({ kind: 'signed', intentId, hash: hashOf(intentId) }))
      answer(driver.push({ kind: 'submitted', intentId, hash: hashOf(intentId), status: 'open' }))
    }
  }
  for (const decision of [...driver.decisions]) answer(decision)
  const untilMonoMs = driver.monoMs + 8000
  while (driver.monoMs < untilMonoMs) {
    const { wakeAtMonoMs } = driver.decisions.at(-1) ?? {}
    answer(driver.wake(Math.max(1, (wakeAtMonoMs ?? untilMonoMs) - driver.monoMs)))
  }
  // the one that was there already is among them
  expect([served.size, orders]).toEqual([MARKETS + 1, 2 * (MARKETS + 1)])
})
