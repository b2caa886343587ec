import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BudgetGate, createBudgetGate } from '../../../../src/venue/session/budget/budget-gate.js'
import type { Permit } from '../../../../src/venue/session/budget/permit.js'
import type { WindowLimits } from '../../../../src/venue/wire/profile.js'
import { ExactThrottler } from '../exact-throttler.js'
import { VirtualClock } from '../virtual-clock.js'

const SMALL: WindowLimits = { perSecond: 3, perMinute: 8 }
const all = (limits: WindowLimits) => ({ read: limits, write: limits, cancel: limits, account: limits })

function gateOf(limits: WindowLimits, extra: Partial<Parameters<typeof createBudgetGate>[0]> = {}): BudgetGate {
  return createBudgetGate({ limits: all(limits), learnFirst: false, ...extra })
}

function take(gate: BudgetGate, now: number): Permit {
  const permit = gate.tryTake('read', now)
  if (!permit) throw new Error(`no permit at ${now}`)
  return permit
}

const headers = (limit: [number, number], remaining: [number, number]) => ({
  'x-ratelimit-limit-short': `${limit[0]}`,
  'x-ratelimit-limit-medium': `${limit[1]}`,
  'x-ratelimit-remaining-short': `${remaining[0]}`,
  'x-ratelimit-remaining-medium': `${remaining[1]}`,
  'x-ratelimit-reset-short': '0',
  'x-ratelimit-reset-medium': '0',
})

describe('budget gate', () => {
  it('holds a permit from its taking until one window after the answer', () => {
    const gate = gateOf({ perSecond: 1, perMinute: 100 })
    const permit = take(gate, 0)
    expect(gate.tryTake('read', 5_000)).toBeUndefined()
    gate.settle(permit, 5_000, {})
    expect(gate.tryTake('read', 6_000)).toBeUndefined()
    expect(gate.nextFreeMs('read', 5_500)).toBe(6_010)
    expect(gate.tryTake('read', 6_010)).toBeDefined()
  })

  it('keeps the two windows and the four classes apart', () => {
    const gate = gateOf({ perSecond: 5, perMinute: 6 })
    for (let i = 0; i < 5; i++) gate.settle(take(gate, 0), 0, {})
    expect(gate.availability('read', 0)).toEqual({ short: 0, medium: 1 })
    expect(gate.availability('write', 0)).toEqual({ short: 5, medium: 6 })
    gate.settle(take(gate, 2_000), 2_000, {})
    expect(gate.availability('read', 2_000)).toEqual({ short: 4, medium: 0 })
    expect(gate.nextFreeMs('read', 2_000)).toBe(60_060)
  })

  it('learns larger and smaller limits from the headers and tells the listener', () => {
    const gate = gateOf(SMALL)
    const told: unknown[] = []
    gate.listen((cls, limits) => told.push([cls, limits]))
    gate.settle(take(gate, 0), 0, headers([50, 3_000], [49, 2_999]))
    expect(gate.limits('read')).toEqual({ perSecond: 50, perMinute: 3_000 })
    expect(told).toEqual([['read', { perSecond: 50, perMinute: 3_000 }]])
    gate.settle(take(gate, 10), 10, headers([2, 4], [0, 2]))
    expect(gate.limits('read')).toEqual({ perSecond: 2, perMinute: 4 })
    expect(gate.tryTake('read', 11)).toBeUndefined()
  })

  it('takes off what others use of the key, for one window, and never refills from Reset', () => {
    const gate = gateOf(SMALL)
    gate.settle(take(gate, 0), 10, headers([3, 8], [0, 3]))
    // two of the second's and four of the minute's are others'
    expect(gate.limits('read')).toEqual({ perSecond: 1, perMinute: 4 })
    expect(gate.availability('read', 20)).toEqual({ short: 0, medium: 3 })
    expect(gate.availability('read', 1_021)).toEqual({ short: 3, medium: 3 })
    expect(gate.availability('read', 60_071)).toEqual({ short: 3, medium: 8 })
  })

  it('is silent after a 429 until Retry-After has passed', () => {
    const gate = gateOf(SMALL)
    const told: (number | undefined)[] = []
    gate.listen((_cls, _limits, blockedUntil) => told.push(blockedUntil))
    gate.onBlocked('read', { 'retry-after-medium': '60' }, 1_000)
    expect(gate.tryTake('read', 60_999)).toBeUndefined()
    expect(gate.nextFreeMs('read', 2_000)).toBe(61_050)
    expect(gate.tryTake('write', 2_000)).toBeDefined()
    expect(gate.tryTake('read', 61_050)).toBeDefined()
    expect(told).toEqual([61_050, undefined])
  })

  it('doubles its silence when a 429 says nothing', () => {
    const gate = gateOf(SMALL)
    gate.onBlocked('read', {}, 0)
    expect(gate.nextFreeMs('read', 0)).toBe(1_050)
    gate.onBlocked('read', {}, 2_000)
    expect(gate.nextFreeMs('read', 2_000)).toBe(4_050)
    for (let i = 0; i < 10; i++) gate.onBlocked('read', {}, 5_000)
    expect(gate.nextFreeMs('read', 5_000)).toBe(65_050)
  })

  it('leaves the reserve to urgent requests, but never all of a window', () => {
    const gate = gateOf({ perSecond: 4, perMinute: 100 }, { reserves: { read: 0.5 } })
    expect(gate.tryTake('read', 0, 'routine')).toBeDefined()
    expect(gate.tryTake('read', 0, 'routine')).toBeDefined()
    expect(gate.tryTake('read', 0, 'routine')).toBeUndefined()
    expect(gate.tryTake('read', 0, 'urgent')).toBeDefined()
    const tight = gateOf({ perSecond: 1, perMinute: 1 }, { reserves: { read: 0.5 } })
    expect(tight.tryTake('read', 0, 'routine')).toBeDefined()
  })

  it('sends one request alone until the first answer, also when that is lost', () => {
    const gate = createBudgetGate({ limits: all(SMALL) })
    const first = take(gate, 0)
    expect(gate.tryTake('read', 1)).toBeUndefined()
    gate.settle(first, 100)
    const second = take(gate, 101)
    expect(gate.tryTake('read', 102)).toBeUndefined()
    gate.settle(second, 110, {})
    expect(gate.tryTake('read', 111)).toBeDefined()
  })

  it('asks the stock for every permit and says no without one', () => {
    let drawn = 1
    const resized: WindowLimits[] = []
    const stock = {
      available: () => drawn,
      take: () => void drawn--,
      settled: () => {},
      resize: (_cls: string, limits: WindowLimits) => void resized.push(limits),
    }
    const gate = gateOf(SMALL, { stock })
    const permit = take(gate, 0)
    expect(gate.tryTake('read', 0)).toBeUndefined()
    expect(gate.nextFreeMs('read', 0)).toBeGreaterThan(0)
    gate.settle(permit, 0, headers([50, 3_000], [49, 2_999]))
    expect(resized).toEqual([{ perSecond: 50, perMinute: 3_000 }])
  })
})

interface World {
  readonly limits: WindowLimits
  /** Hits of a former process, in milliseconds before the start. */
  readonly before: readonly number[]
  readonly latencies: readonly { readonly out: number; readonly back: number; readonly lost: boolean }[]
  readonly pauses: readonly number[]
}

/** Sends whenever the gate allows; returns how often the exact throttler allowed and refused. */
function run(world: World): { allowed: number; refused: number } {
  const clock = new VirtualClock()
  const throttler = new ExactThrottler(world.limits.perSecond, world.limits.perMinute)
  for (const ago of [...world.before].sort((a, b) => b - a)) throttler.hit(-ago)
  // the profile's guess is wrong on purpose
  const gate = createBudgetGate({ limits: all({ perSecond: 50, perMinute: 500 }) })
  const count = { allowed: 0, refused: 0 }
  let turn = 0
  // nobody can know the limits before the first answer
  let answered = false
  const send = (permit: Permit) => {
    const { out, back, lost } = world.latencies[turn % world.latencies.length] ?? { out: 1, back: 1, lost: false }
    clock.after(out, () => {
      const verdict = throttler.hit(clock.monoMs())
      count[verdict.allowed ? 'allowed' : 'refused']++
      clock.after(back, () => {
        gate.settle(permit, clock.monoMs(), lost && answered ? undefined : verdict.headers)
        answered = true
      })
    })
  }
  while (clock.monoMs() < 150_000) {
    turn++
    const permit = gate.tryTake('read', clock.monoMs())
    if (permit) send(permit)
    else clock.advance(Math.max(1, Math.min(gate.nextFreeMs('read', clock.monoMs()) - clock.monoMs(), 5_000)))
    clock.advance(world.pauses[turn % world.pauses.length] ?? 0)
  }
  return count
}

const world = fc
  .record({ perSecond: fc.integer({ min: 2, max: 6 }), extra: fc.integer({ min: 1, max: 30 }) })
  .chain(({ perSecond, extra }) =>
    fc.record({
      limits: fc.constant({ perSecond, perMinute: perSecond + extra }),
      before: fc.array(fc.integer({ min: 0, max: 59_999 }), { maxLength: perSecond - 2 }),
      latencies: fc.array(
        fc.record({
          out: fc.integer({ min: 0, max: 900 }),
          back: fc.integer({ min: 0, max: 900 }),
          lost: fc.boolean(),
        }),
        { minLength: 1, maxLength: 7 },
      ),
      pauses: fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 5 }),
    }),
  )

describe('against the exact throttler', () => {
  it('never provokes a 429, whatever the latencies, and uses its budget', () => {
    fc.assert(
      fc.property(world, (w) => {
        const { allowed, refused } = run(w)
        expect(refused).toBe(0)
        expect(allowed).toBeGreaterThanOrEqual(w.limits.perMinute)
      }),
      { numRuns: 100 },
    )
  })

  it('uses nearly the whole minute budget on a quick link', () => {
    const limits = { perSecond: 10, perMinute: 300 }
    const quick = { limits, before: [], latencies: [{ out: 1, back: 1, lost: false }], pauses: [1] }
    const { allowed, refused } = run(quick)
    expect(refused).toBe(0)
    // 150 s hold two and a half minutes: 300 in each of the first two, and 30 s at 10 a second
    expect(allowed).toBeGreaterThanOrEqual(850)
  })
})
