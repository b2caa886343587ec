// The command of sweeps, its arguments and options.

import { Option } from 'commander'
import type { CommandLine, Given } from '../command-line.js'
import type { WorkerFlags } from '../commands/bot/worker.js'
import { refused, reportName, threadCount } from '../option-values.js'
import type { SweepFlags } from './setup.js'

const collected = (text: string, before: readonly string[]) => [...before, text]

function number(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value)) throw refused('a number', text)
  return value
}

/** Options that go before the settings of the same name. */
const SETTINGS = ['search', 'runs', 'seed', 'objective', 'minFills', 'holdOut', 'folds', 'workers', 'report'] as const

type GivenSweep = Given<Omit<SweepFlags, 'settings'>> & {
  readonly grid: readonly string[]
} & { readonly [Setting in (typeof SETTINGS)[number]]?: unknown }

export function offerSweep(line: CommandLine): void {
  const { command, start } = line
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
    .action((path: string, given: GivenSweep) => {
      const { set, grid } = given
      const settings = {
        ...(grid.length > 0 ? { search: 'grid' } : {}),
        ...Object.fromEntries(SETTINGS.filter((name) => given[name] !== undefined).map((name) => [name, given[name]])),
      }
      const flags = { ...given, set: [...set, ...grid], settings }
      start(given, async (ctx) => (await import('../commands/tapes/sweep.js')).runSweep(path, flags, ctx))
    })
  offerWorker(line)
}

function offerWorker({ command, start }: CommandLine): void {
  command('worker', 'do runs of sweeps that were started with --queue, one sweep at a time, until it is stopped')
    .addOption(new Option('--queue <redis>', 'address of Redis, or a file that holds it').makeOptionMandatory())
    .addOption(
      new Option('--threads <n>', 'runs at once; as many as the machine has cores without it').argParser(threadCount),
    )
    .addOption(new Option('--tape <path>', 'where the tape is on this machine, instead of where the sweep has it'))
    .addOption(new Option('--folder <path>', "where the configuration's folder is on this machine, likewise"))
    .action((given: Given<WorkerFlags>) =>
      start(given, async (ctx) => (await import('../commands/bot/worker.js')).runWorker(given, ctx)),
    )
}
