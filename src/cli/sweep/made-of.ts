// What a configuration makes of a run: all of it that a backtest reads, the strategy's files, the venue's profile, and the program.

import { SWEPT_MODELS } from '../../backtest/default-models.js'
import type { Config } from '../../config/config.js'
import { runKey } from '../../sweep/runs/run-store.js'
import { signalsHash } from '../tape/backtest-signals.js'
import { programHash, strategyHash } from './identity.js'

/** As it was loaded: its parameters checked, defaults included. */
export interface TriedStrategy {
  readonly name: string
  readonly params: unknown
}

/** As plain data. */
export function effectiveOf(config: Config, { name, params }: TriedStrategy): Readonly<Record<string, unknown>> {
  const { markets, risk, execution, feed, chain, estimates, paper, venue } = config
  const { slowAfterMs, maxLevels } = config.strategy
  const { models = SWEPT_MODELS, unseenTakers, latency, feedMs } = config.backtest
  const signals = signalsHash(config)
  return {
    ...(signals === undefined ? {} : { signals }),
    ...{ markets, risk, execution, feed, chain, estimates, paper, profile: venue.profile },
    // as they were given, too: a schema may make something of them of which plain data show nothing, as a set
    strategy: { name, params, given: config.strategy.params, sha256: strategyHash(config), slowAfterMs, maxLevels },
    backtest: { models, unseenTakers, latency, feedMs },
  }
}

/** Where it is another one than when the sweep was planned, the run is another one, too. */
export const madeOf = (effective: unknown, program = programHash()): string => runKey({ program, effective })

/** A run that was not done, because what it is made of was not found as it was planned. */
export interface ChangedSince {
  readonly ok: false
  readonly isChanged: true
  readonly reason: string
}

export function changedSince(strategyFile: string | undefined): ChangedSince {
  const own = strategyFile === undefined ? '' : `the strategy's file ${strategyFile}, what it imports, `
  return {
    ok: false,
    isChanged: true,
    reason: `${own}the venue's profile, a file of signals or the program is not what it was when the sweep began`,
  }
}

/** Of any answer of a run: the reason, where it is that one. */
export function changeIn(answer: unknown): string | undefined {
  const { isChanged, reason } = Object(answer)
  return isChanged === true ? String(reason) : undefined
}
