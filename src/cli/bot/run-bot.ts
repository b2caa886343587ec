// Runs a bot from start to stop: connection, journal, telemetry, terminal, signals.

import { randomInt, randomUUID } from 'node:crypto'
import { Bot } from '../../bot/bot.js'
import type { BotParts } from '../../bot/bot-parts.js'
import type { Config } from '../../config/config.js'
import { BotMemory } from '../../control/bot-memory.js'
import type { OperationEntry } from '../../control/control-desk.js'
import { LastMinutes } from '../../control/last-minutes.js'
import { ERROR_REACTIONS, type Failure, inWords, QuoinError, toFailure } from '../../domain/error.js'
import { describeSigning } from '../../signing/open-signing.js'
import { BotMetrics } from '../../telemetry/bot-metrics.js'
import type { RequestNote } from '../../venue/session/rest/http-client.js'
import { createRealClock } from '../../venue/transport/real-clock.js'
import type { CommandContext, CommandResult } from '../command.js'
import { withMemory } from '../control/control-port.js'
import { openDoors } from '../control/open-doors.js'
import { type ExitName, exitOfStop } from '../exit-codes.js'
import { packageVersion } from '../package-root.js'
import { Heartbeat } from '../process/heartbeat.js'
import { type StopSignals, watchStopSignals } from '../process/stop-signals.js'
import { type LoadedStrategy, loadStrategy } from '../strategy/load-strategy.js'
import { type Connection, connect } from '../venue/connect.js'
import { aboutRun } from './about-run.js'
import { type Tapped, tapOf } from './bot-tap.js'
import { coreSettings } from './core-settings.js'
import { type Advice, createDisplay, type Display } from './display.js'
import { EventLog } from './event-log.js'
import { holdWallet, toVerify } from './hold-wallet.js'
import { paperPorts } from './paper-ports.js'
import { QuotingWatch, watchQuoting } from './quoting-watch.js'
import { sayRestored } from './restored-words.js'
import { notedTap, type RunNotes } from './run-notes.js'
import { runNotes, writeRunReport } from './run-report.js'
import { signalSources } from './signal-sources.js'
import { describeStop, outcomeLine, runOutcome, stopExit } from './stop-words.js'
import { closeRecording, recordedConnection, recordedTap, runRecording } from './tape-recording.js'
import type { TradingMode } from './trading-mode.js'

/** The stop procedure is given up after this; the process ends within 5 s of the first signal. */
const STOP_DEADLINE_MS = 4200
const HARD_STOP_MS = 4800

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
  readonly connection: Connection
  readonly recorder: ReturnType<typeof runRecording>
  readonly notes: RunNotes | undefined
  readonly heartbeat: Heartbeat
  readonly startedMonoMs: number
}

/** Ends when a signal comes or the bot stops itself. */
export async function runBot(config: Config, options: RunOptions, context: CommandContext): CommandResult {
  const signals = options.signals ?? watchStopSignals()
  const display = createDisplay(config, context)
  const { logger } = display
  const clock = createRealClock()
  let running: Running | undefined
  let leave: (reason: string) => void = () => undefined
  const strategy = await loadStrategy(config)
  const metrics = new BotMetrics({ version: packageVersion(), strategy: strategy.name, mode: options.mode })
  const lately = new LastMinutes(() => clock.monoMs())
  const recorder = runRecording(config, { mode: options.mode, strategy, warn: (message) => logger.error(message) })
  const heartbeat = new Heartbeat({
    ...{ clock, lastStepMonoMs: () => running?.lastStepMonoMs ?? clock.monoMs() },
    warn: (message) => logger.error(message),
    lost: (reason) => leave(reason),
  })
  const opened = await connect(config, {
    env: context.env,
    clock,
    wallet: options.mode === 'live' ? 'needed' : 'unused',
    count: 'a bot',
    lastCheck: ({ routeClass }) => (routeClass === 'write' ? heartbeat.refusal() : undefined),
    onRequest: (note) => {
      metrics.onRequest(requestReport(note))
      lately.answered(note)
    },
    warn: (message) => logger.warn(message),
    ...(recorder === undefined ? {} : { wrapTransport: (real) => recorder.transport(real) }),
  })
  if (opened.signing !== undefined) {
    const { path } = opened.signing.signing
    metrics.onSigning(path)
    // of viem the connection has warned
    if (path !== 'viem') logger.info(describeSigning(opened.signing))
  }
  const connection = recordedConnection(opened, recorder)
  const notes = runNotes(options, {
    ...{ config, mode: options.mode, strategy, venueMs: () => connection.venueClock.venueMs() },
    failed: (message) => logger.error(message),
  })
  const events = new EventLog(logger)
  const shared = { config, strategy, connection, recorder, notes, metrics, logger, clock, heartbeat, events, lately }
  running = { ...shared, startedMonoMs: clock.monoMs(), lastStepMonoMs: clock.monoMs() }
  let exit: ExitName
  try {
    if (!(await connection.checkProfile())) logger.warn('the venue publishes no profile to compare with')
    await refuseHopelessKey(connection)
    const onStart = (bot: Bot) => {
      leave = (reason) => bot.operate('give-way', { cause: 'second-writer', actor: 'lease', reason })
      options.onStart?.(bot)
    }
    exit = await runConnected(running, { ...options, onStart, signals }, { context, display })
  } finally {
    signals.release()
    await connection.close()
    await closeRecording(recorder)
  }
  if (notes !== undefined) writeRunReport(notes, { ...options, config }, context)
  return exit
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
  const { parts, close, write } = await openParts(running, options.mode, context.env)
  const memory = new BotMemory()
  const bot = new Bot({ ...parts, tap: withMemory(parts.tap, memory) })
  const { name = `bot ${randomUUID()}` } = options
  const about = aboutRun({
    ...{ config, mode: options.mode, strategy, name, wallet: running.connection.trading?.account },
    startedMs: running.clock.wallMs(),
  })
  const doors = await openDoors(running, {
    ...{ config, bot, memory, about, name, env: context.env, write, tail: display.tail },
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
  const endWatch = watchQuoting([new QuotingWatch(running.logger), doors], snapshot, running.clock)
  try {
    bot.start()
    running.notes?.start(bot)
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
    return end.exit ?? exit
  } finally {
    endWatch()
    display.close()
    watchdog?.stop()
    running.heartbeat.end(false)
    await doors.close()
    await close()
  }
}

async function stopBot(bot: Bot, { logger, startedMonoMs, clock }: Running, { out }: CommandContext): CommandResult {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<undefined>((done) => {
    timer = setTimeout(() => done(undefined), HARD_STOP_MS)
  })
  const report = await Promise.race([bot.stop(STOP_DEADLINE_MS), tooLate])
  clearTimeout(timer)
  if (report === undefined) {
    out.error({ code: 'unreachable', message: `the stop was not confirmed within ${HARD_STOP_MS} ms` })
  }
  const shown = report ?? bot.unconfirmedStop()
  const run = runOutcome(bot.snapshot().totals, clock.monoMs() - startedMonoMs)
  logger.info({ event: 'stopped', verified: shown.verified, ...run }, 'stopped')
  out.data({ stopped: { ...shown, run } }, () => [...describeStop(shown), outcomeLine(run)])
  return stopExit(shown)
}

interface OpenedParts {
  readonly parts: BotParts
  /** Writes a person's command down; absent on paper. */
  readonly write?: (entry: OperationEntry) => Failure | undefined
  readonly close: () => Promise<void>
}

/** The ports of the mode, and the journal that a live one needs. */
async function openParts(running: Running, mode: TradingMode, env: CommandContext['env']): Promise<OpenedParts> {
  const { config, strategy, connection, clock } = running
  const { marketData, venueClock, budget, trading } = connection
  const shared = {
    settings: coreSettings(config, strategy.quote),
    slowAfterMs: config.strategy.slowAfterMs,
    choice: config.markets,
    clock,
    venueClock,
    budget,
    seed: randomInt(2 ** 31),
    signals: signalSources(config, { env, clock, warn: (message) => running.logger.warn(message) }),
    tap: notedTap(recordedTap(tapOf(running), running.recorder), running.notes),
  }
  if (mode === 'paper') {
    const ports = paperPorts({ config, marketData, clock, venueMs: () => venueClock.venueMs() })
    return { parts: { ...shared, ...ports, journal: NO_JOURNAL, recovered: [] }, close: async () => undefined }
  }
  if (trading === undefined) throw new QuoinError('internal', 'expected a session that trades, got a reading one')
  const { standing, write, close, ...former } = await holdWallet(running, trading.account, env)
  const { journal, recovered, past } = former
  const { restored } = standing
  if (restored !== undefined) sayRestored(restored, running.logger)
  const kept = { journal, recovered, past, restored, verify: toVerify(former, restored, config), keeper: standing }
  return { parts: { ...shared, marketData, trading, ...kept }, write, close }
}

/** Orders on paper are gone with the process. */
const NO_JOURNAL: BotParts['journal'] = { append: (_lines, done) => done() }

function requestReport({ routeClass, status, latencyMs }: RequestNote) {
  return { routeClass, status: status === undefined ? 'failed' : String(status), durationMs: latencyMs }
}
