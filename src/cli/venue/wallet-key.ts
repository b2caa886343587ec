// The wallet's private key, from where the configuration says: a file of the key, or the environment.

import { resolve } from 'node:path'
import type { Config } from '../../config/config.js'
import { QuoinError } from '../../domain/error.js'
import { type FoundKey, findKey, shownName } from '../../venue/transport/key-source.js'
import type { CommandContext } from '../command.js'

/** Throws `bad-config` when there is none, or when it cannot be used. */
export function walletKey({ wallet, folder }: Config, env: CommandContext['env']): FoundKey {
  const name = wallet.privateKeyEnv ?? 'QUOIN_PRIVATE_KEY'
  const file = wallet.privateKeyFile === undefined ? {} : { file: resolve(folder, wallet.privateKeyFile) }
  const found = findKey({ name, env, ...file })
  if (found !== undefined) return found
  throw new QuoinError('bad-config', `wallet: expected privateKeyFile, or ${shownName(name)} to be set, got neither`)
}
