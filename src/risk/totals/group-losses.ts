// What each group of markets may lose at the worst. Groups net only where a person asserts that exactly one of their markets wins, and all of
// them are counted; otherwise the worst cases of their markets add up.
//
//   asserted     the largest of: some market wins and all others do not; every market is cancelled
//   otherwise    the sum over the markets of the worst that each may come to

import { largerRaw } from '../../domain/amounts/money.js'
import type { ConditionId } from '../../domain/market/market.js'
import { NO, YES } from '../../domain/market/side.js'
import { type Counted, lostAtRaw } from './counted-market.js'
import type { End } from './worst-case.js'

/** Raw collateral, rounded up; below 0 is a gain. */
interface Losses {
  readonly ifWon: bigint
  readonly ifNot: bigint
  readonly ifCancelled: bigint
  readonly worst: bigint
}

export class GroupLosses {
  /** By group: how many markets it has, of which exactly one wins. */
  readonly #exclusive: Readonly<Record<string, number>>
  readonly #groups = new Map<string, Map<ConditionId, Losses>>()
  /** The group that a market counts in. */
  readonly #groupOf = new Map<ConditionId, string>()

  constructor(exclusive: Readonly<Record<string, number>> = {}) {
    this.#exclusive = exclusive
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
    const members = [...(this.#groups.get(groupId)?.entries() ?? [])]
    const id = instead?.held.exposure.market.conditionId
    const losses = members.filter(([conditionId]) => conditionId !== id).map(([, its]) => its)
    if (instead !== undefined) losses.push(lossesOf(instead))
    return this.#exclusive[groupId] === losses.length ? netted(losses) : sumOf(losses, ({ worst }) => worst)
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
  return { ifWon: at(YES), ifNot: at(NO), ifCancelled: at('neither'), worst }
}

function netted(losses: readonly Losses[]): bigint {
  const noneWins = sumOf(losses, ({ ifNot }) => ifNot)
  let worst = sumOf(losses, ({ ifCancelled }) => ifCancelled)
  for (const { ifWon, ifNot } of losses) {
    worst = largerRaw(worst, noneWins - ifNot + ifWon)
  }
  return worst
}

function sumOf(losses: readonly Losses[], pick: (one: Losses) => bigint): bigint {
  return losses.reduce((sum, one) => sum + pick(one), 0n)
}
