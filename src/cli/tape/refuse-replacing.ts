// A file that is there may be all that is left of a market: nothing takes its place unless that was said.

import { existsSync } from 'node:fs'
import { QuoinError } from '../../domain/error.js'

/** Throws `bad-argument` for a file that is there. */
export function refuseReplacing(file: string, { force }: { readonly force?: boolean }): void {
  if (force || !existsSync(file)) return
  throw new QuoinError('bad-argument', `${file}: expected no file there, got one; --force replaces it`)
}
