// The wallet's private key, from where the configuration says.
//
//   keystoreFile with passphraseFile > privateKeyFile > NAME_FILE in the environment > NAME in the environment

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { codeOf, QuoinError } from '../../domain/error.js'
import { maskKeys } from '../../domain/key-like.js'
import { type KeySettings, PRIVATE_KEY_ENV } from '../../venue/schema.js'
import { type FoundKey, findKey, readPassphraseFile, shownName } from '../../venue/transport/key-source.js'
import { type Keystore, openKeystore, parseKeystore } from '../../venue/transport/keystore.js'
import type { CommandContext } from '../command-context.js'

/** Where the key is; paths are relative to the folder. */
export interface KeyPlace {
  readonly wallet: KeySettings
  readonly folder: string
}

/** Throws `bad-config` when there is none, or when it cannot be used. Opening a keystore takes up to a second, on purpose. */
export function walletKey({ wallet, folder }: KeyPlace, env: CommandContext['env']): FoundKey {
  const { keystoreFile, passphraseFile, privateKeyFile, privateKeyEnv: name = PRIVATE_KEY_ENV } = wallet
  if (keystoreFile !== undefined && passphraseFile !== undefined) {
    const passphrase = readPassphraseFile(resolve(folder, passphraseFile), 'wallet.passphraseFile')
    return { secret: openKeystore(readKeystore(resolve(folder, keystoreFile)), passphrase), warnings: [] }
  }
  const file =
    privateKeyFile === undefined ? {} : { file: resolve(folder, privateKeyFile), fileFrom: 'wallet.privateKeyFile' }
  const found = findKey({ name, env, ...file })
  if (found !== undefined) return found
  const wanted = `keystoreFile, privateKeyFile, or ${shownName(name)} to be set`
  throw new QuoinError('bad-config', `wallet: expected ${wanted}, got none`)
}

/** Throws `bad-config` for a file that cannot be read or is no keystore. */
export function readKeystore(path: string): Keystore {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (thrown) {
    const reason = codeOf(thrown) ?? 'unreadable'
    throw new QuoinError('bad-config', `keystore: expected a readable file, got ${reason} on ${maskKeys(path)}`)
  }
  return parseKeystore(text)
}
