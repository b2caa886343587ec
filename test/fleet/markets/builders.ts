// Books of markets for tests.

import type { FleetBot, MarketBook } from '../../../src/fleet/markets/market-book.js'

export const botOf = (more: Partial<FleetBot> = {}): FleetBot => ({
  ...{ label: 'a bot', weight: 1, run: 1, version: 1, leaseMs: 12_000, restMs: 120_000, wants: [], holdings: [] },
  ...more,
})

export const bookOf = (bots: MarketBook['bots'], more: Partial<MarketBook> = {}): MarketBook => ({
  ...{ id: 'book', redisRun: 'redis', version: 10, memory: 'sure', bots, claims: {} },
  ...more,
})
