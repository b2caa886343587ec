// A command that changes something at the venue without a bot, or beside one, is written down where a bot's commands are: once before it acts,
// and once with what came of it. A line without a second one was cut off.

import { mkdirSync } from 'node:fs'
import type { Config } from '../../config/config.js'
import { messageOf, toFailure } from '../../domain/error.js'
import type { Address } from '../../domain/market/market.js'
import { writeOperation } from '../../execution/journal/beside/operations-log.js'
import { journalSettings, walletFolder } from '../bot/settings/journal-settings.js'
import type { CommandContext, CommandResult } from '../command-context.js'
import { actorOf } from './actor.js'

type Details = Readonly<Record<string, unknown>>

export interface Operation {
  readonly config: Config
  readonly account: Address
  readonly context: Pick<CommandContext, 'env' | 'out'>
  readonly command: string
  /** What is asked for; no secrets. */
  readonly asked?: Details
}

/** `act` tells what came of it, also where it fails later. What cannot be written is said, and done all the same: it mostly holds back. */
export async function writtenDown(
  { config, account, context, command, asked = {} }: Operation,
  act: (tell: (details: Details) => void) => CommandResult,
): CommandResult {
  const { durability } = journalSettings(config)
  const log = { folder: walletFolder(config, account), durability, wallMs: () => Date.now() }
  const told: Record<string, unknown> = {}
  const write = (outcome: Details) => {
    const entry = { command, actor: actorOf(context.env), ...asked, pid: process.pid, ...told, ...outcome }
    const failure = made(log.folder) ?? writeOperation(entry, log)
    if (failure !== undefined) context.out.note(`not written down: ${failure.message}`)
  }
  write({ outcome: 'begun' })
  try {
    const outcome = await act((details) => Object.assign(told, details))
    write({ outcome })
    return outcome
  } catch (thrown) {
    const { code, message } = toFailure(thrown)
    write({ outcome: 'failed', error: { code, message } })
    throw thrown
  }
}

/** The wallet may never have traded here. */
function made(folder: string): { readonly message: string } | undefined {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return undefined
  } catch (cause) {
    return { message: `${folder}: expected to write, got ${messageOf(cause)}` }
  }
}
