// Matches: those under way, those of each account where no archive keeps them, and of each market the newest, as the public tape.

import type { Address, ConditionId } from '../../../../domain/market/market.js'
import type { Fill, PublicTrade } from '../../../../domain/orders/fill.js'
import type { AccountState } from '../accounts/account-state.js'
import type { MarketState } from '../markets/market-state.js'
import type { OrderTable } from '../orders/order-table.js'
import type { Archive } from '../rows/archive.js'
import { NONE } from '../slot.js'
import { fillOf, type Match } from './match.js'
import { MatchTable } from './match-table.js'
import { MatchView } from './match-view.js'
import { type PublicTape, TAPE_LENGTH } from './public-tape.js'
import { toPublicTrade } from './trade.js'

export class TradeLog {
  readonly table = new MatchTable()
  readonly view: MatchView
  readonly #orders: OrderTable
  readonly #archive: Archive | undefined
  /** Number of the newest match. */
  #count = 0
  #isRestored = false

  constructor(orders: OrderTable, archive?: Archive) {
    this.#orders = orders
    this.#archive = archive
    this.view = new MatchView(this.table, orders)
  }

  /** Number of the newest match. */
  get count(): number {
    return this.#count
  }

  /** Only for a log without trades. */
  restoreCount(count: number): void {
    this.#count = count
    this.#isRestored = true
  }

  /**
   * A match of two orders, the newest; not yet one of the log. What the log was restored from may be older than what was told of since, and
   * whoever has heard of a match must not take another one for it: from there on numbers are no lower than the time.
   */
  begin(maker: number, taker: number, nowMs: number): number {
    this.#count = Math.max(this.#count + 1, this.#isRestored ? Math.floor(nowMs) : 0)
    return this.table.add(maker, taker, this.#count)
  }

  /** Takes a match into the histories of its accounts and its market. */
  add(match: number): void {
    const taker = this.table.taker(match)
    if (this.#archive === undefined) this.#chain(match)
    this.#tape(this.#orders.market(taker)).add(this.view.at(match))
  }

  /** Made of each that settles with this one, from it on, in the order of matching. */
  together<T>(first: number, make: (match: Match) => T): T[] {
    const made: T[] = []
    for (let match = first; match !== NONE; match = this.table.next(match)) made.push(make(this.view.at(match)))
    return made
  }

  /** The settlement of all that settle with this one is due later by so much: their slots. */
  postpone(first: number, byMs: number): number[] {
    const moved: number[] = []
    for (let match = first; match !== NONE; match = this.table.next(match)) {
      this.table.setTimes(match, this.table.venueMs(match), this.table.dueMs(match) + byMs)
      moved.push(match)
    }
    return moved
  }

  /** What the archive has written and nothing can change any more leaves; where there is no archive it stays. */
  forget(match: number): void {
    if (this.#archive !== undefined && this.table.status(match) !== 'pending') this.table.free(match)
  }

  /** Matches of the account, newest first, at most so many. */
  ofAccount(account: AccountState | undefined, conditionId: ConditionId | undefined, limit: number): number[] {
    const found: number[] = []
    if (account === undefined) return found
    for (let match = account.newestMatch; match !== NONE && found.length < limit; match = this.#older(match, account)) {
      if (conditionId === undefined || this.view.at(match).conditionId === conditionId) found.push(match)
    }
    return found
  }

  /** The matches as the account sees them. */
  fills(matches: readonly number[], account: Address): Fill[] {
    return matches.map((match) => fillOf(this.view.at(match), account))
  }

  /** Newest first. */
  ofMarket(market: MarketState): PublicTrade[] {
    return this.#tape(market).newestFirst()
  }

  #chain(match: number): void {
    const maker = this.#orders.account(this.table.maker(match))
    const taker = this.#orders.account(this.table.taker(match))
    this.table.setOlder(match, maker.newestMatch, taker.newestMatch)
    maker.newestMatch = match
    taker.newestMatch = match
  }

  /** The account's match before this one. */
  #older(match: number, account: AccountState): number {
    const isMaker = this.#orders.account(this.table.maker(match)) === account
    return isMaker ? this.table.olderOfMaker(match) : this.table.olderOfTaker(match)
  }

  #tape({ tape, spec }: MarketState): PublicTape {
    if (tape.isOpen) return tape
    const older = this.#archive?.tape(spec.conditionId, TAPE_LENGTH) ?? []
    tape.open(older.toReversed().map(toPublicTrade))
    return tape
  }
}
