import { describe, expect, it } from 'vitest'
import { VirtualClock } from '../../../../src/backtest/virtual-clock.js'
import { rehearse } from '../../../../src/cli/bot/rehearsal/rehearse.js'

function begun(given: { readonly step?: () => void; readonly fails?: boolean } = {}) {
  const clock = new VirtualClock(0)
  const seen = { opened: 0, steps: 0, closed: 0, failures: 0, quoted: false, lastStepMonoMs: 0 }
  const end = rehearse({
    clock,
    async open() {
      seen.opened++
      if (given.fails) throw new Error('cannot be opened')
      const step = () => {
        seen.steps++
        given.step?.()
      }
      return { step, close: () => void seen.closed++ }
    },
    hasQuoted: () => seen.quoted,
    lastStepMonoMs: () => seen.lastStepMonoMs,
    failed: () => void seen.failures++,
  })
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 10) {
      clock.runUntil(clock.monoMs() + 10)
      await Promise.resolve()
      await Promise.resolve()
    }
  }
  return { clock, seen, end, pass }
}

describe('a rehearsal', () => {
  it('waits until the bot has quoted, or for five seconds', async () => {
    const quick = begun()
    await quick.pass(1000)
    expect(quick.seen.opened).toBe(0)
    quick.seen.quoted = true
    await quick.pass(500)
    expect(quick.seen.opened).toBe(1)
    const slow = begun()
    await slow.pass(4800)
    expect(slow.seen.opened).toBe(0)
    await slow.pass(500)
    expect(slow.seen.opened).toBe(1)
  })

  it('goes on only while no event is worked on, and closes what it has opened when it is through', async () => {
    const { clock, seen, pass } = begun()
    seen.quoted = true
    await pass(300)
    const { steps } = seen
    expect(steps).toBeGreaterThan(10)
    const busy = async () => {
      for (let n = 0; n < 20; n++) {
        seen.lastStepMonoMs = clock.monoMs() + 8
        await pass(10)
      }
    }
    await busy()
    expect(seen.steps).toBe(steps)
    await pass(20_000)
    expect(seen).toMatchObject({ steps: 800, closed: 1, failures: 0 })
  })

  it('is ended with the bot', async () => {
    const { seen, end, pass } = begun()
    seen.quoted = true
    await pass(300)
    const { steps } = seen
    end()
    end()
    await pass(500)
    expect(seen).toMatchObject({ steps, closed: 1 })
  })

  it('says so when it cannot be opened, or breaks, and is over then', async () => {
    const unopened = begun({ fails: true })
    unopened.seen.quoted = true
    await unopened.pass(500)
    expect(unopened.seen).toMatchObject({ opened: 1, steps: 0, failures: 1 })
    const broken = begun({
      step: () => {
        throw new Error('broken')
      },
    })
    broken.seen.quoted = true
    await broken.pass(500)
    expect(broken.seen).toMatchObject({ steps: 1, closed: 1, failures: 1 })
  })
})
