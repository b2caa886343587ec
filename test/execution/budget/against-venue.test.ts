// Random traffic against a naive count of the venue: each window is searched through for the arrivals in it.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LeftUse, Permit, Told, WindowLimits } from '../../../src/domain/permit.js'
import { Budget } from '../../../src/execution/budget/budget.js'
import { ExactThrottler } from '../../venue/session/exact-throttler.js'
import { VirtualClock } from '../../venue/session/virtual-clock.js'

const DEADLINE_MS = 3_000
const URGENT = { priority: 'urgent' } as const

/** Headers of the exact throttler as they are told to the budget. */
function toldBy(headers: Record<string, string>): Told {
  const window = (name: 'short' | 'medium') => {
    const limit = headers[`x-ratelimit-limit-${name}`]
    return limit === undefined
      ? {}
      : { [name]: { limit: Number(limit), remaining: Number(headers[`x-ratelimit-remaining-${name}`]) } }
  }
  const silent = (['short', 'medium'] as const).find((name) => headers[`retry-after-${name}`])
  const block = silent && { window: silent, waitMs: Number(headers[`retry-after-${silent}`]) * 1000 }
  return { ...window('short'), ...window('medium'), ...(block ? { block } : {}) }
}

const sending = fc.record({
  waitMs: fc.integer({ min: 0, max: 1_500 }),
  requests: fc.integer({ min: 1, max: 9 }),
  outMs: fc.integer({ min: 0, max: 1_000 }),
  backMs: fc.integer({ min: 0, max: 1_000 }),
  fate: fc.constantFrom('answered', 'answered', 'late', 'lost', 'lost', 'lost', 'unused', 'forgotten', 'blocked'),
  others: fc.integer({ min: 0, max: 3 }),
})
type Sending = typeof sending extends fc.Arbitrary<infer T> ? T : never

interface World {
  readonly limits: WindowLimits
  readonly sendings: readonly Sending[]
}

/** Arrivals of ours at the venue. */
function arrivals({ limits, sendings }: World): number[] {
  const clock = new VirtualClock()
  const budget = new Budget()
  budget.hear({ kind: 'budget', routeClass: 'read', ...limits }, 0)
  const arrived: number[] = []
  const tell = (permit: Permit, told?: Told) =>
    budget.hear({ kind: 'answered', permit, ...(told ? { told } : {}) }, clock.monoMs())
  const send = (permit: Permit, { outMs, backMs, fate, others }: Sending) => {
    if (fate === 'unused')
      return clock.after(outMs, () => budget.hear({ kind: 'permit-unused', permit }, clock.monoMs()))
    // at its deadline it may be under way still
    const travelMs = fate === 'lost' || fate === 'forgotten' ? DEADLINE_MS + 2 * outMs : outMs
    clock.after(travelMs, () => arrived.push(clock.monoMs()))
    if (fate === 'forgotten') return
    if (fate === 'lost') return clock.after(DEADLINE_MS, () => tell(permit))
    const backAtMs = outMs + (fate === 'late' ? 10 * backMs : backMs)
    return clock.after(backAtMs, () => {
      const seen = (windowMs: number) => arrived.filter((at) => at > clock.monoMs() - windowMs).length + others
      tell(permit, {
        short: { limit: limits.perSecond, remaining: Math.max(0, limits.perSecond - seen(1_000)) },
        medium: { limit: limits.perMinute, remaining: Math.max(0, limits.perMinute - seen(60_000)) },
        ...(fate === 'blocked' ? { block: { window: 'short', waitMs: 1_000 } } : {}),
      })
    })
  }
  for (const step of sendings) {
    clock.advance(step.waitMs)
    for (const permit of budget.take('read', step.requests, clock.monoMs())) send(permit, step)
  }
  clock.advance(200_000)
  // a class that has failed is tried with one request, and is free once that is answered
  for (const permit of budget.take('read', 1, clock.monoMs())) tell(permit, {})
  clock.advance(61_000)
  // whatever became of each, in the end all of it is free again
  expect(budget.available('read', clock.monoMs(), URGENT)).toBe(Math.min(limits.perSecond, limits.perMinute))
  return arrived.sort((a, b) => a - b)
}

function mostIn(times: readonly number[], windowMs: number): number {
  return times.reduce(
    (most, from) => Math.max(most, times.filter((at) => at >= from && at < from + windowMs).length),
    0,
  )
}

const world = fc.record({
  limits: fc.record({ perSecond: fc.integer({ min: 1, max: 8 }), perMinute: fc.integer({ min: 5, max: 40 }) }),
  sendings: fc.array(sending, { maxLength: 80 }),
})

describe('against a naive count', () => {
  it('never has more arrive in a window than the limit, and loses no permit for good', () => {
    fc.assert(
      fc.property(world, (w) => {
        const arrived = arrivals(w)
        expect(mostIn(arrived, 1_000)).toBeLessThanOrEqual(w.limits.perSecond)
        expect(mostIn(arrived, 60_000)).toBeLessThanOrEqual(w.limits.perMinute)
      }),
      { numRuns: 60 },
    )
  })
})

interface Traffic {
  readonly limits: WindowLimits
  /** Hits of a former process, in milliseconds before the start. */
  readonly before: readonly number[]
  readonly latencies: readonly { readonly out: number; readonly back: number; readonly lost: boolean }[]
  readonly pauses: readonly number[]
}

/** Sends whenever the budget allows; returns how often the exact throttler allowed and refused. */
function run({ limits, before, latencies, pauses }: Traffic): { allowed: number; refused: number } {
  const clock = new VirtualClock()
  const throttler = new ExactThrottler(limits.perSecond, limits.perMinute)
  for (const ago of [...before].sort((a, b) => b - a)) throttler.hit(-ago)
  const budget = new Budget()
  // the profile's guess is wrong on purpose
  budget.hear({ kind: 'budget', routeClass: 'read', perSecond: 50, perMinute: 500, learnFirst: true }, 0)
  const count = { allowed: 0, refused: 0 }
  let turn = 0
  // nobody can know the limits before the first answer
  let answered = false
  const send = (permit: Permit) => {
    const { out, back, lost } = latencies[turn % latencies.length]!
    clock.after(out, () => {
      const verdict = throttler.hit(clock.monoMs())
      count[verdict.allowed ? 'allowed' : 'refused']++
      clock.after(back, () => {
        const told = lost && answered ? {} : { told: toldBy(verdict.headers) }
        budget.hear({ kind: 'answered', permit, ...told }, clock.monoMs())
        answered = true
      })
    })
  }
  while (clock.monoMs() < 150_000) {
    turn++
    const permits = budget.take('read', 1, clock.monoMs())
    for (const permit of permits) send(permit)
    const next = budget.nextMonoMs('read', clock.monoMs(), URGENT)
    if (permits.length === 0) clock.advance(Math.max(1, Math.min(next - clock.monoMs(), 5_000)))
    clock.advance(pauses[turn % pauses.length]!)
  }
  return count
}

const traffic = fc
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
      fc.property(traffic, (t) => {
        const { allowed, refused } = run(t)
        expect(refused).toBe(0)
        // who gets no answers falls silent
        if (!t.latencies.some(({ lost }) => lost)) expect(allowed).toBeGreaterThanOrEqual(t.limits.perMinute)
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

interface Lives {
  readonly limits: WindowLimits
  /** How long each of them lives, and how old what it has written down is when it dies. */
  readonly lives: readonly { readonly livesMs: number; readonly unwrittenMs: number; readonly downMs: number }[]
  readonly latencyMs: number
}

/** Lives that send whatever their budget allows, each killed; the last one goes on. Returns how long what it sent of a minute's worth has waited, on average. */
function liveOn({ limits, lives, latencyMs }: Lives, writes: boolean): { refused: number; waitMs: number } {
  const clock = new VirtualClock()
  const throttler = new ExactThrottler(limits.perSecond, limits.perMinute)
  let refused = 0
  let sentMs: number[] = []
  let kept: (LeftUse & { atMs: number }) | undefined
  const live = (livesMs: number, unwrittenMs: number, most: number): void => {
    const budget = new Budget()
    const now = () => clock.monoMs()
    const former = kept && writes ? { former: { ...kept, agoMs: now() - kept.atMs } } : {}
    budget.hear({ kind: 'budget', routeClass: 'read', ...limits, learnFirst: true, ...former }, now())
    const endMs = now() + livesMs
    sentMs = []
    while (now() < endMs && sentMs.length < most) {
      for (const permit of budget.take('read', budget.available('read', now()), now())) {
        sentMs.push(now())
        clock.after(latencyMs, () => {
          const { allowed, headers } = throttler.hit(now())
          if (!allowed) refused++
          clock.after(latencyMs, () => budget.hear({ kind: 'answered', permit, told: toldBy(headers) }, now()))
        })
      }
      if (now() <= endMs - unwrittenMs) kept = { ...budget.leaves(now()).read, atMs: now() }
      clock.advance(50)
    }
  }
  for (const { livesMs, unwrittenMs, downMs } of lives) {
    live(livesMs, unwrittenMs, Number.POSITIVE_INFINITY)
    clock.advance(downMs)
  }
  const fromMs = clock.monoMs()
  live(200_000, 0, limits.perMinute)
  return { refused, waitMs: sentMs.reduce((sum, atMs) => sum + atMs - fromMs, 0) / sentMs.length }
}

const lives = fc.record({
  limits: fc.record({ perSecond: fc.integer({ min: 3, max: 10 }), perMinute: fc.integer({ min: 60, max: 300 }) }),
  lives: fc.array(
    fc.record({
      livesMs: fc.integer({ min: 500, max: 25_000 }),
      unwrittenMs: fc.integer({ min: 0, max: 1200 }),
      downMs: fc.integer({ min: 1100, max: 4000 }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  latencyMs: fc.integer({ min: 1, max: 300 }),
})

describe('killed lives of one key', () => {
  it('never provoke a 429 where they know of each other, and wait no longer than where they do not', () => {
    fc.assert(
      fc.property(lives, (drawn) => {
        const knowing = liveOn(drawn, true)
        expect(knowing.refused).toBe(0)
        const unknowing = liveOn(drawn, false)
        // what each life rounds up, and the margins
        if (unknowing.refused === 0) expect(knowing.waitMs).toBeLessThanOrEqual(unknowing.waitMs + 1500)
      }),
      { numRuns: 15 },
    )
  })

  it('go on as soon as the venue lets them', () => {
    const killed = { livesMs: 14_000, unwrittenMs: 1000, downMs: 1000 }
    const drawn = { limits: { perSecond: 10, perMinute: 300 }, lives: [killed, killed], latencyMs: 2 }
    const [knowing, unknowing] = [liveOn(drawn, true), liveOn(drawn, false)]
    expect(knowing.refused).toBe(0)
    expect(unknowing.waitMs - knowing.waitMs).toBeGreaterThan(15_000)
  })
})
