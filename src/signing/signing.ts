// What signing, and checking what others signed, needs: hashes, addresses and the curve, whichever library does it.

import type { Address, Hex } from '../domain/market/market.js'
import type { TypedDataProfile } from '../venue/wire/profile.js'
import type { OrderMessage } from '../venue/wire/typed-data.js'

/** `native`: libsecp256k1 as an add-on of Node; `wasm`: the same in WebAssembly; `viem`: plain JavaScript. */
export const SIGNING_PATHS = ['native', 'wasm', 'viem'] as const
export type SigningPath = (typeof SIGNING_PATHS)[number]

/** Throws a `RangeError`, or viem's error, for a field that its type does not hold. */
export type OrderHasher = (message: OrderMessage, exchange?: Address) => Hex

export interface Signing {
  readonly path: SigningPath
  /** EIP-712 hashes of orders of a profile; `exchange` replaces its contract. */
  readonly orderHasher: (profile: TypedDataProfile) => OrderHasher
  /** EIP-191: what a wallet signs of a text. */
  readonly textHash: (text: string) => Hex
  /** With checksum. Throws for 32 bytes that are no private key: 0, or not below the curve's order. */
  readonly addressOf: (key: Uint8Array) => Address
  /** With checksum, of the 65 bytes of a point. */
  readonly addressOfPublicKey: (publicKey: Uint8Array) => Address
  /** RFC 6979, s in the lower half, v 27 or 28: 65 bytes. Calls `done` once, now or later. */
  readonly sign: (hash: Hex, key: Uint8Array, done: (signature: Hex | Error) => void) => void
  /** Whose signature it is, with checksum; `undefined` for one that is nobody's. v may be 0 or 1 too, s any. Calls `done` once, now or later. */
  readonly recover: (hash: Hex, signature: Hex, done: (signer: Address | undefined) => void) => void
}
