// The short form of test/ci/twenty-markets.test.ts, which runs ten minutes.

import { describe, expect, it } from 'vitest'
import { reportTwentyMarkets, runTwentyMarkets } from './virtual/twenty-markets.js'

describe('twenty moving markets on a DEFAULT key, two minutes of virtual time', () => {
  it.each([
    { name: 'socket on', socket: true, uptime: 0.9 },
    { name: 'polling only', socket: false, uptime: 0.7 },
  ])('$name: no 429, and the uptime it promises', { timeout: 120_000 }, ({ name, socket, uptime }) => {
    const result = runTwentyMarkets({ minutes: 2, socket })
    reportTwentyMarkets(name, result)
    expect(result.network.log.statuses.get(429)).toBeUndefined()
    expect(result.faults).toEqual([])
    expect(result.watch.samples).toBeGreaterThan(1000)
    expect(result.watch.uptime).toBeGreaterThanOrEqual(uptime)
  })
})
