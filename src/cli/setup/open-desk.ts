// A signer's desk by its file: the policy in raw units, and the key behind it.

import { QuoinError } from '../../domain/error.js'
import type { Address } from '../../domain/market/market.js'
import { limitRaw } from '../../risk/limits/breach.js'
import type { SignerConfig } from '../../signer/schema.js'
import { SignerDesk } from '../../signer/signer-desk.js'
import { describeSigning, processSigning } from '../../signing/open-signing.js'
import type { Secret } from '../../venue/transport/secret.js'
import { createWalletSigner } from '../../venue/transport/wallet-signer.js'
import { collateralUnitRaw, type VenueProfile } from '../../venue/wire/profile.js'
import { packageVersion } from '../package-root.js'

/** Throws `bad-config` for a key that is none. */
export async function openDesk(file: SignerConfig, profile: VenueProfile, key: Secret) {
  const opened = await processSigning()
  const { signing } = opened
  const { typedData, siwe, marketDefaults } = profile
  const { orders } = file
  const raw = (amount: number) => limitRaw(amount, collateralUnitRaw(profile))
  const contracts = [typedData.domain.verifyingContract, ...orders.contracts] as Address[]
  if (contracts.some((contract) => /^0x0+$/.test(contract)))
    throw new QuoinError(
      'bad-config',
      'typedData.domain.verifyingContract: expected the exchange contract, got a placeholder',
    )
  const policy = {
    ...{ chainId: typedData.domain.chainId, contracts, orderTypes: orders.types },
    ...{ maxTokensRaw: raw(orders.maxShares), maxCollateralRaw: raw(orders.maxCollateral) },
    ...{ maxLifetimeSec: orders.maxLifetimeSec, maxFeeRateBps: orders.maxFeeRateBps },
    prices: { min: orders.minPrice, max: orders.maxPrice },
    decimals: marketDefaults.collateralDecimals,
  }
  const wallMs = () => Date.now()
  const own = createWalletSigner({ key, signing, typedData, siwe, policy, venueMs: wallMs })
  const transactions = await transactionsOf(file, { key, chainId: policy.chainId, raw })
  const desk = new SignerDesk({
    ...{ signer: own, signing, policy, ordersPerMinute: orders.perMinute, typedData, siwe, transactions },
    ...{ version: packageVersion(), monoMs: () => performance.now(), wallMs },
  })
  return { desk, address: own.signer, words: describeSigning(opened) }
}

interface TransactionParts {
  readonly key: Secret
  readonly chainId: number
  readonly raw: (amount: number) => bigint
}

async function transactionsOf({ chain }: SignerConfig, { key, chainId, raw }: TransactionParts) {
  if (chain === undefined) return undefined
  const { createTransactionSigner } = await import('../../chain/rpc/transaction-signer.js')
  const { conditionalTokens, collateral, allowance, maxGas, maxGasPriceGwei } = chain
  const contracts = { conditionalTokens: conditionalTokens as Address, collateral: collateral as Address }
  const most = allowance && { spender: allowance.spender as Address, raw: raw(allowance.amount) }
  return createTransactionSigner(key, { chainId, contracts, maxGas, maxGasPriceGwei, allowance: most })
}
