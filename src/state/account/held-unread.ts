// What former runs have left in markets that nobody has read since the start. Which of the tokens are of YES is not known there, but how far
// both are apart is, and what they counted for when they were kept: limits that markets share count it until the market counts for itself.
//
//   position     the larger amount less the smaller
//   collateral   what they counted for
//   loss         the same, less what the sets among them pay whatever comes
//
// Of a market that was over nothing is at stake; and of what former runs do not explain nobody can say what it cost: it is read first.

import type { AccountSnapshot, UnreadHolding } from '../../domain/account/account.js'
import type { ConditionId, Market } from '../../domain/market/market.js'
import type { HeldTokens } from '../../domain/run/standing.js'
import type { Funds } from './funds.js'

/** All of it together, raw. */
export interface UnreadSum {
  readonly positionRaw: bigint
  readonly collateralRaw: bigint
  readonly lossRaw: bigint
}

const NOTHING: UnreadSum = { positionRaw: 0n, collateralRaw: 0n, lossRaw: 0n }

export class HeldUnread {
  readonly #funds: Pick<Funds, 'snapshot'>
  readonly #markets: { values(): Iterable<Pick<Market, 'unitRaw'>> }
  /** What it counted for, units of collateral. */
  readonly #worth = new Map<ConditionId, number>()
  #of: AccountSnapshot | undefined
  #sum: UnreadSum | undefined

  /** `markets`: those that are known; of the same collateral, all of them. */
  constructor(funds: Pick<Funds, 'snapshot'>, markets: { values(): Iterable<Pick<Market, 'unitRaw'>> }) {
    this.#funds = funds
    this.#markets = markets
  }

  kept(held: readonly HeldTokens[]): void {
    for (const { conditionId, worth = 0, isOver } of held) if (worth > 0 && !isOver) this.#worth.set(conditionId, worth)
  }

  /** `undefined` where that is nothing, or no market is known. Asked for at each event: the same until the account or a market is read. */
  get sum(): UnreadSum | undefined {
    const { snapshot } = this.#funds
    if (snapshot === this.#of) return this.#sum
    const [unitRaw] = Array.from(this.#markets.values(), (market) => market.unitRaw)
    if (unitRaw === undefined) return undefined
    this.#of = snapshot
    const counted = snapshot?.unread?.filter(({ conditionId }) => this.#worth.has(conditionId))
    this.#sum = counted?.length
      ? counted.reduce((sum, holding) => this.#with(sum, holding, unitRaw), NOTHING)
      : undefined
    return this.#sum
  }

  #with(sum: UnreadSum, { conditionId, tokens }: UnreadHolding, unitRaw: bigint): UnreadSum {
    const worth = this.#worth.get(conditionId) ?? 0
    const byToken = new Map<string, bigint>()
    for (const { tokenId, totalRaw } of tokens) byToken.set(tokenId, (byToken.get(tokenId) ?? 0n) + totalRaw)
    const [one = 0n, other = 0n] = byToken.values()
    const [moreRaw, setsRaw] = one > other ? [one, other] : [other, one]
    const worthRaw = BigInt(Math.ceil(worth * Number(unitRaw)))
    return {
      positionRaw: sum.positionRaw + moreRaw - setsRaw,
      collateralRaw: sum.collateralRaw + worthRaw,
      lossRaw: sum.lossRaw + (worthRaw > setsRaw ? worthRaw - setsRaw : 0n),
    }
  }
}
