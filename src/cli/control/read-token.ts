// A token that proves that whoever asks may act: of a file, or of the environment.

import { resolve } from 'node:path'
import { QuoinError } from '../../domain/error.js'
import { findKey } from '../../venue/transport/key-source.js'
import type { CommandContext } from '../command-context.js'

const SHORTEST = 16

export interface TokenPlace {
  readonly tokenFile?: string | undefined
  readonly tokenEnv: string
  /** `tokenFile` is relative to it. */
  readonly folder: string
  readonly env: CommandContext['env']
}

/** `undefined` where none is configured. Throws `bad-config`, naming `key`, for one that is too short, unreadable, or open to others. */
export function readToken(key: string, { tokenFile, tokenEnv, folder, env }: TokenPlace): string | undefined {
  const file = tokenFile === undefined ? {} : { file: resolve(folder, tokenFile), fileFrom: key }
  const token = findKey({ name: tokenEnv, env, ...file })?.secret.reveal()
  if (token === undefined || token.length >= SHORTEST) return token
  throw new QuoinError('bad-config', `${key}: expected ${SHORTEST} characters or more, got ${token.length}`)
}
