// A book that several bots keep in one key of Redis, as JSON: read, changed, and written where nobody has written since.

import type { Redis } from 'ioredis'
import { z } from 'zod'

/** How often a book that somebody else has just written is read again. */
const TRIES = 8

/** KEYS: the book. What Redis calls its process is another after each start. */
const READ = `
local time = redis.call('TIME')
local run = string.match(redis.call('INFO', 'server'), 'run_id:(%w+)')
return {redis.call('GET', KEYS[1]) or '', time[1] * 1000 + math.floor(time[2] / 1000), run}
`
/** KEYS: the book. ARGV: as it was read, as it is to be, life in milliseconds. */
const WRITE = `
if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1
`

const answer = z.tuple([z.string(), z.number(), z.string()])

export interface SharedBookParts {
  /** Its commands fail soon where Redis is away. */
  readonly redis: Redis
  readonly key: string
  /** It is forgotten when nobody has written for so long. */
  readonly lifeMs: number
}

export class SharedBook<B> {
  readonly #parts: SharedBookParts

  constructor(parts: SharedBookParts) {
    this.#parts = parts
  }

  /** Throws where Redis does not answer. */
  async read(): Promise<B | undefined> {
    const text = await this.#parts.redis.get(this.#parts.key)
    return text === null ? undefined : (JSON.parse(text) as B)
  }

  /** `nowMs` is Redis's time, `redisRun` names its process. Throws where Redis does not answer. */
  async write<T extends { readonly book: B }>(
    change: (found: B | undefined, nowMs: number, redisRun: string) => T,
  ): Promise<T> {
    const { redis, key, lifeMs } = this.#parts
    for (let tries = 0; tries < TRIES; tries++) {
      const [text, nowMs, redisRun] = answer.parse(await redis.eval(READ, 1, key))
      const changed = change(text === '' ? undefined : (JSON.parse(text) as B), nowMs, redisRun)
      if ((await redis.eval(WRITE, 1, key, text, JSON.stringify(changed.book), lifeMs)) === 1) return changed
    }
    throw new Error(`${key} is written by others all the time`)
  }
}

export interface SeenBefore<B> {
  readonly book: B
  /** By the bot's own clock. */
  readonly agoMs: number
}

/** Redis's clock has jumped when it has gone this much further than ours. */
const JUMP_MS = 2_000

/** By how much Redis's clock has jumped since the book was written. */
export function jumpOf(
  { writtenMs }: { readonly writtenMs: number },
  nowMs: number,
  last: { readonly agoMs: number } | undefined,
): number {
  // nobody has written since this bot did, or later: more cannot have passed
  const passedMs = nowMs - writtenMs
  return passedMs < 0 ? passedMs : Math.max(0, passedMs - (last?.agoMs ?? Number.POSITIVE_INFINITY) - JUMP_MS)
}
