// Which markets of groups the venue has, and how those have ended that are over: who won, who lost, who was cancelled and who is still in it,
// whether or not the bot has taken it up, bears on the others of their group.

import { type End, type EndOfMember, knownEnd } from '../../domain/market/end.js'
import type { ConditionId, Market } from '../../domain/market/market.js'

type Ends = ReadonlyMap<ConditionId, End | undefined>

const NONE: Ends = new Map()

export class GroupMembers {
  readonly #groups = new Map<string, Ends>()

  /** The market as it is known now, which is returned. One whose outcome is not known yet is left out. */
  seen(market: Market): Market {
    const { groupId, conditionId } = market
    const end = knownEnd(market)
    if (groupId !== undefined && end !== undefined) {
      this.#groups.set(groupId, new Map([...this.of(groupId), [conditionId, end]]))
    }
    return market
  }

  /** All that the venue lists: one that was listed before and has not ended is of the group no more. */
  told(groupId: string, members: readonly EndOfMember[]): void {
    const known = new Map([...this.of(groupId)].filter(([, end]) => end !== undefined))
    // an end that is known is none that a list from before can take back
    for (const { conditionId, end = known.get(conditionId) } of members) known.set(conditionId, end)
    this.#groups.set(groupId, known)
  }

  /** Of the group's markets; `undefined` for one that may end in more than one way. */
  of(groupId: string): Ends {
    return this.#groups.get(groupId) ?? NONE
  }
}
