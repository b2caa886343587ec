// Transactions by asking the process that holds the key. The bytes are read before they are used: they must be the call that was asked for, of the
// right wallet.

import { recoverTransactionAddress } from 'viem'
import { keccak256, parseTransaction } from 'viem/utils'
import { type Contracts, callOf } from '../chain/rpc/contracts.js'
import type { TransactionSigner } from '../chain/rpc/transaction-signer.js'
import type { Answer } from '../domain/error.js'
import { QuoinError } from '../domain/error.js'
import type { Address, Hex } from '../domain/market/market.js'
import type { SignerLink } from './signer-link.js'
import { signedAct } from './signer-protocol.js'

export interface RemoteTransactionsOptions {
  readonly link: Pick<SignerLink, 'ask'>
  readonly address: Address
  readonly chainId: number
  readonly contracts: Contracts
}

export function createRemoteTransactions(options: RemoteTransactionsOptions): TransactionSigner {
  const { link, address, chainId, contracts } = options
  return {
    account: address,
    async sign(act, terms) {
      const answer = await new Promise<Answer<{ hash: Hex; bytes: Hex; nonce: number; atMs: number }>>((done) =>
        link.ask({ ask: 'act', act, terms }, signedAct, done),
      )
      if (!answer.ok) throw new QuoinError(answer.failure.code, answer.failure.message)
      const { bytes, hash } = answer.value
      const call = callOf(act, contracts)
      const found = parseTransaction(bytes)
      const isAsked =
        found.chainId === chainId &&
        (found.nonce ?? 0) === terms.nonce &&
        found.to?.toLowerCase() === call.to.toLowerCase() &&
        found.data === call.data &&
        (found.value ?? 0n) === 0n &&
        found.gas === terms.gas &&
        found.maxFeePerGas === terms.maxFeePerGas
      const signer = await recoverTransactionAddress({ serializedTransaction: bytes as `0x02${string}` })
      if (!isAsked || signer !== address || keccak256(bytes) !== hash)
        throw new QuoinError(
          'bad-signature',
          `the signer: expected ${act.kind} of ${address} as asked, got another transaction`,
        )
      return { nonce: terms.nonce, hash, bytes, atMs: terms.atMs }
    },
  }
}
