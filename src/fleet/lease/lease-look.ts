// Who holds a wallet by its lease in Redis, for one who only looks: the watchdog, whose bot may have been followed by one on another machine.

import type { Redis } from 'ioredis'
import { keysOf, readHolder } from './redis-lease.js'

export interface LeaseLookParts {
  /** Its commands fail soon where Redis is away. */
  readonly redis: Pick<Redis, 'get' | 'disconnect'>
  /** Chain and account. */
  readonly wallet: string
  /** Of the lease that this machine's bot has, or had last. */
  readonly ownToken: () => string | undefined
}

const LOOK_EVERY_MS = 500

export class LeaseLook {
  readonly #parts: LeaseLookParts
  readonly #timer: NodeJS.Timeout
  #other: string | null | undefined
  #isAsking = false

  constructor(parts: LeaseLookParts) {
    this.#parts = parts
    this.#timer = setInterval(() => void this.#look(), LOOK_EVERY_MS)
    this.#timer.unref()
    void this.#look()
  }

  /** Name of a process of another machine that holds the wallet, `null` where none does; `undefined` while Redis does not say. */
  other(): string | null | undefined {
    return this.#other
  }

  close(): void {
    clearInterval(this.#timer)
    this.#parts.redis.disconnect()
  }

  async #look(): Promise<void> {
    if (this.#isAsking) return
    this.#isAsking = true
    const { redis, wallet, ownToken } = this.#parts
    try {
      const holder = readHolder(await redis.get(keysOf(wallet)[0]))
      this.#other = holder === undefined || holder.token === ownToken() ? null : holder.name
    } catch {
      this.#other = undefined
    } finally {
      this.#isAsking = false
    }
  }
}
