// Options that are known, and that what is asked for besides has no use for: whoever gave one means something else than would be done.

import { QuoinError } from '../domain/error.js'

/** Throws `bad-argument` for the first of `names`, as in the code, that was given. `why`: what was expected, and what was got instead. */
export function refuseIdle<Names extends string>(
  given: Readonly<Partial<Record<Names, unknown>>>,
  names: readonly Names[],
  why: string,
): void {
  const idle = names.find((name) => given[name] !== undefined)
  if (idle === undefined) return
  const option = idle.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  throw new QuoinError('bad-argument', `--${option}: ${why}`)
}
