// How a market may end, and what the ends of markets of which exactly one wins say of each other.

import type { ConditionId, Market } from './market.js'
import { NO, type Outcome, YES } from './side.js'

/** An outcome wins, or each token pays half. */
export type End = Outcome | 'neither'

/** Of one market of a group. */
export interface EndOfMember {
  readonly conditionId: ConditionId
  /** Absent while it may end in more than one way. */
  readonly end?: End
}

/** How markets of a group have ended; `undefined` for one that is known to be of it, and may end in more than one way. */
export type EndsOfGroup = (groupId: string) => ReadonlyMap<ConditionId, End | undefined>

const OPEN: readonly End[] = [YES, NO, 'neither']
const WON: readonly [readonly End[], readonly End[]] = [[YES], [NO]]
const CANCELLED: readonly End[] = ['neither']

/** How the market may still end: YES, NO and neither, in this order, as long as nothing is known. */
export function endsOf({ status, winner }: Pick<Market, 'status' | 'winner'>): readonly End[] {
  if (status === 'CANCELLED') return CANCELLED
  return status === 'RESOLVED' && winner !== undefined ? WON[winner] : OPEN
}

/** `undefined` while it may end in more than one way. */
export function knownEnd(market: Pick<Market, 'status' | 'winner'>): End | undefined {
  const [end, ...others] = endsOf(market)
  return others.length === 0 ? end : undefined
}

/** Whether exactly one of these markets can win, as far as their ends are known; `undefined` is one that is not. */
export function canOneWin(ends: readonly (End | undefined)[]): boolean {
  if (ends.includes('neither')) return false
  const won = ends.filter((end) => end === YES).length
  return won === 1 || (won === 0 && ends.includes(undefined))
}

/**
 * Whether exactly one of these markets wins, in a group of `members` of which one does (`undefined`: nobody says so): whoever of it is not
 * among them has lost. `known`: markets of the group, with their ends as far as they are known.
 */
export function isExclusive(
  ids: readonly ConditionId[],
  members: number | undefined,
  known: ReadonlyMap<ConditionId, End | undefined>,
): boolean {
  const others = [...known].filter(([conditionId]) => !ids.includes(conditionId))
  if (members !== ids.length + others.length || !others.every(([, end]) => end === NO)) return false
  return canOneWin(ids.map((conditionId) => known.get(conditionId)))
}
