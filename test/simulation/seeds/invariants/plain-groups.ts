// What the markets of a group may lose together, one ending of the group after the other: each market wins, or none is decided.

import { largerRaw } from '../../../../src/domain/amounts/money.js'
import type { ConditionId, Market } from '../../../../src/domain/market/market.js'
import type { World } from '../world.js'
import type { PlainExposure } from './plain-exposure.js'

interface GroupMember {
  readonly market: Market
  readonly whole: PlainExposure
}

/** A market of the group that nothing counts any more: whether it won; nothing of one that was cancelled, or is not over. */
type FormerMember = boolean | undefined

/** Raw; `size`: of so many markets one wins, as somebody says. */
function plainGroupLoss(
  members: readonly GroupMember[],
  { size, former }: { readonly size: number | undefined; readonly former: readonly FormerMember[] },
): bigint {
  const sum = (of: (member: GroupMember) => bigint) => members.reduce((total, member) => total + of(member), 0n)
  const alone = sum(({ whole }) => whole.sums.lossRaw)
  if (size === undefined || size !== members.length + former.length || former.includes(undefined)) return alone
  if (members.some(({ market }) => market.status === 'CANCELLED')) return alone
  const won = members.filter(({ market }) => market.winner === 0 && market.status === 'RESOLVED')
  const count = won.length + former.filter((isWon) => isWon === true).length
  const open = members.filter(({ market }) => !(market.status === 'RESOLVED' && market.winner !== undefined))
  if (count > 1 || (count === 0 && open.length === 0)) return alone
  const winners: readonly (GroupMember | undefined)[] = count === 1 ? [won[0]] : open
  const endings = winners.map((winner) => sum((one) => one.whole.lossAtRaw(one === winner ? 'yes' : 'no')))
  return [...endings, sum(({ whole }) => whole.lossAtRaw('neither'))].reduce(largerRaw)
}

/** Raw, of the group of a market that counts like `instead`; nothing where it has none. */
export function groupLossRaw(
  world: World,
  judged: readonly GroupMember[],
  {
    market,
    instead,
    exclusive = {},
  }: {
    readonly market: Market
    readonly instead: PlainExposure
    readonly exclusive: Readonly<Record<string, number>> | undefined
  },
): bigint | undefined {
  const { groupId } = market
  if (groupId === undefined) return undefined
  const members = judged
    .filter((one) => one.market.groupId === groupId)
    .map((one) => (one.market === market ? { market, whole: instead } : one))
  const former = world.api.markets.all().flatMap((listed): FormerMember[] => {
    const { conditionId } = listed
    if (listed.groupId !== groupId || members.some((one) => one.market.conditionId === conditionId)) return []
    const winner = world.api.exchange.market(conditionId)?.winner
    return [winner === undefined ? undefined : winner === 0]
  })
  return plainGroupLoss(members, { size: exclusive[groupId], former })
}

/** Whether exactly one of these markets of a group wins, by what the operator says and how the others have ended at the venue. */
export function isExclusiveAtVenue(world: World, groupId: string | undefined, ids: readonly string[]): boolean {
  const size = groupId === undefined ? undefined : world.settings.exclusiveGroups?.[groupId]
  const listed = world.api.markets.all().filter((market) => market.groupId === groupId)
  if (size !== listed.length) return false
  const { exchange } = world.api
  const endOf = (conditionId: ConditionId) => {
    const market = exchange.market(conditionId)
    return market?.status === 'CANCELLED' ? 'neither' : market?.winner
  }
  const ends = (isShown: boolean) =>
    listed.filter(({ conditionId }) => ids.includes(conditionId) === isShown).map((one) => endOf(one.conditionId))
  const [shown, others] = [ends(true), ends(false)]
  if (shown.includes('neither') || !others.every((end) => end === 1)) return false
  const won = shown.filter((end) => end === 0).length
  return won === 1 || (won === 0 && shown.includes(undefined))
}
