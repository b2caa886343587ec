// Runs a bot from start to stop: connection, journal, telemetry, terminal, signals.

import { randomInt, randomUUID } from 'node:crypto'
import { Bot } from '../../bot/bot.js'
import type { BotParts } from '../../bot/bot-parts.js'
import type { Config } from '../../config/config.js'
import { BotMemory } from '../../control/bot-memory.js'
import type { OperationEntry } from '../../control/control-desk.js'
import { LastMinutes } from '../../control/last-minutes.js'
import type { SettingsChange } from '../../core/settings.js'
import { ERROR_REACTIONS, type Failure, inWords, QuoinError, toFailure } from '../../domain/error.js'
import { openChainFile } from '../../execution/journal/chain-file.js'
import type { Lease } from '../../execution/lease.js'
import { BotMetrics } from '../../telemetry/bot-metrics.js'
import type { RequestNote } from '../../venue/session/rest/http-client.js'
import { createRealClock } from '../../venue/transport/real-clock.js'
import { alertedTap } from '../alerts/alerted-tap.js'
import { type Alerts, openAlerts } from '../alerts/open-alerts.js'
import type { CommandContext, CommandResult } from '../command-context.js'
import { withMemory } from '../control/control-port.js'
import { openDoors } from '../control/open-doors.js'
import { type ExitName, exitOfStop } from '../exit-codes.js'
import { packageVersion } from '../package-root.js'
import { Heartbeat } from '../process/heartbeat.js'
import { type StopSignals, watchStopSignals } from '../process/stop-signals.js'
import { followConfig } from '../reload/follow-config.js'
import { inForce } from '../reload/in-force.js'
import { Reloading } from '../reload/reloading.js'
import type { LoadedStrategy } from '../strategy/load-strategy.js'
import { type Connection, connect } from '../venue/connect.js'
import { aboutRun } from './about-run.js'
import { chainWorker } from './chain-worker.js'
import { type Advice, createDisplay, type Display } from './display.js'
import { FleetMarkets } from './fleet/fleet-markets.js'
import { holdWallet, toVerify } from './hold-wallet.js'
import { type Tapped, tapOf } from './log/bot-tap.js'
import { EventLog } from './log/event-log.js'
import { sayRestored } from './log/restored-words.js'
import { paperPorts } from './paper-ports.js'
import { notedTap, type RunNotes } from './report/run-notes.js'
import { runNotes, writeRunReport } from './report/run-report.js'
import { coreSettings } from './settings/core-settings.js'
import { journalSettings } from './settings/journal-settings.js'
import { signalSources } from './settings/signal-sources.js'
import type { TradingMode } from './settings/trading-mode.js'
import { stopBot } from './stop-bot.js'
import { closeRecording, recordedConnection, recordedTap, runRecording } from './tape-recording.js'
import { watchRun } from './watch-run.js'

/** Messages that wait yet may take so long. */
const ALERTS_MS = 2000

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

interface Running extends Tapped {
  readonly config: Config
  readonly strategy: LoadedStrategy
  readonly reloading: Reloading
  readonly connection: Connection
  readonly recorder: ReturnType<typeof runRecording>
  readonly notes: RunNotes | undefined
  readonly heartbeat: Heartbeat
  readonly fleet: FleetMarkets
  readonly alerts: Alerts
  readonly startedMonoMs: number
}

/** Ends when a signal comes or the bot stops itself. */
export async function runBot(config: Config, options: RunOptions, context: CommandContext): CommandResult {
  const signals = options.signals ?? watchStopSignals()
  const display = createDisplay(config, context)
  const { logger } = display
  const clock = createRealClock()
  let running: Running | undefined
  let started: Bot | undefined
  const reloading = new Reloading(await inForce(config))
  const { strategy } = reloading.now
  const metrics = new BotMetrics({ version: packageVersion(), strategy: strategy.name, mode: options.mode })
  const alerts = openAlerts(config, {
    ...{ path: options.name ?? 'bot', mode: options.mode, env: context.env, clock },
    warn: (message) => logger.warn(message),
    told: (result) => metrics.onAlert(result),
  })
  const lately = new LastMinutes(() => clock.monoMs())
  const recorder = runRecording(config, { mode: options.mode, strategy, warn: (message) => logger.error(message) })
  const heartbeat = new Heartbeat({
    ...{ clock, lastStepMonoMs: () => running?.lastStepMonoMs ?? clock.monoMs() },
    warn: (message) => logger.error(message),
    lost: (reason) => started?.operate('give-way', { cause: 'second-writer', actor: 'lease', reason }),
    unrenewed: (told) => started?.leaseTold(told),
  })
  const fleet = new FleetMarkets({ config, inForce: () => reloading.now.config, mode: options.mode, clock, logger })
  const opened = await connect(config, {
    ...{ env: context.env, clock },
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
    ...{ fleet, events: new EventLog(logger, { mode: options.mode, profile: config.venue.profile }) },
  }
  running = { ...shared, startedMonoMs: clock.monoMs(), lastStepMonoMs: clock.monoMs() }
  let exit: ExitName
  try {
    if (!(await connection.checkProfile())) logger.warn('the venue publishes no profile to compare with')
    await refuseHopelessKey(connection)
    const onStart = (bot: Bot) => {
      started = bot
      options.onStart?.(bot)
    }
    exit = await runConnected(running, { ...options, onStart, signals }, { context, display })
  } finally {
    signals.release()
    await alerts.close(ALERTS_MS)
    await connection.close()
    await closeRecording(recorder)
  }
  if (notes !== undefined) writeRunReport(notes, { ...options, config }, context)
  return exit
}

function saySigning({ wallet }: Connection, { metrics, logger }: Pick<Tapped, 'metrics' | 'logger'>): void {
  if (wallet === undefined) return
  metrics.onSigning(wallet.path)
  // of viem the connection has warned
  if (wallet.path !== 'viem') logger.info(wallet.words)
}

/** While nothing can be signed nothing is quoted. */
function tellOfSigner(bot: Bot, { connection, logger }: Pick<Running, 'connection' | 'logger'>): void {
  const remote = connection.wallet?.remote
  const tell = (trouble: string | undefined) => {
    if (trouble === undefined) logger.info('the signer is there')
    else logger.warn(trouble)
    bot.signerTold(trouble)
  }
  remote?.listen(tell)
  const trouble = remote?.trouble()
  if (trouble !== undefined) tell(trouble)
}

/** A key that waiting cannot mend ends the run before it begins; anything else is for the bot to ask again. */
async function refuseHopelessKey(connection: Connection): Promise<void> {
  const refusal = await connection.keyRefusal()
  if (refusal && ERROR_REACTIONS[refusal.code] === 'stop') throw new QuoinError(refusal.code, refusal.message)
}

/** Where it can be asked, as a line each, or as one of JSON. */
function announce(addresses: Readonly<Record<string, string>>, mode: TradingMode, { out }: CommandContext): void {
  if (out.json) out.data({ running: { mode, ...addresses } }, () => [])
  for (const [name, url] of Object.entries(addresses)) out.note(`${name}: ${url}`)
}

async function runConnected(
  running: Running,
  options: RunOptions & { readonly signals: StopSignals },
  { context, display }: { readonly context: CommandContext; readonly display: Display },
): CommandResult {
  const { config, strategy } = running
  const { parts, close, write, lease } = await openParts(running, options, context.env)
  const memory = new BotMemory()
  const bot = new Bot({ ...parts, tap: withMemory(parts.tap, memory) })
  const { name = `bot ${randomUUID()}` } = options
  const about = aboutRun(running, { mode: options.mode, name })
  running.metrics.onConfig(about.configHash, running.clock.wallMs())
  const follow = { ...running, about, signals: options.signals, ...(write ? { write } : {}) }
  const reload = followConfig(bot, { ...follow, ...options }, context)
  const doors = await openDoors(running, {
    ...{ config, bot, memory, about, name, env: context.env, write, tail: display.tail, reload, lease },
    venueMs: () => parts.venueClock.venueMs(),
  }).catch(async (cause: unknown) => {
    await close()
    throw cause
  })
  const watchdog = context.watchdog?.({
    limitSec: config.process.watchdogSec,
    json: context.out.json,
    onFault: (error) => running.logger.error(`the watchdog failed: ${toFailure(error).message}`),
  })
  const snapshot = () => memory.explained(bot.snapshot())
  running.logger.info({ event: 'started', ...about, params: strategy.params }, 'started')
  const endWatch = watchRun(bot, { ...running, doors, snapshot, mode: options.mode, env: context.env })
  try {
    bot.start()
    tellOfSigner(bot, running)
    running.notes?.start(bot)
    running.alerts.watch({
      words: `${strategy.name} at ${config.venue.profile.name}`,
      ...{ pnl: () => bot.core.standing.standing().pnl, limits: () => running.reloading.now.config.risk.killSwitch },
    })
    options.onStart?.(bot)
    const addresses = { ...options.addresses, ...doors.addresses }
    announce(addresses, options.mode, context)
    display.advise(options.advice, addresses)
    display.open(snapshot, `Quoin ${packageVersion()}  ${strategy.name}, ${options.mode}, ${config.venue.profile.name}`)
    const end = await Promise.race([
      options.signals.first.then((signal) => ({ exit: undefined, reason: signal })),
      bot.stoppedItself.then((cause) => ({ exit: exitOfStop(cause.code), reason: inWords(cause) })),
    ])
    display.close()
    context.out.note(`stopping: ${end.reason}`)
    endWatch()
    const exit = await stopBot(bot, running, context)
    running.notes?.end()
    running.heartbeat.end(exit === 'ok')
    await running.fleet.end(exit === 'ok')
    return end.exit ?? exit
  } finally {
    endWatch()
    display.close()
    watchdog?.stop()
    running.heartbeat.end(false)
    await Promise.all([doors.close(), running.fleet.end(false)])
    await close()
  }
}

interface OpenedParts {
  readonly parts: BotParts
  /** Writes a person's command down; absent on paper. */
  readonly write?: (entry: OperationEntry) => Failure | undefined
  /** Of the wallet; absent on paper. */
  readonly lease?: Lease
  readonly close: () => Promise<void>
}

/** The ports of the mode, and the journal that a live one needs. */
async function openParts(
  running: Running,
  { mode, signals }: { readonly mode: TradingMode; readonly signals: StopSignals },
  env: CommandContext['env'],
): Promise<OpenedParts> {
  const { config, strategy, connection, clock, reloading, alerts } = running
  const { marketData, venueClock, budget, trading } = connection
  const shared = {
    settings: {
      ...coreSettings(config, strategy.quote),
      changed: (event: SettingsChange) => reloading.settingsOf(event),
    },
    slowAfterMs: config.strategy.slowAfterMs,
    choice: config.markets,
    clock,
    venueClock,
    budget,
    ...{ seed: randomInt(2 ** 31), claims: running.fleet.claims },
    signals: signalSources(config, { env, clock, warn: (message) => running.logger.warn(message) }),
    tap: notedTap(
      recordedTap(alertedTap(tapOf(running), alerts.desk, clock.wallMs()), running.recorder),
      running.notes,
    ),
  }
  if (mode === 'paper') {
    const ports = paperPorts({ config, marketData, clock, venueMs: () => venueClock.venueMs() })
    return { parts: { ...shared, ...ports, journal: NO_JOURNAL, recovered: [] }, close: async () => undefined }
  }
  if (trading === undefined) throw new QuoinError('internal', 'expected a session that trades, got a reading one')
  const held = await holdWallet({ ...running, stopped: signals.first }, trading.account, env)
  const { standing, write, close, lease, ...former } = held
  const { journal, recovered, past } = former
  if (standing.restored !== undefined) sayRestored(standing.restored, running.logger)
  const verify = toVerify(former, standing.restored, config)
  const kept = { journal, recovered, past, restored: standing.restored, verify, keeper: standing }
  const keeper = () => openChainFile({ folder: former.folder, durability: journalSettings(config).durability })
  const chain = await chainWorker(config, { connection, keeper, clock, env })
  running.fleet.trades({ account: trading.account, fence: lease.fence })
  return { parts: { ...shared, marketData, trading, ...kept, ...(chain && { chain }) }, write, close, lease }
}

/** Orders on paper are gone with the process. */
const NO_JOURNAL: BotParts['journal'] = { append: (_lines, done) => done() }

function requestReport({ routeClass, status, latencyMs }: RequestNote) {
  return { routeClass, status: status === undefined ? 'failed' : String(status), durationMs: latencyMs }
}
