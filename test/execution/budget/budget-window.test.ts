// What a former process has used of the minute, as a start finds it written down.

import { describe, expect, it } from 'vitest'
import type { FormerUse, Permit, Told } from '../../../src/domain/permit.js'
import { Budget } from '../../../src/execution/budget/budget.js'

const EMERGENCY = { priority: 'emergency' } as const
/** A hundred that end to count 5 s after the start, and a hundred and fifty 41 s after it. */
const FORMER: FormerUse = { perMinute: 300, ending: stepsOf([11, 100], [83, 150]), strangers: 0, agoMs: 1000 }

function stepsOf(...counts: readonly (readonly [number, number])[]): number[] {
  const steps = Array.from({ length: 1 + Math.max(...counts.map(([step]) => step)) }, () => 0)
  for (const [step, count] of counts) steps[step] = count
  return steps
}

/** The profile guesses at less than the key has. */
function started(former: FormerUse): Budget {
  const budget = new Budget()
  budget.hear({ kind: 'budget', routeClass: 'read', perSecond: 1000, perMinute: 200, learnFirst: true, former }, 0)
  return budget
}

function take(budget: Budget, nowMs: number): Permit {
  const [permit, ...more] = budget.take('read', 1, nowMs)
  if (permit === undefined || more.length > 0) throw new Error(`expected one permit at ${nowMs}`)
  return permit
}

function asks(budget: Budget, nowMs: number, remaining: number): void {
  const told: Told = { short: { limit: 1000, remaining: 999 }, medium: { limit: 300, remaining } }
  budget.hear({ kind: 'answered', permit: take(budget, nowMs), told }, nowMs + 10)
}

describe('what a former process has used', () => {
  it('counts until it ends, and not as strangers do', () => {
    const budget = started(FORMER)
    asks(budget, 0, 300 - 251)
    // nothing is kept to ask with, and nothing of the limit is another's
    expect(budget.perMinute('read')).toBe(300)
    expect(budget.available('read', 20)).toBe(300 - 251 - 5)
    expect(budget.nextMonoMs('read', 20, { requests: 60 })).toBe(5000)
    expect(budget.available('read', 4999, EMERGENCY)).toBe(49)
    expect(budget.available('read', 5000, EMERGENCY)).toBe(149)
    asks(budget, 5000, 300 - 152)
    expect(budget.available('read', 40_999, EMERGENCY)).toBe(148)
    expect(budget.nextMonoMs('read', 40_999, { requests: 200, priority: 'emergency' })).toBe(41_000)
  })

  it('is written down for the next one, with what was sent since', () => {
    const budget = started(FORMER)
    asks(budget, 0, 300 - 251)
    budget.take('read', 2, 1000)
    const ending = stepsOf([7, 100], [79, 150], [118, 1], [125, 2])
    expect(budget.leaves(1000).read).toEqual({ perMinute: 300, ending, strangers: 0 })
  })

  it('is written down with the limit of the life before, where this one was told nothing: what strangers use is of that', () => {
    const strangers = 250
    const { read } = started({ ...FORMER, ending: [], strangers }).leaves(1000)
    expect(read).toMatchObject({ perMinute: 300, strangers })
    // more than the profile guesses that the key has: nothing would be asked any more
    const next = started({ ...read, agoMs: 1000 })
    expect(next.available('read', 0, EMERGENCY)).toBeGreaterThan(0)
    const unheard = new Budget()
    unheard.hear({ kind: 'budget', routeClass: 'read', perSecond: 1000, perMinute: 200 }, 0)
    expect(unheard.leaves(0).read.perMinute).toBe(0)
  })

  it('does not count where the venue does not count it, as after its restart', () => {
    const budget = started(FORMER)
    asks(budget, 0, 299)
    expect(budget.perMinute('read')).toBe(300)
    expect(budget.available('read', 2000, EMERGENCY)).toBe(299)
    expect(budget.uses(2000).read.used.perMinute).toBe(1)
  })

  it('leaves the newest where the venue counts some of it', () => {
    const budget = started(FORMER)
    asks(budget, 0, 300 - 121)
    expect(budget.leaves(1000).read.ending).toEqual(stepsOf([79, 120], [118, 1], [125, 0]))
  })

  it('is all that is corrected: what was sent since counts on, told or under way', () => {
    const budget = started({ ...FORMER, ending: stepsOf([11, 3]) })
    const permit = take(budget, 0)
    budget.hear({ kind: 'permit-wanted', wantId: 1, routeClass: 'read', priority: 'emergency' }, 0)
    expect(budget.serve(0)).toHaveLength(1)
    const told: Told = { medium: { limit: 300, remaining: 299 } }
    budget.hear({ kind: 'answered', permit, told }, 10)
    expect(budget.uses(10).read.used.perMinute).toBe(2)
  })

  it('leaves to strangers, and to what was not written down, what the venue counts besides', () => {
    const budget = started({ ...FORMER, ending: stepsOf([11, 100]) })
    asks(budget, 0, 300 - 131)
    expect(budget.perMinute('read')).toBe(270)
    expect(budget.available('read', 20, EMERGENCY)).toBe(169)
    expect(budget.uses(2000).read.used.perMinute).toBe(101)
    asks(budget, 5000, 300 - 32)
    expect(budget.perMinute('read')).toBe(270)
  })

  it('holds one request to ask with whatever is reserved, and none where the window is full to the last', () => {
    const nearlyFull = started({ ...FORMER, ending: stepsOf([11, 299]) })
    expect(nearlyFull.available('read', 0)).toBe(1)
    const full = started({ ...FORMER, ending: stepsOf([11, 299], [15, 1]) })
    expect(full.available('read', 0, EMERGENCY)).toBe(0)
    expect(full.nextMonoMs('read', 0)).toBe(5000)
    expect(full.available('read', 5000)).toBe(1)
  })

  it('asks nothing where strangers had left nothing, until they may have', () => {
    const budget = started({ ...FORMER, ending: stepsOf([11, 100]), strangers: 200 })
    expect(budget.available('read', 0, EMERGENCY)).toBe(0)
    expect(budget.available('read', 5000)).toBe(1)
    asks(budget, 5000, 298)
    expect(budget.perMinute('read')).toBe(299)
  })

  it('is nothing where all of it has ended', () => {
    const budget = started({ ...FORMER, agoMs: 61_000 })
    expect(budget.uses(0).read).toMatchObject({ limit: { perMinute: 300 }, used: { perMinute: 0 } })
  })

  it('caps what strangers use by what is surely its own, though its ends are known to a step only', () => {
    const budget = started({ ...FORMER, ending: stepsOf([11, 100]), agoMs: 0 })
    asks(budget, 0, 300 - 141)
    expect(budget.perMinute('read')).toBe(260)
    // some of the hundred may have ended: those are no proof of fewer strangers
    asks(budget, 3000, 300 - 142)
    expect(budget.perMinute('read')).toBe(260)
    asks(budget, 7000, 300 - 3)
    expect(budget.perMinute('read')).toBe(300)
  })
})

describe('what strangers have used before a start', () => {
  it('is known with the first answer, where the key allows more than the profile says', () => {
    const budget = new Budget()
    budget.hear({ kind: 'budget', routeClass: 'read', perSecond: 10, perMinute: 200, learnFirst: true }, 0)
    const told: Told = { short: { limit: 1000, remaining: 999 }, medium: { limit: 300, remaining: 40 } }
    budget.hear({ kind: 'answered', permit: take(budget, 0), told }, 10)
    expect(budget.perMinute('read')).toBe(300 - 259)
    expect(budget.available('read', 10, EMERGENCY)).toBe(40)
  })
})
