// Runs a bot from start to stop: connection, journal, telemetry, terminal, signals.

import { randomUUID } from 'node:crypto'
import { Bot } from '../../bot/bot.js'
import type { Config } from '../../config/config.js'
import { BotMemory } from '../../control/bot-memory.js'
import { ERROR_REACTIONS, inWords, QuoinError, toFailure } from '../../domain/error.js'
import { type ExitName, exitOfStop } from '../../domain/exit-codes.js'
import type { TradingMode } from '../../domain/run/trading-mode.js'
import type { CancelTimer } from '../../domain/time.js'
import { StoppedWaiting } from '../../execution/lease.js'
import { processSigning } from '../../signing/open-signing.js'
import type { CommandContext, CommandResult } from '../command-context.js'
import { withMemory } from '../control/control-port.js'
import { openDoors } from '../control/open-doors.js'
import { packageVersion } from '../package-root.js'
import { type ProgramFaults, watchFaults } from '../process/program-faults.js'
import { type StopSignals, watchStopSignals } from '../process/stop-signals.js'
import { followConfig } from '../reload/follow-config.js'
import type { Connection } from '../venue/connect.js'
import { aboutRun } from './about-run.js'
import { createDisplay, type Display } from './display.js'
import { StandbyPort } from './fleet/standby-port.js'
import { openParts } from './open-parts.js'
import { rehearse } from './rehearsal/rehearse.js'
import { writeRunReport } from './report/run-report.js'
import { openRunning, type Running, type RunOptions } from './running.js'
import { type StopCause, stopBot } from './stop-bot.js'
import { closeRecording } from './tape-recording.js'
import { watchRun } from './watch-run.js'

/** Messages that wait yet may take so long. */
const ALERTS_MS = 2000

/** Ends when a signal comes, a fault that nobody caught, or the bot stops itself. */
export async function runBot(config: Config, options: RunOptions, context: CommandContext): CommandResult {
  const signals = options.signals ?? watchStopSignals()
  const display = createDisplay(config, context)
  const at: { running?: Running } = {}
  const faults = watchFaults({
    json: context.out.json,
    file: () => at.running?.reloading.now.strategy.quote.source?.file,
    told: ({ message }) => display.logger.error({ event: 'fault', message }, `a fault of the program: ${message}`),
  })
  try {
    at.running = await openRunning(config, options, { env: context.env, logger: display.logger })
    return await runOpened(at.running, options, { context, display, signals, faults })
  } finally {
    faults.release()
  }
}

interface Around {
  readonly context: CommandContext
  readonly display: Display
  readonly signals: StopSignals
  readonly faults: ProgramFaults
}

async function runOpened(running: Running, options: RunOptions, around: Around): CommandResult {
  const { config, connection, alerts, recorder, notes, logger } = running
  const { context, signals } = around
  let exit: ExitName
  try {
    if (!(await connection.checkProfile())) logger.warn('the venue publishes no profile to compare with')
    await refuseHopelessKey(connection)
    const onStart = (bot: Bot) => {
      running.started.bot = bot
      options.onStart?.(bot)
    }
    exit = await runConnected(running, { ...options, onStart }, around)
  } finally {
    signals.release()
    await alerts.close(ALERTS_MS)
    await connection.close()
    await closeRecording(recorder)
  }
  if (running.started.bot !== undefined && notes !== undefined) writeRunReport(notes, { ...options, config }, context)
  return exit
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
  options: RunOptions,
  { context, display, signals, faults }: Around,
): CommandResult {
  const { config, strategy } = running
  const stopped = Promise.race([signals.first, faults.first])
  const opened = await withWallet(running, { mode: options.mode, stopped }, context.env)
  if (opened === undefined) {
    const { reason, exit = 'ok' } = await firstStop(signals, faults)
    context.out.note(`stopping: ${reason}; this process never had the wallet, and has sent nothing`)
    return exit
  }
  const { parts, close, write, lease } = opened
  // what it waited for its wallet before is no time of the run
  const startedMonoMs = running.clock.monoMs()
  const memory = new BotMemory()
  const bot = new Bot({ ...parts, tap: withMemory(parts.tap, memory) })
  const { name = `bot ${randomUUID()}` } = options
  const about = aboutRun(running, { mode: options.mode, name })
  running.metrics.onConfig(about.configHash, running.clock.wallMs())
  const follow = { ...running, about, signals, ...(write ? { write } : {}) }
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
  let endRehearsal: CancelTimer = () => undefined
  try {
    bot.start()
    tellOfSigner(bot, running)
    running.notes?.start(bot)
    watchAlerts(bot, running)
    options.onStart?.(bot)
    const addresses = { ...options.addresses, ...doors.addresses }
    announce(addresses, options.mode, context)
    if (options.mode === 'live' && config.process.rehearsal !== false) endRehearsal = rehearseBeside(bot, running)
    display.advise(options.advice, addresses)
    display.open(snapshot, `Quoin ${packageVersion()}  ${strategy.name}, ${options.mode}, ${config.venue.profile.name}`)
    const end = await firstEnd(bot, signals, faults)
    display.close()
    context.out.note(`stopping: ${end.reason}`)
    if (end.failure !== undefined && context.out.json) context.out.error(end.failure)
    endWatch()
    const exit = await stopBot(bot, { ...running, startedMonoMs, end }, context)
    running.notes?.end()
    running.heartbeat.end(exit === 'ok')
    await running.fleet.end(exit === 'ok')
    return end.exit ?? exit
  } finally {
    endRehearsal()
    endWatch()
    display.close()
    watchdog?.stop()
    running.heartbeat.end(false)
    await Promise.all([doors.close(), running.fleet.end(false)])
    await close()
  }
}

/** While it waits for its wallet, that is what it serves. `undefined` where it is asked to stop meanwhile. */
async function withWallet(running: Running, how: Parameters<typeof openParts>[1], env: CommandContext['env']) {
  const standby = new StandbyPort(running)
  try {
    return await openParts(running, { ...how, waits: (reason) => standby.waits(reason) }, env)
  } catch (error) {
    if (error instanceof StoppedWaiting) return undefined
    throw error
  } finally {
    await standby.close()
  }
}

function rehearseBeside(bot: Bot, running: Running): CancelTimer {
  const { config, clock, logger } = running
  return rehearse({
    ...{ clock, lastStepMonoMs: () => running.lastStepMonoMs, goesOn: config.process.rehearsal === 'always' },
    async open() {
      const { Rehearsal } = await import('./rehearsal/rehearsal.js')
      logger.info({ event: 'rehearsal' }, 'a made-up market is played to a throw-away copy of the bot')
      return Rehearsal.open(config, (await processSigning()).signing, clock.wallMs())
    },
    hasQuoted: () => bot.snapshot().totals.openOrders > 0,
    failed: (error) => logger.warn(`the rehearsal failed, and the bot goes on without: ${toFailure(error).message}`),
  })
}

function watchAlerts(bot: Bot, { alerts, config, strategy, reloading }: Running): void {
  alerts.watch({
    words: `${strategy.name} at ${config.venue.profile.name}`,
    ...{ pnl: () => bot.core.standing.standing().pnl, limits: () => reloading.now.config.risk.killSwitch },
  })
}

interface End extends StopCause {
  /** Where it is no person who ends it. */
  readonly exit?: ExitName
}

function firstEnd(bot: Bot, signals: StopSignals, faults: ProgramFaults): Promise<End> {
  return Promise.race<End>([
    firstStop(signals, faults),
    bot.stoppedItself.then((cause) => ({ exit: exitOfStop(cause.code), reason: inWords(cause), failure: cause })),
  ])
}

function firstStop(signals: StopSignals, faults: ProgramFaults): Promise<End> {
  return Promise.race<End>([
    signals.first.then((signal) => ({ reason: signal })),
    faults.first.then((fault) => ({ exit: 'failed', reason: inWords(fault), failure: fault })),
  ])
}
