// Bots that share an API key: each looks into the book of parts in Redis every second, says what it has used, and gets its part.
//
//   away    the part holds for a while (part-book.ts), then the least of it; where Redis never spoke, an equal one
//
//   quoin:key-parts:<hash of the key>   the book, as JSON; written only where nobody has written since it was read

import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { ByClass, ClassUse, KeyPart } from '../../domain/permit.js'
import type { Clock } from '../../domain/time.js'
import { SharedBook } from '../shared-book.js'
import { OwnPart } from './own-part.js'
import { FORGET_MS, leave, lookAt, type PartBook } from './part-book.js'

export interface KeySharersOptions {
  /** Its commands fail soon where Redis is away. */
  readonly redis: Redis
  /** Of the API key: it names the key and does not tell it. */
  readonly keyHash: string
  /** Bots that share it, as long as Redis does not say. */
  readonly atLeast: number
  readonly clock: Pick<Clock, 'monoMs'>
  /** Which process this is, and which others are known not to be there any more. */
  readonly process?: string
  readonly isGone?: (process: string) => boolean
  /** What this bot has used, by its own count; absent until it counts. */
  readonly uses: () => ByClass<ClassUse> | undefined
  /** At first and after each change; a part is told again before it ends. */
  readonly onChange: (shared: KeySharing, part: KeyPart | undefined) => void
}

export interface KeySharing {
  readonly bots: number
  /** Whether Redis says so now. */
  readonly isKnown: boolean
}

const EVERY_MS = 1000

export class KeySharers {
  readonly #options: KeySharersOptions
  readonly #book: SharedBook<PartBook>
  readonly #part = new OwnPart(randomUUID())
  #shared: KeySharing | undefined
  #isAsking = false
  readonly #timer: NodeJS.Timeout

  constructor(options: KeySharersOptions) {
    this.#options = options
    const { redis, keyHash } = options
    this.#book = new SharedBook({ redis, key: `quoin:key-parts:${keyHash}`, lifeMs: FORGET_MS })
    this.#timer = setInterval(() => void this.show(), EVERY_MS)
    this.#timer.unref()
  }

  get sharing(): KeySharing {
    return this.#shared ?? { bots: this.#options.atLeast, isKnown: false }
  }

  /** We are here; how many are there, and what is ours? Never throws. */
  async show(): Promise<void> {
    if (this.#isAsking) return
    this.#isAsking = true
    try {
      const { clock, uses, process, isGone } = this.#options
      const askedMonoMs = clock.monoMs()
      // before Redis tells its time: what ends to count does so no later than the book will have it
      const use = uses() ?? NOTHING_USED
      const seen = await this.#book.write((found, nowMs) => {
        const look = this.#part.look(use, clock.monoMs())
        return lookAt(found, { ...look, process, isGone, nowMs, newId: randomUUID() })
      })
      this.#tell({ bots: seen.bots, isKnown: true }, this.#part.heard(seen, askedMonoMs))
    } catch {
      this.#tell({ bots: this.#shared?.bots ?? this.#options.atLeast, isKnown: false }, undefined)
    } finally {
      this.#isAsking = false
    }
  }

  /** Others may have our part. Nothing is sent any more. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    const use = this.#options.uses() ?? UNCOUNTED
    // one that waits for Redis would hold the end up
    if (this.#shared?.isKnown === true) {
      await this.#book
        .write((book, nowMs) => ({
          book: leave(book ?? emptyBook(nowMs), { name: this.#part.name, use, nowMs }),
        }))
        .catch(() => undefined)
    }
    this.#options.redis.disconnect()
  }

  #tell(shared: KeySharing, news: KeyPart | undefined): void {
    const before = this.#shared
    this.#shared = shared
    const isChange = before?.bots !== shared.bots || before.isKnown !== shared.isKnown
    if (isChange || news !== undefined) this.#options.onChange(shared, news ?? this.#part.known)
  }
}

const emptyBook = (nowMs: number): PartBook => ({ id: randomUUID(), bornMs: nowMs, writtenMs: nowMs, members: {} })
const NONE = { perSecond: 0, perMinute: 0 }
const UNUSED: ClassUse = { limit: NONE, learned: NONE, used: NONE, ending: [], part: NONE }
/** Of one that ends before anybody counts, as where another has its wallet: it may have asked the venue whether its key is good. */
const ONE: ClassUse = { ...UNUSED, used: { perSecond: 1, perMinute: 1 } }
const UNCOUNTED: ByClass<ClassUse> = { read: ONE, write: UNUSED, cancel: UNUSED, account: UNUSED }
const NOTHING_USED: ByClass<ClassUse> = { read: UNUSED, write: UNUSED, cancel: UNUSED, account: UNUSED }
