import { describe, expect, it } from 'vitest'
import { createRealClock } from '../../../src/venue/transport/real-clock.js'

describe('the real clock', () => {
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
})
