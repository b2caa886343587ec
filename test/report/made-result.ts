// A backtest's result by hand: two markets, one resolved, and fills that can be added up on paper.

import type { MarketRun, MarketSample, ModelRun, RunFill, RunReport, Sample } from '../../src/report/result.js'

export const FROM_MS = 1_790_000_000_000
export const MINUTE_MS = 60_000

export const madeFill = (change: Partial<RunFill> = {}): RunFill => ({
  ...{ atMs: FROM_MS + MINUTE_MS, conditionId: '0xa', outcome: 0, side: 'BUY', price: 0.48, shares: 10, fee: 0 },
  ...{
    liquidity: 'maker',
    status: 'settled',
    isEstimate: false,
    mid: 0.5,
    midAfter: { '1': 0.5, '10': 0.51, '60': 0.47 },
  },
  ...change,
})

const look = (minute: number, change: Partial<MarketSample> = {}): MarketSample => ({
  ...{ atMs: FROM_MS + minute * MINUTE_MS, othersBid: 0.49, othersAsk: 0.51, ownBid: 0.48, ownAsk: 0.52, fair: 0.5 },
  ...{ inventory: minute === 0 ? 0 : 10, pnl: minute * 0.1 },
  ...change,
})

const noProfit = { spread: 0, inventory: 0, fees: 0, total: 0 }

export const madeMarket = (change: Partial<MarketRun> = {}): MarketRun => ({
  ...{ conditionId: '0xa', question: 'Will it rain?', fills: 1, volume: 10, tapeVolume: 200 },
  // one that has a winner is over
  status: change.winner === undefined ? 'OPEN' : 'RESOLVED',
  ...{ pnl: { spread: 0.2, inventory: 0, fees: 0, total: 0.2 }, shares: [10, 0] },
  valueLeft: { exit: 4.9, mid: 5, yes: 10, no: 0 },
  quoted: { openMs: 3 * MINUTE_MS, both: 0.8, any: 0.9, touch: 0.5, inside: 0.1 },
  samples: [look(0), look(1), look(2, { inventory: 4 }), look(3, { inventory: 10 })],
  ...change,
})

const sample = (minute: number, total: number): Sample => ({
  ...{ atMs: FROM_MS + minute * MINUTE_MS, worstCaseLoss: 5 * minute, fills: minute },
  pnl: { ...noProfit, spread: total, total },
})

export const madeRun = (change: Partial<ModelRun> = {}): ModelRun => ({
  ...{
    model: 'risk-averse',
    decisions: 7,
    decisionHash: 'ab'.repeat(32),
    fills: [madeFill()],
    volume: 10,
    estimated: 0,
  },
  ...{ pnl: { spread: 0.2, inventory: 0, fees: 0, total: 0.2 }, maxDrawdown: 0.4 },
  orders: { placed: 8, shares: 40, cancelled: 5, refused: 1 },
  samples: [sample(0, 0), sample(1, 0.5), sample(2, 0.1), sample(3, 0.2)],
  markets: [madeMarket()],
  ...change,
})

export const madeResult = (change: Partial<RunReport> = {}): RunReport => ({
  ...{ tape: 'tapes/monday', strategy: { name: 'as-logit', params: { gamma: 0.5 } } },
  ...{ fromMs: FROM_MS, toMs: FROM_MS + 3 * MINUTE_MS, events: 1234, runs: [madeRun()] },
  ...{ fills: { lower: 1, upper: 1 }, volume: { lower: 10, upper: 10 }, pnl: { lower: 0.2, upper: 0.2 }, warnings: [] },
  marketsSeen: [
    { id: '1', conditionId: '0xa', question: 'Will it rain?', seenMs: FROM_MS, chosenMs: FROM_MS + 1000 },
    {
      id: '2',
      conditionId: '0xb',
      question: 'Will it snow?',
      seenMs: FROM_MS,
      leftMs: FROM_MS,
      reason: 'max: 1 were chosen before it',
    },
  ],
  ...change,
})
