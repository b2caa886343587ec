import { afterEach, describe, expect, it, vi } from 'vitest'
import { createRealClock } from '../../../src/venue/transport/real-clock.js'

const DAY_MS = 86_400_000

describe('the real clock', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('runs forward, and fires timers once, not before their time', async () => {
    const clock = createRealClock()
    const from = clock.monoMs()
    expect(Math.abs(clock.wallMs() - Date.now())).toBeLessThan(1_000)
    let fired = 0
    await new Promise<void>((done) => {
      clock.after(20, () => {
        fired++
        done()
      })
    })
    // timers of Node may be a millisecond early
    expect(clock.monoMs() - from).toBeGreaterThanOrEqual(18)
    expect(fired).toBe(1)
  })

  it('cancels, also twice', async () => {
    const clock = createRealClock({ unref: true })
    let fired = false
    const cancel = clock.after(-5, () => {
      fired = true
    })
    cancel()
    cancel()
    await new Promise<void>((done) => clock.after(10, done) && setTimeout(done, 20))
    expect(fired).toBe(false)
  })

  it('waits for more than a timer of Node can: 60 days are 60 days', () => {
    vi.useFakeTimers()
    const clock = createRealClock()
    let fired = 0
    clock.after(60 * DAY_MS, () => {
      fired++
    })
    vi.advanceTimersByTime(60 * DAY_MS - 1)
    expect(fired).toBe(0)
    vi.advanceTimersByTime(1)
    expect(fired).toBe(1)
    vi.advanceTimersByTime(60 * DAY_MS)
    expect(fired).toBe(1)
  })

  it('cancels such a wait in each of its parts', () => {
    vi.useFakeTimers()
    const clock = createRealClock({ unref: true })
    let fired = 0
    for (const days of [1, 30]) {
      const cancel = clock.after(60 * DAY_MS, () => {
        fired++
      })
      vi.advanceTimersByTime(days * DAY_MS)
      cancel()
    }
    vi.advanceTimersByTime(100 * DAY_MS)
    expect(fired).toBe(0)
    expect(vi.getTimerCount()).toBe(0)
  })
})
