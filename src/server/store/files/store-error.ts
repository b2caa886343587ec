// Failures of the data file as one code, `journal-failed`, with the file and the reason.

import { messageOf, QuoinError } from '../../../domain/error.js'

export function storeError(path: string, what: string, cause: unknown): QuoinError {
  if (cause instanceof QuoinError) return cause
  const reason = messageOf(cause)
  return new QuoinError('journal-failed', `data file ${path}: ${what}: ${reason}`, { cause })
}
