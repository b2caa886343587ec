// The right to trade with a wallet, across machines: a lease in Redis that its holder renews.
//
//   renewed        every twelfth of its time
//   unrenewed      for a third of it, as when Redis is away: nothing is sent any more, and what rests is cancelled
//   over           after all of it: another may have taken it. Nothing is sent until Redis says that nobody has
//   lost           another has taken it: for good
//
// Redis may have forgotten a holder that still trades, and its clock may jump. So whoever wants a wallet that was not given back watches it
// for the time of a lease, by a clock of his own: a holder that lives renews within it.

import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { z } from 'zod'
import { messageOf, QuoinError } from '../../domain/error.js'
import type { Clock } from '../../domain/time.js'
import { type Lease, type LeaseWait, StoppedWaiting, type Unrenewed } from '../../execution/lease.js'
import { reasonOf } from '../redis-client.js'
import { GIVE_BACK, RENEW, TAKE } from './lease-scripts.js'

const holder = z.object({ token: z.string(), name: z.string() })

export interface RedisLeaseOptions extends LeaseWait {
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
  /** Of a former run that is known to be dead: its lease is taken over at once, and when it is over, too, as long as nobody had it since. */
  readonly former?: { readonly token: string | undefined; readonly fence: number }
  readonly clock: Pick<Clock, 'monoMs' | 'wallMs'>
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
  #renewals = 0
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
    await redis.eval(GIVE_BACK, 2, ...keysOf(wallet), this.token, this.fence).catch(() => undefined)
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
    this.#renewals += 1
    try {
      const value = JSON.stringify({ token: this.token, name, renewals: this.#renewals })
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

/** What a holder wrote last into Redis, and since when nothing was seen of one. */
interface Seen {
  /** Empty where there was none. */
  readonly text: string
  readonly sinceMonoMs: number
}

/**
 * Throws `journal-failed` while another is seen to hold it, unless that is waited for, and `unreachable` where Redis does not answer: at the
 * start, or at any time where nothing is waited for.
 */
export async function takeLease(options: RedisLeaseOptions): Promise<RedisLease> {
  const { shown, leaseMs, whenHeld, clock } = options
  const token = randomUUID()
  let isStopped = false
  void options.stopped.then(() => {
    isStopped = true
  })
  const say = saidOnce(options.note)
  let seen: Seen | undefined
  let away: string | undefined
  while (!isStopped) {
    const at = momentOf(clock)
    const silent = seen !== undefined && at.monoMs - seen.sinceMonoMs >= leaseMs ? seen : undefined
    const answered = await asked(options, token, silent).catch((error: unknown) => {
      if (whenHeld === 'refuse' || seen === undefined) throw error
      away ??= messageOf(error)
      return undefined
    })
    if (answered === undefined) {
      // whoever holds it could not renew it either: the silence counts anew
      seen = { text: seen?.text ?? '', sinceMonoMs: Number.POSITIVE_INFINITY }
      say(`${away}: waiting until it answers again`)
      await pause(LOOK_MS)
      continue
    }
    away = undefined
    const [verdict, detail] = answered
    if (verdict === 'taken') return new RedisLease(options, { fence: Number(detail), token, at })
    const text = verdict === 'held' ? String(detail) : ''
    const isAlive = seen !== undefined && text !== '' && text !== seen.text
    if (isAlive && whenHeld === 'refuse') throw heldError(options, text)
    seen = {
      text: text === '' ? (seen?.text ?? '') : text,
      sinceMonoMs: seen === undefined || isAlive ? at.monoMs : Math.min(seen.sinceMonoMs, at.monoMs),
    }
    const orSilent = whenHeld === 'refuse' ? `, or silent for ${leaseMs / 1000} s` : ''
    say(
      seen.text === ''
        ? `${shown} knows of no holder, and of none that gave the wallet back, or has just been started: waiting ${leaseMs / 1000} s for one that still trades`
        : `${whoIn(seen.text)} holds the wallet (${shown}): waiting until it is free${orSilent}`,
    )
    await pause(LOOK_MS)
  }
  throw new StoppedWaiting(`${shown}: stopped while it waited for the wallet`)
}

const whoIn = (text: string): string => nameIn(text) ?? 'another process'

function heldError({ shown, wallet }: RedisLeaseOptions, text: string): QuoinError {
  const message = `${shown}: expected one process per wallet, got a second one; ${whoIn(text)} holds ${wallet}, and renews its lease`
  return new QuoinError('journal-failed', message)
}

function saidOnce(note: (message: string) => void): (message: string) => void {
  let said = ''
  return (message) => {
    if (message !== said) note(message)
    said = message
  }
}

async function asked(options: RedisLeaseOptions, token: string, silent: Seen | undefined) {
  const { redis, wallet, name, leaseMs, above, former } = options
  try {
    // one that was started a moment ago may have read an old copy of itself
    const isYoung = silent === undefined && (await ageOf(redis)) < leaseMs + AGE_MARGIN_MS
    if (isYoung && readHolder(await redis.get(keysOf(wallet)[0])) === undefined) return ['unheard'] as const
    const value = JSON.stringify({ token, name })
    const dead = [former?.token ?? '', former?.fence ?? '', silent?.text ?? '', silent === undefined ? 0 : 1]
    return answer.parse(await redis.eval(TAKE, 2, ...keysOf(wallet), value, leaseMs, above, ...dead))
  } catch (error) {
    throw new QuoinError('unreachable', `redis ${options.shown}: ${reasonOf(error)}`, { cause: error })
  }
}

async function ageOf(redis: Redis): Promise<number> {
  return Number(/^uptime_in_seconds:(\d+)/m.exec(await redis.info('server'))?.[1] ?? 0) * 1000
}
