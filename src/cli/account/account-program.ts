// The commands about an account at the venue: their arguments and options.

import { Argument, Option } from 'commander'
import { utcMsOf } from '../../domain/utc-time.js'
import type { CommandLine, Given } from '../command-line.js'
import type { FlattenFlags } from '../commands/operate/flatten.js'
import type { ApiKeyFlags } from '../commands/venue/api-keys.js'
import type { ExportFlags } from '../commands/venue/export.js'
import { refuseIdle } from '../idle-options.js'
import { refused } from '../option-values.js'
import { API_KEY_ACTIONS, type ApiKeyAction, EXPORT_KINDS, type ExportKind } from './account-actions.js'

/** `export`: as its options are called. */
interface GivenExport extends Pick<ExportFlags, 'out'> {
  readonly from?: number
  readonly to?: number
}

export function offerAccount(line: CommandLine): void {
  const { command, start } = line
  offerPersonal(line)
  command('export', "an account's fills, fees, complete sets or redemptions as CSV, by the venue's lists")
    .addArgument(new Argument('<what>').choices(EXPORT_KINDS))
    .addArgument(new Argument('<config>'))
    .addOption(new Option('--from <time>', 'fills, fees: not before, as 2026-01-31T12:00:00Z').argParser(moment))
    .addOption(new Option('--to <time>', 'fills, fees: not after').argParser(moment))
    .addOption(new Option('--out <file>', 'a new file, instead of standard output'))
    .action((kind: ExportKind, path: string, given: Given<GivenExport>) =>
      start(given, async (ctx) => {
        if (kind !== 'fills' && kind !== 'fees')
          refuseIdle(given, ['from', 'to'], `expected only with fills or fees, got ${kind}`)
        const { exportTable } = await import('../commands/venue/export.js')
        return exportTable(path, { ...given, kind, fromMs: given.from, toMs: given.to }, ctx)
      }),
    )
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
    .action((path: string, market: string | undefined, given: Given<FlattenFlags>) =>
      start(given, async (ctx) =>
        (await import('../commands/operate/flatten.js')).flatten(path, { ...given, market }, ctx),
      ),
    )
}

function offerPersonal({ command, start }: CommandLine): void {
  command('api-keys', "list the wallet's API keys, create one, replace the secret of one (rotate), or revoke one")
    .addArgument(new Argument('<action>').choices(API_KEY_ACTIONS))
    .addArgument(new Argument('<config>'))
    .addArgument(new Argument('[key]', 'create: its name; rotate, revoke: its id'))
    .addOption(new Option('--out <file>', 'create, rotate: a new file for the secret, which is never printed'))
    .action((action: ApiKeyAction, path: string, key: string | undefined, given: Given<ApiKeyFlags>) =>
      start(given, async (ctx) =>
        (await import('../commands/venue/api-keys.js')).apiKeys(path, { ...given, action, key }, ctx),
      ),
    )
  command(
    'referral <config> [code]',
    "the wallet's referral code, referees and rewards; with a code: record who referred it",
  ).action((path: string, code: string | undefined, given: Given) =>
    start(given, async (ctx) => (await import('../commands/venue/referral.js')).referral(path, code, ctx)),
  )
}

function moment(text: string): number {
  const ms = utcMsOf(text)
  if (ms === undefined) throw refused('a time such as 2026-01-31T12:00:00Z', text)
  return ms
}

function slippage(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !(value >= 0 && value < 1)) throw refused('a probability from 0 to below 1', text)
  return value
}
