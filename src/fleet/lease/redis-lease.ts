// The right to trade with a wallet, across machines: a lease in Redis that its holder renews.
//
//   renewed        every twelfth of its time
//   unrenewed      for a third of it, as when Redis is away: nothing is sent any more, and what rests is cancelled
//   over           after all of it: another may have taken it. Nothing is sent until Redis says that nobody has
//   lost           another has taken it: for good
//
// A Redis that remembers no holder, or has just been started, may have forgotten one that still trades: whoever wants the wallet then
// waits for the time of a lease, in which such a holder renews.

import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { z } from 'zod'
import { QuoinError } from '../../domain/error.js'
import type { Clock } from '../../domain/time.js'
import type { Lease, Unrenewed } from '../../execution/lease.js'
import { reasonOf } from '../redis-client.js'
import { GIVE_BACK, RENEW, TAKE } from './lease-scripts.js'

const holder = z.object({ token: z.string(), name: z.string() })

export interface RedisLeaseOptions {
  /** Its commands fail soon where Redis is away. */
  readonly redis: Redis
  /** The address, for people. */
  readonly shown: string
  /** Chain and account. */
  readonly wallet: string
  /** Of this process, for people. */
  readonly name: string
  readonly leaseMs: number
  /** The number is higher than this. */
  readonly above: number
  /** Of a former run that is known to be dead: its lease is taken over at once. */
  readonly formerToken?: string | undefined
  readonly clock: Pick<Clock, 'monoMs' | 'wallMs'>
  /** What is done while another holds it: wait until it is free, or throw. */
  readonly whenHeld: 'wait' | 'refuse'
  readonly note: (message: string) => void
  /** Ends a wait. */
  readonly stopped: Promise<unknown>
}

const LOOK_MS = 250
/** Redis says its age in whole seconds. */
const AGE_MARGIN_MS = 1000

export class RedisLease implements Lease {
  readonly fence: number
  readonly token: string
  readonly #options: RedisLeaseOptions
  /** When what was renewed last was asked for: from before Redis began to count. */
  #renewed: { readonly monoMs: number; readonly wallMs: number }
  #lost: string | undefined
  #reason = 'no answer'
  #isAsking = false
  readonly #timer: NodeJS.Timeout

  constructor(
    options: RedisLeaseOptions,
    taken: { readonly fence: number; readonly token: string; readonly at: Moment },
  ) {
    this.#options = options
    this.fence = taken.fence
    this.token = taken.token
    this.#renewed = taken.at
    this.#timer = setInterval(() => void this.#renew(), options.leaseMs / 12)
    this.#timer.unref()
  }

  lost(): string | undefined {
    return this.#lost
  }

  unrenewed(): Unrenewed | undefined {
    const { leaseMs, shown } = this.#options
    const ageMs = this.#ageMs()
    if (ageMs < leaseMs / 3) return undefined
    const reason = `the wallet's lease on ${shown} could not be renewed for ${Math.floor(ageMs / 1000)} s (${this.#reason}): nothing is sent`
    return { reason, isOver: ageMs >= leaseMs }
  }

  async release(): Promise<void> {
    clearInterval(this.#timer)
    const { redis, wallet } = this.#options
    await redis.eval(GIVE_BACK, 2, ...keysOf(wallet), this.token).catch(() => undefined)
    redis.disconnect()
  }

  /** The monotonic clock stands still while a machine sleeps. */
  #ageMs(): number {
    const { clock } = this.#options
    return Math.max(clock.monoMs() - this.#renewed.monoMs, clock.wallMs() - this.#renewed.wallMs)
  }

  async #renew(): Promise<void> {
    if (this.#isAsking || this.#lost !== undefined) return
    this.#isAsking = true
    const { redis, wallet, name, leaseMs, clock, shown } = this.#options
    const at = momentOf(clock)
    try {
      const value = JSON.stringify({ token: this.token, name })
      const [verdict, other] = answer.parse(
        await redis.eval(RENEW, 2, ...keysOf(wallet), value, leaseMs, this.fence, this.token),
      )
      if (verdict === 'renewed') this.#renewed = at
      else this.#lost = `${nameIn(other) ?? 'another process'} has taken the wallet over (${shown})`
    } catch (error) {
      this.#reason = reasonOf(error)
    } finally {
      this.#isAsking = false
    }
  }
}

type Moment = { readonly monoMs: number; readonly wallMs: number }

const answer = z.tuple([z.string()]).rest(z.union([z.string(), z.number()]))

export const keysOf = (wallet: string) => [`quoin:lease:${wallet}`, `quoin:lease:${wallet}:fence`] as const

const momentOf = (clock: RedisLeaseOptions['clock']): Moment => ({ monoMs: clock.monoMs(), wallMs: clock.wallMs() })

const nameIn = (text: unknown): string | undefined => readHolder(text)?.name

/** What the lease's key holds. */
export function readHolder(text: unknown): z.infer<typeof holder> | undefined {
  if (typeof text !== 'string' || text === '') return undefined
  return holder.safeParse(JSON.parse(text)).data
}

/** Throws `journal-failed` while another holds it, unless that is waited for, and `unreachable` where Redis does not answer. */
export async function takeLease(options: RedisLeaseOptions): Promise<RedisLease> {
  const { wallet, note, shown, leaseMs, whenHeld, clock } = options
  const token = randomUUID()
  let isStopped = false
  void options.stopped.then(() => {
    isStopped = true
  })
  let said = ''
  const say = (message: string) => {
    if (message !== said) note(message)
    said = message
  }
  let forgottenSinceMonoMs: number | undefined
  while (!isStopped) {
    const at = momentOf(clock)
    const isRemembered = forgottenSinceMonoMs !== undefined && at.monoMs - forgottenSinceMonoMs >= leaseMs
    const [verdict, detail, leftMs] = await asked(options, token, isRemembered)
    if (verdict === 'taken') return new RedisLease(options, { fence: Number(detail), token, at })
    if (verdict === 'held') {
      forgottenSinceMonoMs = undefined
      const who = nameIn(detail) ?? 'another process'
      if (whenHeld === 'refuse') {
        const left = `${Math.ceil(Number(leftMs) / 1000)} s`
        throw new QuoinError(
          'journal-failed',
          `${shown}: expected one process per wallet, got a second one; ${who} holds ${wallet}, for ${left} more unless it renews`,
        )
      }
      say(`${who} holds the wallet (${shown}): waiting until it is free`)
    } else {
      forgottenSinceMonoMs ??= at.monoMs
      say(
        `${shown} knows of no holder, or has just been started: waiting ${leaseMs / 1000} s for one that still trades`,
      )
    }
    await pause(LOOK_MS)
  }
  throw new QuoinError('journal-failed', `${shown}: stopped while it waited for the wallet`)
}

async function asked(options: RedisLeaseOptions, token: string, isRemembered: boolean) {
  const { redis, wallet, name, leaseMs, above, formerToken = '' } = options
  try {
    // one that was started a moment ago may have read an old copy of itself
    const isYoung = !isRemembered && (await ageOf(redis)) < leaseMs + AGE_MARGIN_MS
    if (isYoung && (await redis.exists(keysOf(wallet)[0])) === 0) return ['unknown'] as const
    const value = JSON.stringify({ token, name })
    return answer.parse(
      await redis.eval(TAKE, 2, ...keysOf(wallet), value, leaseMs, above, formerToken, isRemembered ? 1 : 0),
    )
  } catch (error) {
    throw new QuoinError('unreachable', `redis ${options.shown}: ${reasonOf(error)}`, { cause: error })
  }
}

async function ageOf(redis: Redis): Promise<number> {
  return Number(/^uptime_in_seconds:(\d+)/m.exec(await redis.info('server'))?.[1] ?? 0) * 1000
}
