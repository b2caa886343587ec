// What people say about a market, newest first.

import type { Address } from '../../../domain/market/market.js'
import { DurableMap, type DurableValues } from '../kept/durable-values.js'
import { ApiError } from '../requests/error-table.js'

export interface Comment {
  readonly id: string
  readonly marketId: string
  readonly parentId: string | null
  readonly author: Address
  readonly text: string
  readonly createdMs: number
}

/** Kept per market; the oldest are forgotten first. */
const MAX_PER_MARKET = 10_000

export class CommentStore {
  /** Oldest first. */
  readonly #byMarket = new Map<string, Comment[]>()
  readonly #all: DurableMap<Comment>
  readonly #values: DurableValues
  #count: number

  constructor(values: DurableValues) {
    this.#values = values
    this.#all = new DurableMap(values, 'comment')
    this.#count = values.get<number>('comments', 'count') ?? 0
    for (const comment of this.#all.values()) this.#shelfOf(comment.marketId).push(comment)
  }

  /** Throws `not_found` for a parent that is no comment of the market. */
  add(comment: Omit<Comment, 'id'>): Comment {
    const { marketId, parentId } = comment
    const all = this.#shelfOf(marketId)
    if (parentId !== null && !all.some(({ id }) => id === parentId)) {
      throw new ApiError('not_found', `parentId: no comment ${parentId} on market ${marketId}`)
    }
    this.#count += 1
    this.#values.put('comments', 'count', this.#count)
    const added = { ...comment, id: `comment_${this.#count}` }
    all.push(added)
    this.#all.set(added.id, added)
    const oldest = all.length > MAX_PER_MARKET ? all.shift() : undefined
    if (oldest !== undefined) this.#all.delete(oldest.id)
    return added
  }

  ofMarket(marketId: string): readonly Comment[] {
    return [...(this.#byMarket.get(marketId) ?? [])].reverse()
  }

  count(marketId: string): number {
    return this.#byMarket.get(marketId)?.length ?? 0
  }

  #shelfOf(marketId: string): Comment[] {
    const known = this.#byMarket.get(marketId)
    if (known !== undefined) return known
    const made: Comment[] = []
    this.#byMarket.set(marketId, made)
    return made
  }
}
