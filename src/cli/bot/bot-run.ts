// A run of a bot, by what it consists of. It is opened from the top down and closed from the bottom up, by `closing`:
//
//   process    the command and its output, signals, the log                          run-bot.ts
//   BotRun     alerts, tape, connection, notes: what a bot stands on                  open-run.ts
//   wallet     lock, lease, journal, sign of life: of a live one                      hold-wallet.ts, open-parts.ts
//   StartedRun the bot, and what answers for it and looks at it                       run-bot.ts, ../control/open-doors.ts, watch-run.ts

import type { Bot } from '../../bot/bot.js'
import type { BotChange } from '../../bot/bot-parts.js'
import type { Config } from '../../config/config.js'
import type { BotMemory } from '../../control/bot-memory.js'
import type { OperationEntry } from '../../control/control-desk.js'
import type { LastMinutes } from '../../control/last-minutes.js'
import type { Failure } from '../../domain/error.js'
import type { BotSnapshot } from '../../domain/run/snapshot.js'
import type { TradingMode } from '../../domain/run/trading-mode.js'
import type { Clock } from '../../domain/time.js'
import type { EventLog } from '../../event-log/event-log.js'
import type { Lease } from '../../execution/lease.js'
import type { Recorder } from '../../recording/writing/recorder.js'
import type { Logger } from '../../telemetry/log/log.js'
import type { BotMetrics } from '../../telemetry/metrics/bot-metrics.js'
import type { Heartbeat } from '../../watchdog/heartbeat.js'
import type { Alerts } from '../alerts/open-alerts.js'
import type { CommandContext } from '../command-context.js'
import type { Closing } from '../process/closing.js'
import type { StopSignals } from '../process/stop-signals.js'
import type { HangUps } from '../reload/hang-ups.js'
import type { Reloading } from '../reload/reloading.js'
import type { Connection } from '../venue/connect.js'
import type { AboutRun } from './about-run.js'
import type { Advice, Display } from './display.js'
import type { FleetMarkets } from './fleet/fleet-markets.js'
import type { RunNotes } from './report/run-notes.js'

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

export interface RunProcess {
  readonly context: CommandContext
  readonly signals: StopSignals
  readonly display: Display
  /** Whatever is opened. */
  readonly closing: Closing
}

export interface BotRun extends RunProcess {
  /** As it was at the start; what counts now is `reloading.now.config`. */
  readonly config: Config
  readonly mode: TradingMode
  /** Path of the configuration; absent where it is in no file. */
  readonly name: string | undefined
  readonly reloading: Reloading
  /** Absent where SIGHUP is a stop. */
  readonly hangUps: HangUps | undefined
  readonly clock: Clock
  readonly connection: Connection
  readonly heartbeat: Heartbeat
  readonly fleet: FleetMarkets
  // who is told of what the bot does
  readonly logger: Logger
  readonly events: EventLog
  readonly metrics: BotMetrics
  readonly lately: LastMinutes
  readonly alerts: Alerts
  readonly recorder: Recorder | undefined
  readonly notes: RunNotes | undefined
  readonly live: Live
}

/** What becomes another while it runs. */
export interface Live {
  /** Once it has started. */
  bot?: Bot
  /** What its configuration becomes in its first turn. */
  readonly early: BotChange[]
  /** When the core last worked, monotonic. */
  lastStepMonoMs: number
}

/** What only a bot that holds its wallet has. */
export interface HeldRun {
  readonly lease: Lease
  /** Writes a person's command down. */
  readonly write: (entry: OperationEntry) => Failure | undefined
}

/** On paper there is no wallet. */
export interface StartedRun extends BotRun, Partial<HeldRun> {
  readonly bot: Bot
  readonly memory: BotMemory
  readonly about: AboutRun
  readonly startedMonoMs: number
  /** With the reasons that the memory has. */
  readonly snapshot: () => BotSnapshot
}
