// What the bot tells of its work, on its way to metrics and log.

import type { BotTap } from '../../bot/bot-parts.js'
import { logDecision, logMassCancel, logStanding } from '../../event-log/standing-log.js'
import type { BotRun } from './bot-run.js'

/** Where everything that the bot does is counted and told. */
export function tapOf({ metrics, logger, clock, events, lately, live }: BotRun): BotTap {
  return {
    event: (event) => {
      metrics.onEvent(event)
      events.event(event)
    },
    step: (decision, durationMs) => {
      live.lastStepMonoMs = clock.monoMs()
      metrics.onStep(decision, durationMs)
      lately.stepped(durationMs)
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
