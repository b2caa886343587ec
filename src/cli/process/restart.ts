// Whether a run that ended is worth another one, and when. Each run begins with fresh loss limits: no endless loop may reset them.

import { EXIT_CODES } from '../exit-codes.js'

export interface Exit {
  readonly code: number
  /** Unix milliseconds. */
  readonly atMs: number
}

/** What time can mend: a venue that did not answer. And what an accident was: a fault of ours, a hang, a kill for want of memory. */
const WORTH_ANOTHER: readonly number[] = [
  EXIT_CODES.failed.code,
  EXIT_CODES.unreachable.code,
  EXIT_CODES.hung.code,
  128 + 9,
]
const MAX_RESTARTS_PER_HOUR = 5
const HOUR_MS = 3_600_000
const FIRST_DELAY_MS = 1000

/** Milliseconds until the next start, 1 s and then twice as long each time; `undefined` when there is none. `exits`: of all runs, oldest first. */
export function restartAfterMs(exits: readonly Exit[]): number | undefined {
  const last = exits.at(-1)
  if (last === undefined || !WORTH_ANOTHER.includes(last.code)) return undefined
  const recent = exits.filter(({ atMs }) => last.atMs - atMs < HOUR_MS).length
  return recent > MAX_RESTARTS_PER_HOUR ? undefined : FIRST_DELAY_MS * 2 ** (recent - 1)
}
