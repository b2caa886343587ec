// `quoin keys`: makes an encrypted keystore of a new key or of one in a file, and tells whose key a file holds. No secret is an
// argument, and none is printed.

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { generatePrivateKey } from 'viem/accounts'
import { codeOf, QuoinError } from '../../../domain/error.js'
import { looksLikeKey, maskKeys } from '../../../domain/key-like.js'
import { findKey, readPassphraseFile } from '../../../venue/transport/key-source.js'
import { addressOf, makeKeystore, openKeystore, parseKeystore } from '../../../venue/transport/keystore.js'
import { Secret } from '../../../venue/transport/secret.js'
import type { CommandContext, CommandResult } from '../../command-context.js'
import { refuseIdle } from '../../idle-options.js'
import { writeNewFile } from '../../setup/new-file.js'
import type { KeyAction } from '../../setup/setup-actions.js'

export interface KeyFlags {
  readonly action: KeyAction
  /** The keystore; address: or a file of a key. */
  readonly file: string
  /** File of the passphrase. */
  readonly passphraseFile?: string
  /** import: file of the key as hex. */
  readonly keyFile?: string
}

/** A guess is as cheap as its passphrase is short. */
const SHORTEST = 12

export async function keys(flags: KeyFlags, { out }: CommandContext): CommandResult {
  const { action, file } = flags
  if (looksLikeKey(file)) throw new QuoinError('bad-argument', 'file: expected a path, got what looks like a key')
  if (action !== 'import')
    refuseIdle(flags, ['keyFile'], `expected only with import, which takes the key over, got ${action}`)
  if (action === 'address') {
    const found = addressIn(flags)
    out.data(found, () => [found.address])
    if (!found.verified)
      out.note('as the file says; --passphrase-file opens it, and shows that the key is that of the address')
    return 'ok'
  }
  const passphrase = passphraseFor(flags)
  const key = action === 'new' ? new Secret(generatePrivateKey()) : keyIn(flags.keyFile)
  const address = addressOf(key)
  const text = makeKeystore(key, passphrase)
  writeNewFile(resolve(file), text)
  out.data({ address, keystore: resolve(file) }, () => [address])
  out.note(`${file} holds its key, encrypted. Without the passphrase nobody opens it, you included: keep both, apart`)
  return 'ok'
}

function passphraseFor({ passphraseFile }: KeyFlags): Secret {
  if (passphraseFile === undefined) {
    throw new QuoinError(
      'bad-argument',
      '--passphrase-file: expected a file of mode 0400 or 0600 that holds the passphrase',
    )
  }
  const passphrase = readPassphraseFile(resolve(passphraseFile), '--passphrase-file')
  const { length } = passphrase.reveal()
  if (length >= SHORTEST) return passphrase
  throw new QuoinError('bad-argument', `passphrase: expected ${SHORTEST} characters or more, got ${length}`)
}

function keyIn(keyFile: string | undefined): Secret {
  const found =
    keyFile === undefined
      ? undefined
      : findKey({ name: 'KEY', file: resolve(keyFile), fileFrom: '--key-file', env: {} })
  if (found !== undefined) return found.secret
  throw new QuoinError(
    'bad-argument',
    '--key-file: expected a file of mode 0400 or 0600 that holds the private key as hex',
  )
}

/** Of a keystore without its passphrase, what it says itself. */
function addressIn({ file, passphraseFile }: KeyFlags): { address: string; verified: boolean } {
  const path = resolve(file)
  const text = readText(path)
  if (!text.trimStart().startsWith('{')) {
    const found = findKey({ name: 'KEY', file: path, env: {} })
    return { address: addressOf(found?.secret ?? new Secret(text)), verified: true }
  }
  const keystore = parseKeystore(text)
  if (passphraseFile !== undefined) {
    const key = openKeystore(keystore, readPassphraseFile(resolve(passphraseFile), '--passphrase-file'))
    return { address: addressOf(key), verified: true }
  }
  if (keystore.address !== undefined) return { address: `0x${keystore.address.replace(/^0x/i, '')}`, verified: false }
  throw new QuoinError('bad-argument', '--passphrase-file: expected one, for this keystore does not say whose it is')
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (thrown) {
    const reason = codeOf(thrown) ?? 'unreadable'
    throw new QuoinError(
      'bad-argument',
      `file: expected a keystore or a file of a key, got ${reason} on ${maskKeys(path)}`,
    )
  }
}
