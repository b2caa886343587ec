import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OrderRate } from '../../../src/risk/limits/order-rate.js'

describe('the order rate', () => {
  it('counts what was sent within the second, and what is about to be', () => {
    const rate = new OrderRate({ perSecond: 3, perMinute: 100 })
    expect(rate.held(0, 2)).toBeUndefined()
    expect(rate.held(0, 3)).toMatchObject({ detail: 'orderRate: 3 in a second are sent' })
    rate.sent(0)
    rate.sent(400)
    expect(rate.held(500, 0)).toBeUndefined()
    expect(rate.held(500, 1)).toMatchObject({ untilMonoMs: 1000 })
    expect(rate.held(1000, 1)).toBeUndefined()
    expect(rate.held(1000, 2)).toMatchObject({ untilMonoMs: 1400 })
  })

  it('of the minute is named as such', () => {
    const rate = new OrderRate({ perSecond: 2, perMinute: 2 })
    rate.sent(0)
    rate.sent(5000)
    expect(rate.held(6000, 0)).toEqual({ detail: 'orderRate: 2 in a minute are sent', untilMonoMs: 60_000 })
  })

  it('counts what was sent before the limits were changed', () => {
    const rate = new OrderRate({ perSecond: 5, perMinute: 100 })
    for (const atMs of [0, 100, 200]) rate.sent(atMs)
    expect(rate.with({ perSecond: 2, perMinute: 100 }).held(300, 0)?.untilMonoMs).toBe(1100)
    expect(rate.with({ perSecond: 4, perMinute: 100 }).held(300, 0)).toBeUndefined()
  })

  it('that was lowered for a while counts all that was sent when it is raised again', () => {
    const rate = new OrderRate({ perSecond: 50, perMinute: 8 })
    for (const atMs of [0, 1000, 2000, 3000, 4000, 5000]) rate.sent(atMs)
    const lowered = rate.with({ perSecond: 50, perMinute: 2 })
    expect(lowered.held(6000, 0)?.untilMonoMs).toBe(64_000)
    const raised = lowered.with({ perSecond: 50, perMinute: 8 })
    expect(raised.held(6000, 1)).toBeUndefined()
    expect(raised.held(6000, 2)).toEqual({ detail: 'orderRate: 8 in a minute are sent', untilMonoMs: 60_000 })
  })

  it('never has more leave within a second than it allows, however late they leave', () => {
    const step = fc.record({ afterMs: fc.integer({ min: 0, max: 400 }), leaves: fc.integer({ min: 0, max: 4 }) })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.array(step, { maxLength: 80 }), (perSecond, steps) => {
        const rate = new OrderRate({ perSecond, perMinute: 1000 })
        const left: number[] = []
        let [nowMs, waiting] = [0, 0]
        for (const { afterMs, leaves } of steps) {
          nowMs += afterMs
          while (rate.held(nowMs, waiting) === undefined) waiting++
          for (let n = Math.min(leaves, waiting); n > 0; n--) {
            waiting--
            rate.sent(nowMs)
            left.push(nowMs)
          }
          expect(left.filter((atMs) => atMs > nowMs - 1000).length).toBeLessThanOrEqual(perSecond)
        }
      }),
    )
  })
})
