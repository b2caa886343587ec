// Where a key comes from: a file only its owner can read, or the environment with a warning. Never the command line.
//
//   file given > NAME_FILE in the environment > NAME in the environment

import { readFileSync, statSync } from 'node:fs'
import { codeOf, QuoinError } from '../../domain/error.js'
import { looksLikeKey, maskKeys } from '../../domain/key-like.js'
import { Secret } from './secret.js'

export interface KeyRequest {
  /** Environment variable, such as `QUOIN_PRIVATE_KEY`; `<name>_FILE` may name a file. */
  readonly name: string
  readonly file?: string
  /** The setting or the option that names `file`: messages name it, and not the variable that is not read then. */
  readonly fileFrom?: string
  readonly env: Readonly<Record<string, string | undefined>>
}

export interface FoundKey {
  readonly secret: Secret
  readonly warnings: readonly string[]
}

/** Only what is written like a variable's name is shown: a key may stand where the name belongs. */
export const shownName = (name: string): string =>
  /^[A-Z][A-Z0-9_]*$/.test(name) && !looksLikeKey(name) ? name : '[secret]'

/** Throws `bad-config` when the file cannot be read, is empty, or others may read it. */
function readKeyFile(from: string, path: string): Secret {
  return new Secret(textOf(from, path).trim())
}

/** A passphrase may begin and end with spaces: only a line's end at its end is none of it. Throws as `findKey`. */
export function readPassphraseFile(path: string, from: string): Secret {
  return new Secret(textOf(from, path).replace(/\r?\n$/, ''))
}

function textOf(from: string, path: string): string {
  const file = maskKeys(path)
  let text: string
  try {
    const mode = statSync(path).mode & 0o777
    if (mode !== 0o400 && mode !== 0o600) {
      throw new QuoinError(
        'bad-config',
        `${from}: expected file mode 0400 or 0600, got 0${mode.toString(8)} on ${file}`,
      )
    }
    text = readFileSync(path, 'utf8')
  } catch (thrown) {
    if (thrown instanceof QuoinError) throw thrown
    const reason = codeOf(thrown) ?? 'unreadable'
    throw new QuoinError('bad-config', `${from}: expected a readable file, got ${reason} on ${file}`)
  }
  if (text.trim() === '') throw new QuoinError('bad-config', `${from}: expected a key, got an empty file ${file}`)
  return text
}

/** The key, or `undefined` when nothing is configured. */
export function findKey({ name, file, fileFrom, env }: KeyRequest): FoundKey | undefined {
  const shown = shownName(name)
  if (file !== undefined) return { secret: readKeyFile(fileFrom ?? shown, file), warnings: [] }
  const path = env[`${name}_FILE`]
  if (path !== undefined && path !== '') return { secret: readKeyFile(`${shown}_FILE`, path), warnings: [] }
  const value = env[name]?.trim()
  if (value === undefined || value === '') return undefined
  const warning = `${shown} is read from the environment, which other processes may see; use ${shown}_FILE with mode 0400`
  return { secret: new Secret(value), warnings: [warning] }
}
