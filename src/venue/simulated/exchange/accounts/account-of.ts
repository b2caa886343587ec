// One account as its orders meet it: balances at hand, orders that are not over, the nonce that they must sign.

import { LinkedList } from '../../../../domain/collections/linked-list.js'
import type { Address, ConditionId } from '../../../../domain/market/market.js'
import type { AssetBalance } from '../../ledger/asset-balance.js'
import type { Ledger, TokenBalances } from '../../ledger/ledger.js'
import type { NewOrder } from '../orders/new-order.js'
import { newShelfHistory } from '../orders/shelf-history.js'

export class AccountOf<T> {
  readonly address: Address
  /** 0 until it is raised. */
  nonce = 0
  /** A stranger is not, before an order of its is admitted. */
  isKept = false
  /** Its balances moved, and nobody was told yet. */
  hasMoved = false
  /** Oldest first. */
  readonly live = new LinkedList<T>()
  readonly history = newShelfHistory()
  readonly #ledger: Ledger
  #collateral: AssetBalance | undefined
  readonly #tokens = new Map<ConditionId, TokenBalances>()

  constructor(address: Address, ledger: Ledger) {
    this.address = address
    this.#ledger = ledger
  }

  get collateral(): AssetBalance {
    this.#collateral ??= this.#ledger.collateralBalance(this.address)
    return this.#collateral
  }

  tokens(conditionId: ConditionId): TokenBalances {
    let balances = this.#tokens.get(conditionId)
    if (balances === undefined) {
      balances = this.#ledger.tokenBalances(this.address, conditionId)
      this.#tokens.set(conditionId, balances)
    }
    return balances
  }

  /** What such an order locks. */
  lockedBy({ side, conditionId, outcome }: NewOrder): AssetBalance {
    return side === 'BUY' ? this.collateral : this.tokens(conditionId)[outcome]
  }

  /** Whether it owns any of what such an order locks; nothing is made where it does not. */
  ownsSome(order: NewOrder): boolean {
    if (order.side === 'BUY') return this.#collateral?.isEmpty === false || this.#ledger.holdsCollateral(this.address)
    const known = this.#tokens.get(order.conditionId) ?? this.#ledger.knownTokens(this.address, order.conditionId)
    return known?.[order.outcome].isEmpty === false
  }
}
