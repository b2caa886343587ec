// Trades by account (all of them, where no archive keeps them) and by market (the public tape, only the newest).

import type { Address, ConditionId } from '../../../../domain/market/market.js'
import type { PublicTrade } from '../../../../domain/orders/fill.js'
import type { Archive } from '../rows/archive.js'
import { type Match, publicTradeOf } from './match.js'
import { type ExchangeTrade, toPublicTrade } from './trade.js'

/** Of this process, or of one before it. */
type OnTape = Match | PublicTrade

/** Trades kept per market. */
const TAPE_LENGTH = 1000

export class TradeLog {
  readonly #byAccount = new Map<Address, Match[]>()
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

  nextNumber(): number {
    this.#count += 1
    return this.#count
  }

  add(match: Match): void {
    const tape = this.#tape(match.conditionId)
    if (this.#archive === undefined) {
      append(this.#byAccount, match.makerAccount, match)
      append(this.#byAccount, match.takerAccount, match)
    }
    tape.push(match)
    // cut in blocks: shifting one by one would move the whole tape at every trade
    if (tape.length >= 2 * TAPE_LENGTH) tape.splice(0, tape.length - TAPE_LENGTH)
  }

  /** Newest first. */
  ofAccount(account: Address, conditionId: ConditionId | undefined, limit: number): Match[] {
    const all = this.#byAccount.get(account) ?? []
    const found: Match[] = []
    for (let i = all.length - 1; i >= 0 && found.length < limit; i--) {
      const match = all[i]
      if (match === undefined) continue
      if (conditionId === undefined || match.conditionId === conditionId) found.push(match)
    }
    return found
  }

  /** Newest first, at most `TAPE_LENGTH`. */
  ofMarket(conditionId: ConditionId): PublicTrade[] {
    const newest = this.#tape(conditionId).slice(-TAPE_LENGTH).reverse()
    return newest.map((each) => ('spec' in each ? publicTradeOf(each) : each))
  }

  /** Oldest first. What happened before this process comes from the archive. */
  #tape(conditionId: ConditionId): OnTape[] {
    const known = this.#byMarket.get(conditionId)
    if (known !== undefined) return known
    const older: readonly ExchangeTrade[] = this.#archive?.tape(conditionId, TAPE_LENGTH) ?? []
    const tape: OnTape[] = older.map(toPublicTrade).reverse()
    this.#byMarket.set(conditionId, tape)
    return tape
  }
}

function append<K>(lists: Map<K, Match[]>, key: K, match: Match): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [match])
  else list.push(match)
}
