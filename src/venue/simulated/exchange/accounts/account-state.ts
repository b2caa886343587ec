// One account as its orders meet it: balances at hand, orders that are not over, the nonce that they must sign.

import type { Address, ConditionId } from '../../../../domain/market/market.js'
import type { AssetBalance } from '../../ledger/asset-balance.js'
import type { Ledger, TokenBalances } from '../../ledger/ledger.js'
import type { NewOrder } from '../orders/new-order.js'
import { newShelfHistory } from '../orders/shelf-history.js'
import { SlotList } from '../orders/slot-list.js'
import { NONE } from '../slot.js'

export class AccountState {
  readonly address: Address
  /** In the table of orders; -1 before the first of them. */
  number: number = NONE
  /** 0 until it is raised. */
  nonce = 0
  /** A stranger is not, before an order of its is admitted. */
  isKept = false
  /** Its balances moved, and nobody was told yet. */
  hasMoved = false
  /** Oldest first. */
  readonly live = new SlotList('account')
  readonly history = newShelfHistory()
  /** Its newest match, where matches are kept here. */
  newestMatch: number = NONE
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

  forgetTokens(conditionId: ConditionId): void {
    this.#tokens.delete(conditionId)
  }

  /** What such an order locks. */
  lockedBy({ side, conditionId, outcome }: NewOrder): AssetBalance {
    return side === 'BUY' ? this.collateral : this.tokens(conditionId)[outcome]
  }

  /** What such an order locks, where there is some of it; nothing is made where there is not. */
  fundsFor({ side, conditionId, outcome }: NewOrder): AssetBalance | undefined {
    if (side === 'BUY') {
      if (this.#collateral === undefined && !this.#ledger.holdsCollateral(this.address)) return undefined
      return this.collateral.isEmpty ? undefined : this.collateral
    }
    const tokens = this.#tokens.get(conditionId) ?? this.#ledger.knownTokens(this.address, conditionId)
    if (tokens?.[outcome].isEmpty !== false) return undefined
    return this.tokens(conditionId)[outcome]
  }
}
