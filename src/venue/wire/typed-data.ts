// EIP-712 order: types, hash, and the fields to sign. Relatives: the CTF exchange's OrderStructs and Hashing contracts.

import { hashTypedData } from 'viem/utils'
import type { Address, Hex } from '../../domain/market/market.js'
import type { TypedDataProfile } from './profile.js'

const COMMON_FIELDS = [
  { name: 'salt', type: 'uint256' },
  { name: 'maker', type: 'address' },
  { name: 'signer', type: 'address' },
  { name: 'taker', type: 'address' },
  { name: 'tokenId', type: 'uint256' },
  { name: 'makerAmount', type: 'uint256' },
  { name: 'takerAmount', type: 'uint256' },
  { name: 'expiration', type: 'uint256' },
  { name: 'nonce', type: 'uint256' },
  { name: 'feeRateBps', type: 'uint256' },
] as const

const SIDE_FIELDS = [
  { name: 'side', type: 'uint8' },
  { name: 'signatureType', type: 'uint8' },
] as const

export const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000' as const

export type TypedDataVariant = TypedDataProfile['variant']

/** The struct of a variant, in the order that is hashed. */
export function orderTypes(variant: TypedDataVariant): { Order: { name: string; type: string }[] } {
  return { Order: variant === 'side-in-order' ? [...COMMON_FIELDS, ...SIDE_FIELDS] : [...COMMON_FIELDS] }
}

/** An order's fields as integers, ready to hash. `side`: 0 BUY, 1 SELL; `signatureType`: 0 EOA. */
export interface OrderMessage {
  readonly salt: bigint
  readonly maker: Address
  readonly signer: Address
  readonly taker: Address
  readonly tokenId: bigint
  readonly makerAmount: bigint
  readonly takerAmount: bigint
  readonly expiration: bigint
  readonly nonce: bigint
  readonly feeRateBps: bigint
  readonly side: 0 | 1
  readonly signatureType: 0 | 1 | 2
}

/** What a wallet signs: pass it to viem's `signTypedData`. `exchange` replaces the profile's contract where a market has its own. */
export function orderTypedData(message: OrderMessage, profile: TypedDataProfile, exchange?: Address) {
  return {
    domain: { ...profile.domain, verifyingContract: (exchange ?? profile.domain.verifyingContract) as Address },
    types: orderTypes(profile.variant),
    primaryType: 'Order' as const,
    message: { ...message } as Record<string, unknown>,
  }
}

/** The EIP-712 digest: the venue's `orderHash`. */
export function orderHash(message: OrderMessage, profile: TypedDataProfile, exchange?: Address): Hex {
  return hashTypedData(orderTypedData(message, profile, exchange))
}
