// A short tape of the sandbox and a bot for it, for tests.

import { type MadeTapeOptions, madeTape } from '../../src/backtest/made-tape.js'
import type { RunModelOptions } from '../../src/backtest/run-model.js'
import type { TapeRecord, TapeSource } from '../../src/recording/tape-record.js'
import type { AnyStrategy } from '../../src/strategy/contract.js'
import { bindStrategy } from '../../src/strategy/parse-params.js'
import { constantLatency } from '../../src/venue/simulated/fills/latency.js'
import { worldPreset } from '../../src/venue/simulated/traders/presets.js'
import { worldSchema } from '../../src/venue/simulated/traders/schema.js'
import { asLogit } from '../../strategies/as-logit.js'
import { settings } from '../core/core-driver.js'

export const START_MS = 1_790_000_000_000

export function sandboxRecords(change: Partial<MadeTapeOptions> = {}): TapeRecord[] {
  const options: MadeTapeOptions = {
    seed: 7,
    world: worldSchema.parse({ markets: { count: 2 } }),
    startMs: START_MS,
    durationMs: 30_000,
    feed: { leastMs: 10, meanMs: 15 },
    settlementDelayMs: 2000,
    ...change,
  }
  return [...madeTape(options)].flat()
}

/** A quarter of an hour of twenty markets at a time, a second at once: more than 100,000 records, and each market lives for some minutes. */
export function longTape(): Iterable<readonly TapeRecord[]> {
  const world = worldPreset('demo')
  return madeTape({
    ...{ seed: 3, startMs: START_MS, durationMs: 15 * 60_000, settlementDelayMs: 2000 },
    ...{ feed: { leastMs: 10, meanMs: 15 }, world: { ...world, markets: { ...world.markets, count: 20 } } },
  })
}

export function sourceOf(records: readonly TapeRecord[], batch = 200): TapeSource {
  return {
    name: 'made',
    async *records() {
      for (let i = 0; i < records.length; i += batch) yield records.slice(i, i + batch)
    },
  }
}

export function runOptions(
  records: readonly TapeRecord[],
  change: Partial<RunModelOptions> & { readonly strategy?: AnyStrategy; readonly params?: unknown } = {},
): RunModelOptions {
  const { strategy = asLogit, params = {}, ...rest } = change
  return {
    source: sourceOf(records),
    settings: settings({
      quoter: bindStrategy(strategy, params),
      ...{ holdingsLagMs: 2000, minLifetimeSec: 10, termRefusals: new Set() },
    }),
    choice: { select: { max: 5, minTimeLeftSec: 15, refreshSec: 5 } },
    limits: {
      read: { perSecond: 20, perMinute: 600 },
      write: { perSecond: 10, perMinute: 300 },
      cancel: { perSecond: 20, perMinute: 600 },
      account: { perSecond: 10, perMinute: 300 },
    },
    paper: {
      account: '0x00000000000000000000000000000000000a9e12',
      fees: { makerPays: false },
      startCollateralRaw: 1_000_000_000n,
      settlementDelayMs: 2000,
      stopMatchingBeforeMs: 5000,
    },
    latency: () => constantLatency({ submitMs: 20, cancelMs: 20, answerMs: 20 }),
    mergedBestBids: false,
    model: 'risk-averse',
    unseenTakers: 'estimated',
    feedMs: 20,
    ...rest,
  }
}
