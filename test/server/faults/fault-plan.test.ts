import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../src/domain/random.js'
import { FaultPlan } from '../../../src/server/api/faults/fault-plan.js'
import { FAULT_KINDS, type FaultSpecInput, faultSpec } from '../../../src/venue/wire/fault-schema.js'
import { ALICE, BOB } from '../api/venue-driver.js'

const planOf = (...specs: FaultSpecInput[]) => {
  const plan = new FaultPlan(seededRandom(1).fork('faults'))
  for (const spec of specs) plan.add(faultSpec.parse(spec), 0)
  return plan
}
const struck = (plan: FaultPlan, times: number, occasion = {}, nowMs = 0) =>
  Array.from({ length: times }, () => plan.strike('settlement-failed', occasion, nowMs) !== undefined)
const hitsOf = (plan: FaultPlan, times: number) => struck(plan, times).filter(Boolean).length

describe('FaultPlan', () => {
  it('strikes nothing while it is empty', () => {
    expect(planOf().isEmpty).toBe(true)
    expect(hitsOf(planOf(), 5)).toBe(0)
  })

  it('knows every kind', () => {
    expect([...FAULT_KINDS].sort()).toEqual([
      'answer-delayed',
      'answer-dropped',
      'cancel-only',
      'clock-skew',
      'event-duplicated',
      'event-lost',
      'event-reordered',
      'expired-token',
      'fee-changed',
      'halted',
      'proxy-429',
      'restart',
      'room-refused',
      'server-error',
      'settlement-failed',
      'settlement-late',
      'socket-cut',
      'socket-silent',
      'stale-book',
      'subscribe-lost',
    ])
  })

  it('ends after its count, and leaves the list', () => {
    const plan = planOf({ kind: 'settlement-failed', count: 3 })
    expect(plan.list(0)).toMatchObject([{ id: 'fault_1', hits: 0, left: 3 }])
    expect(hitsOf(plan, 10)).toBe(3)
    expect(plan.list(0)).toEqual([])
    expect(plan.isEmpty).toBe(true)
  })

  it('begins after `afterMs` and ends after `durationMs`', () => {
    const plan = planOf({ kind: 'settlement-failed', afterMs: 100, durationMs: 50 })
    const at = (ms: number) => plan.strike('settlement-failed', {}, ms) !== undefined
    expect([99, 100, 149, 150].map(at)).toEqual([false, true, true, false])
  })

  it('strikes at its rate, the same occasions for the same seed, others for another seed', () => {
    const spec = { kind: 'settlement-failed', rate: 0.3, seed: 5 } as const
    const first = struck(planOf(spec), 2000)
    expect(struck(planOf(spec), 2000)).toEqual(first)
    expect(struck(planOf({ ...spec, seed: 6 }), 2000)).not.toEqual(first)
    // five standard deviations around 600: 600 ± 5·sqrt(2000·0.3·0.7)
    const hits = first.filter(Boolean).length
    expect(Math.abs(hits - 600)).toBeLessThan(103)
    expect(hitsOf(planOf({ kind: 'settlement-failed', rate: 0 }), 100)).toBe(0)
  })

  it.each([
    ['* *', true],
    ['GET *', false],
    ['POST *', true],
    ['* /orders', false],
    ['POST /markets/{id}/orders', true],
    ['POST /markets/m1/orders', false],
  ])('route %s meets a submission: %s', (route, meets) => {
    const occasion = { method: 'POST', path: '/markets/{id}/orders' }
    expect(struck(planOf({ kind: 'settlement-failed', route }), 1, occasion)).toEqual([meets])
  })

  it('meets only the account and the market it names', () => {
    const ofAlice = planOf({ kind: 'settlement-failed', account: ALICE.toLowerCase() })
    expect(struck(ofAlice, 1, { accounts: [BOB, ALICE] })).toEqual([true])
    expect(struck(ofAlice, 1, { accounts: [BOB] })).toEqual([false])
    expect(struck(ofAlice, 1)).toEqual([false])
    const ofMarket = planOf({ kind: 'settlement-failed', conditionId: '0xAB' })
    expect(struck(ofMarket, 1, { conditionId: '0xab' })).toEqual([true])
    expect(struck(ofMarket, 1, { conditionId: '0xcd' })).toEqual([false])
  })

  it('holds at most 100 faults', () => {
    const plan = planOf(...Array.from({ length: 100 }, () => ({ kind: 'stale-book' }) as const))
    expect(() => plan.add(faultSpec.parse({ kind: 'stale-book' }), 0)).toThrow('at most 100')
    expect(plan.clear('fault_7')).toBe(1)
    expect(plan.clear('fault_7')).toBe(0)
    expect(plan.clear()).toBe(99)
  })

  it('never strikes more often than its count, outside its time, or another kind', () => {
    const spec = fc.record({
      kind: fc.constant('settlement-failed' as const),
      rate: fc.double({ min: 0, max: 1, noNaN: true }),
      count: fc.integer({ min: 1, max: 5 }),
      afterMs: fc.integer({ min: 0, max: 50 }),
      durationMs: fc.integer({ min: 1, max: 50 }),
    })
    fc.assert(
      fc.property(spec, fc.array(fc.nat(120), { maxLength: 50 }), (input, times) => {
        const plan = planOf(input)
        let hits = 0
        for (const ms of times.sort((a, b) => a - b)) {
          expect(plan.strike('settlement-late', {}, ms)).toBeUndefined()
          if (plan.strike('settlement-failed', {}, ms) === undefined) continue
          hits += 1
          expect(ms).toBeGreaterThanOrEqual(input.afterMs)
          expect(ms).toBeLessThan(input.afterMs + input.durationMs)
        }
        expect(hits).toBeLessThanOrEqual(input.count)
      }),
    )
  })
})
