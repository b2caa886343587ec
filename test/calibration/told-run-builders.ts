// Runs as reports tell them, by hand: one market quoted at 0.48 for a hundred seconds.

import type { ToldFill, ToldRun } from '../../src/calibration/told-run.js'

const FROM_MS = 1_790_000_000_000

export const at = (second: number): number => FROM_MS + 1000 * second

export const toldFill = (change: Partial<ToldFill> = {}): ToldFill => ({
  ...{ atMs: at(10), conditionId: '0xa', outcome: 0, side: 'BUY', price: 0.48, shares: 10 },
  ...{ status: 'settled', isEstimate: false },
  ...change,
})

const seconds = Array.from({ length: 101 }, (_, second) => second)
const none = { spread: 0, inventory: 0, fees: 0 }

/** It earns a unit with every two seconds. */
export const toldRun = (change: Partial<ToldRun> = {}): ToldRun => ({
  ...{ model: 'live', fromMs: at(0), toMs: at(100), fills: [toldFill()] },
  samples: seconds.map((second) => ({ atMs: at(second), pnl: { ...none, total: second / 2 } })),
  markets: [
    { conditionId: '0xa', samples: seconds.map((second) => ({ atMs: at(second), ownBid: 0.48, ownAsk: 0.52 })) },
  ],
  ...change,
})
