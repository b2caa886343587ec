// What the venue has matched of our orders, and the bot has not heard of, counts all the same when it places the next one.

import type { ConditionId, Hex } from '../../../../src/domain/market/market.js'
import { matchedRawOf } from '../../../../src/domain/orders/own-order.js'
import type { BotLife } from '../bot-life.js'
import type { World } from '../world.js'
import type { Violations } from './violation.js'

/** Orders that are looked at: the last ones that were signed. */
const MOST = 100

interface Leg {
  readonly outcome: 0 | 1
  readonly side: 'BUY' | 'SELL'
}
const LEGS: readonly Leg[] = ([0, 1] as const).flatMap((outcome) =>
  (['BUY', 'SELL'] as const).map((side) => ({ outcome, side })),
)

export class Unheard {
  readonly #world: World
  readonly #violations: Violations
  #signed: Hex[] = []
  #life: BotLife | undefined

  constructor(world: World, violations: Violations) {
    this.#world = world
    this.#violations = violations
  }

  signed(hash: Hex, life: BotLife): void {
    if (life !== this.#life) this.#signed = []
    this.#life = life
    this.#signed.push(hash)
    if (this.#signed.length > 2 * MOST) this.#signed = this.#signed.slice(-MOST)
  }

  placed(conditionId: ConditionId, life: BotLife): void {
    const beliefs = life.bot?.core.beliefs
    if (beliefs === undefined || life !== this.#life) return
    const { orders } = beliefs
    for (const leg of LEGS) {
      const isOf = (of: Leg) => of.outcome === leg.outcome && of.side === leg.side
      let unheardRaw = 0n
      for (const hash of this.#signed) {
        const here = orders.byHash(hash)
        if (here?.draft.conditionId !== conditionId || !isOf(here.draft)) continue
        const there = this.#world.api.exchange.order(hash)
        if (there === undefined) continue
        const moreRaw = there.filledRaw + there.pendingRaw - matchedRawOf(here)
        if (moreRaw > 0n) unheardRaw += moreRaw
      }
      if (unheardRaw === 0n) continue
      let countedRaw = 0n
      for (const { phase, draft, restingRaw } of orders.livingOf(conditionId))
        if (phase !== 'signing' && isOf(draft)) countedRaw += restingRaw
      for (const order of orders.untoldOf(conditionId)) if (isOf(order)) countedRaw += order.sizeRaw
      if (countedRaw < unheardRaw)
        this.#violations.add('exposure', `${unheardRaw} matched in ${conditionId}, the bot counts with ${countedRaw}`)
    }
  }
}
