// What moved since a store last looked: orders, trades, markets and totals, each once however often it moved.

import type { Address, ConditionId } from '../../../../domain/market/market.js'
import type { LedgerWatch, TokenPlace } from '../../ledger/ledger.js'

export interface BalancePlace {
  readonly account: Address
  /** `undefined` for collateral. */
  readonly place: TokenPlace | undefined
}

/** Orders and matches by their slots. */
export interface Changes {
  /** In the order of their first change: new orders as they came. */
  readonly orders: ReadonlySet<number>
  readonly trades: ReadonlySet<number>
  readonly markets: ReadonlySet<ConditionId>
  readonly balances: readonly BalancePlace[]
  readonly nonces: ReadonlySet<Address>
}

export class ChangeLog implements LedgerWatch {
  readonly #isKept: boolean
  #orders = new Set<number>()
  #trades = new Set<number>()
  #markets = new Set<ConditionId>()
  #balances = new Map<string, BalancePlace>()
  #nonces = new Set<Address>()

  /** A log that is not kept notes nothing: nobody would ever take it. */
  constructor(isKept: boolean) {
    this.#isKept = isKept
  }

  get isEmpty(): boolean {
    return this.#orders.size + this.#trades.size + this.#markets.size + this.#balances.size + this.#nonces.size === 0
  }

  order(order: number): void {
    if (this.#isKept) this.#orders.add(order)
  }

  /** Whether the order has changed since the last time. */
  hasOrder(order: number): boolean {
    return this.#orders.has(order)
  }

  trade(match: number): void {
    if (this.#isKept) this.#trades.add(match)
  }

  market(conditionId: ConditionId): void {
    if (this.#isKept) this.#markets.add(conditionId)
  }

  nonce(account: Address): void {
    if (this.#isKept) this.#nonces.add(account)
  }

  balance(account: Address, place?: TokenPlace): void {
    if (!this.#isKept) return
    this.#balances.set(place === undefined ? account : `${account}/${place.conditionId}/${place.outcome}`, {
      account,
      place,
    })
  }

  /** Everything noted; the log is empty then. */
  take(): Changes {
    const changes = {
      orders: this.#orders,
      trades: this.#trades,
      markets: this.#markets,
      balances: [...this.#balances.values()],
      nonces: this.#nonces,
    }
    this.#orders = new Set()
    this.#trades = new Set()
    this.#markets = new Set()
    this.#balances = new Map()
    this.#nonces = new Set()
    return changes
  }
}
