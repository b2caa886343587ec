import { expect, it } from 'vitest'
import { LastingDifferences } from '../../../src/state/account/lasting-differences.js'
import type { Slack } from '../../../src/state/account/reading-slack.js'
import { A } from '../../risk/builders.js'

const NOTHING: Slack = { below: 0n, above: 0n }

/** Readings a second apart, each with its difference of YES and what of it matches under way may make; when one was said to last. */
function lasts(readings: readonly (readonly [differenceRaw: bigint, slack: Slack])[]): number | undefined {
  const off = new LastingDifferences()
  const at = readings.findIndex(([raw, slack], sec) => off.read(A, [raw, 0n], [slack, NOTHING], sec * 1000))
  return at === -1 ? undefined : at
}

const times = <T>(count: number, of: (sec: number) => T) => Array.from({ length: count }, (_, sec) => of(sec))

it('the same difference lasts after half a minute, however much is under way beside it', () => {
  expect(lasts(times(40, () => [-20n, NOTHING]))).toBe(30)
  // matches of 5 are told of late, one way and the other: each reading is off by them, and by 20 besides
  expect(lasts(times(40, (sec) => [sec % 2 === 0 ? -25n : -15n, { below: 5n, above: 5n }]))).toBe(30)
})

it('what no two readings have in common does not last, nor what a reading does not show', () => {
  expect(lasts(times(90, (sec) => [sec % 2 === 0 ? -20n : 20n, NOTHING]))).toBeUndefined()
  expect(lasts(times(90, (sec) => [sec % 20 === 19 ? 0n : -20n, NOTHING]))).toBeUndefined()
  expect(lasts(times(90, () => [-5n, { below: 5n, above: 5n }]))).toBeUndefined()
})

it('is known until it is forgotten', () => {
  const off = new LastingDifferences()
  off.read(A, [-20n, 0n], [NOTHING, NOTHING], 0)
  expect([[...off.markets()], off.has(A)]).toEqual([[A], true])
  off.forget(A)
  expect([[...off.markets()], off.has(A)]).toEqual([[], false])
})
