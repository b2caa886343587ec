// What a run stands on before there is a bot: connection, recorder, lease, alerts, metrics and log.

import type { Bot } from '../../bot/bot.js'
import type { Config } from '../../config/config.js'
import { LastMinutes } from '../../control/last-minutes.js'
import type { TradingMode } from '../../domain/run/trading-mode.js'
import { EventLog } from '../../event-log/event-log.js'
import { BotMetrics } from '../../telemetry/bot-metrics.js'
import type { RequestNote } from '../../venue/session/rest/http-client.js'
import { createRealClock } from '../../venue/transport/real-clock.js'
import { Heartbeat } from '../../watchdog/heartbeat.js'
import { type Alerts, openAlerts } from '../alerts/open-alerts.js'
import type { CommandContext } from '../command-context.js'
import { packageVersion } from '../package-root.js'
import type { StopSignals } from '../process/stop-signals.js'
import { inForce } from '../reload/in-force.js'
import { Reloading } from '../reload/reloading.js'
import type { LoadedStrategy } from '../strategy/load-strategy.js'
import { type Connection, connect } from '../venue/connect.js'
import type { Tapped } from './bot-tap.js'
import type { Advice } from './display.js'
import { FleetMarkets } from './fleet/fleet-markets.js'
import type { RunNotes } from './report/run-notes.js'
import { runNotes } from './report/run-report.js'
import { recordedConnection, runRecording } from './tape-recording.js'

export interface RunOptions {
  readonly mode: TradingMode
  /** Said when everything is up, such as addresses; the metrics address is added. */
  readonly addresses?: Readonly<Record<string, string>>
  readonly signals?: StopSignals
  readonly advice?: Advice
  /** Where the report goes, instead of where the configuration says. */
  readonly report?: string
  /** Path of the configuration, by which the control port is found; absent: nobody but this process knows it. */
  readonly name?: string
  /** Hears of the bot when it has started. */
  readonly onStart?: (bot: Bot) => void
}

export interface Running extends Tapped {
  readonly config: Config
  readonly strategy: LoadedStrategy
  readonly reloading: Reloading
  readonly connection: Connection
  readonly recorder: ReturnType<typeof runRecording>
  readonly notes: RunNotes | undefined
  readonly heartbeat: Heartbeat
  readonly fleet: FleetMarkets
  readonly alerts: Alerts
  /** Once it has. */
  readonly started: { bot?: Bot }
}

interface Around {
  readonly env: CommandContext['env']
  readonly logger: Tapped['logger']
}

/** Throws where the venue, its key or the wallet cannot be had at all. */
export async function openRunning(config: Config, options: RunOptions, { env, logger }: Around): Promise<Running> {
  const clock = createRealClock()
  const started: Running['started'] = {}
  let running: Running | undefined
  const reloading = new Reloading(await inForce(config))
  const { strategy } = reloading.now
  const metrics = new BotMetrics({ version: packageVersion(), strategy: strategy.name, mode: options.mode })
  const alerts = openAlerts(config, {
    ...{ path: options.name ?? 'bot', mode: options.mode, env: env, clock },
    warn: (message) => logger.warn(message),
    told: (result) => metrics.onAlert(result),
  })
  const lately = new LastMinutes(() => clock.monoMs())
  const recorder = runRecording(config, { mode: options.mode, strategy, warn: (message) => logger.error(message) })
  const heartbeat = new Heartbeat({
    ...{ clock, lastStepMonoMs: () => running?.lastStepMonoMs ?? clock.monoMs() },
    warn: (message) => logger.error(message),
    lost: (reason) => started.bot?.operate('give-way', { cause: 'second-writer', actor: 'lease', reason }),
    unrenewed: (told) => started.bot?.leaseTold(told),
  })
  const fleet = new FleetMarkets({ config, inForce: () => reloading.now.config, mode: options.mode, clock, logger })
  const opened = await connect(config, {
    ...{ env: env, clock },
    wallet: options.mode === 'live' ? 'needed' : 'unused',
    count: 'a bot',
    lastCheck: (request) =>
      request.routeClass === 'write' ? (heartbeat.refusal() ?? fleet.lastCheck(request)) : undefined,
    onRequest: (note) => {
      metrics.onRequest(requestReport(note))
      lately.answered(note)
    },
    warn: (message) => logger.warn(message),
    ...(recorder === undefined ? {} : { wrapTransport: (real) => recorder.transport(real) }),
  })
  saySigning(opened, { metrics, logger })
  const connection = recordedConnection(opened, recorder)
  const notes = runNotes(options, {
    ...{ config, mode: options.mode, strategy, venueMs: () => connection.venueClock.venueMs() },
    failed: (message) => logger.error(message),
  })
  const shared = {
    ...{ config, alerts, strategy, reloading, connection, recorder, notes, metrics, logger, clock, heartbeat, lately },
    ...{ fleet, started, events: new EventLog(logger, { mode: options.mode, profile: config.venue.profile }) },
  }
  running = { ...shared, lastStepMonoMs: clock.monoMs() }
  return running
}

function saySigning({ wallet }: Connection, { metrics, logger }: Pick<Tapped, 'metrics' | 'logger'>): void {
  if (wallet === undefined) return
  metrics.onSigning(wallet.path)
  // of viem the connection has warned
  if (wallet.path !== 'viem') logger.info(wallet.words)
}

function requestReport({ routeClass, route, status, latencyMs }: RequestNote) {
  return { routeClass, route, status: status === undefined ? 'failed' : String(status), durationMs: latencyMs }
}
