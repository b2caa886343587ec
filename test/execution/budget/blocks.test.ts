import { describe, expect, it } from 'vitest'
import { type Permit, ROUTE_CLASSES } from '../../../src/domain/permit.js'
import type { Budget } from '../../../src/execution/budget/budget.js'
import { all, budgetOf } from './builders.js'

const HOURS = 4 * 3_600_000
const EMERGENCY = { priority: 'emergency' } as const
const NOT_WRITES = ROUTE_CLASSES.filter((name) => name !== 'write')

function blocked(name: (typeof ROUTE_CLASSES)[number], waitMs: number): Budget {
  const budget = budgetOf(all({ perSecond: 50, perMinute: 3000 }))
  const [permit] = budget.take(name, 1, 0)
  budget.hear({ kind: 'answered', permit: permit!, told: { block: { waitMs } } }, 0)
  return budget
}

describe('a 429 that asks for hours', () => {
  it.each(NOT_WRITES)('%s: one request after a minute, and all of them once that is answered', (name) => {
    const budget = blocked(name, HOURS)
    expect(budget.available(name, 60_049)).toBe(0)
    expect(budget.nextMonoMs(name, 1000)).toBe(60_050)
    const [probe, ...others] = budget.take(name, 5, 60_050)
    expect(others).toEqual([])
    budget.hear({ kind: 'answered', permit: probe!, told: {} }, 60_100)
    expect(budget.take(name, 5, 60_100)).toHaveLength(5)
  })

  it.each(NOT_WRITES)('%s: the emergency goes on, with pauses that grow to seconds', (name) => {
    const budget = blocked(name, HOURS)
    const moments: number[] = []
    for (let now = 0, id = 1; now < 60_000; now += 10, id++) {
      budget.hear({ kind: 'permit-wanted', wantId: id, routeClass: name, ...EMERGENCY }, now)
      for (const { permit } of budget.serveOnly('emergency', now)) {
        moments.push(now)
        budget.hear({ kind: 'answered', permit, told: { block: { waitMs: HOURS } } }, now)
      }
      budget.forget(id)
    }
    const pauses = moments.slice(1).map((at, i) => at - moments[i]!)
    expect(moments[0]).toBe(0)
    expect(Math.max(...pauses)).toBeLessThanOrEqual(10_020)
    expect(moments.length).toBeLessThan(30)
  })

  it('new orders wait for as long as they were asked to', () => {
    const budget = blocked('write', HOURS)
    expect(budget.available('write', HOURS)).toBe(0)
    expect(budget.available('write', HOURS + 50)).toBeGreaterThan(1)
  })
})

it('a 429 without a hint is waited out longer each time, and as the first once something was answered, which need not tell of limits', () => {
  const budget = budgetOf(all({ perSecond: 50, perMinute: 3000 }))
  let now = 0
  const silenceMs = () => {
    budget.hear({ kind: 'answered', permit: budget.take('cancel', 1, now)[0]!, told: { block: {} } }, now)
    const from = now
    now = budget.nextMonoMs('cancel', now)
    return now - from
  }
  const silences = Array.from({ length: 8 }, silenceMs)
  expect(silences).toEqual([1050, 2050, 4050, 8050, 16_050, 32_050, 60_050, 60_050])
  budget.hear({ kind: 'answered', permit: budget.take('cancel', 1, now)[0]!, told: {} }, now)
  expect(silenceMs()).toBe(1050)
})

it('a 429 without a hint holds the emergency up for a second, and what comes again and again as any failure does', () => {
  const budget = budgetOf(all({ perSecond: 50, perMinute: 3000 }))
  let now = 0
  const pauses = Array.from({ length: 12 }, (_, id) => {
    const from = now
    budget.hear({ kind: 'permit-wanted', wantId: id, routeClass: 'cancel', ...EMERGENCY }, now)
    let [served] = budget.serveOnly('emergency', now)
    for (; served === undefined; [served] = budget.serveOnly('emergency', now)) now += 10
    budget.hear({ kind: 'answered', permit: served.permit, told: { block: {} } }, now)
    return now - from
  })
  expect(pauses.slice(0, 2)).toEqual([0, 1050])
  expect(Math.min(...pauses.slice(1))).toBeGreaterThanOrEqual(1050)
  expect(Math.max(...pauses)).toBeLessThanOrEqual(10_050)
})

it.each(ROUTE_CLASSES)('%s: those without a hint that were under way together are one', (name) => {
  const budget = budgetOf(all({ perSecond: 50, perMinute: 3000 }))
  const [first, ...others] = budget.take(name, 8, 0)
  const refused = (permit: Permit, now: number) => budget.hear({ kind: 'answered', permit, told: { block: {} } }, now)
  refused(first!, 100)
  for (const other of others) refused(other, 200)
  expect(budget.nextMonoMs(name, 200)).toBe(1_150)
  refused(budget.take(name, 1, 2_000)[0]!, 2_000)
  expect(budget.nextMonoMs(name, 2_000)).toBe(4_050)
})

it('what a throttle may ask for is waited for, in an emergency, too', () => {
  const budget = blocked('cancel', 60_000)
  expect(budget.available('cancel', 60_049, EMERGENCY)).toBe(0)
  expect(budget.available('cancel', 60_050, EMERGENCY)).toBeGreaterThan(1)
})
