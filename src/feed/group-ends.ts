// How those markets have ended that were over before the bot came: of groups of which one market wins, it says who is still in it.

import type { Failure } from '../domain/error.js'
import { knownEnd } from '../domain/market/end.js'
import type { CoreInput } from '../domain/run/core-event.js'
import type { MarketData } from '../venue/market-data.js'

interface GroupEndsParts {
  readonly marketData: Pick<MarketData, 'listMarkets'>
  readonly emit: (input: CoreInput) => void
  readonly failed: (failure: Failure) => void
  /** The venue has another number of markets in the group than was said, those that are over included: they do not exclude each other for us. */
  readonly miscounted: (groupId: string, count: GroupCount) => void
}

export interface GroupCount {
  readonly said: number
  readonly listed: number
}

export function miscountedWords(groupId: string, { said, listed }: GroupCount): string {
  return `markets.exclusiveGroups.${groupId}: expected ${listed}, the number of all its markets at the venue, got ${said}: its markets are not taken as exclusive`
}

export class GroupEnds {
  readonly #parts: GroupEndsParts
  /** Asked, or known: what ends from now on is heard of. */
  readonly #asked = new Set<string>()

  constructor(parts: GroupEndsParts) {
    this.#parts = parts
  }

  /** Asks of each of these groups, with the number of markets that it is said to have, until it is answered, once. */
  look(groups: Readonly<Record<string, number>>): void {
    for (const [groupId, said] of Object.entries(groups)) if (!this.#asked.has(groupId)) this.#ask(groupId, said)
  }

  #ask(groupId: string, said: number): void {
    const { marketData, emit, failed, miscounted } = this.#parts
    this.#asked.add(groupId)
    marketData.listMarkets({ groupId, everyStatus: true }, (answer) => {
      if (!answer.ok) {
        this.#asked.delete(groupId)
        failed(answer.failure)
        return
      }
      const { markets, refused } = answer.value
      const members = markets.filter((market) => market.groupId === groupId)
      const listed = members.length + refused.length
      if (listed !== said) miscounted(groupId, { said, listed })
      const ends = members.flatMap((market) => {
        const end = knownEnd(market)
        return end === undefined ? [] : [{ conditionId: market.conditionId, end }]
      })
      if (ends.length > 0) emit({ kind: 'group-ends', groupId, ends })
    })
  }
}
