// Whether a run that ended is worth another one, and when.

import { constants } from 'node:os'
import { EXIT_CODES } from '../../domain/exit-codes.js'

export interface Exit {
  readonly code: number
  /** Unix milliseconds. */
  readonly atMs: number
}

/** Of the system, for want of memory; of Node, whose own memory is full or who finds it damaged; of native code. People send others. */
const ENDED_BY = ['SIGKILL', 'SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGSEGV', 'SIGBUS', 'SIGFPE'] as const
/** What an accident was: a fault of ours, a hang, an end in the middle of it. One that comes again and again is none. */
const ACCIDENTS: readonly number[] = [
  ...[EXIT_CODES.failed.code, EXIT_CODES.hung.code],
  ...ENDED_BY.map((signal) => 128 + constants.signals[signal]),
]
const MAX_ACCIDENTS_PER_HOUR = 5
const HOUR_MS = 3_600_000
const FIRST_DELAY_MS = 1000
/** Of a start that found the venue, Redis or the signer away: time mends that, however much of it. */
const LONGEST_DELAY_MS = 60_000

/** Milliseconds until the next start, 1 s and then twice as long each time; `undefined` when there is none. `exits`: of all runs, oldest first. */
export function restartAfterMs(exits: readonly Exit[]): number | undefined {
  const last = exits.at(-1)
  if (last === undefined) return undefined
  const isAway = ({ code }: Exit) => code === EXIT_CODES.unreachable.code
  if (!isAway(last) && !ACCIDENTS.includes(last.code)) return undefined
  const alike = exits.filter((exit) => last.atMs - exit.atMs < HOUR_MS && isAway(exit) === isAway(last)).length
  if (!isAway(last) && alike > MAX_ACCIDENTS_PER_HOUR) return undefined
  return Math.min(FIRST_DELAY_MS * 2 ** (alike - 1), LONGEST_DELAY_MS)
}
