// Twenty moving markets on a DEFAULT key, six minutes of virtual time: the budget is planned, not hit.

import { describe, expect, it } from 'vitest'
import {
  FIRST_PAIRS_MS,
  quantile,
  reportMovingMarkets,
  runMovingMarkets,
} from '../simulation/virtual/moving-markets.js'

describe('twenty moving markets on a DEFAULT key, six minutes of virtual time', () => {
  it('socket on: no 429, two-sided at least 90 % of the time', { timeout: 300_000 }, () => {
    const result = runMovingMarkets({ count: 20, tier: 'DEFAULT', minutes: 6, socket: true })
    reportMovingMarkets('socket on', result)
    expect(result.network.log.statuses.get(429)).toBeUndefined()
    expect(result.faults).toEqual([])
    expect(result.open).toHaveLength(20)
    expect(result.watch.uptime).toBeGreaterThanOrEqual(0.9)
  })

  it('polling only: no 429, the markets it holds are two-sided at least 70 % of the time', { timeout: 300_000 }, () => {
    const result = runMovingMarkets({ count: 20, tier: 'DEFAULT', minutes: 6, socket: false })
    reportMovingMarkets('polling only', result)
    expect(result.network.log.statuses.get(429)).toBeUndefined()
    // 300 reads a minute keep about eight markets fresh within five seconds
    expect(result.held.length).toBeGreaterThanOrEqual(6)
    expect(result.watch.uptime).toBeGreaterThanOrEqual(0.7)
  })

  it.each([7, 1, 2])('the demo world: what is dangerous goes at once, the rest in its turn; seed %i', (seed) => {
    const result = runMovingMarkets({ count: 20, tier: 'DEFAULT', minutes: 3, socket: true, world: 'demo', seed })
    reportMovingMarkets(`demo world, seed ${seed}`, result)
    const { law, watch, network } = result
    expect(network.log.statuses.get(429)).toBeUndefined()
    expect(law.goneMs.length).toBeGreaterThan(50)
    expect(quantile(law.goneMs, 0.95)).toBeLessThanOrEqual(1000)
    expect(watch.delay(0.5)).toBeLessThanOrEqual(4000)
    expect(watch.delay(0.95)).toBeLessThanOrEqual(20_000)
    expect(law.twoSided).toBeGreaterThanOrEqual(0.97)
    expect([...law.firstPairMs.values()].filter((ms) => ms <= FIRST_PAIRS_MS)).toHaveLength(20)
  })
})
