import { expect, it } from 'vitest'
import { HeartWatch } from '../../src/watchdog/heart-watch.js'
import type { Beat } from '../../src/watchdog/heartbeat.js'

const beat = (n: number, more: Partial<Beat> = {}): Beat => ({
  ...{ run: 'a', beat: n, pid: 1, state: 'alive', leaseMs: 3000, ...more },
})

it('waits for a first beat, and fires for none before it', () => {
  const watch = new HeartWatch()
  expect([0, 60_000].map((ms) => watch.look(undefined, ms))).toEqual(['waiting', 'waiting'])
  expect(watch.look(beat(1), 60_001)).toBe('beating')
})

it('calls a heart silent 4 s after the last new beat, by its own clock, and beating again with the next one', () => {
  const watch = new HeartWatch()
  watch.look(beat(1), 1000)
  expect(watch.look(beat(2), 4900)).toBe('beating')
  expect(watch.look(beat(2), 8899)).toBe('beating')
  expect(watch.look(beat(2), 8900)).toBe('silent')
  expect(watch.look(beat(1, { run: 'b' }), 9000)).toBe('beating')
})

it('takes a file that is gone or cut off for silence', () => {
  const watch = new HeartWatch()
  watch.look(beat(1), 0)
  expect([watch.look(undefined, 3999), watch.look(undefined, 4000)]).toEqual(['beating', 'silent'])
})

it('gives a beat that it finds at its own start as long as any other', () => {
  const watch = new HeartWatch()
  expect([watch.look(beat(77), 0), watch.look(beat(77), 4000)]).toEqual(['beating', 'silent'])
})

it('leaves a bot alone that has stopped cleanly, and watches its successor', () => {
  const watch = new HeartWatch()
  watch.look(beat(1), 0)
  watch.look(beat(2, { state: 'stopped' }), 1000)
  expect(watch.look(beat(2, { state: 'stopped' }), 60_000)).toBe('stopped')
  expect(watch.look(beat(1, { run: 'b' }), 60_001)).toBe('beating')
})
