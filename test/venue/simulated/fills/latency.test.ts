import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../../src/domain/random.js'
import { sampledLatency } from '../../../../src/venue/simulated/fills/latency.js'
import { paper } from './scenario.js'

const MEASURED = { submit: [20, 60, 400], cancel: [10], read: [4, 8] }

describe('drawn latencies', () => {
  it('are the measured ones, half each way, each kind by itself', () => {
    const latency = sampledLatency(MEASURED, seededRandom(1))
    const seen = (kind: 'submit' | 'cancel' | 'read') =>
      new Set(Array.from({ length: 200 }, () => latency.trip(kind)).map(({ thereMs, backMs }) => thereMs + backMs))
    expect(seen('submit')).toEqual(new Set([20, 60, 400]))
    expect(seen('cancel')).toEqual(new Set([10]))
    expect(seen('read')).toEqual(new Set([4, 8]))
    expect(latency.longestBackMs).toBe(200)
  })

  it('news of our orders keeps its order, however long each piece takes', () => {
    const { place, clock, events, trade, show } = paper({ latency: sampledLatency(MEASURED, seededRandom(2)) })
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
