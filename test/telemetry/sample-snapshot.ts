// A snapshot of one market, for tests that show it.

import type { ConditionId } from '../../src/domain/market/market.js'
import type { BotSnapshot, MarketSnapshot } from '../../src/domain/run/snapshot.js'

export const SAMPLE_MARKET: MarketSnapshot = {
  conditionId: '0xc0' as ConditionId,
  question: 'Will the bridge open before June?',
  status: 'OPEN',
  fair: 0.532,
  ownQuotes: [
    { outcome: 0, side: 'BUY', price: 0.51, size: 50, phase: 'open', ageMs: 0, expirationSec: 0 },
    { outcome: 1, side: 'BUY', price: 0.44, size: 60, phase: 'open', ageMs: 0, expirationSec: 0 },
  ],
  bestOthers: [{ price: 0.52, size: 120 }, undefined],
  shares: [12, 5.5],
  fills: 3,
  pnl: { spread: 2.1, inventory: -0.8, fees: 0.05, total: 1.25 },
  feed: { health: 'live', ageMs: 300, reason: '' },
  quarantined: false,
  worstCaseLoss: 35,
}

export const SAMPLE: BotSnapshot = {
  signals: [],
  over: [],
  seq: 7,
  monoMs: 1000,
  markets: [SAMPLE_MARKET],
  totals: {
    spread: 2.1,
    inventory: -0.8,
    fees: 0.05,
    total: 1.25,
    fills: 3,
    worstCaseLoss: 35,
    openOrders: 2,
    unknownOrders: 0,
  },
  collateral: { total: 1000, available: 820, left: 990, held: 35 },
  budgets: [{ routeClass: 'write', perSecond: 5, perMinute: 150, leftInMinute: 120, blockedForMs: 0 }],
  signedIn: true,
  clockErrorMs: 40,
  answersBehindMs: 0,
}
