// The commands for the time before a run: their arguments and options.

import type { Command } from 'commander'
import type { CommandContext, CommandResult } from '../command.js'

type Options = Readonly<Record<string, unknown>>

export interface SetupCommands {
  readonly command: (name: string, description: string) => Command
  readonly start: (options: Options, run: (context: CommandContext) => CommandResult) => void
}

export function offerSetup({ command, start }: SetupCommands): void {
  command(
    'doctor <config>',
    'look whether everything is there that a bot of the configuration needs, say what mends the rest, and send no order',
  ).action((path: string, options: Options) =>
    start(options, async (ctx) => (await import('../commands/doctor.js')).doctor(path, ctx)),
  )
}
