import { expect, it } from 'vitest'
import { latencyWords } from '../../src/backtest/latency-words.js'

it('says how long messages took, and of as-it-was how many were the recorded ones', () => {
  expect(latencyWords('constant', [])).toContain('paper.submitMs')
  expect(latencyWords('recorded', [])).toContain('round trips')
  const run = { model: 'power-3', latency: { messages: 200, alike: 150, same: 120 } }
  expect(latencyWords('as-it-was', [run])).toMatch(/of 200 \(power-3\) 60 % are the same ones, 15 % took what one near/)
  expect(latencyWords('as-it-was', [{ model: 'power-3' }])).toContain('of 0 (none) 0 %')
})
