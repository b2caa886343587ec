// Parts of a wish that nobody reads: one that is misspelt counts for nothing, and no type tells, since what a function answers may have more
// fields than it says.

import type { Wish, WishedQuote } from '../../domain/orders/wish.js'
import type { GroupedWish, GroupWish } from '../view/group-view.js'

const OF_MARKET = Object.keys({ quotes: 1, fair: 1, note: 1, terms: 1, memory: 1 } satisfies Record<keyof Wish, 1>)
const OF_GROUP = Object.keys({ markets: 1, memory: 1 } satisfies Record<keyof GroupWish, 1>)
const OF_GROUPED = Object.keys({
  ...{ conditionId: 1, quotes: 1, fair: 1, note: 1, terms: 1 },
} satisfies Record<keyof GroupedWish, 1>)
const OF_QUOTE = Object.keys({ outcome: 1, side: 1, price: 1, size: 1, terms: 1 } satisfies Record<
  keyof WishedQuote,
  1
>)

export class UnreadParts {
  /** What was wrong, each with the situation in which it was first. */
  readonly found = new Map<string, string>()

  /** The wish of a strategy of one market, whatever it is. */
  note(view: string, wish: unknown): void {
    this.#noteOthers(view, wish, OF_MARKET)
    this.#noteQuotes(view, wish, '')
  }

  /** The wish of a strategy of a group. */
  noteGroup(view: string, wish: unknown): void {
    this.#noteOthers(view, wish, OF_GROUP)
    for (const market of listIn(wish, 'markets')) {
      this.#noteOthers(view, market, OF_GROUPED, 'markets.')
      this.#noteQuotes(view, market, 'markets.')
    }
  }

  #noteQuotes(view: string, wish: unknown, place: string): void {
    for (const quote of listIn(wish, 'quotes')) this.#noteOthers(view, quote, OF_QUOTE, `${place}quotes.`)
  }

  #noteOthers(view: string, wish: unknown, known: readonly string[], place = ''): void {
    if (!isObject(wish) || Array.isArray(wish)) return
    for (const key of Object.keys(wish)) {
      const detail = `${place}${key}: expected no parts but ${known.join(', ')}`
      if (!known.includes(key) && !this.found.has(detail)) this.found.set(detail, view)
    }
  }
}

function listIn(wish: unknown, key: string): readonly unknown[] {
  const list: unknown = isObject(wish) ? Reflect.get(wish, key) : undefined
  return Array.isArray(list) ? list : []
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
