// Trades by account (all of them, where no archive keeps them) and by market (the public tape, only the newest).

import type { Address, ConditionId } from '../../../../domain/market/market.js'
import type { Archive } from '../rows/archive.js'
import type { ExchangeTrade, TradeState } from './trade.js'

type OnTape = Pick<TradeState, 'trade'>

/** Trades kept per market. */
const TAPE_LENGTH = 1000

export class TradeLog {
  readonly #byAccount = new Map<Address, TradeState[]>()
  readonly #byMarket = new Map<ConditionId, OnTape[]>()
  readonly #archive: Archive | undefined
  #count = 0

  constructor(archive?: Archive) {
    this.#archive = archive
  }

  /** Trades so far. */
  get count(): number {
    return this.#count
  }

  /** Only for a log without trades. */
  restoreCount(count: number): void {
    this.#count = count
  }

  nextTradeId(): string {
    this.#count += 1
    return `t${this.#count}`
  }

  add(state: TradeState): void {
    const { maker, taker, conditionId } = state.trade
    const tape = this.#tape(conditionId)
    if (this.#archive === undefined) {
      append(this.#byAccount, maker.account, state)
      append(this.#byAccount, taker.account, state)
      tape.push(state)
    } else {
      // without its orders, which would stay in memory with it
      tape.push({ trade: state.trade })
    }
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
  ofMarket(conditionId: ConditionId): OnTape[] {
    return this.#tape(conditionId).slice(-TAPE_LENGTH).reverse()
  }

  /** Oldest first. What happened before this process comes from the archive. */
  #tape(conditionId: ConditionId): OnTape[] {
    const known = this.#byMarket.get(conditionId)
    if (known !== undefined) return known
    const older: readonly ExchangeTrade[] = this.#archive?.tape(conditionId, TAPE_LENGTH) ?? []
    const tape = older.map((trade) => ({ trade })).reverse()
    this.#byMarket.set(conditionId, tape)
    return tape
  }
}

function append<K>(lists: Map<K, TradeState[]>, key: K, state: TradeState): TradeState[] {
  const list = lists.get(key) ?? []
  list.push(state)
  lists.set(key, list)
  return list
}
