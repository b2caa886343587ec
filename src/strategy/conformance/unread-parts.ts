// Parts of a wish that nobody reads: one that is misspelt counts for nothing, and no type tells, since what a function answers may have more
// fields than it says.

import type { Wish } from '../../domain/orders/wish.js'
import type { GroupedWish, GroupWish } from '../view/group-view.js'

const OF_MARKET = Object.keys({ quotes: 1, fair: 1, note: 1, terms: 1, memory: 1 } satisfies Record<keyof Wish, 1>)
const OF_GROUP = Object.keys({ markets: 1, memory: 1 } satisfies Record<keyof GroupWish, 1>)
const OF_GROUPED = Object.keys({
  ...{ conditionId: 1, quotes: 1, fair: 1, note: 1, terms: 1 },
} satisfies Record<keyof GroupedWish, 1>)

export class UnreadParts {
  /** What was wrong, each with the situation in which it was first. */
  readonly found = new Map<string, string>()

  /** The wish of a strategy of one market, whatever it is. */
  note(view: string, wish: unknown): void {
    this.#noteOthers(view, wish, OF_MARKET)
  }

  /** The wish of a strategy of a group. */
  noteGroup(view: string, wish: unknown): void {
    this.#noteOthers(view, wish, OF_GROUP)
    const markets: unknown = isObject(wish) ? Reflect.get(wish, 'markets') : undefined
    if (!Array.isArray(markets)) return
    for (const market of markets) this.#noteOthers(view, market, OF_GROUPED, 'markets.')
  }

  #noteOthers(view: string, wish: unknown, known: readonly string[], place = ''): void {
    if (!isObject(wish) || Array.isArray(wish)) return
    for (const key of Object.keys(wish)) {
      const detail = `${place}${key}: expected no parts but ${known.join(', ')}`
      if (!known.includes(key) && !this.found.has(detail)) this.found.set(detail, view)
    }
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
