// How markets of groups have ended: who won, who lost and who was cancelled bears on the others of their group.

import { type End, type EndOfMember, knownEnd } from '../../domain/market/end.js'
import type { ConditionId, Market } from '../../domain/market/market.js'

const NONE: ReadonlyMap<ConditionId, End> = new Map()

export class EndedMembers {
  readonly #groups = new Map<string, Map<ConditionId, End>>()

  /** The market as it is known now, which is returned. One whose outcome is not known yet is left out. */
  seen(market: Market): Market {
    const { groupId, conditionId } = market
    const end = knownEnd(market)
    if (groupId === undefined || end === undefined) return market
    this.told(groupId, [{ conditionId, end }])
    return market
  }

  told(groupId: string, ends: readonly EndOfMember[]): void {
    const ended = this.#groups.get(groupId) ?? new Map<ConditionId, End>()
    for (const { conditionId, end } of ends) ended.set(conditionId, end)
    this.#groups.set(groupId, ended)
  }

  /** Of the group's markets. */
  of(groupId: string): ReadonlyMap<ConditionId, End> {
    return this.#groups.get(groupId) ?? NONE
  }
}
