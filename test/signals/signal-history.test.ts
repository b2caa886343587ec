import { expect, it } from 'vitest'
import { VirtualClock } from '../../src/backtest/virtual-clock.js'
import { SignalHistory } from '../../src/signals/signal-history.js'
import type { SignalWord } from '../../src/signals/signal-source.js'

/** That a virtual clock shows first. */
const FIRST_MS = 1000
const START_MS = 1_790_000_000_000
const word = (second: number, value: number, name = 'model') => ({
  ...{ name, value, atMs: START_MS + 1000 * second - 200, heardMs: START_MS + 1000 * second },
})

function heard(words: ReturnType<typeof word>[]) {
  const clock = new VirtualClock(START_MS - FIRST_MS)
  const told: [number, SignalWord['name'], number][] = []
  const history = new SignalHistory({ words, clock })
  history.start({
    told: ({ name, value }) => told.push([clock.wallMs() - START_MS, name, value]),
    failed: () => undefined,
    read: () => undefined,
  })
  return { clock, told, history }
}

it('tells each word when it was heard, and not before', () => {
  const { clock, told } = heard([word(1, 0.5), word(2, 0.6), word(2, 0.1, 'drift')])
  clock.runUntil(FIRST_MS + 1500)
  expect(told).toEqual([[1000, 'model', 0.5]])
  clock.runUntil(FIRST_MS + 5000)
  expect(told.slice(1)).toEqual([
    [2000, 'model', 0.6],
    [2000, 'drift', 0.1],
  ])
})

it('tells of what was heard before its start the last word on each, once it has started', () => {
  const { clock, told } = heard([word(-9, 0.1), word(-5, 0.2, 'drift'), word(-3, 0.3), word(4, 0.4)])
  expect(told).toEqual([])
  clock.runUntil(FIRST_MS + 10)
  expect(told).toEqual([
    [0, 'model', 0.3],
    [0, 'drift', 0.2],
  ])
})

it('tells nothing any more once it was stopped', () => {
  const { clock, told, history } = heard([word(1, 0.5)])
  clock.runUntil(FIRST_MS + 500)
  history.stop()
  clock.runUntil(FIRST_MS + 5000)
  expect(told).toEqual([])
})
