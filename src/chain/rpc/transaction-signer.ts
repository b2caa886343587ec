// Signs acts and nothing else: it builds the call itself, to the configured contracts, under caps on gas, price and allowance.

import { privateKeyToAccount } from 'viem/accounts'
import { keccak256, parseGwei, parseTransaction } from 'viem/utils'
import type { Allowance, ChainAct, SignedTransaction } from '../../domain/account/chain-transaction.js'
import { QuoinError } from '../../domain/error.js'
import type { Address, Hex } from '../../domain/market/market.js'
import type { Secret } from '../../venue/transport/secret.js'
import { type Contracts, callOf } from './contracts.js'

export interface TransactionPolicy {
  readonly chainId: number
  readonly contracts: Contracts
  readonly maxGas: number
  readonly maxGasPriceGwei: number
  /** Most that may be allowed, and to whom; absent: nothing to nobody. */
  readonly allowance?: Allowance | undefined
}

/** What a transaction pays for a unit of gas, wei. */
export interface Fees {
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
}

export interface TransactionTerms extends Fees {
  readonly nonce: number
  readonly gas: bigint
  readonly atMs: number
}

export interface TransactionSigner {
  readonly account: Address
  /** Throws `signer-refused`. */
  sign(act: ChainAct, terms: TransactionTerms): Promise<SignedTransaction>
}

export function createTransactionSigner(key: Secret, policy: TransactionPolicy): TransactionSigner {
  const account = privateKeyToAccount(`0x${key.reveal().trim().replace(/^0x/i, '')}`)
  return {
    account: account.address,
    async sign(act, { nonce, gas, maxFeePerGas, maxPriorityFeePerGas, atMs }) {
      refuseOutside(policy, act, { gas, maxFeePerGas })
      const call = callOf(act, policy.contracts)
      const fees = { gas, maxFeePerGas, maxPriorityFeePerGas }
      const bytes = await account.signTransaction({ type: 'eip1559', chainId: policy.chainId, nonce, ...call, ...fees })
      return { nonce, hash: keccak256(bytes), bytes, atMs }
    },
  }
}

/** What a signed transaction offers. */
export function feesOf({ bytes }: SignedTransaction): Fees & { readonly gas: bigint } {
  const { maxFeePerGas = 0n, maxPriorityFeePerGas = 0n, gas = 0n } = parseTransaction(bytes as Hex)
  return { maxFeePerGas, maxPriorityFeePerGas, gas }
}

function refuseOutside(
  { maxGas, maxGasPriceGwei, allowance }: TransactionPolicy,
  act: ChainAct,
  { gas, maxFeePerGas }: Pick<TransactionTerms, 'gas' | 'maxFeePerGas'>,
): void {
  if (gas > BigInt(maxGas)) throw refused(`chain.rpc.maxGas: expected at most ${maxGas}, got ${gas}`)
  if (maxFeePerGas > parseGwei(String(maxGasPriceGwei)))
    throw refused(`chain.rpc.maxGasPriceGwei: expected at most ${maxGasPriceGwei}, got ${Number(maxFeePerGas) / 1e9}`)
  if (act.kind !== 'approve') return
  const isKnown = allowance !== undefined && allowance.spender.toLowerCase() === act.spender.toLowerCase()
  if (!isKnown) throw refused(`approve: expected the spender of chain.allowance, got ${act.spender}`)
  if (act.amountRaw > allowance.raw)
    throw refused(`approve: expected at most ${allowance.raw} raw units, got ${act.amountRaw}`)
}

const refused = (message: string) => new QuoinError('signer-refused', message)
