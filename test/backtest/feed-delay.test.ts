import { expect, it } from 'vitest'
import { FeedDelay } from '../../src/backtest/feed-delay.js'
import { seededRandom } from '../../src/domain/random.js'

/** A record each half second for so long; how late each counts, milliseconds. */
function lateness(seconds: number, offsetAt: (second: number) => number): number[] {
  const delay = new FeedDelay()
  const random = seededRandom(3)
  return Array.from({ length: 2 * seconds }, (_, i) => {
    const sentMs = i * 500
    const own = offsetAt(i / 2) + 10 + random.exponential(15)
    return own - delay.least(sentMs + own, own)
  })
}

it('counts the least delay so far as none', () => {
  const late = lateness(600, () => 700)
  expect(Math.max(...late)).toBeLessThan(150)
  expect(late.reduce((sum, each) => sum + each, 0) / late.length).toBeGreaterThan(14)
})

it('finds a clock that was set forward within a minute, and follows one that runs away', () => {
  const set = lateness(300, (second) => (second < 100 ? 0 : 10_000))
  expect(set[201]).toBeGreaterThan(9900)
  expect(Math.max(...set.slice(2 * 162))).toBeLessThan(150)
  // five milliseconds a second
  expect(Math.max(...lateness(3000, (second) => 5 * second).slice(200))).toBeLessThan(600)
})

it('takes half a minute of late records for late, and a clock that was set back at once', () => {
  const late = lateness(300, (second) => (second >= 100 && second < 130 ? 1500 : 0))
  expect(Math.min(...late.slice(201, 259))).toBeGreaterThan(1490)
  expect(Math.max(...late.slice(261))).toBeLessThan(150)
  expect(Math.max(...lateness(300, (second) => (second < 100 ? 5000 : 0)))).toBeLessThan(150)
})
