// The bot that trades with a wallet at this moment, for commands that act beside it.

import type { Config } from '../../config/config.js'
import type { Address } from '../../domain/market/market.js'
import { isSeenHere } from '../../execution/journal/lock/process-mark.js'
import { walletHolder } from '../../execution/journal/lock/wallet-lock.js'
import type { CommandContext } from '../command-context.js'
import { stateFolder } from './state-folder.js'

export interface RunningBot {
  readonly pid: number
  readonly host: string
  /** What it will do, and how to stop it, for a person. */
  readonly note: string
}

/** `undefined` when no live process holds the wallet in the user's state folder; one with another state folder is not seen. */
export async function runningBot(
  config: Config,
  account: Address,
  env: CommandContext['env'],
): Promise<RunningBot | undefined> {
  const { chainId } = config.venue.profile.typedData.domain
  const holder = await walletHolder({ folder: stateFolder(env), chainId, account })
  if (holder === undefined) return undefined
  const { pid, host } = holder
  const [who, how] = isSeenHere(holder)
    ? [`process ${pid}`, `kill ${pid}`]
    : [`process ${pid} on ${host}`, `send SIGTERM to process ${pid} on ${host}, or stop its container`]
  return {
    pid,
    host,
    note: `a bot trades with this wallet (${who}): unless it is halted it will quote again; quoin halt cancels everything until it is resumed, and to end it: ${how}`,
  }
}
