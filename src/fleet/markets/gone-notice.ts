// The word of a watchdog that its bot is gone and nothing of it rests, written into the book of markets: others take them at once then.
//
//   fired             how the bot stands in the book is remembered
//   verified, last    what it sent last had arrived, and a list has shown that nothing rests: it is gone, if it has not looked since
//   heart             it is there again, or another is: nothing is said any more

import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import { reasonOf } from '../redis-client.js'
import { SharedBook } from '../shared-book.js'
import { marketBookKey, REMEMBERED_MS } from './book-key.js'
import { markGone } from './mark-gone.js'
import type { FleetBot, MarketBook } from './market-book.js'
import { rememberedBook } from './remembered-book.js'

export interface GoneNoticeParts {
  /** Its commands fail soon where Redis is away. */
  readonly redis: Redis
  readonly fleet: string
  readonly bot: string
  readonly note: (message: string) => void
}

export type Heard =
  | { readonly event: 'fired' | 'again' | 'gave-way' | 'failed' | 'probe-failed' | 'heart' | 'unreadable' | 'readable' }
  | { readonly event: 'verified'; readonly isLast: boolean }

const AGAIN_MS = 1000

export class GoneNotice {
  readonly #parts: GoneNoticeParts
  readonly #book: SharedBook<MarketBook>
  #before: { readonly id: string; readonly bot: FleetBot } | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(parts: GoneNoticeParts) {
    this.#parts = parts
    const { redis, fleet } = parts
    this.#book = new SharedBook({ redis, key: marketBookKey(fleet), lifeMs: REMEMBERED_MS })
  }

  hear(news: Heard): void {
    if (news.event === 'fired' || news.event === 'again' || news.event === 'heart') clearTimeout(this.#timer)
    if (news.event === 'fired') {
      this.#before = undefined
      this.#until(() => this.#remember())
    } else if (news.event === 'verified' && news.isLast) this.#until(() => this.#tell())
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#parts.redis.disconnect()
  }

  /** Tried again until Redis answers, or something else is heard. */
  #until(ask: () => Promise<void>): void {
    const again = () => {
      this.#timer = setTimeout(attempt, AGAIN_MS)
    }
    const attempt = () => void ask().catch(again)
    attempt()
  }

  async #remember(): Promise<void> {
    const book = await this.#book.read()
    const bot = book?.bots[this.#parts.bot]
    if (book !== undefined && bot !== undefined) this.#before = { id: book.id, bot }
  }

  async #tell(): Promise<void> {
    const before = this.#before
    if (before === undefined) return
    const { bot, note } = this.#parts
    try {
      const { isMarked } = await this.#book.write((found, _redisMs, redisRun) => {
        const book = found ?? rememberedBook(found, { last: undefined, leaseMs: 0, redisRun, newId: randomUUID() })
        const marked = book.id === before.id ? markGone(book, bot, before.bot) : book
        return { book: marked, isMarked: marked !== book }
      })
      if (isMarked) note("the bot's markets are free for the others of its fleet")
    } catch (error) {
      note(`the fleet could not be told that the bot is gone: ${reasonOf(error)}; tried again`)
      throw error
    }
  }
}
