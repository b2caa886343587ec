// Record one strategy, play its tape to another, and run that other one truly on the same seed: what would have become of it is known here.
// The world's hidden paths are the same with and without the bot: makers there look at their own estimate alone.

import { OthersBook } from '../../../src/backtest/others-book.js'
import { runModel } from '../../../src/backtest/run-model.js'
import { bestPair } from '../../../src/domain/market/best-pair.js'
import type { TapeRecord } from '../../../src/recording/tape-record.js'
import type { ModelRun } from '../../../src/report/result.js'
import type { AnyStrategy } from '../../../src/strategy/contract.js'
import { bindStrategy } from '../../../src/strategy/parse-params.js'
import { constantLatency } from '../../../src/venue/simulated/fills/latency.js'
import type { QueueModel } from '../../../src/venue/simulated/fills/queue-models.js'
import type { WorldInput } from '../../../src/venue/simulated/traders/schema.js'
import type { WorldObserver } from '../../../src/venue/simulated/traders/world.js'
import { runOptions } from '../../backtest/made-markets.js'
import { recordedRun } from '../recorded-run.js'
import { ACCOUNT } from '../virtual/simulate.js'

export interface Configured {
  readonly strategy: AnyStrategy
  readonly params?: unknown
}

export interface Trial {
  readonly seed: number
  readonly minutes: number
  /** Of the world, beside those that keep its hidden paths. */
  readonly world?: WorldInput
  readonly recorded: Configured
  readonly models: readonly QueueModel[]
}

/** Money in units of collateral, markouts in ticks of a hundredth; of the maker's side, after 10 s. */
export interface Outcome {
  readonly fills: number
  readonly shares: number
  readonly pnl: number
  readonly markout: number | undefined
}

/** A budget that never binds: who comes first where it does is chance. */
const PLENTY = { perSecond: 1000, perMinute: 60_000 }
/** The network's mean one way, milliseconds: 5 and an exponential part of 10. */
const LATENCY = constantLatency({ submitMs: 15, cancelMs: 15, answerMs: 15 })
/** The server's. */
const SETTLEMENT_MS = 1500
const CHOICE = { select: { max: 3, minTimeLeftSec: 15, refreshSec: 5 } }
const HORIZON_MS = 10_000

/** Nobody resolves in the time of a trial; nobody answers to another's quotes, and nobody runs out of money. */
function worldOf({ world }: Trial): WorldInput {
  return {
    ...world,
    markets: { count: 3, minSec: 3600, maxSec: 4000, ...world?.markets },
    noise: { wealth: 1e6, ...world?.noise },
    rivals: { undercutShare: 0, skewAtMax: 0, maxNetShares: 1e6, wealth: 1e6, ...world?.rivals },
  }
}

function lived(trial: Trial, { strategy, params = {} }: Configured) {
  const server = { world: worldOf(trial), settlement: { failureRate: 0 } }
  const paths = new Map<string, { readonly atMs: number; readonly value: number }[]>()
  const observer: WorldObserver = {
    onProbability: (conditionId, value, atMs) => {
      const path = paths.get(conditionId) ?? []
      path.push({ atMs, value })
      paths.set(conditionId, path)
    },
  }
  const run = recordedRun(
    { seed: trial.seed, server, strategy, params, tier: 'INTERNAL', choice: CHOICE, observer },
    trial.minutes * 60_000,
  )
  const probabilityAt = (conditionId: string, atMs: number) =>
    paths.get(conditionId)?.findLast((step) => step.atMs <= atMs)?.value
  return { ...run, probabilityAt }
}

/** The others' mid of YES before anything of a moment of a recorded run had happened, by market. */
function midsOf(records: readonly TapeRecord[]): (conditionId: string, atMs: number) => number | undefined {
  let nowMs = 0
  const seen = new Map<string, { readonly atMs: number; readonly mid: number | undefined }[]>()
  const books = new OthersBook({ nowMs: () => nowMs, venueMs: () => nowMs }, (event) => {
    if (event.kind !== 'snapshot' && event.kind !== 'change') return
    const book = books.book(event.conditionId)
    const [yes, no] = book === undefined ? [undefined, undefined] : bestPair(book, 100)
    const mid = yes && no && (yes.price + 1 - no.price) / 2
    const list = seen.get(event.conditionId) ?? []
    list.push({ atMs: nowMs, mid })
    seen.set(event.conditionId, list)
  })
  for (const { event, atMs, venueMs } of records) {
    nowMs = Math.max(nowMs, venueMs ?? atMs)
    books.take(event)
    books.settle()
  }
  return (conditionId, atMs) => seen.get(conditionId)?.findLast((look) => look.atMs < atMs)?.mid
}

/** What became of it on the venue; `edge`: what its fills were worth by the hidden probability less what they cost, its profit without luck. */
export function truth(trial: Trial, tried: Configured): Outcome & { readonly edge: number } {
  const { sim, records, probabilityAt } = lived(trial, tried)
  const fills = sim.api.exchange.tradesOf(ACCOUNT)
  const midAt = midsOf(records)
  const moved = [...fills].map(({ conditionId, outcome, side, sizeRaw, venueMs }) => ({
    ...{ outcome, side, shares: Number(sizeRaw) / 1e6 },
    mid: midAt(conditionId, venueMs),
    later: midAt(conditionId, venueMs + HORIZON_MS),
  }))
  return {
    fills: fills.length,
    shares: moved.reduce((sum, { shares }) => sum + shares, 0),
    pnl: sim.bot.snapshot().totals.total,
    markout: meanMarkout(moved),
    edge: fills.reduce((sum, { conditionId, outcome, side, price, sizeRaw, venueMs }) => {
      const value = probabilityAt(conditionId, venueMs)
      if (value === undefined) throw new Error(`${conditionId}: no hidden path`)
      const gain = (outcome === 0 ? value : 1 - value) - price / 100
      return sum + (side === 'BUY' ? gain : -gain) * (Number(sizeRaw) / 1e6)
    }, 0),
  }
}

/** What backtests say of each, on the tape of the recorded one: by configuration, then by model. */
export async function replays(trial: Trial, tried: readonly Configured[]): Promise<ModelRun[][]> {
  const { sim, records } = lived(trial, trial.recorded)
  const found: ModelRun[][] = []
  for (const { strategy, params = {} } of tried) {
    const runs: ModelRun[] = []
    for (const model of trial.models) {
      const base = runOptions(records, { strategy, params, model })
      const outcome = await runModel({
        ...base,
        choice: CHOICE,
        settings: { ...sim.settings, quoter: bindStrategy(strategy, params) },
        limits: { read: PLENTY, write: PLENTY, cancel: PLENTY, account: PLENTY },
        mergedBestBids: sim.api.profile.bestBids.counts === 'merged',
        latency: () => LATENCY,
        paper: { ...base.paper, settlementDelayMs: SETTLEMENT_MS, startCollateralRaw: 10_000_000_000n },
      })
      if (outcome) runs.push(outcome.run)
    }
    found.push(runs)
  }
  return found
}

export function outcomeOf({ fills, volume, pnl }: ModelRun): Outcome {
  const moved = [...fills].map(({ shares, outcome, side, mid, midAfter }) => ({
    ...{ shares, outcome, side, mid, later: midAfter['10'] },
  }))
  return { fills: fills.length, shares: volume, pnl: pnl.total, markout: meanMarkout(moved) }
}

interface Moved {
  readonly shares: number
  readonly outcome: 0 | 1
  readonly side: 'BUY' | 'SELL'
  readonly mid: number | undefined
  readonly later: number | undefined
}

function meanMarkout(fills: readonly Moved[]): number | undefined {
  let [weight, sum] = [0, 0]
  for (const { shares, outcome, side, mid, later } of fills) {
    if (mid === undefined || later === undefined) continue
    const sign = (outcome === 0) === (side === 'BUY') ? 1 : -1
    weight += shares
    sum += shares * 100 * sign * (later - mid)
  }
  return weight === 0 ? undefined : sum / weight
}
