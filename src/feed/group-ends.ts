// Which markets the venue has in groups of which one market wins, and how those have ended that are over: it says who is still in it. Asked
// again and again, as a venue may add an outcome while it is traded.

import type { Failure } from '../domain/error.js'
import { type EndOfMember, knownEnd } from '../domain/market/end.js'
import type { ConditionId } from '../domain/market/market.js'
import type { CoreInput } from '../domain/run/core-event.js'
import type { Clock } from '../domain/time.js'
import type { MarketData, MarketListing } from '../venue/market-data.js'

/** An outcome is added seldom. */
const ASK_EVERY_MS = 60_000

interface GroupEndsParts {
  readonly marketData: Pick<MarketData, 'listMarkets'>
  readonly emit: (input: CoreInput) => void
  readonly failed: (failure: Failure) => void
  readonly clock: Pick<Clock, 'monoMs'>
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
  /** The number of markets that each group was said to have when it was asked for last, and when that was, monotonic. */
  readonly #asked = new Map<string, { readonly said: number; readonly monoMs: number }>()
  /** What was told of each last. */
  readonly #told = new Map<string, string>()

  constructor(parts: GroupEndsParts) {
    this.#parts = parts
  }

  /** Asks of each of these groups, with the number of markets that it is said to have, where that is due; at once where it is another number. */
  look(groups: Readonly<Record<string, number>>): void {
    const monoMs = this.#parts.clock.monoMs()
    for (const [groupId, said] of Object.entries(groups)) {
      const asked = this.#asked.get(groupId)
      if (asked?.said === said && monoMs - asked.monoMs < ASK_EVERY_MS) continue
      this.#asked.set(groupId, { said, monoMs })
      this.#ask(groupId, said)
    }
  }

  #ask(groupId: string, said: number): void {
    const { marketData, failed } = this.#parts
    marketData.listMarkets({ groupId, everyStatus: true }, (answer) => {
      // of a number that has been corrected meanwhile nobody needs to hear
      if (this.#asked.get(groupId)?.said !== said) return
      if (!answer.ok) {
        this.#asked.delete(groupId)
        failed(answer.failure)
        return
      }
      this.#tell(groupId, said, membersIn(groupId, answer.value))
    })
  }

  #tell(groupId: string, said: number, ends: readonly EndOfMember[]): void {
    const words = JSON.stringify([said, ends])
    if (this.#told.get(groupId) === words) return
    this.#told.set(groupId, words)
    if (ends.length !== said) this.#parts.miscounted(groupId, { said, listed: ends.length })
    this.#parts.emit({ kind: 'group-ends', groupId, ends })
  }
}

/** In an order of its own: a list in another one says nothing new. */
function membersIn(groupId: string, { markets, refused }: MarketListing): readonly EndOfMember[] {
  const members: EndOfMember[] = markets.flatMap((market) => {
    const end = knownEnd(market)
    const { conditionId } = market
    return market.groupId !== groupId ? [] : end === undefined ? { conditionId } : { conditionId, end }
  })
  // one that cannot be quoted may win all the same
  for (const { id, conditionId } of refused) members.push({ conditionId: (conditionId || id) as ConditionId })
  return members.sort((a, b) => (a.conditionId < b.conditionId ? -1 : 1))
}
