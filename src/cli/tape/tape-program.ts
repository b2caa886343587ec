// The commands around tapes, their arguments and options.

import { Argument, type Command, InvalidArgumentError, Option } from 'commander'
import type { CommandContext, CommandResult } from '../command-context.js'
import { duration } from '../duration.js'
import { TAPE_ACTIONS, type TapeAction } from './tape-actions.js'

type Options = Readonly<Record<string, unknown>>

export interface TapeCommands {
  readonly command: (name: string, description: string) => Command
  readonly start: (options: Options, run: (context: CommandContext) => CommandResult) => void
}

/** `undefined` where the option was not given. */
const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Without the keys that are absent. */
function given<T extends Record<string, string | undefined>>(options: T): { [K in keyof T]?: string } {
  const present: { [K in keyof T]?: string } = {}
  for (const key in options) if (options[key] !== undefined) present[key] = options[key]
  return present
}

function positive(given: string): number {
  const value = Number(given)
  if (!(value > 0 && value < 1e6)) throw new InvalidArgumentError(`expected a number above 0, got ${given}`)
  return value
}

function whole(given: string): number {
  const value = Number(given)
  if (!Number.isInteger(value) || value < 1 || value > 1e6) {
    throw new InvalidArgumentError(`expected a whole number from 1, got ${given}`)
  }
  return value
}

export function offerTapes({ command, start }: TapeCommands): void {
  command('record <config>', 'write a tape of the selected markets, without a strategy and without a wallet')
    .addOption(
      new Option('--for <time>', 'how long, such as 90s, 10m, 2h; until a signal without it').argParser(duration),
    )
    .addOption(new Option('--out <folder>', 'the folder of the tape, instead of recording.folder'))
    .action((path: string, options: Options) => {
      const forMs = options['for']
      const flags = { ...given({ out: text(options['out']) }), ...(typeof forMs === 'number' ? { forMs } : {}) }
      start(options, async (ctx) => (await import('../commands/bot/record.js')).record(path, flags, ctx))
    })
  command('replay <tape>', 'give the recorded inputs of a run to the core again, and compare every decision')
    .addOption(new Option('--run <run>', 'only this run of the tape'))
    .addOption(new Option('--strategy <file>', "the strategy's file, where it lies elsewhere now"))
    .action((path: string, options: Options) => {
      const flags = given({ run: text(options['run']), strategy: text(options['strategy']) })
      start(options, async (ctx) => (await import('../commands/tapes/replay.js')).replay(path, flags, ctx))
    })
  command(
    'tape',
    'look into tapes: what they hold (info), their lines (cat), whether they are whole (verify), which queue model fits them best (ghosts); make one of several (merge), of a foreign recording (import) or of the sandbox (make), or Parquet of one (convert)',
  )
    .addArgument(new Argument('<action>', 'what to do').choices(TAPE_ACTIONS))
    .addArgument(new Argument('<paths...>', 'tapes: folders or single files; import: CSV or JSON lines'))
    .addOption(new Option('--market <id>', 'cat: only this market, by id or condition id'))
    .addOption(new Option('--from <time>', 'cat: not before, as 2026-01-31T12:00:00Z'))
    .addOption(new Option('--to <time>', 'cat: not after'))
    .addOption(new Option('--mapping <file>', 'import: what the columns mean, such as config/tapes/trades.yaml'))
    .addOption(new Option('--out <folder>', 'merge, import: the folder of the new tape; convert: the Parquet file'))
    .addOption(new Option('--preset <name>', 'make: the kind of world, demo or calm'))
    .addOption(new Option('--minutes <n>', 'make: how long; 10 by default').argParser(positive))
    .addOption(new Option('--markets <n>', "make: how many at a time; the preset's by default").argParser(whole))
    .addOption(new Option('--seed <n>', 'make: another seed, another story; 1 by default').argParser(whole))
    .addOption(new Option('--force', 'make, convert: replace the file that is there'))
    .action((action: TapeAction, paths: readonly string[], options: Options) => {
      const { market, from, to, mapping, out, preset, minutes, markets, seed, force } = options
      const flags = given({
        ...{ market: text(market), from: text(from), to: text(to) },
        ...{ mapping: text(mapping), out: text(out), preset: text(preset) },
      })
      const numbers = {
        ...(typeof minutes === 'number' ? { minutes } : {}),
        ...(typeof markets === 'number' ? { markets } : {}),
        ...(typeof seed === 'number' ? { seed } : {}),
        ...(force === true ? { force } : {}),
      }
      start(options, async (ctx) =>
        (await import('../commands/tapes/tape.js')).tape(action, paths, { ...flags, ...numbers }, ctx),
      )
    })
}
