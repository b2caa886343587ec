// The commands around tapes, their arguments and options.

import { type Command, Option } from 'commander'
import type { CommandContext, CommandResult } from './command.js'

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

export function offerTapes({ command, start }: TapeCommands): void {
  command('replay <tape>', 'give the recorded inputs of a run to the core again, and compare every decision')
    .addOption(new Option('--run <run>', 'only this run of the tape'))
    .addOption(new Option('--strategy <file>', "the strategy's file, where it lies elsewhere now"))
    .action((path: string, options: Options) => {
      const flags = given({ run: text(options['run']), strategy: text(options['strategy']) })
      start(options, async (ctx) => (await import('./commands/replay.js')).replay(path, flags, ctx))
    })
}
