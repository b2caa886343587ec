import { expect, test } from 'vitest'
import { NO, YES } from '../../src/domain/market/side.js'
import { executionSettings } from '../../src/execution/schema.js'
import { fixedSpread } from '../../strategies/fixed-spread.js'
import { QuietMarket } from './virtual/quiet-market.js'

const RUN_SEC = 900
const MARGIN_SEC = 60

/** Seconds, of a quarter of an hour, in which a bid of the bot for an outcome rests that the venue matches. */
function matchedSeconds(orderLifetimeSec: number) {
  const market = new QuietMarket({
    seed: 3,
    strategy: fixedSpread,
    core: { execution: executionSettings.parse({ orderLifetimeSec }) },
    server: { stopMatchingBeforeSec: MARGIN_SEC },
  })
  market.quoteHouse([
    { outcome: YES, price: 45, shares: 100 },
    { outcome: NO, price: 45, shares: 100 },
  ])
  market.run(20_000)
  const matched = [0, 0]
  for (let second = 0; second < RUN_SEC; second++) {
    market.run(1000)
    const nowSec = market.sim.clock.wallMs() / 1000
    for (const outcome of [YES, NO]) {
      const bids = market.resting().filter((order) => order.outcome === outcome)
      if (bids.some(({ expirationSec }) => expirationSec - MARGIN_SEC > nowSec)) matched[outcome]!++
    }
  }
  return matched
}

test.each([120, 60])(
  'a venue that stops to match an order a minute before its end matches one of %i s at all times',
  (sec) => {
    for (const seconds of matchedSeconds(sec)) expect(seconds).toBeGreaterThan(0.98 * RUN_SEC)
  },
)
