// What the bot tells of its work, on its way to metrics and log.

import type { BotTap } from '../../bot/bot-parts.js'
import type { LastMinutes } from '../../control/last-minutes.js'
import type { Clock } from '../../domain/time.js'
import type { EventLog } from '../../event-log/event-log.js'
import { logDecision, logMassCancel, logStanding } from '../../event-log/standing-log.js'
import type { BotMetrics } from '../../telemetry/bot-metrics.js'
import type { Logger } from '../../telemetry/log.js'

export interface Tapped {
  readonly metrics: BotMetrics
  readonly logger: Logger
  readonly clock: Clock
  readonly events: EventLog
  readonly lately: LastMinutes
  lastStepMonoMs: number
}

/** Where everything that the bot does is counted and told. */
export function tapOf(running: Tapped): BotTap {
  const { metrics, logger, clock, events } = running
  return {
    event: (event) => {
      metrics.onEvent(event)
      events.event(event)
    },
    step: (decision, durationMs) => {
      running.lastStepMonoMs = clock.monoMs()
      metrics.onStep(decision, durationMs)
      running.lately.stepped(durationMs)
      events.step(decision)
      logDecision(decision, logger)
    },
    asked: (durationMs) => metrics.onAsked(durationMs),
    link: (state) => {
      metrics.onLink(state)
      events.link(state)
    },
    standing: (change) => logStanding(change, logger),
    massCancel: (news) => {
      if (news.event === 'begun') metrics.onMassCancel(news.cause)
      logMassCancel(news, logger)
    },
    signalFailed: (source) => metrics.onSignalFailed(source),
    log: (level, message, details) => logger[level](details ?? {}, message),
  }
}
