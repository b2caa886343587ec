// Runs a bot from start to stop: what it stands on is opened, its wallet taken, the bot started and watched until something ends it; then it is
// stopped, and whatever was opened is closed, wherever that failed.

import { randomUUID } from 'node:crypto'
import { Bot } from '../../bot/bot.js'
import type { Config } from '../../config/config.js'
import { BotMemory } from '../../control/bot-memory.js'
import { ERROR_REACTIONS, inWords, QuoinError, toFailure } from '../../domain/error.js'
import { type ExitName, exitOfStop } from '../../domain/exit-codes.js'
import type { CancelTimer } from '../../domain/time.js'
import { StoppedWaiting } from '../../execution/lease.js'
import { processSigning } from '../../signing/open-signing.js'
import type { CommandContext, CommandResult } from '../command-context.js'
import { withMemory } from '../control/control-port.js'
import { openDoors } from '../control/open-doors.js'
import { packageVersion } from '../package-root.js'
import { Closing } from '../process/closing.js'
import { type ProgramFaults, watchFaults } from '../process/program-faults.js'
import { watchStopSignals } from '../process/stop-signals.js'
import { followConfig } from '../reload/follow-config.js'
import type { Connection } from '../venue/connect.js'
import { aboutRun } from './about-run.js'
import type { BotRun, RunOptions, StartedRun } from './bot-run.js'
import { createDisplay } from './display.js'
import { StandbyPort } from './fleet/standby-port.js'
import { type OpenedParts, openParts } from './open-parts.js'
import { openRun } from './open-run.js'
import { rehearse } from './rehearsal/rehearse.js'
import { writeRunReport } from './report/run-report.js'
import { type StopCause, stopBot } from './stop-bot.js'
import { watchRun } from './watch-run.js'

/** Ends when a signal comes, a fault that nobody caught, or the bot stops itself. */
export async function runBot(config: Config, options: RunOptions, context: CommandContext): CommandResult {
  const signals = options.signals ?? watchStopSignals()
  const display = createDisplay(config, context)
  const closing = new Closing((message) => display.logger.warn(message))
  let run: BotRun | undefined
  const faults = watchFaults({
    json: context.out.json,
    file: () => run?.reloading.now.strategy.quote.source?.file,
    told: ({ message }) => display.logger.error({ event: 'fault', message }, `a fault of the program: ${message}`),
  })
  try {
    let exit: ExitName
    try {
      run = await openRun(config, options, { context, signals, display, closing })
      exit = await runOpened(run, options, faults)
    } finally {
      await closing.close()
    }
    if (run.live.bot !== undefined && run.notes !== undefined)
      writeRunReport(run.notes, { ...options, config }, context)
    return exit
  } finally {
    faults.release()
  }
}

async function runOpened(run: BotRun, options: RunOptions, faults: ProgramFaults): CommandResult {
  const { connection, context, logger, signals } = run
  if (!(await connection.checkProfile())) logger.warn('the venue publishes no profile to compare with')
  await refuseHopelessKey(connection)
  const opened = await withWallet(run, Promise.race([signals.first, faults.first]))
  if (opened === undefined) {
    const { reason, exit = 'ok' } = await firstStop(run, faults)
    context.out.note(`stopping: ${reason}; this process never had the wallet, and has sent nothing`)
    return exit
  }
  return runHeld(withBot(run, opened), options, faults)
}

/** A key that waiting cannot mend ends the run before it begins; anything else is for the bot to ask again. */
async function refuseHopelessKey(connection: Connection): Promise<void> {
  const refusal = await connection.keyRefusal()
  if (refusal && ERROR_REACTIONS[refusal.code] === 'stop') throw new QuoinError(refusal.code, refusal.message)
}

/** While it waits for its wallet, that is what it serves. `undefined` where it is asked to stop meanwhile. */
async function withWallet(run: BotRun, stopped: Promise<unknown>): Promise<OpenedParts | undefined> {
  const standby = new StandbyPort(run)
  try {
    return await openParts(run, { stopped, waits: (reason) => standby.waits(reason) })
  } catch (error) {
    if (error instanceof StoppedWaiting) return undefined
    throw error
  } finally {
    await standby.close()
  }
}

/** The bot, put together; it does nothing yet. */
function withBot(run: BotRun, { parts, ...held }: OpenedParts): StartedRun {
  // what it waited for its wallet before is no time of the run
  const startedMonoMs = run.clock.monoMs()
  const memory = new BotMemory()
  const bot = new Bot({ ...parts, tap: withMemory(parts.tap, memory) })
  const about = aboutRun(run, { mode: run.mode, name: run.name ?? `bot ${randomUUID()}` })
  const snapshot = () => memory.explained(bot.snapshot())
  return { ...run, ...held, bot, memory, about, startedMonoMs, snapshot }
}

async function runHeld(run: StartedRun, options: RunOptions, faults: ProgramFaults): CommandResult {
  const { about, bot, clock, closing, config, context, display, fleet, heartbeat, logger, metrics, mode, notes } = run
  closing.add('the markets of the fleet could not be given back', () => fleet.end(false))
  metrics.onConfig(about.configHash, clock.wallMs())
  const reload = await followConfig(run, firstStop(run, faults))
  const { strategy } = run.reloading.now
  const doors = await openDoors(run, reload)
  const watchdog = context.watchdog?.({
    limitSec: config.process.watchdogSec,
    json: context.out.json,
    onFault: (error) => logger.error(`the watchdog failed: ${toFailure(error).message}`),
  })
  closing.add('the watchdog could not be stopped', () => watchdog?.stop())
  logger.info({ event: 'started', ...about, params: strategy.params }, 'started')
  closing.add('the display could not be closed', () => display.close())
  const endWatch = watchRun(run, doors)
  closing.add('the last look at the bot failed', endWatch)
  bot.start()
  run.live.bot = bot
  // nothing is quoted before its first turn is over
  for (const change of run.live.early) bot.change(change, () => undefined)
  tellOfSigner(run)
  notes?.start(bot)
  watchAlerts(run)
  options.onStart?.(bot)
  const addresses = { ...options.addresses, ...doors.addresses }
  announce(addresses, run)
  if (mode === 'live' && config.process.rehearsal !== false)
    closing.add('the rehearsal could not be ended', rehearseBeside(run))
  display.advise(options.advice, addresses)
  display.open(run.snapshot, `Quoin ${packageVersion()}  ${strategy.name}, ${mode}, ${config.venue.profile.name}`)
  const end = await firstEnd(run, faults)
  display.close()
  context.out.note(`stopping: ${end.reason}`)
  if (end.failure !== undefined && context.out.json) context.out.error(end.failure)
  endWatch()
  const exit = await stopBot(run, end)
  notes?.end()
  heartbeat.end(exit === 'ok')
  await fleet.end(exit === 'ok')
  return end.exit ?? exit
}

/** While nothing can be signed nothing is quoted. */
function tellOfSigner({ bot, connection, logger }: StartedRun): void {
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

/** Where it can be asked, as a line each, or as one of JSON. */
function announce(addresses: Readonly<Record<string, string>>, { mode, context: { out } }: StartedRun): void {
  if (out.json) out.data({ running: { mode, ...addresses } }, () => [])
  for (const [name, url] of Object.entries(addresses)) out.note(`${name}: ${url}`)
}

function rehearseBeside({ bot, clock, config, live, logger }: StartedRun): CancelTimer {
  return rehearse({
    ...{ clock, lastStepMonoMs: () => live.lastStepMonoMs, goesOn: config.process.rehearsal === 'always' },
    async open() {
      const { Rehearsal } = await import('./rehearsal/rehearsal.js')
      logger.info({ event: 'rehearsal' }, 'a made-up market is played to a throw-away copy of the bot')
      return Rehearsal.open(config, (await processSigning()).signing, clock.wallMs())
    },
    hasQuoted: () => bot.snapshot().totals.openOrders > 0,
    failed: (error) => logger.warn(`the rehearsal failed, and the bot goes on without: ${toFailure(error).message}`),
  })
}

function watchAlerts({ alerts, bot, config, reloading }: StartedRun): void {
  alerts.watch({
    words: `${reloading.now.strategy.name} at ${config.venue.profile.name}`,
    ...{ pnl: () => bot.core.standing.standing().pnl, limits: () => reloading.now.config.risk.killSwitch },
  })
}

interface End extends StopCause {
  /** Where it is no person who ends it. */
  readonly exit?: ExitName
}

function firstEnd(run: StartedRun, faults: ProgramFaults): Promise<End> {
  return Promise.race<End>([
    firstStop(run, faults),
    run.bot.stoppedItself.then((cause) => ({ exit: exitOfStop(cause.code), reason: inWords(cause), failure: cause })),
  ])
}

function firstStop({ signals }: BotRun, faults: ProgramFaults): Promise<End> {
  return Promise.race<End>([
    signals.first.then((signal) => ({ reason: signal })),
    faults.first.then((fault) => ({ exit: 'failed', reason: inWords(fault), failure: fault })),
  ])
}
