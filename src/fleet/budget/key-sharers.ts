// How many bots share an API key, counted in Redis: each shows itself every second, and takes its part of the key's budget.
//
//   more    at once: each takes less
//   fewer   only after a minute: what the others sent still counts at the venue, and a Redis that was flushed knows too few at first
//   away    as many as were known last, and never fewer than configured
//
//   quoin:key:<hash of the key>   by bot: when it showed itself last, by Redis's clock

import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import { z } from 'zod'
import type { Clock } from '../../domain/time.js'

export interface KeySharersOptions {
  /** Its commands fail soon where Redis is away. */
  readonly redis: Redis
  /** Of the API key: it names the key and does not tell it. */
  readonly keyHash: string
  /** Bots that share it, as long as Redis does not say. */
  readonly atLeast: number
  readonly clock: Pick<Clock, 'monoMs'>
  /** At first and after each change. */
  readonly onChange: (shared: KeySharing) => void
}

export interface KeySharing {
  readonly bots: number
  /** Whether Redis says so now. */
  readonly isKnown: boolean
}

const EVERY_MS = 1000
/** Who has not shown itself for so long is gone. */
const GONE_MS = 5000
/** Longer than the longest window. */
const KEEP_MS = 65_000

/** KEYS: the set. ARGV: our name, life in milliseconds. */
const SHOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return redis.call('ZCARD', KEYS[1])
`

export class KeySharers {
  readonly #options: KeySharersOptions
  readonly #name = randomUUID()
  /** What Redis has said, and when, rising; those that count. */
  #said: { readonly bots: number; readonly monoMs: number }[] = []
  #shared: KeySharing | undefined
  #isAsking = false
  readonly #timer: NodeJS.Timeout

  constructor(options: KeySharersOptions) {
    this.#options = options
    this.#timer = setInterval(() => void this.show(), EVERY_MS)
    this.#timer.unref()
  }

  get sharing(): KeySharing {
    return this.#shared ?? { bots: this.#options.atLeast, isKnown: false }
  }

  /** We are here; how many are there? Never throws. */
  async show(): Promise<void> {
    if (this.#isAsking) return
    this.#isAsking = true
    const { redis, keyHash, clock } = this.#options
    try {
      const bots = z.int().parse(await redis.eval(SHOW, 1, `quoin:key:${keyHash}`, this.#name, GONE_MS))
      const now = clock.monoMs()
      this.#said = [
        ...this.#said.filter((each) => each.monoMs > now - KEEP_MS && each.bots > bots),
        { bots, monoMs: now },
      ]
      this.#tell({ bots: this.#said[0]?.bots ?? bots, isKnown: true })
    } catch {
      this.#tell({ bots: Math.max(this.#options.atLeast, this.#said[0]?.bots ?? 1), isKnown: false })
    } finally {
      this.#isAsking = false
    }
  }

  close(): void {
    clearInterval(this.#timer)
    this.#options.redis.disconnect()
  }

  #tell(shared: KeySharing): void {
    const before = this.#shared
    this.#shared = shared
    if (before?.bots !== shared.bots || before.isKnown !== shared.isKnown) this.#options.onChange(shared)
  }
}
