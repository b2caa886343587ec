// Two hundred moving markets on an MM key, five hundred in `npm run check:long`, three quarters of a minute of virtual time: what waits for the budget costs no more than what it gets.

import { expect, it } from 'vitest'
import { isWhole } from '../run-counts.js'
import { reportMovingMarkets, runMovingMarkets } from '../simulation/virtual/moving-markets.js'

const COUNT = isWhole ? 500 : 200

it('two-sided at least 95 % of the time once they are all quoted, no 429', { timeout: 600_000 }, () => {
  const result = runMovingMarkets({ count: COUNT, tier: 'MM', minutes: 0.75, socket: true })
  reportMovingMarkets(`${COUNT} markets`, result)
  expect(result.network.log.statuses.get(429)).toBeUndefined()
  expect(result.faults).toEqual([])
  expect(result.open).toHaveLength(COUNT)
  expect(result.watch.uptime).toBeGreaterThanOrEqual(0.95)
})
