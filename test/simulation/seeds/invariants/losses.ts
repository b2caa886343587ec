// What may be lost at most in each market, and what is tied up there, by the venue's own books: never beyond their limits.
//
// What the held tokens cost is known without a rule for it where none was ever sold, split or merged: only then is anything judged.

import type { ConditionId } from '../../../../src/domain/market/market.js'
import { arriving, type Truth } from '../truth.js'
import { limitRaw, unitRawOf } from '../unit.js'
import type { World } from '../world.js'
import type { Violations } from './violation.js'

/** Of a purchase the fee is kept in tokens: what it took is assumed by the bot until it is told. */
const SLACK = 0.05

/** Units that a few markets never lose. */
const FAR = 500

export class Losses {
  readonly #world: World
  readonly #truth: Truth
  readonly #violations: Violations

  constructor(world: World, truth: Truth, violations: Violations) {
    this.#world = world
    this.#truth = truth
    this.#violations = violations
  }

  look(conditionId: ConditionId): void {
    const { settings, wereLowered } = this.#world
    const risk = this.#isPlain && !wereLowered ? this.#riskOf(conditionId) : undefined
    if (risk === undefined) return
    const { tiedUpRaw, lostRaw } = risk
    if (tiedUpRaw > this.#most(settings.risk.maxMarketCollateral))
      this.#violations.add('exposure', `collateral of ${conditionId}, held tokens included: ${tiedUpRaw}`)
    if (lostRaw > this.#most(settings.risk.maxMarketLoss))
      this.#violations.add('exposure', `${conditionId} may lose ${lostRaw}, allowed ${settings.risk.maxMarketLoss}`)
  }

  /** All markets, and those of each group of which nobody says that one wins. */
  lookTogether(): void {
    const { settings, api, wereLowered } = this.#world
    const { maxTotalLoss, maxGroupLoss } = settings.risk
    if (!this.#isPlain || wereLowered || (maxTotalLoss >= FAR && maxGroupLoss === undefined)) return
    const lost = new Map<string, bigint>()
    for (const { conditionId, groupId = '' } of api.markets.all()) {
      const risk = this.#riskOf(conditionId)
      if (risk === undefined) return
      lost.set(groupId, (lost.get(groupId) ?? 0n) + risk.lostRaw)
    }
    const total = [...lost.values()].reduce((a, b) => a + b, 0n)
    if (total > this.#most(maxTotalLoss))
      this.#violations.add('exposure', `all may lose ${total}, allowed ${maxTotalLoss}`)
    if (maxGroupLoss === undefined) return
    for (const [groupId, lostRaw] of lost)
      if (groupId !== '' && settings.exclusiveGroups?.[groupId] === undefined && lostRaw > this.#most(maxGroupLoss))
        this.#violations.add('exposure', `${groupId} may lose ${lostRaw}, allowed ${maxGroupLoss}`)
  }

  #most(limit: number): bigint {
    return limitRaw(limit + SLACK, unitRawOf(this.#world.scenario.setting))
  }

  get #isPlain(): boolean {
    const { lives, scenario } = this.#world
    const isByHand = scenario.disturbances.some(({ kind }) => kind.startsWith('hand-') || kind === 'second-writer')
    return lives.length === 1 && !isByHand && !scenario.setting.chain
  }

  #riskOf(conditionId: ConditionId): { readonly tiedUpRaw: bigint; readonly lostRaw: bigint } | undefined {
    const market = this.#world.api.exchange.market(conditionId)
    const fills = this.#truth.fillsOf(conditionId)
    if (market?.status !== 'OPEN' || fills.some(({ side }) => side === 'SELL')) return undefined
    const unit = BigInt(market.spec.ticksPerUnit)
    const worth = (sizeRaw: bigint, price: number) => (sizeRaw * BigInt(price)) / unit
    const held: [bigint, bigint] = [0n, 0n]
    // by who wins; of a sale what the token would have paid beyond its price
    const lost: [bigint, bigint] = [0n, 0n]
    let tiedUpRaw = 0n
    for (const fill of fills) {
      held[fill.outcome] += arriving(fill)
      tiedUpRaw += worth(fill.sizeRaw, fill.price)
    }
    const costRaw = tiedUpRaw
    for (const { side, outcome, price, remainingRaw } of this.#truth.resting(conditionId)) {
      if (side === 'BUY') tiedUpRaw += worth(remainingRaw, price)
      if (side === 'BUY') lost[outcome === 0 ? 1 : 0] += worth(remainingRaw, price)
      else lost[outcome] += remainingRaw - worth(remainingRaw, price)
    }
    const [yes, no] = [costRaw - held[0] + lost[0], costRaw - held[1] + lost[1]]
    return { tiedUpRaw, lostRaw: yes > no ? yes : no }
  }
}
