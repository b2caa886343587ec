// The command of sweeps, its arguments and options.

import { type Command, InvalidArgumentError, Option } from 'commander'
import type { CommandContext, CommandResult } from '../command-context.js'
import { reportName } from '../report-name.js'
import { threadCount } from '../thread-count.js'

type Options = Readonly<Record<string, unknown>>

export interface SweepCommand {
  readonly command: (name: string, description: string) => Command
  readonly start: (options: Options, run: (context: CommandContext) => CommandResult) => void
}

const collected = (text: string, before: readonly string[]) => [...before, text]

function number(text: string): number {
  const value = Number(text)
  // commander names the option in front of the message
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError(`expected a number, got ${text}`)
  return value
}

/** Options that go before the settings of the same name. */
const SETTINGS = ['search', 'runs', 'seed', 'objective', 'minFills', 'holdOut', 'folds', 'workers', 'report']

export function offerSweep({ command, start }: SweepCommand): void {
  command('sweep <config>', 'run many backtests with other values, rank them, and say what the best is worth')
    .addOption(new Option('--tape <path>', "a tape's folder or file, instead of the configuration's"))
    .addOption(
      new Option('--set <path=values>', 'vary this: a,b,c or from..to, with :steps=n, :step=x, :log; again for more')
        .argParser(collected)
        .default([], 'what the configuration says'),
    )
    .addOption(
      new Option('--grid <path=values>', 'as --set, and try every combination')
        .argParser(collected)
        .default([], 'none'),
    )
    .addOption(new Option('--search <kind>', 'grid, random or halving'))
    .addOption(new Option('--runs <n>', 'random, halving: how many configurations').argParser(number))
    .addOption(new Option('--seed <n>', 'random, halving: other draws').argParser(number))
    .addOption(new Option('--objective <name>', 'pnl, mean-pnl, pnl-per-drawdown or sharpe'))
    .addOption(new Option('--min-fills <n>', 'fills under which nothing is called the best').argParser(number))
    .addOption(
      new Option('--hold-out <share>', 'share of the tape at its end that the search never sees').argParser(number),
    )
    .addOption(new Option('--folds <n>', 'parts of the rest, each a run of its own').argParser(number))
    .addOption(new Option('--workers <n>', 'threads; as many as the machine has cores without it').argParser(number))
    .addOption(
      new Option(
        '--queue <redis>',
        'have the runs done by "quoin worker" on any machines, through the Redis at this address, or at the one in this file',
      ),
    )
    .addOption(new Option('--report <name>', 'write name.html, its data and the runs there').argParser(reportName))
    .addOption(new Option('--no-cache', 'read the tape as it is into memory, without the columns beside it'))
    .addOption(new Option('--fresh', 'run everything anew, and forget the runs that are stored there'))
    .action((path: string, options: Options) => {
      const { tape, set, grid, queue } = options
      const list = (value: unknown) => (Array.isArray(value) ? value.map(String) : [])
      const given = SETTINGS.filter((name) => options[name] !== undefined).map((name) => [name, options[name]])
      const searched = list(grid).length > 0 ? { search: 'grid' } : {}
      const flags = {
        ...(typeof tape === 'string' ? { tape } : {}),
        ...(typeof queue === 'string' ? { queue } : {}),
        set: [...list(set), ...list(grid)],
        settings: { ...searched, ...Object.fromEntries(given) },
        isCached: options['cache'] !== false,
        fresh: options['fresh'] === true,
      }
      start(options, async (ctx) => (await import('../commands/tapes/sweep.js')).runSweep(path, flags, ctx))
    })
  offerWorker({ command, start })
}

function offerWorker({ command, start }: SweepCommand): void {
  command('worker', 'do runs of sweeps that were started with --queue, one sweep at a time, until it is stopped')
    .addOption(new Option('--queue <redis>', 'address of Redis, or a file that holds it').makeOptionMandatory())
    .addOption(
      new Option('--threads <n>', 'runs at once; as many as the machine has cores without it').argParser(threadCount),
    )
    .addOption(new Option('--tape <path>', 'where the tape is on this machine, instead of where the sweep has it'))
    .addOption(new Option('--folder <path>', "where the configuration's folder is on this machine, likewise"))
    .action((options: Options) => {
      const { queue, threads, tape, folder } = options
      const flags = {
        queue: String(queue),
        ...(typeof threads === 'number' ? { threads } : {}),
        ...(typeof tape === 'string' ? { tape } : {}),
        ...(typeof folder === 'string' ? { folder } : {}),
      }
      start(options, async (ctx) => (await import('../commands/bot/worker.js')).runWorker(flags, ctx))
    })
}
