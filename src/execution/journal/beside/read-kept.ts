// A file of JSON beside the journal that one process leaves to the next: read whole, or not at all.

import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { codeOf, type Failure, messageOf, QuoinError } from '../../../domain/error.js'
import { notNewer } from './kept-values.js'

export interface KeptKind<Schema extends z.ZodType> {
  /** What it holds, for messages. */
  readonly what: string
  readonly schema: Schema
  /** The newest that is understood. */
  readonly version: number
}

/** `undefined` where there is none. Throws `journal-failed` for one that cannot be read: nothing must be forgotten by mistake. */
export function readKept<Schema extends z.ZodType>(path: string, kind: KeptKind<Schema>): z.output<Schema> | undefined {
  try {
    return kind.schema.parse(notNewer(JSON.parse(readFileSync(path, 'utf8')), kind.version))
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return undefined
    const got = cause instanceof z.ZodError ? z.prettifyError(cause) : messageOf(cause)
    const message = `${path}: expected ${kind.what} of the former run, got ${got.replaceAll('\n', ' ')}`
    throw new QuoinError('journal-failed', message, { cause })
  }
}

/** Why it was not kept. */
export function unwritten(path: string, cause: unknown): Failure {
  return { code: 'journal-failed', message: `${path}: expected to write, got ${messageOf(cause)}` }
}
