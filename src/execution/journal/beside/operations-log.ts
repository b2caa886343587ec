// Every command of a person, as JSON lines in `operations.jsonl` beside the journal: who, what, why and when. It is never read back.

import { renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Failure, messageOf } from '../../../domain/error.js'
import { appendText } from '../../../files/append-text.js'
import type { Durability } from '../../../files/draft.js'

const NAME = 'operations.jsonl'
/** The file before this one is kept, older ones are not. */
const BEFORE = 'operations.before.jsonl'
const MAX_BYTES = 4_000_000

export interface OperationsLogOptions {
  readonly folder: string
  readonly durability: Durability
  readonly wallMs: () => number
}

/** Appends one line, on disk when it returns; a `journal-failed` when it is not. */
export function writeOperation(
  entry: Readonly<Record<string, unknown>>,
  { folder, durability, wallMs }: OperationsLogOptions,
): Failure | undefined {
  const path = join(folder, NAME)
  try {
    if (sizeOf(path) > MAX_BYTES) renameSync(path, join(folder, BEFORE))
    appendText(path, `${JSON.stringify({ atMs: wallMs(), ...entry })}\n`, durability)
    return undefined
  } catch (cause) {
    const got = messageOf(cause)
    return { code: 'journal-failed', message: `${path}: expected to write, got ${got}` }
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
