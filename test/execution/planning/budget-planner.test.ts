import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BudgetPlanner } from '../../../src/execution/planning/budget-planner.js'

const LIMITS = { perSecond: 5, perMinute: 40 }

/** Requests of the naive log inside a plain window of the venue that ends now. */
function inWindow(log: readonly number[], now: number, windowMs: number): number {
  return log.filter((time) => time > now - windowMs).length
}

describe('BudgetPlanner', () => {
  it('spends nothing before the limits are known', () => {
    const budget = new BudgetPlanner()
    expect(budget.available('write', 0)).toBe(0)
    expect(budget.nextMonoMs('write', 0)).toBe(Number.POSITIVE_INFINITY)
  })

  it('takes back a request that the gate has refused, and waits for its word', () => {
    const budget = new BudgetPlanner()
    budget.limit('read', LIMITS)
    const before = budget.available('read', 0)
    budget.spend('read', 1, 0)
    budget.refused('read', 10)
    expect(budget.available('read', 5)).toBe(0)
    expect(budget.available('read', 10)).toBe(before)
  })

  it('never plans above either window, whatever is asked for and when', () => {
    const steps = fc.array(
      fc.record({ waitMs: fc.integer({ min: 0, max: 4000 }), wish: fc.integer({ min: 1, max: 9 }) }),
      {
        maxLength: 120,
      },
    )
    fc.assert(
      fc.property(
        steps,
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 10, max: 60 }),
        (wishes, perSecond, perMinute) => {
          const budget = new BudgetPlanner()
          budget.limit('read', { perSecond, perMinute })
          const log: number[] = []
          let now = 0
          for (const { waitMs, wish } of wishes) {
            now += waitMs
            const granted = Math.min(wish, budget.available('read', now))
            budget.spend('read', granted, now)
            for (let i = 0; i < granted; i++) log.push(now)
            expect(inWindow(log, now, 1000)).toBeLessThanOrEqual(perSecond)
            expect(inWindow(log, now, 60_000)).toBeLessThanOrEqual(perMinute)
          }
        },
      ),
    )
  })

  it('names the moment at which the asked requests fit, and not a later one', () => {
    const times = fc.array(fc.integer({ min: 0, max: 70_000 }), { maxLength: 60 })
    fc.assert(
      fc.property(
        times,
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 0, max: 20 }),
        (spent, requests, reserve) => {
          const budget = new BudgetPlanner()
          budget.limit('read', LIMITS)
          const now = 70_000
          for (const time of spent.sort((a, b) => a - b)) budget.spend('read', 1, time)
          const next = budget.nextMonoMs('read', now, { requests, reserve })
          expect(budget.available('read', next, reserve)).toBeGreaterThanOrEqual(requests)
          // 50 ms is the shortest wait
          if (next > now + 50) expect(budget.available('read', next - 1, reserve)).toBeLessThan(requests)
        },
      ),
    )
  })

  it('keeps a reserve of the minute untouched', () => {
    const budget = new BudgetPlanner()
    budget.limit('read', { perSecond: 1000, perMinute: 100 })
    expect(budget.available('read', 0, 30)).toBe(60)
    budget.spend('read', 60, 0)
    expect(budget.available('read', 0, 30)).toBe(0)
    expect(budget.available('read', 0)).toBe(30)
  })

  it('is silent while the venue blocks, and forgets the block with the next limits', () => {
    const budget = new BudgetPlanner()
    budget.limit('cancel', { ...LIMITS, blockedUntilMonoMs: 5000 })
    expect(budget.available('cancel', 4999)).toBe(0)
    expect(budget.nextMonoMs('cancel', 0)).toBe(5000)
    expect(budget.available('cancel', 5000)).toBe(4)
    budget.limit('cancel', LIMITS)
    expect(budget.available('cancel', 0)).toBe(4)
  })

  it('never grants what can never fit', () => {
    const budget = new BudgetPlanner()
    budget.limit('account', { perSecond: 1, perMinute: 10 })
    expect(budget.nextMonoMs('account', 0, { requests: 2 })).toBe(Number.POSITIVE_INFINITY)
  })

  it('shows what is left', () => {
    const budget = new BudgetPlanner()
    budget.limit('write', { ...LIMITS, blockedUntilMonoMs: 300 })
    budget.spend('write', 3, 0)
    expect(budget.snapshot(100)).toEqual([
      { routeClass: 'write', perSecond: 5, perMinute: 40, leftInMinute: 37, blockedForMs: 200 },
    ])
    expect(budget.perMinute('write')).toBe(40)
  })
})
