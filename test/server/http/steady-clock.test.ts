import { describe, expect, it } from 'vitest'
import { SteadyClock } from '../../../src/server/http/steady-clock.js'

function machine() {
  const now = { wallMs: 1_000_000, steadyMs: 50 }
  const steps: number[] = []
  const clock = new SteadyClock({ wallMs: () => now.wallMs, steadyMs: () => now.steadyMs })
  clock.onStep((byMs) => steps.push(byMs))
  const pass = (ms: number) => {
    now.wallMs += ms
    now.steadyMs += ms
    return clock.nowMs()
  }
  return { now, steps, clock, pass }
}

const HOUR_MS = 3_600_000

describe('SteadyClock', () => {
  it('is the calendar while nothing steps', () => {
    const { pass, steps } = machine()
    expect([pass(0), pass(10), pass(86_400_000)]).toEqual([1_000_000, 1_000_010, 87_400_010])
    expect(steps).toEqual([])
  })

  it.each([HOUR_MS, -HOUR_MS])('takes no notice of a step of %i ms that comes back within seconds', (byMs) => {
    const { now, pass, steps } = machine()
    now.wallMs += byMs
    expect([pass(0), pass(4000)]).toEqual([1_000_000, 1_004_000])
    now.wallMs -= byMs
    expect([pass(0), pass(4000), pass(4000)]).toEqual([1_004_000, 1_008_000, 1_012_000])
    expect(steps).toEqual([])
  })

  it.each([HOUR_MS, -HOUR_MS])('follows a step of %i ms that stays, once, and says it first', (byMs) => {
    const { now, pass, steps } = machine()
    now.wallMs += byMs
    expect([pass(0), pass(4999)]).toEqual([1_000_000, 1_004_999])
    expect(steps).toEqual([])
    expect(pass(1)).toBe(1_005_000 + byMs)
    expect(pass(60_000)).toBe(1_065_000 + byMs)
    expect(steps).toEqual([byMs])
  })

  it('waits anew for another step, and lets small differences be', () => {
    const { now, pass, steps } = machine()
    now.wallMs += HOUR_MS
    pass(4000)
    now.wallMs += HOUR_MS
    expect(pass(4000)).toBe(1_008_000)
    expect(pass(1000)).toBe(1_009_000)
    expect(pass(4000)).toBe(1_013_000 + 2 * HOUR_MS)
    now.wallMs -= 400
    pass(60_000)
    expect(steps).toEqual([2 * HOUR_MS])
  })

  it('never goes back by itself, however its readings jitter', () => {
    const { now, clock } = machine()
    now.steadyMs += 0.6
    const first = clock.nowMs()
    now.steadyMs -= 0.3
    expect(clock.nowMs()).toBe(first)
  })
})
