// The commands about an account at the venue: their arguments and options.

import { Argument, type Command, InvalidArgumentError, Option } from 'commander'
import { utcMsOf } from '../../domain/utc-time.js'
import type { CommandContext, CommandResult } from '../command-context.js'
import { API_KEY_ACTIONS, type ApiKeyAction, EXPORT_KINDS, type ExportKind } from './account-actions.js'

type Options = Readonly<Record<string, unknown>>

export interface AccountCommands {
  readonly command: (name: string, description: string) => Command
  readonly start: (options: Options, run: (context: CommandContext) => CommandResult) => void
}

export function offerAccount({ command, start }: AccountCommands): void {
  offerPersonal({ command, start })
  command('export', "an account's fills, fees, complete sets or redemptions as CSV, by the venue's lists")
    .addArgument(new Argument('<what>').choices(EXPORT_KINDS))
    .addArgument(new Argument('<config>'))
    .addOption(new Option('--from <time>', 'fills, fees: not before, as 2026-01-31T12:00:00Z').argParser(moment))
    .addOption(new Option('--to <time>', 'fills, fees: not after').argParser(moment))
    .addOption(new Option('--out <file>', 'a new file, instead of standard output'))
    .action((kind: ExportKind, path: string, options: Options) => {
      const { from, to, out } = options
      const flags = {
        kind,
        ...(typeof from === 'number' ? { fromMs: from } : {}),
        ...(typeof to === 'number' ? { toMs: to } : {}),
        ...(typeof out === 'string' ? { out } : {}),
      }
      start(options, async (ctx) => (await import('../commands/tapes/export.js')).exportTable(path, flags, ctx))
    })
  command(
    'flatten <config> [market]',
    'sell what makes the account depend on who wins: shows what that would bring, asks, cancels what rests, and sells',
  )
    .addOption(
      new Option('--max-slippage <price>', 'furthest below the best bid, a probability; 0.02 by default')
        .argParser(slippage)
        .default(0.02, '0.02'),
    )
    .addOption(new Option('--yes', 'do not ask'))
    .action((path: string, market: string | undefined, options: Options) => {
      const { yes, maxSlippage } = options
      const flags = {
        ...{ yes: yes === true, maxSlippage: Number(maxSlippage) },
        ...(market === undefined ? {} : { market }),
      }
      start(options, async (ctx) => (await import('../commands/operate/flatten.js')).flatten(path, flags, ctx))
    })
}

function offerPersonal({ command, start }: AccountCommands): void {
  command('api-keys', "list the wallet's API keys, create one, replace the secret of one (rotate), or revoke one")
    .addArgument(new Argument('<action>').choices(API_KEY_ACTIONS))
    .addArgument(new Argument('<config>'))
    .addArgument(new Argument('[key]', 'create: its name; rotate, revoke: its id'))
    .addOption(new Option('--out <file>', 'create, rotate: a new file for the secret, which is never printed'))
    .action((action: ApiKeyAction, path: string, key: string | undefined, options: Options) => {
      const { out } = options
      const flags = {
        action,
        ...(key === undefined ? {} : { key }),
        ...(typeof out === 'string' ? { out } : {}),
      }
      start(options, async (ctx) => (await import('../commands/venue/api-keys.js')).apiKeys(path, flags, ctx))
    })
  command(
    'referral <config> [code]',
    "the wallet's referral code, referees and rewards; with a code: record who referred it",
  ).action((path: string, code: string | undefined, options: Options) =>
    start(options, async (ctx) => (await import('../commands/venue/referral.js')).referral(path, code, ctx)),
  )
}

// commander names the option in front of the messages
function moment(given: string): number {
  const ms = utcMsOf(given)
  if (ms === undefined) throw new InvalidArgumentError(`expected a time such as 2026-01-31T12:00:00Z, got ${given}`)
  return ms
}

function slippage(given: string): number {
  const value = Number(given)
  if (given.trim() === '' || !(value >= 0 && value < 1))
    throw new InvalidArgumentError(`expected a probability from 0 to below 1, got ${given}`)
  return value
}
