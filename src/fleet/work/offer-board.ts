// Work that is offered on Redis, and who is there to do it. An offer lives as long as whoever made it renews it.
//
//   quoin:work             ids of all offers, set
//   quoin:work:<id>        the offer, as JSON; gone some seconds after the last renewal
//   quoin:work:<id>:seen   by worker: when it looked, and why it does not take it, hash

import type { Redis } from 'ioredis'
import { z } from 'zod'
import { jsonOf } from '../../domain/json.js'

const offer = z.object({ id: z.string().regex(/^[\w-]{1,80}$/), sinceMs: z.number(), body: z.unknown() })
export type Offer = z.infer<typeof offer>

const look = z.object({ atMs: z.number(), threads: z.int().min(0), refusal: z.string().exactOptional() })

/** A worker that looked at an offer a moment ago. */
export interface Looker {
  readonly name: string
  /** Runs that it does beside each other; none where it refuses. */
  readonly threads: number
  readonly refusal?: string
}

const ALL = 'quoin:work'
const OFFER_LIFE_MS = 15_000
/** Who has not looked for so long is gone. */
const LOOK_LIFE_MS = 10_000

const offerKey = (id: string) => `${ALL}:${id}`
const seenKey = (id: string) => `${ALL}:${id}:seen`

export class OfferBoard {
  readonly #redis: Redis

  constructor(redis: Redis) {
    this.#redis = redis
  }

  /** Renews it too; false where it was not there, as at first or when Redis has lost it. */
  async put(made: Offer): Promise<boolean> {
    const [, before] =
      (await this.#redis
        .multi()
        .sadd(ALL, made.id)
        .set(offerKey(made.id), JSON.stringify(made), 'PX', OFFER_LIFE_MS, 'GET')
        .exec()) ?? []
    return typeof before?.[1] === 'string'
  }

  async remove(id: string): Promise<void> {
    await this.#redis.multi().srem(ALL, id).del(offerKey(id), seenKey(id)).exec()
  }

  /** Oldest first; `dead`: ids of those that nobody renews. */
  async list(): Promise<{ readonly alive: readonly Offer[]; readonly dead: readonly string[] }> {
    const ids = await this.#redis.smembers(ALL)
    if (ids.length === 0) return { alive: [], dead: [] }
    const texts = await this.#redis.mget(ids.map(offerKey))
    const read = texts.map((text) => (text === null ? undefined : parsed(text, offer)))
    const alive = read.filter((each) => each !== undefined)
    alive.sort((a, b) => a.sinceMs - b.sinceMs || a.id.localeCompare(b.id))
    return { alive, dead: ids.filter((_id, i) => texts[i] === null) }
  }

  /** Somebody looks at an offer, and says so to whoever made it. */
  async look(id: string, { name, ...rest }: Looker): Promise<void> {
    const told = JSON.stringify({ atMs: await this.#nowMs(), ...rest })
    await this.#redis.multi().hset(seenKey(id), name, told).pexpire(seenKey(id), OFFER_LIFE_MS).exec()
  }

  /** It does not look any more. */
  async leave(id: string, name: string): Promise<void> {
    await this.#redis.hdel(seenKey(id), name)
  }

  async lookers(id: string): Promise<readonly Looker[]> {
    const nowMs = await this.#nowMs()
    return Object.entries(await this.#redis.hgetall(seenKey(id))).flatMap(([name, text]): Looker[] => {
      const seen = parsed(text, look)
      if (seen === undefined || nowMs - seen.atMs > LOOK_LIFE_MS) return []
      const { threads, refusal } = seen
      return [{ name, threads, ...(refusal === undefined ? {} : { refusal }) }]
    })
  }

  /** By Redis's clock, which is the same for all. */
  async #nowMs(): Promise<number> {
    const [seconds, micros] = await this.#redis.time()
    return Number(seconds) * 1000 + Number(micros) / 1000
  }
}

/** What is not ours is left out. */
const parsed = <T>(text: string, schema: z.ZodType<T>): T | undefined => schema.safeParse(jsonOf(text)).data
