// The accounts that the exchange has met, and whose balances moved since this was last told.

import type { Address } from '../../../../domain/market/market.js'
import type { Ledger } from '../../ledger/ledger.js'
import { AccountState } from './account-state.js'

export class Accounts {
  readonly #ledger: Ledger
  readonly #byAddress = new Map<Address, AccountState>()
  /** The first `#movedCount` of them; a list that is emptied would be made anew at each operation. */
  readonly #moved: AccountState[] = []
  #movedCount = 0

  constructor(ledger: Ledger) {
    this.#ledger = ledger
  }

  get(address: Address): AccountState | undefined {
    return this.#byAddress.get(address)
  }

  /** A stranger is not kept: whoever is refused leaves nothing behind. */
  visit(address: Address): AccountState {
    return this.#byAddress.get(address) ?? new AccountState(address, this.#ledger)
  }

  /** Keeps an account that was visited. */
  keep(account: AccountState): void {
    if (account.isKept) return
    account.isKept = true
    this.#byAddress.set(account.address, account)
  }

  of(address: Address): AccountState {
    const account = this.visit(address)
    this.keep(account)
    return account
  }

  noteMoved(account: AccountState): void {
    if (account.hasMoved) return
    account.hasMoved = true
    this.#moved[this.#movedCount++] = account
  }

  /** Tells each once, in the order of moving. */
  tellMoved(tell: { balance(account: Address): void }): void {
    for (let i = 0; i < this.#movedCount; i++) {
      const account = this.#moved[i]
      if (account === undefined) continue
      account.hasMoved = false
      tell.balance(account.address)
    }
    this.#movedCount = 0
  }
}
