import { describe, expect, it } from 'vitest'
import { VirtualClock } from '../../../../src/backtest/virtual-clock.js'
import { rehearse } from '../../../../src/cli/bot/rehearsal/rehearse.js'

function begun(given: { readonly step?: () => void; readonly fails?: boolean; readonly goesOn?: boolean } = {}) {
  const clock = new VirtualClock(0)
  const seen = { opened: 0, steps: 0, jumps: 0, closed: 0, failures: 0, quoted: false, lastStepMonoMs: 0 }
  const end = rehearse({
    clock,
    async open() {
      seen.opened++
      if (given.fails) throw new Error('cannot be opened')
      const step = () => {
        seen.steps++
        given.step?.()
      }
      return { step, jump: () => void seen.jumps++, close: () => void seen.closed++ }
    },
    goesOn: given.goesOn ?? false,
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
    expect(seen).toMatchObject({ steps: 800, jumps: 0, closed: 1, failures: 0 })
  })

  it('that goes on jumps each time once all is compiled, and waits for quiet moments as before', async () => {
    const { clock, seen, end, pass } = begun({ goesOn: true })
    seen.quoted = true
    await pass(10_000)
    expect(seen).toMatchObject({ steps: 800, closed: 0 })
    const { jumps } = seen
    expect(jumps).toBeGreaterThan(100)
    seen.lastStepMonoMs = clock.monoMs() + 1000
    await pass(500)
    expect(seen.jumps).toBe(jumps)
    await pass(2000)
    expect(seen.jumps).toBeGreaterThan(jumps)
    end()
    expect(seen.closed).toBe(1)
  })

  it('that goes on takes a new market before the old one ends', async () => {
    const { seen, end, pass } = begun({ goesOn: true })
    seen.quoted = true
    await pass(10_000)
    expect(seen.opened).toBe(1)
    await pass(1_000_000)
    expect(seen).toMatchObject({ opened: 2, closed: 1, steps: 800, failures: 0 })
    const { jumps } = seen
    await pass(1000)
    expect(seen.jumps).toBeGreaterThan(jumps)
    end()
    expect(seen.closed).toBe(2)
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
