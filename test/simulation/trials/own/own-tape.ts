// A bot runs in the sandbox with a recorder beside it; the same strategy on that tape is to find the same fills.

import { AsItWas } from '../../../../src/backtest/as-it-was.js'
import { type RunModelOptions, runModel } from '../../../../src/backtest/run-model.js'
import type { LatencyKind } from '../../../../src/backtest/schema.js'
import type { Fill } from '../../../../src/domain/orders/fill.js'
import type { CoreRecord } from '../../../../src/recording/open-tape.js'
import { sentMessages } from '../../../../src/recording/sent-messages.js'
import type { AnyStrategy } from '../../../../src/strategy/contract.js'
import { bindStrategy } from '../../../../src/strategy/parse-params.js'
import { constantLatency } from '../../../../src/venue/simulated/fills/latency.js'
import { runOptions } from '../../../backtest/made-markets.js'
import { recordedRun } from '../../recorded-run.js'
import { ACCOUNT } from '../../virtual/simulate.js'

const CHOICE = { select: { max: 5, minTimeLeftSec: 15, refreshSec: 5 } }
/** A budget that never binds: who comes first where it does is chance. */
const PLENTY = { perSecond: 1000, perMinute: 60_000 }
/** The network's mean one way, milliseconds: 5 and an exponential part of 10. */
const LATENCY = constantLatency({ submitMs: 15, cancelMs: 15, answerMs: 15 })
/** The server's. */
const SETTLEMENT_MS = 1500
const NEAR_MS = 2000

/** Seen from YES. */
interface Seen {
  readonly atMs: number
  readonly conditionId: string
  readonly isBid: boolean
  readonly ticks: number
  shares: number
}

const seen = (
  atMs: number,
  conditionId: string,
  side: 'BUY' | 'SELL',
  outcome: 0 | 1,
  ticks: number,
  shares: number,
) => ({
  ...{ atMs, conditionId, shares },
  isBid: (outcome === 0) === (side === 'BUY'),
  ticks: outcome === 0 ? ticks : 100 - ticks,
})

const ofVenue = ({ venueMs, conditionId, side, outcome, price, sizeRaw }: Fill): Seen =>
  seen(venueMs, conditionId, side, outcome, price, Number(sizeRaw) / 1e6)

const sum = (fills: readonly Seen[]) => fills.reduce((shares, fill) => shares + fill.shares, 0)

/** Shares of `fills` that some of `others` stand for: same side of YES, one tick, two seconds; each share once. */
function matched(fills: readonly Seen[], others: readonly Seen[]): number {
  const left = others.map((other) => ({ ...other }))
  let shares = 0
  for (const fill of fills) {
    let wanted = fill.shares
    for (const other of left) {
      const isSame = other.conditionId === fill.conditionId && other.isBid === fill.isBid
      if (!isSame || Math.abs(other.ticks - fill.ticks) > 1 || Math.abs(other.atMs - fill.atMs) > NEAR_MS) continue
      const taken = Math.min(wanted, other.shares)
      other.shares -= taken
      wanted -= taken
      shares += taken
    }
  }
  return shares
}

interface Played {
  readonly strategy: AnyStrategy
  readonly seed: number
  readonly latency: Exclude<LatencyKind, 'recorded'>
  /** Of the bot that is recorded. */
  readonly minutes?: number
}

/** Shares of the true run, of its backtest under `power-3`, and of both. */
export async function played({ strategy, seed, latency, minutes = 2 }: Played) {
  const server = { world: 'demo', settlement: { failureRate: 0 } } as const
  const run = { seed, server, strategy, tier: 'INTERNAL', choice: CHOICE } as const
  const { sim, records, core } = recordedRun(run, minutes * 60_000)
  const base = runOptions(records, { strategy, model: 'power-3' })
  const outcome = await runModel({
    ...base,
    // whom the strategy met is on its tape, and how far they would have gone is estimated
    unseenTakers: 'none',
    choice: CHOICE,
    settings: { ...sim.settings, quoter: bindStrategy(strategy, {}) },
    limits: { read: PLENTY, write: PLENTY, cancel: PLENTY, account: PLENTY },
    mergedBestBids: sim.api.profile.bestBids.counts === 'merged',
    ...(latency === 'constant' ? { latency: () => LATENCY } : await asItWas(core)),
    paper: { ...base.paper, settlementDelayMs: SETTLEMENT_MS, startCollateralRaw: 10_000_000_000n },
  })
  // told newest first
  const truth = sim.api.exchange.tradesOf(ACCOUNT).map(ofVenue).reverse()
  const found = [...(outcome?.run.fills ?? [])].map((fill) =>
    seen(fill.atMs, fill.conditionId, fill.side, fill.outcome, Math.round(fill.price * 100), fill.shares),
  )
  return { truth: sum(truth), found: sum(found), both: matched(truth, found) }
}

async function asItWas(core: readonly CoreRecord[]): Promise<Pick<RunModelOptions, 'latency' | 'startMs'>> {
  const batches = async function* () {
    yield core
  }
  const recorded = await sentMessages([batches()])
  const { atMs: startMs } = recorded.start
  return {
    latency: (times) => new AsItWas(recorded, LATENCY, times),
    ...(startMs === undefined ? {} : { startMs }),
  }
}
