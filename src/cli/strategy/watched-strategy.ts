// The strategy checked while a watchdog looks on: the kit calls it hundreds of times, and one that never returns is ended as in a running bot.

import type { Config } from '../../config/config.js'
import { toFailure } from '../../domain/error.js'
import type { CommandContext } from '../command-context.js'
import { type CheckedStrategy, checkedStrategy } from './check-strategy.js'

/** The compiler works on the main thread too, for seconds. */
const COMPILING_SEC = 30

/** Throws `bad-config` with everything that is wrong with it. */
export async function watchedStrategy(config: Config, { watchdog, out }: CommandContext): Promise<CheckedStrategy> {
  const { watchdogSec } = config.process
  const limitSec = watchdogSec === 0 ? 0 : watchdogSec + COMPILING_SEC
  const watch = watchdog?.({ limitSec, json: out.json, onFault: (error) => out.note(toFailure(error).message) })
  try {
    return await checkedStrategy(config)
  } finally {
    watch?.stop()
  }
}
