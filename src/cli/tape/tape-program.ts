// The commands around tapes, their arguments and options.

import { Argument, Option } from 'commander'
import type { CommandLine, Given } from '../command-line.js'
import type { RecordFlags } from '../commands/bot/record.js'
import type { ReplayFlags } from '../commands/tapes/replay.js'
import type { TapeFlags } from '../commands/tapes/tape.js'
import { duration, refused } from '../option-values.js'
import { TAPE_ACTIONS, type TapeAction } from './tape-actions.js'

function positive(text: string): number {
  const value = Number(text)
  if (!(value > 0 && value < 1e6)) throw refused('a number above 0', text)
  return value
}

function whole(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1 || value > 1e6) throw refused('a whole number from 1', text)
  return value
}

export function offerTapes({ command, start }: CommandLine): void {
  command('record <config>', 'write a tape of the selected markets, without a strategy and without a wallet')
    .addOption(
      new Option('--for <time>', 'how long, such as 90s, 10m, 2h; until a signal without it').argParser(duration),
    )
    .addOption(new Option('--out <folder>', 'the folder of the tape, instead of recording.folder'))
    .action((path: string, given: Given<Omit<RecordFlags, 'forMs' | 'signals'> & { readonly for?: number }>) =>
      start(given, async (ctx) =>
        (await import('../commands/bot/record.js')).record(path, { ...given, forMs: given.for }, ctx),
      ),
    )

  command('replay <tape>', 'give the recorded inputs of a run to the core again, and compare every decision')
    .addOption(new Option('--run <run>', 'only this run of the tape'))
    .addOption(new Option('--strategy <file>', "the strategy's file, where it lies elsewhere now"))
    .action((path: string, given: Given<ReplayFlags>) =>
      start(given, async (ctx) => (await import('../commands/tapes/replay.js')).replay(path, given, ctx)),
    )

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
    .action((action: TapeAction, paths: readonly string[], { json = false, ...flags }: Given<TapeFlags>) =>
      start({ json }, async (ctx) => (await import('../commands/tapes/tape.js')).tape(action, paths, flags, ctx)),
    )
}
