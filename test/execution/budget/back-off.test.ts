import { describe, expect, it } from 'vitest'
import { ROUTE_CLASSES, type RouteClassName, type Told } from '../../../src/domain/permit.js'
import { seededRandom } from '../../../src/domain/random.js'
import { BackOff } from '../../../src/execution/budget/back-off.js'
import type { Budget } from '../../../src/execution/budget/budget.js'
import { all, budgetOf } from './builders.js'

const URGENT = { priority: 'urgent' } as const
const FAILED: Told = { failed: true }

/** A client that asks as often as it may while every request fails after `answerMs`; the moments at which it asked. */
function asked(
  budget: Budget,
  routeClass: RouteClassName,
  { forMs, tells }: { forMs: number; tells?: Told },
): number[] {
  const moments: number[] = []
  for (let now = 0; now < forMs; now += 10) {
    const [permit] = budget.take(routeClass, 1, now)
    if (permit === undefined) continue
    moments.push(now)
    budget.hear({ kind: 'answered', permit, ...(tells ? { told: tells } : {}) }, now + 5)
  }
  return moments
}

const venue = () => budgetOf(all({ perSecond: 50, perMinute: 3000 }))

describe('requests that fail', () => {
  it.each([
    ['no answer', undefined],
    ['5xx', FAILED],
  ])('%s: pauses grow, up to a longest', (_name, tells) => {
    const moments = asked(venue(), 'read', { forMs: 60_000, ...(tells ? { tells } : {}) })
    const pauses = moments.slice(1).map((at, i) => at - (moments[i] ?? 0))
    // the first failure is followed by one more request at once
    expect(pauses[0]).toBeLessThan(50)
    for (const [i, ms] of [500, 1000, 2000, 4000, 8000, 8000].entries()) {
      expect(pauses[i + 1]).toBeGreaterThanOrEqual(ms * 0.75)
      expect(pauses[i + 1]).toBeLessThanOrEqual(ms * 1.25 + 20)
    }
    expect(moments.length).toBeLessThan(14)
  })

  it('cancels are tried more often than the rest', () => {
    const count = (name: RouteClassName) => asked(venue(), name, { forMs: 60_000 }).length
    expect(count('cancel')).toBeGreaterThan(count('write') * 1.3)
    expect(count('cancel')).toBeLessThan(25)
  })

  it('the jitter is that of the seed', () => {
    const run = (seed: number) => {
      const budget = venue()
      budget.hear({ kind: 'seed', seed }, 0)
      return asked(budget, 'read', { forMs: 60_000 })
    }
    expect(run(1)).toEqual(run(1))
    expect(run(1)).not.toEqual(run(2))
  })

  it('one answer ends it, whatever it refuses', () => {
    const budget = venue()
    asked(budget, 'read', { forMs: 20_000 })
    expect(budget.trouble('read')).toMatchObject({ code: 'unreachable', sinceMonoMs: 5 })
    const now = budget.nextMonoMs('read', 20_000, URGENT)
    const [permit] = budget.take('read', 1, now)
    // one at a time until the venue has answered
    expect(budget.available('read', now, URGENT)).toBe(0)
    budget.hear({ kind: 'answered', permit: permit!, told: {} }, now + 5)
    expect(budget.trouble('read')).toBeUndefined()
    expect(budget.available('read', now + 5, URGENT)).toBeGreaterThan(10)
  })

  it('what was under way together fails once', () => {
    const budget = venue()
    const permits = budget.take('read', 20, 0)
    for (const permit of permits) budget.hear({ kind: 'answered', permit }, 100)
    expect(budget.trouble('read')?.rounds).toBe(1)
    expect(budget.available('read', 100, URGENT)).toBeGreaterThan(10)
  })

  it.each(['read', 'write', 'cancel', 'account'] as const)('of %s leaves the other classes alone', (name) => {
    const budget = venue()
    expect(budget.isTroubled).toBe(false)
    asked(budget, name, { forMs: 20_000 })
    expect(budget.isTroubled).toBe(true)
    expect(budget.available(name, 20_000, URGENT)).toBe(0)
    for (const other of ROUTE_CLASSES) {
      if (other === name) continue
      expect(budget.trouble(other)).toBeUndefined()
      expect(budget.available(other, 20_000, URGENT)).toBeGreaterThan(2)
    }
  })

  it('one class that is answered again gives hope to the others', () => {
    const budget = venue()
    for (const name of ['read', 'cancel'] as const) asked(budget, name, { forMs: 60_000 })
    expect(budget.nextMonoMs('read', 60_000, URGENT)).toBeGreaterThan(60_700)
    const now = budget.nextMonoMs('cancel', 60_000, URGENT)
    const [permit] = budget.take('cancel', 1, now)
    budget.hear({ kind: 'answered', permit: permit!, told: {} }, now)
    expect(budget.nextMonoMs('read', now, URGENT)).toBeLessThanOrEqual(now + 625)
    // that it is not well is forgotten by its own answer alone
    expect(budget.trouble('read')).toBeDefined()
  })

  it('a hurry ends the long pauses: somebody waits for the end', () => {
    const budget = venue()
    asked(budget, 'cancel', { forMs: 20_000 })
    budget.hurry()
    expect(budget.available('cancel', 20_000, URGENT)).toBe(1)
    const rounds = new BackOff(seededRandom(1), { longestMs: 8000 })
    rounds.hurry(500)
    for (let serial = 1; serial < 9; serial++) rounds.failed('unreachable', { serial, newest: serial }, 0)
    expect(rounds.untilMonoMs).toBeLessThanOrEqual(625)
  })
})
