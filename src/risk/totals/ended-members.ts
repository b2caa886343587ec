// How markets of groups ended that count no more: who won, who lost and who was cancelled bears on what the others of their group may lose.

import type { ConditionId, Market } from '../../domain/market/market.js'
import { type End, endsOf } from './worst-case.js'

const NONE: ReadonlyMap<ConditionId, End> = new Map()

export class EndedMembers {
  readonly #groups = new Map<string, Map<ConditionId, End>>()

  /** It is over. One whose outcome is not known yet is left out. */
  add(market: Market): void {
    const { groupId, conditionId } = market
    const end = knownEnd(market)
    if (groupId === undefined || end === undefined) return
    const ended = this.#groups.get(groupId) ?? new Map<ConditionId, End>()
    this.#groups.set(groupId, ended.set(conditionId, end))
  }

  /** Of the group's markets. */
  of(groupId: string): ReadonlyMap<ConditionId, End> {
    return this.#groups.get(groupId) ?? NONE
  }
}

/** `undefined` while it may end in more than one way. */
export function knownEnd(market: Pick<Market, 'status' | 'winner'>): End | undefined {
  const [end, ...others] = endsOf(market)
  return others.length === 0 ? end : undefined
}
