// Tables with one market and orders in them, for tests of what stands on rows.

import type { Address, Hex } from '../../../../src/domain/market/market.js'
import { AccountState } from '../../../../src/venue/simulated/exchange/accounts/account-state.js'
import { type MarketState, newMarketState } from '../../../../src/venue/simulated/exchange/markets/market-state.js'
import { OrderTable } from '../../../../src/venue/simulated/exchange/orders/order-table.js'
import { Ledger } from '../../../../src/venue/simulated/ledger/ledger.js'
import { ALICE, newOrder, SPEC, type Wish } from './scenario.js'

export class Rows {
  readonly orders = new OrderTable()
  readonly market: MarketState = newMarketState(SPEC, this.orders)
  readonly #ledger = new Ledger()
  readonly #accounts = new Map<Address, AccountState>()

  account(address: Address): AccountState {
    const account = this.#accounts.get(address) ?? new AccountState(address, this.#ledger)
    this.#accounts.set(address, account)
    return account
  }

  /** Its slot. It came at 0. */
  add(hash: Hex, { price, size, account = ALICE, ...terms }: Wish & { account?: Address }): number {
    const order = newOrder({ hash, account, price, size, ...terms })
    const owner = this.account(account)
    const slot = this.orders.add(order, owner, this.market)
    this.orders.begin(slot, owner.lockedBy(order), 0)
    return slot
  }
}
