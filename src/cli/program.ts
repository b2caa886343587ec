// The command line: commands, their arguments and options.

import { Command, Option } from 'commander'
import { offerAccount } from './account/account-program.js'
import type { CommandContext, CommandResult } from './command-context.js'
import type { CommandLine, Given } from './command-line.js'
import type { RunFlags } from './commands/bot/run.js'
import type { WatchdogFlags } from './commands/bot/watchdog.js'
import type { CheckOptions } from './commands/setup/check.js'
import type { BacktestFlags } from './commands/tapes/backtest.js'
import type { CalibrateFlags } from './commands/tapes/calibrate.js'
import type { FaultsOptions } from './commands/venue/faults.js'
import type { ServeOptions } from './commands/venue/serve.js'
import { offerControl } from './control/control-program.js'
import { refuseIdle } from './idle-options.js'
import { duration, refused, reportName, threadCount } from './option-values.js'
import { packageVersion } from './package-root.js'
import { offerSetup } from './setup/setup-program.js'
import { offerSweep } from './sweep/sweep-program.js'
import { offerTapes } from './tape/tape-program.js'

/** Of `quoin --help`. */
const ON_TAPES = 'Recordings, backtests and sweeps:'
const AT_THE_VENUE = 'The venue and the account there:'

/** Loads the command's file only when it is used, so that `quoin --help` and small commands start fast. */
export interface ProgramOptions {
  /** Arguments of node up to the script. */
  readonly entry: readonly string[]
  readonly context: (json: boolean) => CommandContext
  /** Called with the chosen command's outcome. */
  readonly chosen: (result: CommandResult) => void
}

export function createProgram({ entry, context, chosen }: ProgramOptions): Command {
  const program = new Command('quoin')
  program
    .description('A market maker for prediction markets, with the venue in the box')
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .showHelpAfterError('(quoin --help shows the commands)')
    .commandsGroup('Commands:')
  const line: CommandLine = {
    command: (usage, description) =>
      program.command(usage).description(description).addOption(new Option('--json', 'print data as one JSON line')),
    start: ({ json = false }, run) => chosen(run(context(json))),
  }
  const { command, start } = line

  command('demo', 'start a server with living markets and a bot that quotes there').action((given: Given) =>
    start(given, async (ctx) => (await import('./commands/bot/demo.js')).demo({ entry }, ctx)),
  )
  offerRun(line)
  command('serve [config]', 'start the bundled server')
    .addOption(new Option('--port <port>', 'listen there instead; 0 picks a free port').argParser(portNumber))
    .addOption(new Option('--data <file>', 'keep everything in this file, so that it outlives the process'))
    .addOption(new Option('--backup <copy>', 'copy the data file there, also while a server uses it, and end'))
    .addOption(new Option('--until-stdin-ends', 'end when standard input does'))
    .action((config: string | undefined, given: Given<ServeOptions>) =>
      start(given, async (ctx) => (await import('./commands/venue/serve.js')).serve({ ...given, config }, ctx)),
    )
  command(
    'check <config>',
    'check a configuration and its strategy, show the effective values and what the budget carries',
  )
    .addOption(new Option('--offline', 'do not ask the venue'))
    .action((path: string, given: Given<CheckOptions>) =>
      start(given, async (ctx) => (await import('./commands/setup/check.js')).check(path, given, ctx)),
    )
  offerSetup(line, () => program.commands)
  program.commandsGroup(ON_TAPES)
  offerBacktests(line)
  offerSweep(line)
  program.commandsGroup(AT_THE_VENUE)
  offerMarkets(line)
  program.commandsGroup('A running bot:')
  offerControl(line)
  program.commandsGroup(AT_THE_VENUE)
  offerAccount(line)
  program.commandsGroup('Beside a bot:')
  offerWatchdog(line)
  offerAlerts(line)
  program.commandsGroup(AT_THE_VENUE)
  offerFaults(line)
  program.commandsGroup(ON_TAPES)
  offerTapes(line)
  return program
}

function offerAlerts({ command, start }: CommandLine): void {
  command('alerts <config>', 'send a test message to every address of a configuration').action(
    (path: string, given: Given) =>
      start(given, async (ctx) => (await import('./commands/operate/alerts.js')).alerts(path, ctx)),
  )
}

function offerRun({ command, start }: CommandLine): void {
  command('run <config>', 'run the bot of a configuration, on paper unless told otherwise')
    .addOption(new Option('--dry-run', 'stay on paper whatever the configuration says'))
    .addOption(new Option('--live', 'send orders; the configuration must say "mode: live" too'))
    .addOption(
      new Option(
        '--report <name>',
        'write name.html and its data there, instead of where the configuration says',
      ).argParser(reportName),
    )
    .action((path: string, given: Given<RunFlags>) =>
      start(given, async (ctx) => (await import('./commands/bot/run.js')).run(path, given, ctx)),
    )
}

/** How long `--rank` looks by itself, milliseconds. */
const LOOK_MS = 60_000

function offerMarkets({ command, start }: CommandLine): void {
  command('markets <config>', 'list the markets that a configuration selects')
    .addOption(new Option('--rank', 'look at them for a while, and order them by what quoting them might be worth'))
    .addOption(new Option('--for <time>', '--rank: how long, such as 30s, 10m; 60s by default').argParser(duration))
    .action((path: string, given: Given<{ readonly rank?: boolean; readonly for?: number }>) =>
      start(given, async (ctx) => {
        if (given.rank === true) return (await import('./commands/venue/rank.js')).rank(path, given.for ?? LOOK_MS, ctx)
        refuseIdle(given, ['for'], 'expected --rank beside it, got none')
        return (await import('./commands/venue/markets.js')).markets(path, ctx)
      }),
    )
}

/** What runs beside a live bot. */
function offerWatchdog({ command, start }: CommandLine): void {
  command('watchdog <config>', 'cancel everything of the wallet when its live bot shows no sign of life any more')
    .addOption(
      new Option('--port <port>', 'serve /healthz and /metrics there; 0 picks a free port').argParser(portNumber),
    )
    .action((path: string, given: Given<WatchdogFlags>) =>
      start(given, async (ctx) => (await import('./commands/bot/watchdog.js')).watchdog(path, given, ctx)),
    )
  command('signer <file>', 'hold a key for bots, and sign what the file allows; the bots never see the key').action(
    (path: string, given: Given) =>
      start(given, async (ctx) => (await import('./commands/bot/signer.js')).signer(path, ctx)),
  )
}

/** What runs on tapes. */
function offerBacktests({ command, start }: CommandLine): void {
  command('backtest <config>', 'run the bot of a configuration on a tape, in virtual time')
    .addOption(new Option('--tape <path>', "a tape's folder or file, instead of the configuration's"))
    .addOption(
      new Option(
        '--report <name>',
        'write name.html and its data there, instead of where the configuration says',
      ).argParser(reportName),
    )
    .addOption(new Option('--against <config>', 'run that one on the same tape too, and say which earns more'))
    .addOption(new Option('--no-cache', 'read the tape as it is, without the columns beside it'))
    .addOption(
      new Option(
        '--threads <n>',
        'models at once; without it as many as the machine has cores, on a short tape one',
      ).argParser(threadCount),
    )
    .action((path: string, given: Given<BacktestFlags>) =>
      start(given, async (ctx) => (await import('./commands/tapes/backtest.js')).runBacktest(path, given, ctx)),
    )
  command(
    'calibrate <reports...>',
    'hold reports of one period against the first: what both filled, why the rest differs',
  )
    .addOption(new Option('--model <name>', 'of a backtest, its run under this queue model'))
    .action((paths: string[], given: Given<CalibrateFlags>) =>
      start(given, async (ctx) => (await import('./commands/tapes/calibrate.js')).calibrateReports(paths, given, ctx)),
    )
}

/** Settings beside the configuration: `quoin faults <config> answer-delayed delayMs=500 count=1`. */
function offerFaults({ command, start }: CommandLine): void {
  command(
    'faults <config> [kind] [settings...]',
    'list the faults of a bundled server, or make one: its kind, then name=value',
  )
    .addOption(new Option('--clear [id]', 'clear the fault with this id, or all'))
    .action((path: string, kind: string | undefined, settings: readonly string[], given: Given<FaultsOptions>) =>
      start(given, async (ctx) =>
        (await import('./commands/venue/faults.js')).faults(path, { ...given, kind, settings }, ctx),
      ),
    )
}

function portNumber(text: string): number {
  const port = Number(text)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw refused('a port from 0 to 65535', text)
  return port
}
