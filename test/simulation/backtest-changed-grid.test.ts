// A bot runs in the sandbox with a recorder beside it while a market changes its tick and its size step; the same strategy on that tape follows
// them, too.

import { expect, it } from 'vitest'
import { type RunModelOptions, runModel } from '../../src/backtest/run-model.js'
import { lots } from '../../src/domain/amounts/size.js'
import type { TapeRecord } from '../../src/recording/tape-record.js'
import { bindStrategy } from '../../src/strategy/parse-params.js'
import { constantLatency } from '../../src/venue/simulated/fills/latency.js'
import { fixedSpread } from '../../strategies/fixed-spread.js'
import { runOptions } from '../backtest/made-markets.js'
import { recordedRun } from './recorded-run.js'
import { ACCOUNT } from './virtual/simulate.js'

const CHOICE = { select: { max: 5, minTimeLeftSec: 15, refreshSec: 5 } }
const PLENTY = { perSecond: 1000, perMinute: 60_000 }
const COARSER_MS = 60_000
const STEPPED_MS = 120_000
const END_MS = 200_000
/** A list is read every five seconds, and what rests is cancelled first. */
const FOLLOWED_MS = 10_000

const WORLD = {
  markets: { count: 2, minSec: 3000, maxSec: 3600, tickSizes: [0.01], replace: false },
  noise: { population: 40, arrivalsPerSec: 2 },
  rivals: { perMarket: 2 },
  probability: { volatility: 0.004 },
}
const server = { world: WORLD, settlement: { failureRate: 0 } }
const params = { size: 15, halfSpread: 0.03 }
const run = { seed: 5, server, strategy: fixedSpread, params, tier: 'INTERNAL', choice: CHOICE } as const

const { sim, records, startMs } = recordedRun(run, END_MS, ({ api, clock }) => {
  const [first] = api.markets.all()
  if (first === undefined) throw new Error('expected a market')
  const { conditionId } = first
  const change = (atMs: number, tick: number, step: number) =>
    clock.after(atMs, () => api.exchange.setGrid(conditionId, { tick, step, minLots: lots(100) }, clock.wallMs()))
  change(COARSER_MS, 5, 1)
  change(STEPPED_MS, 1, 100)
})
const [changed] = sim.api.markets.all()
if (changed === undefined) throw new Error('expected a market')

async function backtested(tape: readonly TapeRecord[], onDecision?: RunModelOptions['onDecision']) {
  const base = runOptions(tape, { strategy: fixedSpread, params, model: 'power-3' })
  const outcome = await runModel({
    ...base,
    ...{
      unseenTakers: 'none',
      choice: CHOICE,
      latency: () => constantLatency({ submitMs: 15, cancelMs: 15, answerMs: 15 }),
    },
    settings: { ...sim.settings, quoter: bindStrategy(fixedSpread, params) },
    limits: { read: PLENTY, write: PLENTY, cancel: PLENTY, account: PLENTY },
    mergedBestBids: sim.api.profile.bestBids.counts === 'merged',
    paper: { ...base.paper, settlementDelayMs: 1500, startCollateralRaw: 10_000_000_000n },
    ...(onDecision && { onDecision }),
  })
  if (outcome === undefined) throw new Error('no run')
  return outcome
}

interface Decided {
  readonly atMs: number
  readonly text: string
}

async function decided(tape: readonly TapeRecord[]) {
  const decisions: Decided[] = []
  const outcome = await backtested(tape, (decision, atMs) => {
    const text = JSON.stringify(decision, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))
    decisions.push({ atMs, text })
  })
  return { outcome, decisions }
}

const whole = await decided(records)
const PERIODS = [
  { words: 'the first', fromMs: 0, toMs: COARSER_MS, tick: 0.01, least: 0.95 },
  { words: 'a coarser tick', fromMs: COARSER_MS + FOLLOWED_MS, toMs: STEPPED_MS, tick: 0.05, least: 0.6 },
  { words: 'another size step', fromMs: STEPPED_MS + FOLLOWED_MS, toMs: END_MS, tick: 0.01, least: 0.6 },
]
const isDuring = (atMs: number, { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }) =>
  atMs >= startMs + fromMs && atMs < startMs + toMs
const sharesOf = (fills: readonly { readonly shares: number }[]) => fills.reduce((sum, { shares }) => sum + shares, 0)
const isOn = (price: number, tick: number) => Math.abs(price / tick - Math.round(price / tick)) < 1e-9

it.each(PERIODS)('by $words it quotes on, and finds most of the fills that the recorded bot had', (period) => {
  const truth = sim.api.exchange
    .tradesOf(ACCOUNT, changed.conditionId)
    .map(({ venueMs, sizeRaw }) => ({ atMs: venueMs, shares: Number(sizeRaw) / 1e6 }))
    .filter(({ atMs }) => isDuring(atMs, period))
  const { run: found } = whole.outcome
  const fills = [...found.fills].filter(
    ({ atMs, conditionId }) => conditionId === changed.conditionId && isDuring(atMs, period),
  )
  expect(sharesOf(truth)).toBeGreaterThan(20)
  expect(sharesOf(fills)).toBeGreaterThan(period.least * sharesOf(truth))
  expect(sharesOf(fills)).toBeLessThan(1.2 * sharesOf(truth))
  for (const { price } of fills) expect(isOn(price, period.tick)).toBe(true)
  // nothing that was placed by the former one rests any more
  const looks = found.markets
    .find(({ conditionId }) => conditionId === changed.conditionId)
    ?.samples.filter(({ atMs }) => isDuring(atMs, period))
  const own = looks?.flatMap(({ ownBid, ownAsk }) => [ownBid, ownAsk].filter((price) => price !== undefined)) ?? []
  expect(own.length).toBeGreaterThan(looks?.length ?? 0)
  for (const price of own) expect(isOn(price, period.tick)).toBe(true)
})

it('books to the unit over the changes', () => {
  const { run: found } = whole.outcome
  for (const { conditionId, shares, pnl } of found.markets) {
    expect(pnl.spread + pnl.inventory - pnl.fees).toBeCloseTo(pnl.total, 9)
    const own = [...found.fills].filter((fill) => fill.conditionId === conditionId && fill.status !== 'failed')
    for (const outcome of [0, 1] as const) {
      const held = own.filter((fill) => fill.outcome === outcome)
      const sum = held.reduce((total, fill) => total + (fill.side === 'BUY' ? fill.shares : -fill.shares), 0)
      expect(sum).toBeCloseTo(shares[outcome], 6)
    }
    // makers pay nothing: what is left is worth what it has cost, and what was earned
    const cash = own.reduce((sum, { side, price, shares: size }) => sum + (side === 'BUY' ? -1 : 1) * price * size, 0)
    const fair = found.markets.find((one) => one.conditionId === conditionId)?.samples.at(-1)?.fair ?? Number.NaN
    expect(cash + shares[0] * fair + shares[1] * (1 - fair)).toBeCloseTo(pnl.total, 6)
  }
})

it('nothing is known of a change before the tape tells it', async () => {
  const isGrid = ({ event }: TapeRecord, tick: number) =>
    event.kind === 'market' && event.market.conditionId === changed.conditionId && event.market.ticksPerUnit === tick
  const at = records.findIndex((record) => isGrid(record, 20))
  expect(at).toBeGreaterThan(0)
  const toMs = records[at]?.atMs ?? 0
  const cut = await decided(records.slice(0, at))
  const before = ({ decisions }: { readonly decisions: readonly Decided[] }) =>
    decisions.filter(({ atMs }) => atMs < toMs - 100)
  expect(before(cut).length).toBeGreaterThan(1000)
  expect(before(cut)).toEqual(before(whole))
})

it('the books of the bot that is recorded are the venue’s, to the unit', () => {
  const { positions, markets } = sim.bot.core.beliefs
  for (const { conditionId, spec } of sim.api.markets.all()) {
    const market = markets.get(conditionId)
    if (market === undefined) throw new Error('expected a market')
    const cashRaw = sim.api.exchange.tradesOf(ACCOUNT, conditionId).reduce((sum, { side, price, sizeRaw, feeRaw }) => {
      const valueRaw = (sizeRaw * BigInt(price)) / BigInt(spec.ticksPerUnit)
      return side === 'BUY' ? sum - valueRaw : sum + valueRaw - feeRaw
    }, 0n)
    expect(positions.position(market).cashFlowRaw).toBe(cashRaw)
  }
})
