// Transactions of wallets on the chain that the bundled server plays: numbered, named by their hash, carried out at once, never twice.
//
//   nonce    counts a wallet's transactions; the next one must carry it. One that is refused has used up its nonce too, as on a chain
//   hash     follows from what the transaction says, so that who signed it knows it before it is sent
//
// The nonce that orders sign is another one: raising that invalidates orders.

import { QuoinError } from '../../../domain/error.js'
import type { Address } from '../../../domain/market/market.js'
import { sandboxTransactionHash, type WireAct, type WireTransaction } from '../../../venue/wire/sandbox-transaction.js'
import { DurableMap, type DurableValues, NOT_DURABLE } from '../kept/durable-values.js'
import { ApiError } from '../requests/error-table.js'

/** Of each wallet so many of the last are remembered. */
const REMEMBERED = 100

interface WalletChain {
  readonly nonce: number
  readonly last: readonly WireTransaction[]
}

const NOTHING_YET: WalletChain = { nonce: 0, last: [] }

export class SandboxChain {
  readonly #wallets: DurableMap<WalletChain>

  constructor(values: DurableValues = NOT_DURABLE) {
    this.#wallets = new DurableMap(values, 'transaction')
  }

  /** Of the wallet's next transaction. */
  nonceOf(account: Address): number {
    return (this.#wallets.get(account) ?? NOTHING_YET).nonce
  }

  find(account: Address, hash: string): WireTransaction | undefined {
    return this.#wallets.get(account)?.last.find((known) => known.hash === hash)
  }

  /** The same transaction again gets its first answer. Throws `conflict` for any other nonce than the next. */
  send(account: Address, act: WireAct, carryOut: () => bigint): WireTransaction {
    const hash = sandboxTransactionHash(account, act)
    const known = this.find(account, hash)
    if (known !== undefined) return known
    const wallet = this.#wallets.get(account) ?? NOTHING_YET
    if (act.nonce !== wallet.nonce) throw new ApiError('conflict', `nonce: expected ${wallet.nonce}, got ${act.nonce}`)
    const mined = { hash, nonce: act.nonce, ...outcomeOf(carryOut) }
    this.#wallets.set(account, { nonce: wallet.nonce + 1, last: [...wallet.last, mined].slice(-REMEMBERED) })
    return mined
  }
}

function outcomeOf(carryOut: () => bigint): Pick<WireTransaction, 'status' | 'paid' | 'reason'> {
  try {
    return { status: 'confirmed', paid: carryOut().toString() }
  } catch (error) {
    if (!(error instanceof QuoinError)) throw error
    return { status: 'reverted', paid: '0', reason: error.message }
  }
}
