// Sums over markets as they are, each counted once with all its orders.

import type { LiveOrder, MarketPosition } from '../../../src/domain/account/exposure.js'
import { largerRaw } from '../../../src/domain/amounts/money.js'
import type { End } from '../../../src/domain/market/end.js'
import type { Market } from '../../../src/domain/market/market.js'
import { exposureWith, heldExposure, lockedRaw, positionRaw } from '../../../src/risk/totals/market-exposure.js'
import { worstCaseRaw, worstOf } from '../../../src/risk/totals/worst-case.js'

export class PlainTotals {
  positionRaw: bigint
  collateralRaw: bigint
  lossRaw: bigint
  lockedRaw = 0n

  /** `beside`: what counts without a market. */
  constructor(beside: Pick<PlainTotals, 'positionRaw' | 'collateralRaw' | 'lossRaw'>) {
    this.positionRaw = beside.positionRaw
    this.collateralRaw = beside.collateralRaw
    this.lossRaw = beside.lossRaw
  }

  add(position: MarketPosition, orders: readonly LiveOrder[]): void {
    const exposure = orders.reduce(exposureWith, heldExposure(position))
    this.positionRaw += positionRaw(exposure)
    this.collateralRaw += exposure.collateralRaw
    this.lossRaw -= worstOf(exposure.wealth, position.market)
    for (const order of orders) this.lockedRaw += lockedRaw(order, position.market)
  }
}

interface InGroup {
  readonly position: MarketPosition
  readonly orders: readonly LiveOrder[]
}

/** Loss of each group: every scenario played through, market by market. */
export class PlainGroups {
  readonly #members = new Map<string, InGroup[]>()
  readonly #over = new Map<string, ReturnType<typeof cameOf>[]>()
  readonly #exclusive: Readonly<Record<string, number>>

  constructor(exclusive: Readonly<Record<string, number>> = {}) {
    this.#exclusive = exclusive
  }

  add(position: MarketPosition, orders: readonly LiveOrder[]): void {
    const { groupId } = position.market
    if (groupId === undefined) return
    this.#members.set(groupId, [...(this.#members.get(groupId) ?? []), { position, orders }])
  }

  /** Over, and nothing of it counts any more. */
  addOver(market: Market): void {
    const { groupId } = market
    if (groupId !== undefined) this.#over.set(groupId, [...(this.#over.get(groupId) ?? []), cameOf(market)])
  }

  /** Of the group, and the bot knows no more of it than how it has ended, if it has. */
  addEnd(groupId: string, end: End | undefined): void {
    const came = end === undefined ? undefined : end === 'neither' ? 'half' : end === 0 ? 'YES' : 'NO'
    this.#over.set(groupId, [...(this.#over.get(groupId) ?? []), came])
  }

  get text(): string {
    return groupsText([...this.#members].map(([groupId, members]) => [groupId, this.#lossRaw(groupId, members)]))
  }

  #lossRaw(groupId: string, members: readonly InGroup[]): bigint {
    const worst = (one: InGroup) => -worstCaseRaw(one.position, one.orders)
    const ended = this.#over.get(groupId) ?? []
    const sum = members.reduce((total, one) => total + worst(one), 0n)
    const isHalf = [...ended, ...members.map(({ position }) => cameOf(position.market))].includes('half')
    const mayAnother = ended.includes(undefined)
    if (this.#exclusive[groupId] !== members.length + ended.length || mayAnother || isHalf) return sum
    const oneWins = [...members, undefined]
      .map((winner) => members.map((one) => (one === winner ? 'YES' : 'NO')))
      .filter((endings) => [...endings, ...ended].filter((ending) => ending === 'YES').length === 1)
      .filter((endings) => members.every((one, i) => [undefined, endings[i]].includes(cameOf(one.position.market))))
    if (oneWins.length === 0) return sum
    const losses = [...oneWins, members.map(() => 'half' as const)].map((endings) =>
      members.reduce((total, one, i) => total + (lossIf(one, endings[i] ?? '') ?? worst(one)), 0n),
    )
    return losses.reduce(largerRaw)
  }
}

function cameOf({ status, winner }: Market): 'YES' | 'NO' | 'half' | undefined {
  if (status === 'CANCELLED') return 'half'
  if (status !== 'RESOLVED' || winner === undefined) return undefined
  return winner === 0 ? 'YES' : 'NO'
}

/** With this ending, rounded up; the market as if it had come already would count nothing, so it is paid by hand. */
function lossIf({ position: { market, tokensRaw, costRaw }, orders }: InGroup, ending: string): bigint | undefined {
  const came = cameOf(market)
  if (came !== undefined && ending !== came) return undefined
  const unit = 2n * BigInt(market.ticksPerUnit)
  const pays = (outcome: 0 | 1) => (ending === 'half' ? unit / 2n : (ending === 'YES') === (outcome === 0) ? unit : 0n)
  let wealth = tokensRaw[0] * pays(0) + tokensRaw[1] * pays(1) - costRaw * unit
  if (came !== undefined) wealth = 0n
  for (const { outcome, side, price, sizeRaw } of orders) {
    const gain = (pays(outcome) - 2n * BigInt(price)) * (side === 'BUY' ? 1n : -1n)
    if (gain < 0n) wealth += gain * sizeRaw
  }
  return wealth >= 0n ? -(wealth / unit) : (-wealth + unit - 1n) / unit
}

export function groupsText(groups: readonly (readonly [string, bigint])[]): string {
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, raw]) => `${id} ${raw}`)
    .join(', ')
}

export function totalsText(sums: Omit<PlainTotals, 'add'>): string {
  return `${sums.positionRaw} ${sums.collateralRaw} ${sums.lossRaw} ${sums.lockedRaw}`
}
