import { expect, it } from 'vitest'
import { RecordLatency } from '../../src/backtest/record-latency.js'
import { constantLatency } from '../../src/venue/simulated/fills/latency.js'

it('news that a record causes comes with it, never in the past; other messages take what they take', () => {
  let nowMs = 1000
  const latency = new RecordLatency(constantLatency({ submitMs: 5, cancelMs: 6, answerMs: 7 }), () => nowMs)
  const heard: number[] = []
  latency.during(1030, () => heard.push(latency.newsMs()))
  nowMs = 1050
  latency.during(1030, () => heard.push(latency.newsMs()))
  expect(heard).toEqual([30, 0])
  expect(latency.newsMs()).toBe(7)
  expect([latency.trip('submit').thereMs, latency.trip('cancel').thereMs, latency.longestBackMs]).toEqual([5, 6, 7])
})
