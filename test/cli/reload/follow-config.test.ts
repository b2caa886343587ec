import { expect, it } from 'vitest'
import { VirtualClock } from '../../../src/backtest/virtual-clock.js'
import { whileAlive } from '../../../src/cli/reload/follow-config.js'

const NEVER = new Promise<void>(() => undefined)

function waiting(done: Promise<void>, stopped: Promise<unknown>) {
  const clock = new VirtualClock(0)
  const live = { early: [], lastStepMonoMs: clock.monoMs() }
  const seen = { isOver: false }
  void whileAlive({ clock, live }, done, stopped).then(() => {
    seen.isOver = true
  })
  const pass = async (ms: number) => {
    clock.runUntil(clock.monoMs() + ms)
    for (let turn = 0; turn < 5; turn++) await Promise.resolve()
    return { ...seen, silentMs: clock.monoMs() - live.lastStepMonoMs }
  }
  return pass
}

it('keeps a bot alive that waits for a check, for ten seconds', async () => {
  const pass = waiting(NEVER, NEVER)
  expect(await pass(9_900)).toEqual({ isOver: false, silentMs: 400 })
  expect((await pass(200)).isOver).toBe(true)
  expect((await pass(5_000)).silentMs).toBeGreaterThan(5_000)
})

it('waits no longer once the check is done, or the bot is stopped', async () => {
  for (const [done, stopped] of [
    [Promise.resolve(), NEVER],
    [NEVER, Promise.resolve()],
  ] as const) {
    const pass = waiting(done, stopped)
    expect((await pass(0)).isOver).toBe(true)
    expect(await pass(5_000)).toEqual({ isOver: true, silentMs: 5_000 })
  }
})
