// What a transaction brings may be locked behind orders once it is confirmed, and not before: it may still be taken back.

import { matchedRawOf } from '../../../../src/domain/orders/own-order.js'
import { ACCOUNT } from '../../virtual/simulate.js'
import type { BotLife } from '../bot-life.js'
import type { SettledParts } from './settled.js'

/** So many of the last fills are looked at. */
const MOST_FILLS = 200

type Core = NonNullable<BotLife['bot']>['core']

export class Unconfirmed {
  readonly #parts: Pick<SettledParts, 'world' | 'violations' | 'isSurprised'>

  constructor(parts: Pick<SettledParts, 'world' | 'violations' | 'isSurprised'>) {
    this.#parts = parts
  }

  look(): void {
    const { world, violations, isSurprised } = this.#parts
    const { chain, life, markets, scenario } = world
    const comingRaw = chain?.unconfirmedRaw ?? 0n
    const core = life?.bot?.core
    if (comingRaw === 0n || !life?.isWorking || core === undefined) return
    // people move collateral, too, and the bot hears of it later
    if (markets.some(isSurprised) || scenario.disturbances.some(({ kind }) => kind === 'second-writer')) return
    const { totalRaw } = world.api.exchange.ledger.collateral(ACCOUNT)
    const mostRaw = totalRaw - comingRaw + this.#unheardRaw(core)
    const freeRaw = core.beliefs.funds.collateralRaw()
    if (freeRaw > mostRaw)
      violations.add('known', `orders may lock ${freeRaw}, of ${totalRaw} ${comingRaw} are not confirmed yet`)
  }

  /** What purchases have cost that the bot has not heard of, or only from former lives: it counts as there. */
  #unheardRaw({ beliefs: { orders } }: Core): bigint {
    const { exchange } = this.#parts.world.api
    return exchange
      .tradesOf(ACCOUNT, undefined, MOST_FILLS)
      .filter(({ side, hash }) => {
        const [here, there] = [orders.byHash(hash), exchange.order(hash)]
        const isKnown = here?.origin === 'placed' && there && matchedRawOf(here) === there.filledRaw + there.pendingRaw
        return side === 'BUY' && !isKnown
      })
      .reduce((sum, { conditionId, sizeRaw, price }) => {
        const unit = BigInt(exchange.market(conditionId)?.spec.ticksPerUnit ?? 1)
        return sum + (sizeRaw * BigInt(price)) / unit
      }, 0n)
  }
}
