// Five hundred moving markets on an MM key, three quarters of a minute of virtual time: what waits for the budget costs no more than what it gets.

import { expect, it } from 'vitest'
import { reportMovingMarkets, runMovingMarkets } from '../simulation/virtual/moving-markets.js'

it('two-sided at least 95 % of the time once they are all quoted, no 429', { timeout: 600_000 }, () => {
  const result = runMovingMarkets({ count: 500, tier: 'MM', minutes: 0.75, socket: true })
  reportMovingMarkets('500 markets', result)
  expect(result.network.log.statuses.get(429)).toBeUndefined()
  expect(result.faults).toEqual([])
  expect(result.open).toHaveLength(500)
  expect(result.watch.uptime).toBeGreaterThanOrEqual(0.95)
})
