// What a running bot serves over HTTP: metrics, health, readiness, and its state with the reason of each market that is not quoted.

import type { Bot } from '../../bot/bot.js'
import type { Config } from '../../config/config.js'
import type { BotMemory } from '../../control/bot-memory.js'
import type { Lease } from '../../execution/lease.js'
import type { PageHandler, TelemetrySources } from '../../telemetry/http.js'
import { readiness } from '../../telemetry/readiness.js'
import { AHEAD_MS } from '../../venue/session/venue-clock.js'
import type { Connection } from '../venue/connect.js'
import type { Tapped } from './bot-tap.js'
import type { FleetMarkets } from './fleet/fleet-markets.js'

/** The core looks around every second: a step this long ago means that the process is stuck. */
const STUCK_AFTER_MS = 10_000

export interface ServedParts {
  /** That counts now. */
  readonly config: () => Config
  readonly bot: Bot
  readonly memory: BotMemory
  /** Of the process: mode, strategy, wallet, version, start. */
  readonly about: Readonly<Record<string, unknown>>
  /** Of the wallet; absent on paper. */
  readonly lease: Lease | undefined
  readonly pages: PageHandler | undefined
}

export interface Served extends Tapped {
  readonly connection: Pick<Connection, 'keySharing'>
  readonly fleet: Pick<FleetMarkets, 'view'>
}

export function telemetrySources(
  running: Served,
  { config, bot, memory, about, lease, pages }: ServedParts,
): TelemetrySources {
  const { metrics, clock, connection, fleet, logger } = running
  const { keySharing } = connection
  const { beliefs } = bot.core
  metrics.onMarkets({
    market: (conditionId) => (beliefs.dropped.has(conditionId) ? undefined : beliefs.markets.get(conditionId)),
    orders: (conditionId) => beliefs.orders.livingOf(conditionId),
    others: (market) => beliefs.others(market),
    isStarved: (conditionId) => bot.core.isStarved(conditionId),
    turned: (conditionId, rests) =>
      logger.debug(
        { event: 'resting', conditionId, rests },
        rests ? 'something of ours rests' : 'nothing of ours rests',
      ),
  })
  metrics.onClockAhead(AHEAD_MS)
  const ready = () => readiness(bot.snapshot(), config().risk)
  return {
    metrics: () => {
      if (keySharing !== undefined) metrics.onKeySharing(keySharing())
      if (lease !== undefined) metrics.onLease({ isHeld: isHeld(lease), fence: lease.fence })
      if (fleet.view !== undefined) metrics.onFleet(fleet.view)
      metrics.onReady(ready().ok)
      metrics.onSnapshot(memory.explained(bot.snapshot()))
      return metrics.text()
    },
    health: () => {
      const idleMs = clock.monoMs() - running.lastStepMonoMs
      const ok = idleMs < STUCK_AFTER_MS
      return { ok, reasons: ok ? [] : [`no step for ${Math.round(idleMs / 1000)} s`] }
    },
    ready,
    pages,
    status: () => ({
      bot: about,
      ...(keySharing === undefined ? {} : { keySharing: keySharing() }),
      ...(lease === undefined ? {} : { lease: { held: isHeld(lease), fence: lease.fence } }),
      ...(fleet.view === undefined ? {} : { fleet: fleet.view }),
      ...memory.explained(bot.snapshot()),
    }),
  }
}

const isHeld = (lease: Lease) => lease.lost() === undefined && lease.unrenewed?.() === undefined
