// A market is pulled because the venue holds other tokens than the bot counts, and at no time where it counts what the venue has: what is
// held there, and what comes and goes once what is matched is settled.

import type { ConditionId, Market } from '../../../../src/domain/market/market.js'
import type { Fill } from '../../../../src/domain/orders/fill.js'
import { ACCOUNT } from '../../virtual/simulate.js'
import type { BotLife } from '../bot-life.js'
import { arriving } from '../truth.js'
import type { SettledParts } from './settled.js'

type Core = NonNullable<BotLife['bot']>['core']

export class Differing {
  readonly #parts: Pick<SettledParts, 'world' | 'truth' | 'violations' | 'isSurprised'>
  /** Pulled for that, at the last turn. */
  #pulled: ReadonlySet<ConditionId> = new Set()

  constructor(parts: Pick<SettledParts, 'world' | 'truth' | 'violations' | 'isSurprised'>) {
    this.#parts = parts
  }

  /** A turn has ended. */
  turned({ bot }: BotLife): void {
    const core = bot?.core
    if (core === undefined) return
    const { ledger, markets } = core.beliefs
    if (!ledger.isAnyMismatched) {
      if (this.#pulled.size > 0) this.#pulled = new Set()
      return
    }
    const before = this.#pulled
    this.#pulled = new Set([...markets.keys()].filter((id) => ledger.isMismatched(id)))
    for (const market of markets.values())
      if (this.#pulled.has(market.conditionId) && !before.has(market.conditionId)) this.#judge(market, core)
  }

  #judge(market: Market, core: Core): void {
    const { isSurprised, violations } = this.#parts
    if (isSurprised(market.conditionId)) return
    const { tokensRaw } = core.beliefs.positions.position(market)
    const [yes, no] = this.#countedRaw(market.conditionId)
    if (tokensRaw[0] === yes && tokensRaw[1] === no)
      violations.add('held-back', `${market.id} is pulled for what it holds, and the bot counts that: ${yes}/${no}`)
  }

  /** What the venue has, once what is matched is settled. */
  #countedRaw(conditionId: ConditionId): readonly [bigint, bigint] {
    const { truth, world } = this.#parts
    const coming: [bigint, bigint] = [...truth.tokensRaw(conditionId)]
    for (const fill of world.api.exchange.tradesOf(ACCOUNT, conditionId))
      if (fill.status === 'pending') coming[fill.outcome] += movedRaw(fill)
    return coming
  }
}

const movedRaw = (fill: Fill) => (fill.side === 'BUY' ? arriving(fill) : -fill.sizeRaw)
