// Who looks at a running bot each second: the log of what is quoted, the metrics, messages to people, the page's curves, and what it earns.

import type { BotSnapshot } from '../../domain/run/snapshot.js'
import type { CancelTimer, Clock } from '../../domain/time.js'
import { LOOK_MS, QuotingWatch } from '../../event-log/quoting-watch.js'
import { StoodStill } from '../../event-log/stood-still.js'
import { EarnedRecord } from '../../ranking/earned-record.js'
import type { BotMetrics } from '../../telemetry/metrics/bot-metrics.js'
import { stateFolder } from '../control/state-folder.js'
import type { StartedRun } from './bot-run.js'

/** Who looks at each second. */
interface Watch {
  look(snapshot: BotSnapshot): void
}

export type WatchedRun = Pick<StartedRun, 'config' | 'mode' | 'context' | 'logger' | 'clock' | 'bot' | 'snapshot'> & {
  readonly alerts: Watch
  readonly metrics: Pick<BotMetrics, 'turnedMonoMs' | 'look'>
}

/** Until it is cancelled; that may be said twice, and what is earned by then is written each time. */
export function watchRun(run: WatchedRun, doors: Watch): CancelTimer {
  const { bot, config, logger, clock, mode, alerts, snapshot, metrics } = run
  const { url: venue, profile } = config.venue
  const { markets, positions, estimates } = bot.core.beliefs
  const earned = new EarnedRecord({
    place: { folder: stateFolder(run.context.env), chainId: profile.typedData.domain.chainId },
    ...{ venue, mode, wallMs: () => clock.wallMs(), warn: (message: string) => logger.warn(message) },
    pnl: (conditionId) => {
      const market = markets.get(conditionId)
      return market === undefined ? 0 : positions.pnl(market, estimates.seenMarks(market).fair).total
    },
  })
  const quoting = new QuotingWatch(logger, {
    wallMs: () => clock.wallMs(),
    turnedMonoMs: (conditionId) => metrics.turnedMonoMs(conditionId),
  })
  const stood = new StoodStill(logger, () => clock.wallMs())
  const end = lookEachSecond([quoting, stood, metrics, alerts, doors, earned], snapshot, clock)
  return () => {
    end()
    earned.write()
  }
}

/** All look at the same, each second, until it is cancelled. */
function lookEachSecond(watches: readonly Watch[], snapshot: () => BotSnapshot, clock: Clock): CancelTimer {
  let cancel: CancelTimer = () => undefined
  const again = () => {
    cancel = clock.after(LOOK_MS, () => {
      const seen = snapshot()
      for (const watch of watches) watch.look(seen)
      again()
    })
  }
  again()
  return () => cancel()
}
