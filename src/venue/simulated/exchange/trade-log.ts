// Trades by account (all of them) and by market (the public tape, only the newest).

import type { Address, ConditionId } from '../../../domain/market.js'
import type { TradeState } from './trade.js'

/** Trades kept per market. */
const TAPE_LENGTH = 1000

export class TradeLog {
  readonly #byAccount = new Map<Address, TradeState[]>()
  readonly #byMarket = new Map<ConditionId, TradeState[]>()
  #count = 0

  nextTradeId(): string {
    this.#count += 1
    return `t${this.#count}`
  }

  add(state: TradeState): void {
    const { maker, taker, conditionId } = state.trade
    append(this.#byAccount, maker.account, state)
    append(this.#byAccount, taker.account, state)
    const tape = append(this.#byMarket, conditionId, state)
    // cut in blocks: shifting one by one would move the whole tape at every trade
    if (tape.length >= 2 * TAPE_LENGTH) tape.splice(0, tape.length - TAPE_LENGTH)
  }

  /** Newest first. */
  ofAccount(account: Address, conditionId: ConditionId | undefined, limit: number): TradeState[] {
    const all = this.#byAccount.get(account) ?? []
    const found: TradeState[] = []
    for (let i = all.length - 1; i >= 0 && found.length < limit; i--) {
      const state = all[i]
      if (state === undefined) continue
      if (conditionId === undefined || state.trade.conditionId === conditionId) found.push(state)
    }
    return found
  }

  /** Newest first, at most `TAPE_LENGTH`. */
  ofMarket(conditionId: ConditionId): TradeState[] {
    return (this.#byMarket.get(conditionId) ?? []).slice(-TAPE_LENGTH).reverse()
  }
}

function append<K>(lists: Map<K, TradeState[]>, key: K, state: TradeState): TradeState[] {
  const list = lists.get(key) ?? []
  list.push(state)
  lists.set(key, list)
  return list
}
