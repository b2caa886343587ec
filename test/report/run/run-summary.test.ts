// The end of a run: resolved markets at what they paid, though the bot left them before; a running bot's markets by its own books.

import { describe, expect, it } from 'vitest'
import { type RunModelOptions, runModel } from '../../../src/backtest/run-model.js'
import type { Decision } from '../../../src/domain/run/decision.js'
import type { BotSnapshot, MarketSnapshot } from '../../../src/domain/run/snapshot.js'
import type { TapeEvent } from '../../../src/recording/tape-record.js'
import { runMetrics } from '../../../src/report/metrics/run-metrics.js'
import { cashFlow, standing } from '../../../src/report/metrics/yes-fills.js'
import { fillCount, type ModelRun } from '../../../src/report/result.js'
import { RunLog } from '../../../src/report/run/run-log.js'
import { type MarketBooks, type RunEnd, runOf } from '../../../src/report/run/run-summary.js'
import { runWarnings } from '../../../src/report/run/run-words.js'
import { worldSchema } from '../../../src/venue/simulated/traders/schema.js'
import { runOptions, sandboxRecords } from '../../backtest/made-markets.js'
import { CONDITION, MARKET } from '../../venue/simulated/fills/scenario.js'
import { FROM_MS, madeFill } from '../made-result.js'

function sandboxOptions(): RunModelOptions {
  const world = worldSchema.parse({ markets: { count: 2, minSec: 50, maxSec: 60 } })
  return runOptions(sandboxRecords({ seed: 1, world, durationMs: 70_000 }))
}

/** The sandbox's markets at 2 %, where makers pay it. */
function withFees(): RunModelOptions {
  const world = worldSchema.parse({ markets: { count: 2, minSec: 50, maxSec: 60, feeRateBps: 200 } })
  const options = runOptions(sandboxRecords({ seed: 1, world, durationMs: 70_000 }))
  const { settings, paper } = options
  return { ...options, settings: { ...settings, makerPaysFee: true }, paper: { ...paper, fees: { makerPays: true } } }
}

it.each([
  ['', sandboxOptions],
  [', less the tokens that went as fees', withFees],
])('books a resolved market at its payoff%s, so that the markets add up to the whole', async (_words, options) => {
  const outcome = await runModel(options())
  if (outcome === undefined) throw new Error('no run')
  const { run } = outcome
  const resolved = run.markets.filter(({ winner, shares: [yes, no] }) => winner !== undefined && yes !== no)
  expect(resolved.length).toBeGreaterThan(0)
  expect(run.markets.reduce((sum, { pnl }) => sum + pnl.total, 0)).toBeCloseTo(run.pnl.total, 9)
  for (const { pnl, samples } of resolved) {
    expect(pnl.spread + pnl.inventory - pnl.fees).toBeCloseTo(pnl.total, 9)
    expect(samples.at(-1)).toMatchObject({ pnl: pnl.total, inventory: 0 })
  }
  const { recount } = runMetrics(run, outcome)
  expect(recount.fromMarkets).toBeCloseTo(recount.fromBot, 9)
})

it('books a cancelled market at half a unit a token, as the bot does', async () => {
  const world = worldSchema.parse({ markets: { count: 1, minSec: 300, maxSec: 300 } })
  const records = sandboxRecords({ seed: 3, world, durationMs: 60_000 })
  const conditionId = records.flatMap(({ event }) => (event.kind === 'market' ? event.market.conditionId : []))[0]
  if (conditionId === undefined) throw new Error('no market')
  const atMs = (records.at(-1)?.atMs ?? 0) + 1
  const event: TapeEvent = { kind: 'market-data', event: { kind: 'status', conditionId, status: 'CANCELLED' } }
  const outcome = await runModel(runOptions([...records, { atMs, venueMs: atMs, event }]))
  if (outcome === undefined) throw new Error('no run')
  const [market] = outcome.run.markets
  const [yes = 0, no = 0] = market?.shares ?? []
  expect(yes).not.toBe(no)
  expect(market?.pnl.total).toBeCloseTo((yes + no) / 2 + cashFlow(standing(outcome.run.fills)), 9)
  expect(market?.pnl.total).toBeCloseTo(outcome.run.pnl.total, 9)
})

const LOOK: MarketSnapshot = {
  ...{ conditionId: CONDITION, question: 'Q?', status: 'OPEN', ownQuotes: [], bestOthers: [undefined, undefined] },
  ...{ shares: [0, 0], fills: 0, pnl: { spread: 0, inventory: 0, fees: 0, total: 0 }, quarantined: false },
  ...{ feed: { health: 'live', ageMs: 0, reason: '' }, worstCaseLoss: 0 },
}

const DECIDED: Decision = {
  ...{ seq: 1, markets: [{ conditionId: CONDITION, approved: [], refused: [], waiting: [] }], commands: [] },
  ...{ ended: [], corrected: [], faults: [] },
}

/** A live run of one market: ten shares bought for 4.80, and whatever the books say besides. */
function liveRun(
  more: Partial<RunEnd> & {
    readonly cash: number
    readonly shares: number
    readonly total: number
    /** It was decided about, and never looked at again. */
    readonly decidedOnly?: boolean
  },
) {
  const { cash, shares, total, decidedOnly = false, ...rest } = more
  const pnl = { spread: 0.2, inventory: total - 0.2, fees: 0, total }
  const snapshot: BotSnapshot = {
    ...{
      seq: 1,
      monoMs: 0,
      markets: [LOOK],
      budgets: [],
      signals: [],
      over: [],
      signedIn: true,
      clockErrorMs: 0,
      answersBehindMs: 0,
    },
    totals: { ...pnl, fills: 1, worstCaseLoss: 0, openOrders: 0, unknownOrders: 0 },
  }
  const log = new RunLog({
    ...{ snapshot: () => snapshot, mid: () => undefined, shares: () => 0, after: (_delayMs, run) => run() },
    hashesDecisions: false,
  })
  if (decidedOnly) log.decided(DECIDED, FROM_MS)
  else log.look(FROM_MS)
  return runOf({
    ...{ model: 'live', log, snapshot, fills: [madeFill({ conditionId: CONDITION })], markets: [MARKET] },
    book: () => undefined,
    books: () => ({ pnl, shares: [shares, 0], cash }),
    ...rest,
  })
}

it('tells of a market of a backtest that was over before its second look by its fills and the books', () => {
  const over = { ...MARKET, status: 'RESOLVED', winner: 0 } as const
  const pnl = { spread: 0.2, inventory: 0, fees: 0, total: 0.2 }
  const books = (): MarketBooks => ({ pnl, shares: [0, 0] })
  const run = liveRun({ cash: 0, shares: 0, total: 0, markets: [over], books, decidedOnly: true })
  expect(run.markets).toMatchObject([
    { shares: [10, 0], fills: 1, pnl: { spread: 0.2, inventory: expect.closeTo(5, 9), total: expect.closeTo(5.2, 9) } },
  ])
  const bought = [0.1, 0.2].map((shares) => madeFill({ conditionId: CONDITION, shares }))
  const fills = [...bought, madeFill({ conditionId: CONDITION, side: 'SELL', shares: 0.3 })]
  const flat = liveRun({ cash: 0, shares: 0, total: 0, markets: [over], books, fills, decidedOnly: true })
  expect(flat.markets).toMatchObject([{ shares: [0, 0], valueLeft: { exit: 0, yes: 0, no: 0 } }])
  expect(run.markets[0]?.samples).toEqual([
    { atMs: FROM_MS, inventory: 0, pnl: 0 },
    { atMs: FROM_MS + 1, inventory: 0, pnl: expect.closeTo(5.2, 9) },
  ])
})

const SPAN = { fromMs: FROM_MS, toMs: FROM_MS + 1000 }
const recountOf = (run: ModelRun) => runMetrics(run, SPAN).recount

describe('a running bot', () => {
  it('is told by its own books, and its fills must cost what these say', () => {
    const run = liveRun({ cash: -4.8, shares: 10, total: 0.2 })
    expect(run.markets).toMatchObject([{ shares: [10, 0], cash: -4.8, valueLeft: { yes: 10, no: 0 } }])
    expect(run.decisionHash).toBeUndefined()
    expect(recountOf(run).fromMarkets).toBeCloseTo(0.2, 9)
    // books that have paid a unit more than the fills cost
    expect(recountOf(liveRun({ cash: -5.8, shares: 10, total: -0.8 }))).toEqual({
      fromMarkets: expect.closeTo(0.2, 9),
      fromBot: -0.8,
    })
  })

  it('counts a fill that a settlement reverted in its market as in the whole, and in nothing else', () => {
    const fills = [madeFill({ conditionId: CONDITION }), madeFill({ conditionId: CONDITION, status: 'failed' })]
    const run = liveRun({ cash: -4.8, shares: 10, total: 0.2, fills })
    expect(fillCount(run)).toBe(2)
    expect(run).toMatchObject({ volume: 10, markets: [{ fills: 2, volume: 10 }] })
    expect(recountOf(run).fromMarkets).toBeCloseTo(0.2, 9)
  })

  it('has merged some of what its fills brought, which is none of what they cost', () => {
    const pnl = { spread: 0, inventory: 0.2, fees: 0, total: 0.2 }
    // half of them went with as many of NO, a unit a pair
    const books = (): MarketBooks => ({ pnl, shares: [5, 0], cash: 0.2, exchanged: 5 })
    const run = liveRun({ cash: 0.2, shares: 5, total: 0.2, books })
    expect(run.markets).toMatchObject([{ cash: 0.2, exchanged: 5 }])
    expect(recountOf(run).fromMarkets).toBeCloseTo(0.2, 9)
  })

  it('that asked to place nothing says why nothing was quoted, unless something rested all the same', () => {
    expect(liveRun({ cash: 0, shares: 0, total: 0 }).unquoted).toEqual([
      { reason: 'undecided', detail: 'nothing is decided yet', share: 1 },
    ])
    const run = liveRun({ cash: 0, shares: 0, total: 0 })
    expect(runWarnings(run)[0]).toMatch(/^nothing was quoted: undecided for 100 % of the time/)
    const { unquoted: _why, ...quoted } = run
    expect(runWarnings(quoted).join()).not.toContain('nothing was quoted')
  })

  it('what it held at the start counts as paid for, and is none of the fills', () => {
    const run = liveRun({ cash: -14.8, shares: 30, total: 0.2, carried: new Set([CONDITION]) })
    expect(run.markets[0]?.isBeyondFills).toBe(true)
    expect(recountOf(run).fromMarkets).toBeCloseTo(0.2, 9)
    expect(runMetrics(run, SPAN).markets[0]?.profitByExit).toMatchObject({
      worst: -14.8,
      best: expect.closeTo(15.2, 9),
    })
  })

  it('of a long run counts the fills that are not listed any more', () => {
    const leftOut = new Map([[CONDITION, { fills: 7, shares: 70 }]])
    const run = liveRun({ cash: 0, shares: 10, total: 1, leftOut })
    expect(run).toMatchObject({ fillsLeftOut: 7, volume: 80, markets: [{ fills: 8, volume: 80, isBeyondFills: true }] })
    expect(runWarnings(run).join(' ')).toContain('the first 7 fills are not listed')
  })
})
