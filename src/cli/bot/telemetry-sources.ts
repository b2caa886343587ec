// What a running bot serves over HTTP: metrics, health, readiness, and its state with the reason of each market that is not quoted.

import type { Lease } from '../../execution/lease.js'
import type { PageHandler, TelemetrySources } from '../../telemetry/http.js'
import { readiness } from '../../telemetry/readiness.js'
import { AHEAD_MS } from '../../venue/session/venue-clock.js'
import type { StartedRun } from './bot-run.js'

/** The core looks around every second: a step this long ago means that the process is stuck. */
const STUCK_AFTER_MS = 10_000

export function telemetrySources(run: StartedRun, pages: PageHandler | undefined): TelemetrySources {
  const { metrics, clock, connection, fleet, logger, bot, about, lease, live, reloading, snapshot } = run
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
  const ready = () => readiness(bot.snapshot(), reloading.now.config.risk)
  return {
    metrics: () => {
      if (keySharing !== undefined) metrics.onKeySharing(keySharing())
      if (lease !== undefined) metrics.onLease({ isHeld: isHeld(lease), fence: lease.fence })
      if (fleet.view !== undefined) metrics.onFleet(fleet.view)
      metrics.onReady(ready().ok)
      metrics.onSnapshot(snapshot())
      return metrics.text()
    },
    health: () => {
      const idleMs = clock.monoMs() - live.lastStepMonoMs
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
      ...snapshot(),
    }),
  }
}

const isHeld = (lease: Lease) => lease.lost() === undefined && lease.unrenewed?.() === undefined
