// Markets divided among bots without Redis: each has a number, and by it a share that never moves. Nobody takes over what another leaves.

import type { ConditionId, Market } from '../../domain/market/market.js'
import type { FleetView } from '../../domain/run/market-claim.js'
import { preferred } from './assignment.js'
import type { ClaimingBot } from './market-claims.js'

export interface FixedShareOptions {
  /** Of the fleet. */
  readonly name: string
  /** Number of this bot, from 1, and how many there are. */
  readonly bot: number
  readonly of: number
}

export class FixedShare {
  readonly #options: FixedShareOptions
  readonly #numbers: readonly number[]
  readonly #told = new Map<ConditionId, string | undefined>()
  #bot: Pick<ClaimingBot, 'tell'> | undefined

  constructor(options: FixedShareOptions) {
    this.#options = options
    this.#numbers = Array.from({ length: options.of }, (_, i) => i + 1)
  }

  start(bot: Pick<ClaimingBot, 'tell'>): void {
    this.#bot = bot
  }

  selected({ conditionId }: Pick<Market, 'conditionId'>): void {
    if (this.#told.has(conditionId)) return
    const detail = this.refusal(conditionId)
    this.#told.set(conditionId, detail)
    this.#bot?.tell(conditionId, detail === undefined ? undefined : { reason: 'other-bot', detail })
  }

  refusal(conditionId: ConditionId): string | undefined {
    const { bot, of } = this.#options
    const owner = this.#ownerOf(conditionId)
    if (owner === bot) return undefined
    return `it is of the share of bot ${owner} of ${of} (fleet.markets.fixed): nobody takes it over`
  }

  get view(): FleetView {
    const { name, of } = this.#options
    const held = [...this.#told.values()].filter((why) => why === undefined).length
    return {
      name,
      memory: 'none',
      bots: of,
      markets: { held, others: this.#told.size - held, unclaimed: 0 },
      shares: [],
    }
  }

  async close(): Promise<void> {
    // nobody is told
  }

  #ownerOf(conditionId: ConditionId): number {
    const named = this.#numbers.map((number) => ({ number, bot: `bot ${number}` }))
    return named.sort((a, b) => preferred(a, b, conditionId))[0]?.number ?? this.#options.bot
  }
}
