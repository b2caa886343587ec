// What a process says of itself: in its log, in /status, on its page.

import { createHash } from 'node:crypto'
import { type Config, shownConfig } from '../../config/config.js'
import type { Address } from '../../domain/market.js'
import { packageVersion } from '../package-root.js'
import type { TradingMode } from './trading-mode.js'

export interface RunFacts {
  readonly config: Config
  readonly mode: TradingMode
  readonly strategy: { readonly name: string }
  /** Path of the configuration, or what stands for it. */
  readonly name: string
  /** Absent on paper. */
  readonly wallet: Address | undefined
  readonly startedMs: number
}

export function aboutRun({ config, mode, strategy, name, wallet, startedMs }: RunFacts) {
  return {
    ...{ mode, strategy: strategy.name, ...(wallet === undefined ? {} : { wallet }), config: name, pid: process.pid },
    ...{ venue: config.venue.profile.name, version: packageVersion() },
    ...{ startedAt: new Date(startedMs).toISOString(), configHash: configHash(config) },
  }
}

/** Of the effective values, 16 hexadecimal digits: two runs with another one were configured otherwise. */
function configHash(config: Config): string {
  return createHash('sha256')
    .update(JSON.stringify(shownConfig(config)))
    .digest('hex')
    .slice(0, 16)
}
