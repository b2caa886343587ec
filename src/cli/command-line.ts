// What commands are offered on: how they are written, and what runs where one is chosen.

import type { Command } from 'commander'
import type { CommandContext, CommandResult } from './command-context.js'

/** Options as they were given, the one of all commands among them; what was not given is absent. */
export type Given<Flags = unknown> = Flags & { readonly json?: boolean }

export interface CommandLine {
  /** `usage`: its name and arguments. */
  readonly command: (usage: string, description: string) => Command
  readonly start: (given: Given, run: (context: CommandContext) => CommandResult) => void
}
