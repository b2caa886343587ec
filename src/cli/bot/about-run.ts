// What a running process says of itself, on /status and at the control port.

import type { TradingMode } from '../../domain/run/trading-mode.js'
import type { Clock } from '../../domain/time.js'
import { packageVersion } from '../package-root.js'
import type { Reloading } from '../reload/reloading.js'
import type { Connection } from '../venue/connect.js'

/** What of it changes while it runs is written over. */
export type AboutRun = {
  readonly mode: TradingMode
  readonly strategy: string
  readonly wallet?: string
  /** What signs for it. */
  readonly signing?: string
  /** Path of the configuration, or what stands for it. */
  readonly config: string
  readonly venue: string
  readonly pid: number
  readonly version: string
  readonly startedAt: string
  /** Two runs with another one were configured otherwise. */
  configHash: string
  /** Since when it counts. */
  configLoadedAt: string
}

interface Process {
  readonly reloading: Pick<Reloading, 'now'>
  readonly connection: Pick<Connection, 'trading' | 'wallet'>
  readonly clock: Pick<Clock, 'wallMs'>
}

export function aboutRun(
  { reloading, connection, clock }: Process,
  { mode, name }: { readonly mode: TradingMode; readonly name: string },
): AboutRun {
  const { config, strategy, hash } = reloading.now
  const wallet = connection.trading?.account
  const signing = connection.wallet?.words
  const startedAt = new Date(clock.wallMs()).toISOString()
  return {
    ...{ mode, strategy: strategy.name, ...(wallet === undefined ? {} : { wallet }), config: name, pid: process.pid },
    ...(signing === undefined ? {} : { signing }),
    ...{
      venue: config.venue.profile.name,
      version: packageVersion(),
      startedAt,
      configHash: hash,
      configLoadedAt: startedAt,
    },
  }
}
