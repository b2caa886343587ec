import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../../src/domain/random.js'
import type { RoundTrip } from '../../../../src/domain/run/round-trip.js'
import { constantLatency, sampledLatency } from '../../../../src/venue/simulated/fills/latency.js'
import { paper } from './scenario.js'

/** Answered a second apart, from one second on. */
const trips = (...all: readonly number[]): RoundTrip[] => all.map((tookMs, i) => ({ tookMs, atMs: 1000 * (i + 1) }))
const MEASURED = { submit: trips(20, 60, 400), cancel: trips(10), read: trips(4, 8) }
const before = constantLatency({ submitMs: 31, cancelMs: 32, answerMs: 33 })
const drawn = (seed: number, change: Partial<Parameters<typeof sampledLatency>[0]> = {}) =>
  sampledLatency({ measured: MEASURED, random: seededRandom(seed), before, least: 1, nowMs: () => 10_000, ...change })

describe('drawn latencies', () => {
  it('are the measured ones, half each way, each kind by itself', () => {
    const latency = drawn(1)
    const seen = (kind: 'submit' | 'cancel' | 'read') =>
      new Set(Array.from({ length: 200 }, () => latency.trip(kind)).map(({ thereMs, backMs }) => thereMs + backMs))
    expect(seen('submit')).toEqual(new Set([20, 60, 400]))
    expect(seen('cancel')).toEqual(new Set([10]))
    expect(seen('read')).toEqual(new Set([4, 8]))
    expect(latency.longestBackMs).toBe(200)
  })

  it('know nothing of what was answered later: until enough were, they are those of before', () => {
    let nowMs = 0
    const latency = drawn(1, { least: 2, nowMs: () => nowMs })
    const seen = () => {
      const all = Array.from({ length: 200 }, () => latency.trip('submit')).map(
        ({ thereMs, backMs }) => thereMs + backMs,
      )
      return [...new Set(all)].sort((a, b) => a - b)
    }
    expect(seen()).toEqual([31 + 33])
    expect(latency.newsMs()).toBe(33)
    nowMs = 1999
    expect(seen()).toEqual([31 + 33])
    nowMs = 2000
    expect(seen()).toEqual([20, 60])
    // one was never answered twice
    expect(latency.trip('cancel')).toEqual({ thereMs: 32, backMs: 33 })
    nowMs = 3000
    expect(seen()).toEqual([20, 60, 400])
  })

  it('may be those of a run of any length', () => {
    const submit = Array.from({ length: 300_000 }, (_, i) => ({ tookMs: i % 100, atMs: i }))
    expect(drawn(1, { measured: { ...MEASURED, submit } }).longestBackMs).toBe(49.5)
  })

  it('news of our orders keeps its order, however long each piece takes', () => {
    const { place, clock, events, trade, show } = paper({ latency: drawn(2) })
    show([
      ['YES bid', 40, 100],
      ['YES ask', 60, 100],
    ])
    place('BUY YES', 50, 100)
    for (let part = 0; part < 20; part++) trade('SELL YES', 50, 5)
    clock.advance(5000)
    const filled = events.flatMap((event) => (event.kind === 'order' ? [event.record.remainingRaw] : []))
    expect(filled.length).toBeGreaterThan(20)
    expect(filled).toEqual(filled.toSorted((a, b) => Number(b - a)))
  })
})
