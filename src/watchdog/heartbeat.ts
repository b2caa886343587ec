// The sign of life of a live bot, and its lease: a small file beside the wallet's lock, renewed every second for as long as the bot works.
//
//   renewed    by the main thread, and only while the core takes its turns: a bot that is killed, stopped or hangs in a strategy does not
//   lease      the bot sends no order later than `leaseMs` after its last beat, so that whoever sees none may say when nothing more comes

import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { messageOf } from '../domain/error.js'
import type { Clock } from '../domain/time.js'
import type { Lease, Unrenewed } from '../execution/lease.js'
import { replaceFile } from '../files/replace-file.js'

const BEAT_EVERY_MS = 1000
const LEASE_MS = 3000
/** One that could not be written may be an accident; the lease lasts for a third one. */
const MISSED_BEATS = 2
/** The core looks around every second. */
const TURNING_MS = 3000

const beatSchema = z.object({
  /** Another for each run. */
  run: z.string(),
  /** Counts up. */
  beat: z.int(),
  pid: z.int(),
  /** `stopped`: cleanly, and a listing has shown that nothing rests. */
  state: z.enum(['alive', 'stopped']),
  leaseMs: z.int(),
})
export type Beat = z.infer<typeof beatSchema>

export interface HeartbeatParts {
  readonly clock: Pick<Clock, 'monoMs' | 'wallMs'>
  /** When the core last worked, monotonic. */
  readonly lastStepMonoMs: () => number
  readonly warn: (message: string) => void
  /** Told every second while the wallet is another's. */
  readonly lost: (reason: string) => void
  /** Told every second while nothing renews the wallet's lease, this one or that of several machines, and once when it is renewed again. */
  readonly unrenewed?: (told: Unrenewed | undefined) => void
}

export class Heartbeat {
  readonly #parts: HeartbeatParts
  readonly #run = randomUUID()
  #path: string | undefined
  #lease: Pick<Lease, 'lost' | 'unrenewed'> | undefined
  #timer: NodeJS.Timeout | undefined
  #beat = 0
  #last = { monoMs: Number.NEGATIVE_INFINITY, wallMs: Number.NEGATIVE_INFINITY }
  #isWarned = false
  /** Beats in a row that could not be written, and why the last one could not. */
  #missed: { readonly count: number; readonly reason: string } | undefined
  #isUnrenewed = false

  constructor(parts: HeartbeatParts) {
    this.#parts = parts
  }

  /** The first beat. Throws when the file cannot be written. */
  begin(path: string, lease: Pick<Lease, 'lost' | 'unrenewed'>): void {
    this.#path = path
    this.#lease = lease
    this.#write('alive')
    this.#timer = setInterval(() => this.#renew(), BEAT_EVERY_MS)
    this.#timer.unref()
  }

  /** Why no order may leave now: the last check before the wire. */
  refusal(): string | undefined {
    const { clock } = this.#parts
    // the monotonic clock stands still while a machine sleeps
    const ageMs = Math.max(clock.monoMs() - this.#last.monoMs, clock.wallMs() - this.#last.wallMs)
    const lost = this.#lease?.lost()
    if (lost !== undefined) return lost
    const unrenewed = this.#lease?.unrenewed?.()
    if (unrenewed !== undefined) return unrenewed.reason
    return ageMs <= LEASE_MS ? undefined : `the bot has shown no sign of life for ${LEASE_MS / 1000} s: nothing is sent`
  }

  /** `isClean`: nothing is left, so that nobody need cancel anything. */
  end(isClean: boolean): void {
    clearInterval(this.#timer)
    if (this.#path === undefined || !isClean || this.#lease?.lost() !== undefined) return
    try {
      this.#write('stopped')
    } catch (error) {
      this.#warn(error)
    }
  }

  #renew(): void {
    const { clock, lastStepMonoMs } = this.#parts
    const lost = this.#lease?.lost()
    if (lost !== undefined) {
      // the file is the next one's now
      this.#parts.lost(lost)
      return
    }
    if (clock.monoMs() - lastStepMonoMs() <= TURNING_MS) this.#beatAgain()
    const unrenewed = this.#lease?.unrenewed?.() ?? this.#unwritten()
    if (unrenewed !== undefined || this.#isUnrenewed) this.#parts.unrenewed?.(unrenewed)
    this.#isUnrenewed = unrenewed !== undefined
  }

  #beatAgain(): void {
    try {
      this.#write('alive')
      this.#isWarned = false
      this.#missed = undefined
    } catch (error) {
      this.#missed = { count: (this.#missed?.count ?? 0) + 1, reason: this.#warn(error) }
    }
  }

  /** While the lease still runs: the bot shall wait for the file before its orders are refused on their way to the venue. */
  #unwritten(): Unrenewed | undefined {
    const { count, reason } = this.#missed ?? { count: 0, reason: '' }
    return count < MISSED_BEATS ? undefined : { reason, isOver: false }
  }

  #write(state: Beat['state']): void {
    if (this.#path === undefined) return
    const { clock } = this.#parts
    // the lease counts from before anybody can see the beat
    const now = { monoMs: clock.monoMs(), wallMs: clock.wallMs() }
    const beat: Beat = { run: this.#run, beat: ++this.#beat, pid: process.pid, state, leaseMs: LEASE_MS }
    replaceFile(this.#path, JSON.stringify(beat), { survives: 'process', ending: String(process.pid) })
    this.#last = now
  }

  /** Returns what it says. */
  #warn(error: unknown): string {
    const got = messageOf(error)
    const message = `the sign of life cannot be renewed, so no order is sent: ${got}`
    if (!this.#isWarned) this.#parts.warn(message)
    this.#isWarned = true
    return message
  }
}

/** A file that is there and tells nothing: no permission, or not what a bot writes. */
export interface Unreadable {
  readonly unreadable: string
}

/** `undefined` where there is none. */
export function readBeat(path: string): Beat | Unreadable | undefined {
  try {
    return beatSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error) {
      if (error.code === 'ENOENT') return undefined
      return { unreadable: error.message }
    }
    return { unreadable: `${path} is not what a bot writes` }
  }
}
