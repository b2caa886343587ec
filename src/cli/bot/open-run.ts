// What a run stands on before there is a bot: configuration, connection, recorder, sign of life, alerts, metrics and log.

import type { Config } from '../../config/config.js'
import { LastMinutes } from '../../control/last-minutes.js'
import { EventLog } from '../../event-log/event-log.js'
import { BotMetrics } from '../../telemetry/metrics/bot-metrics.js'
import type { RequestNote } from '../../venue/session/rest/http-client.js'
import { createRealClock } from '../../venue/transport/real-clock.js'
import { Heartbeat } from '../../watchdog/heartbeat.js'
import { openAlerts } from '../alerts/open-alerts.js'
import { packageVersion } from '../package-root.js'
import { hasTerminal } from '../process/stop-signals.js'
import { HangUps } from '../reload/hang-ups.js'
import { inForce } from '../reload/in-force.js'
import { Reloading } from '../reload/reloading.js'
import { closeRecording, recordedConnection, runRecording } from '../tape/tape-recording.js'
import { connect } from '../venue/connect.js'
import type { BotRun, Live, RunOptions, RunProcess } from './bot-run.js'
import { FleetMarkets } from './fleet/fleet-markets.js'
import { runNotes } from './report/run-report.js'

/** Messages that wait yet may take so long. */
const ALERTS_MS = 2000

/** Throws where the venue, its key or the wallet cannot be had at all. */
export async function openRun(config: Config, options: RunOptions, process: RunProcess): Promise<BotRun> {
  const { closing, context, display, signals } = process
  const { logger } = display
  const { env } = context
  const { mode, name } = options
  const warn = (message: string) => logger.warn(message)
  const error = (message: string) => logger.error(message)
  try {
    const clock = createRealClock()
    const live: Live = { early: [], lastStepMonoMs: clock.monoMs() }
    const hangUps = hangUpsOf(process, name)
    const reloading = new Reloading(await inForce(config, env))
    const { strategy } = reloading.now
    const metrics = new BotMetrics({ version: packageVersion(), strategy: strategy.name, mode })
    const told = (result: Parameters<typeof metrics.onAlert>[0]) => metrics.onAlert(result)
    const alerts = openAlerts(config, { path: name ?? 'bot', mode, env, clock, warn, told })
    const lately = new LastMinutes(() => clock.monoMs())
    const recorder = runRecording(config, { mode, strategy, warn: error })
    closing.add('the tape could not be closed', () => closeRecording(recorder))
    const heartbeat = new Heartbeat({
      ...{ clock, lastStepMonoMs: () => live.lastStepMonoMs, warn: error },
      lost: (reason) => live.bot?.operate('give-way', { cause: 'second-writer', actor: 'lease', reason }),
      unrenewed: (unrenewed) => live.bot?.leaseTold(unrenewed),
    })
    const fleet = new FleetMarkets({ config, inForce: () => reloading.now.config, mode, clock, logger })
    const opened = await connect(config, {
      ...{ env, clock, warn, count: 'a bot', wallet: mode === 'live' ? 'needed' : 'unused' },
      lastCheck: (request) =>
        request.routeClass === 'write' ? (heartbeat.refusal() ?? fleet.lastCheck(request)) : undefined,
      onRequest: (note) => {
        metrics.onRequest(requestReport(note))
        lately.answered(note)
      },
      ...(recorder === undefined ? {} : { wrapTransport: (real) => recorder.transport(real) }),
    })
    closing.add('the connection could not be closed', () => opened.close())
    closing.add('alerts could not be closed', () => alerts.close(ALERTS_MS))
    const connection = recordedConnection(opened, recorder)
    const notes = runNotes(options, { config, mode, strategy, failed: error })
    const events = new EventLog(logger, { mode, profile: config.venue.profile })
    // connecting is no standstill
    live.lastStepMonoMs = clock.monoMs()
    const run: BotRun = {
      ...{ ...process, config, mode, name, reloading, hangUps, clock, connection, heartbeat, fleet },
      ...{ logger, events, metrics, lately, alerts, recorder, notes, live },
    }
    saySigning(run)
    return run
  } finally {
    // they ask for a stop for as long as there is something to stop, and what was opened here can wait
    closing.add('signals could not be let go', () => signals.release())
  }
}

/** A closed terminal is a stop, and a configuration that is in no file cannot be read again. */
function hangUpsOf({ context, display, signals }: RunProcess, name: string | undefined): HangUps | undefined {
  if (name === undefined || context.entry === undefined || hasTerminal(context)) return undefined
  return new HangUps(signals, () =>
    display.logger.info('SIGHUP: the configuration is read again before the bot starts'),
  )
}

function saySigning({ connection: { wallet }, metrics, logger }: BotRun): void {
  if (wallet === undefined) return
  metrics.onSigning(wallet.path)
  // of viem the connection has warned
  if (wallet.path !== 'viem') logger.info(wallet.words)
}

function requestReport({ routeClass, route, status, latencyMs }: RequestNote) {
  return { routeClass, route, status: status === undefined ? 'failed' : String(status), durationMs: latencyMs }
}
