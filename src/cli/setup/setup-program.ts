// The commands for the time before a run: their arguments and options.

import { Argument, type Command, Option } from 'commander'
import type { CommandLine, Given } from '../command-line.js'
import type { PlaceFlags } from '../commands/setup/doctor-place.js'
import type { KeyFlags } from '../commands/setup/keys.js'
import { refuseIdle } from '../idle-options.js'
import type { InitFlags } from './init-answers.js'
import {
  KEY_ACTIONS,
  type KeyAction,
  PLACES,
  SCHEMA_KINDS,
  type SchemaKind,
  SHELLS,
  type Shell,
} from './setup-actions.js'

/** `all`: every command there is, those of others too. */
export function offerSetup(line: CommandLine, all: () => readonly Command[]): void {
  const { command, start } = line
  offerInit(line)
  offerDoctor(line)
  offerKeys(line)
  command(
    'schema',
    'print the JSON schema of a configuration, for editors: of a bot, a venue profile, a server or a signer',
  )
    .addArgument(new Argument('[of]').choices(SCHEMA_KINDS).default('bot'))
    .action((of: SchemaKind, given: Given) =>
      start(given, async (ctx) => (await import('../commands/setup/schema.js')).schema(of, ctx)),
    )
  command('completion', 'print the script with which a shell completes the words of quoin')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .action((shell: Shell, given: Given) =>
      start(given, async (ctx) => (await import('../commands/setup/completion.js')).completion(shell, all(), ctx)),
    )
}

function offerDoctor({ command, start }: CommandLine): void {
  command(
    'doctor <config>',
    'look whether everything is there that a bot of the configuration needs, say what mends the rest, and send no order without --place',
  )
    .addOption(new Option('--place', 'then ask, and place a few of the smallest orders to see what no page tells'))
    .addOption(new Option('--market <id>', '--place: in this market, instead of the cheapest one chosen'))
    .addOption(new Option('--yes', '--place: do not ask'))
    .addOption(new Option('--profile-out <file>', '--place: a new file for the profile with what was seen'))
    .action((path: string, { place, ...given }: Given<PlaceFlags & { readonly place?: boolean }>) =>
      start(given, async (ctx) => {
        if (place === true) return (await import('../commands/setup/doctor-place.js')).doctorPlace(path, given, ctx)
        refuseIdle(given, ['market', 'yes', 'profileOut'], 'expected --place beside it, got none')
        return (await import('../commands/setup/doctor.js')).doctor(path, ctx)
      }),
    )
}

const INIT_OPTIONS = [
  new Option('--for <place>', 'sandbox, testnet or live').choices(PLACES),
  new Option('--url <address>', "the venue's address"),
  new Option('--strategy <name>', 'name of a strategy that comes with Quoin, or a file'),
  new Option('--markets <n>', 'markets to quote at most'),
  new Option('--api-key-file <file>', 'file of mode 0400 or 0600 that holds the API key'),
  new Option('--keystore <file>', "the wallet's keystore (quoin keys new)"),
  new Option('--passphrase-file <file>', "file of mode 0400 or 0600 that holds the keystore's passphrase"),
  new Option('--key-file <file>', 'file of mode 0400 or 0600 that holds the private key as hex, instead of a keystore'),
]

function offerInit({ command, start }: CommandLine): void {
  const offered = command('init [file]', 'ask four questions and write a configuration, quoin.yaml by default')
  for (const option of INIT_OPTIONS) offered.addOption(option)
  offered.action(
    (file: string | undefined, given: Given<Omit<InitFlags, 'file' | 'place'> & { readonly for?: string }>) =>
      start(given, async (ctx) =>
        (await import('../commands/setup/init.js')).init(
          { ...given, file: file ?? 'quoin.yaml', place: given.for },
          ctx,
        ),
      ),
  )
}

function offerKeys({ command, start }: CommandLine): void {
  command(
    'keys',
    'encrypted keystores of private keys: a new key (new), one of a file taken over (import), or whose key a file holds (address)',
  )
    .addArgument(new Argument('<action>').choices(KEY_ACTIONS))
    .addArgument(new Argument('<file>'))
    .addOption(new Option('--passphrase-file <file>', 'file of mode 0400 or 0600 that holds the passphrase'))
    .addOption(new Option('--key-file <file>', 'import: file of mode 0400 or 0600 that holds the private key as hex'))
    .action((action: KeyAction, file: string, given: Given<KeyFlags>) =>
      start(given, async (ctx) => (await import('../commands/setup/keys.js')).keys({ ...given, action, file }, ctx)),
    )
}
