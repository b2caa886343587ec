import { expect, it } from 'vitest'
import { TapeClock } from '../../../src/recording/writing/tape-clock.js'

/** A wall clock that is set, beside a monotonic one that is not. */
function clocks() {
  let [monoMs, setMs] = [0, 1_767_225_600_000]
  const clock = new TapeClock({
    monoMs: () => monoMs,
    wallMs: () => monoMs + setMs,
    after: () => () => undefined,
    soon: () => () => undefined,
  })
  return {
    wallMs: () => monoMs + setMs,
    set: (byMs: number) => {
      setMs += byMs
    },
    /** A stamp each second, the clocks looked at each ten, as a recorder does; in milliseconds. */
    run: (seconds: number) =>
      Array.from({ length: seconds }, (_, second) => {
        monoMs += 1000
        if (second % 10 === 0) clock.look()
        return clock.stamp().at / 1000
      }),
  }
}

const steps = (times: readonly number[]) => times.slice(1).map((at, i) => at - (times[i] ?? 0))

it('goes by the wall clock, and follows it where it is set forward', () => {
  const { run, set, wallMs } = clocks()
  expect(run(20).at(-1)).toBe(wallMs())
  set(5000)
  expect(run(20).at(-1)).toBe(wallMs())
})

it('goes slower where the wall clock is set back, and never stands still, until that has caught up', () => {
  const { run, set, wallMs } = clocks()
  run(20)
  set(-60_000)
  const times = run(300)
  expect(Math.min(...steps(times))).toBeCloseTo(900, 3)
  expect(Math.max(...steps(times))).toBeCloseTo(900, 3)
  expect((times.at(-1) ?? 0) - wallMs()).toBeCloseTo(30_000, 3)
  const later = run(400)
  expect(later.at(-1)).toBeCloseTo(wallMs(), 3)
  expect(Math.max(...steps(later))).toBeLessThanOrEqual(1000.001)
})
