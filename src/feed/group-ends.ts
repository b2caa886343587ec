// How those markets have ended that were over before the bot came: of groups of which one market wins, it says who is still in it.

import type { Failure } from '../domain/error.js'
import { knownEnd } from '../domain/market/end.js'
import type { CoreInput } from '../domain/run/core-event.js'
import type { MarketData } from '../venue/market-data.js'

interface GroupEndsParts {
  readonly marketData: Pick<MarketData, 'listMarkets'>
  readonly emit: (input: CoreInput) => void
  readonly failed: (failure: Failure) => void
}

export class GroupEnds {
  readonly #parts: GroupEndsParts
  /** Asked, or known: what ends from now on is heard of. */
  readonly #asked = new Set<string>()

  constructor(parts: GroupEndsParts) {
    this.#parts = parts
  }

  /** Asks of each of these groups until it is answered, once. */
  look(groupIds: readonly string[]): void {
    for (const groupId of groupIds) if (!this.#asked.has(groupId)) this.#ask(groupId)
  }

  #ask(groupId: string): void {
    const { marketData, emit, failed } = this.#parts
    this.#asked.add(groupId)
    marketData.listMarkets({ groupId, everyStatus: true }, (answer) => {
      if (!answer.ok) {
        this.#asked.delete(groupId)
        failed(answer.failure)
        return
      }
      const ends = answer.value.markets.flatMap((market) => {
        const end = market.groupId === groupId ? knownEnd(market) : undefined
        return end === undefined ? [] : [{ conditionId: market.conditionId, end }]
      })
      if (ends.length > 0) emit({ kind: 'group-ends', groupId, ends })
    })
  }
}
