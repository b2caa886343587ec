// What each group of markets may lose at the worst. Groups net only where a person asserts that exactly one of their markets wins, and all of
// them are counted, or over; otherwise the worst cases of their markets add up.
//
//   asserted     the largest of: some market that still may wins and all others do not; every market is cancelled
//   otherwise    the sum over the markets of the worst that each may come to
//
// A market that is over and settled has nothing at stake. While it has won no other does, and one that has lost leaves the win to the others.
// Where one was cancelled, or the ends contradict that one wins, nothing is sure of the others.

import { largerRaw } from '../../domain/amounts/money.js'
import { canOneWin, type End, type EndsOfGroup, knownEnd } from '../../domain/market/end.js'
import type { ConditionId } from '../../domain/market/market.js'
import { NO, YES } from '../../domain/market/side.js'
import { type Counted, lostAtRaw } from './counted-market.js'

const NONE: ReadonlyMap<ConditionId, End | undefined> = new Map()

/** Raw collateral, rounded up; below 0 is a gain. */
interface Losses {
  readonly ifWon: bigint
  readonly ifNot: bigint
  readonly ifCancelled: bigint
  readonly worst: bigint
  /** It is over, and ended like this. */
  readonly end: End | undefined
}

export class GroupLosses {
  /** By group: how many markets it has, of which exactly one wins. */
  readonly #exclusive: Readonly<Record<string, number>>
  readonly #groups = new Map<string, Map<ConditionId, Losses>>()
  /** The group that a market counts in. */
  readonly #groupOf = new Map<ConditionId, string>()
  readonly #endsOf: EndsOfGroup

  /** `endsOf`: of those that do not count, or no more, too. */
  constructor(exclusive: Readonly<Record<string, number>> = {}, endsOf: EndsOfGroup = () => NONE) {
    this.#exclusive = exclusive
    this.#endsOf = endsOf
  }

  /** From now on the market counts like this in its group. */
  set(counted: Counted): void {
    const { groupId, conditionId } = counted.held.exposure.market
    if (this.#groupOf.get(conditionId) !== groupId) this.remove(conditionId)
    if (groupId === undefined) return
    this.#groupOf.set(conditionId, groupId)
    let members = this.#groups.get(groupId)
    if (members === undefined) {
      members = new Map()
      this.#groups.set(groupId, members)
    }
    members.set(conditionId, lossesOf(counted))
  }

  /** The market counts no more. */
  remove(conditionId: ConditionId): void {
    const groupId = this.#groupOf.get(conditionId)
    if (groupId === undefined) return
    this.#groupOf.delete(conditionId)
    const members = this.#groups.get(groupId)
    members?.delete(conditionId)
    if (members?.size === 0) this.#groups.delete(groupId)
  }

  /** Raw, of the group as it counts now; with `instead` in place of its market as it does. */
  lossRaw(groupId: string, instead?: Counted): bigint {
    const members = new Map(this.#groups.get(groupId))
    if (instead !== undefined) members.set(instead.held.exposure.market.conditionId, lossesOf(instead))
    const losses = [...members.values()]
    const size = this.#exclusive[groupId]
    if (size === undefined) return sumOf(losses, ({ worst }) => worst)
    const others = [...this.#endsOf(groupId)].flatMap(([conditionId, end]) => (members.has(conditionId) ? [] : [end]))
    const ends = [...losses.map(({ end }) => end), ...others]
    // one that is not counted, and may win, leaves all of these without
    const isSure = size === ends.length && !others.includes(undefined) && canOneWin(ends)
    return isSure ? netted(losses, ends.includes(YES)) : sumOf(losses, ({ worst }) => worst)
  }

  /** Of every group, in no order. */
  all(): readonly (readonly [groupId: string, lossRaw: bigint])[] {
    return [...this.#groups.keys()].map((groupId) => [groupId, this.lossRaw(groupId)])
  }

  /** Some group loses more than this. */
  isOver(limitRaw: bigint): boolean {
    return this.all().some(([, lossRaw]) => lossRaw > limitRaw)
  }
}

function lossesOf(counted: Counted): Losses {
  const worst = counted.totals.lossRaw
  // of a market that is over only the end that came is known: it is counted in every scenario
  const at = (end: End) => lostAtRaw(counted, end) ?? worst
  const end = knownEnd(counted.held.exposure.market)
  return { ifWon: at(YES), ifNot: at(NO), ifCancelled: at('neither'), worst, end }
}

function netted(losses: readonly Losses[], isWon: boolean): bigint {
  const noneWins = sumOf(losses, ({ ifNot }) => ifNot)
  let worst = sumOf(losses, ({ ifCancelled }) => ifCancelled)
  if (isWon) return largerRaw(worst, noneWins)
  for (const { ifWon, ifNot, end } of losses) {
    if (end === undefined) worst = largerRaw(worst, noneWins - ifNot + ifWon)
  }
  return worst
}

function sumOf(losses: readonly Losses[], pick: (one: Losses) => bigint): bigint {
  return losses.reduce((sum, one) => sum + pick(one), 0n)
}
