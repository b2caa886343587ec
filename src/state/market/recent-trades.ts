// Recent public trades of each market, for strategies that look back.

import type { ConditionId } from '../../domain/market/market.js'
import type { PublicTrade } from '../../domain/orders/fill.js'

/** Trades kept per market, at least; twice as many at most, so that few are moved. */
const KEPT = 100

interface Printed {
  trades: PublicTrade[]
  seen: number
}

const NONE: readonly PublicTrade[] = []

export class Tape {
  readonly #markets = new Map<ConditionId, Printed>()

  traded(trade: PublicTrade): void {
    let printed = this.#markets.get(trade.conditionId)
    if (printed === undefined) {
      printed = { trades: [], seen: 0 }
      this.#markets.set(trade.conditionId, printed)
    }
    printed.seen++
    printed.trades.push(trade)
    if (printed.trades.length === 2 * KEPT) printed.trades = printed.trades.slice(KEPT)
  }

  /** The market is over: nobody looks back any more. */
  forgetMarket(conditionId: ConditionId): void {
    this.#markets.delete(conditionId)
  }

  /** Oldest first. */
  recent(conditionId: ConditionId): readonly PublicTrade[] {
    return this.#markets.get(conditionId)?.trades.slice(-KEPT) ?? NONE
  }

  /** How many there were. */
  seen(conditionId: ConditionId): number {
    return this.#markets.get(conditionId)?.seen ?? 0
  }
}
