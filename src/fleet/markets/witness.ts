// What one process has seen of the book with its own eyes: since when which bot is not heard of, and since when the book is what it is. Times
// are from after a look, so a bot was never heard of later than that. Pure.

import type { FleetBot, MarketBook } from './market-book.js'

export interface Sight {
  readonly monoMs: number
  /** For people. */
  readonly wallMs: number
}

export class Witness {
  #book = ''
  #bookSince: Sight | undefined
  readonly #bots = new Map<string, { readonly seen: string; readonly since: Sight }>()

  see({ id, memory, bots }: MarketBook, now: Sight): void {
    const book = `${id} ${memory}`
    if (book !== this.#book) [this.#book, this.#bookSince] = [book, now]
    for (const [name, bot] of Object.entries(bots)) {
      const seen = asSeen(id, bot)
      if (this.#bots.get(name)?.seen !== seen) this.#bots.set(name, { seen, since: now })
    }
    for (const name of this.#bots.keys()) if (bots[name] === undefined) this.#bots.delete(name)
  }

  /** `undefined` where the book has not been seen so. */
  bookSince({ id, memory }: Pick<MarketBook, 'id' | 'memory'>): Sight | undefined {
    return this.#book === `${id} ${memory}` ? this.#bookSince : undefined
  }

  /** Since when the bot stands in the book as it does now. */
  botSince(name: string, { id, bots }: Pick<MarketBook, 'id' | 'bots'>): Sight | undefined {
    const [known, bot] = [this.#bots.get(name), bots[name]]
    return bot !== undefined && known?.seen === asSeen(id, bot) ? known.since : undefined
  }
}

/** What a Redis that had forgotten is told of a bot may be older than what it has done since. */
const asSeen = (id: string, { run, version }: FleetBot) => `${id} ${run} ${version}`
