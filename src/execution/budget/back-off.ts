// Growing silence of a route class whose requests fail, so that a venue that is away is not asked again and again.
//
//   round   failures of requests that were under way together are one
//   pause   none after the first round, then 0.5 s, doubled by each further one up to the longest; a quarter more or less by chance
//   probe   from the second round on one request at a time
//   end     any answer of the venue but 5xx and 429; the other classes that fail then try again soon, too

import type { ErrorCode } from '../../domain/error.js'
import type { RouteClassName, Told } from '../../domain/permit.js'
import type { Random } from '../../domain/random.js'

export type TroubleCode = Extract<ErrorCode, 'unreachable' | 'venue-failed' | 'rate-limited'>

/** A class of requests that fail. */
export interface Trouble {
  readonly code: TroubleCode
  readonly rounds: number
  /** When the first failed, monotonic. */
  readonly sinceMonoMs: number
  /** Nothing is sent before, monotonic. */
  readonly untilMonoMs: number
}

export interface BackOffLimits {
  readonly longestMs: number
}

/** Longest silence after failures: what rests should go as soon as the venue can be told. */
export const LONGEST_PAUSE_MS: Readonly<Record<RouteClassName, number>> = {
  read: 8000,
  write: 8000,
  cancel: 4000,
  account: 8000,
}
/** The same while somebody waits for the end, as in a stop. */
export const HURRIED_PAUSE_MS = 500

const FIRST_MS = 500
const JITTER = 0.25

/** What an answer says of the venue; `undefined` when it answers as it should. `told` is absent when no answer came. */
export function troubleOf(told: Told | undefined): TroubleCode | undefined {
  if (told === undefined || told.unsent) return 'unreachable'
  if (told.block !== undefined) return 'rate-limited'
  return told.failed ? 'venue-failed' : undefined
}

export class BackOff {
  #random: Random
  #longestMs: number
  #trouble: Trouble | undefined
  /** The newest request when the last round ended: older ones belong to it. */
  #roundSerial = 0

  constructor(random: Random, { longestMs }: BackOffLimits) {
    this.#random = random
    this.#longestMs = longestMs
  }

  /** `undefined` while requests are answered. */
  get trouble(): Trouble | undefined {
    return this.#trouble
  }

  /** Nothing is sent before, monotonic. */
  get untilMonoMs(): number {
    return this.#trouble?.untilMonoMs ?? 0
  }

  /** One request at a time, to see whether the venue is back. */
  get isProbing(): boolean {
    return this.#trouble !== undefined && this.#trouble.rounds > 1
  }

  /** Chance from now on. */
  seed(random: Random): void {
    this.#random = random
  }

  /** Pauses are no longer than this from now on: somebody waits for the end. */
  hurry(longestMs: number): void {
    this.#longestMs = Math.min(this.#longestMs, longestMs)
    if (this.#trouble) this.#trouble = { ...this.#trouble, untilMonoMs: 0 }
  }

  /** `newest`: number of the newest request that was sent. */
  failed(
    code: TroubleCode,
    { serial, newest }: { readonly serial: number; readonly newest: number },
    now: number,
  ): void {
    const { rounds, sinceMonoMs } = this.#trouble ?? { rounds: 0, sinceMonoMs: now }
    if (rounds > 0 && serial <= this.#roundSerial) return
    this.#roundSerial = newest
    const pauseMs =
      rounds === 0 ? 0 : this.#jittered(Math.min(this.#longestMs, FIRST_MS * 2 ** Math.min(rounds - 1, 20)))
    this.#trouble = { code, rounds: rounds + 1, sinceMonoMs, untilMonoMs: now + pauseMs }
  }

  /** Returns whether that ends a trouble. */
  answered(): boolean {
    const isEnd = this.#trouble !== undefined
    this.#trouble = undefined
    return isEnd
  }

  /** Another class is answered again: no long pause is worth keeping. */
  hope(now: number): void {
    if (this.#trouble === undefined) return
    const untilMonoMs = Math.min(this.#trouble.untilMonoMs, now + this.#jittered(FIRST_MS))
    this.#trouble = { ...this.#trouble, untilMonoMs }
  }

  #jittered(pauseMs: number): number {
    return pauseMs * (1 - JITTER + 2 * JITTER * this.#random.next())
  }
}
