// What a running bot serves over HTTP: metrics, health, readiness, and its state with the reason of each market that is not quoted.

import type { Bot } from '../../bot/bot.js'
import type { Config } from '../../config/config.js'
import type { BotMemory } from '../../control/bot-memory.js'
import type { PageHandler, TelemetrySources } from '../../telemetry/http.js'
import { readiness } from '../../telemetry/readiness.js'
import type { Tapped } from './bot-tap.js'

/** The core looks around every second: a step this long ago means that the process is stuck. */
const STUCK_AFTER_MS = 10_000

export interface ServedParts {
  readonly config: Config
  readonly bot: Bot
  readonly memory: BotMemory
  /** Of the process: mode, strategy, wallet, version, start. */
  readonly about: Readonly<Record<string, unknown>>
  readonly pages: PageHandler | undefined
}

export function telemetrySources(
  running: Tapped,
  { config, bot, memory, about, pages }: ServedParts,
): TelemetrySources {
  const { metrics, clock } = running
  return {
    metrics: () => {
      metrics.onSnapshot(memory.explained(bot.snapshot()))
      return metrics.text()
    },
    health: () => {
      const idleMs = clock.monoMs() - running.lastStepMonoMs
      const ok = idleMs < STUCK_AFTER_MS
      return { ok, reasons: ok ? [] : [`no step for ${Math.round(idleMs / 1000)} s`] }
    },
    ready: () => readiness(bot.snapshot(), config.risk),
    pages,
    status: () => ({ bot: about, ...memory.explained(bot.snapshot()) }),
  }
}
