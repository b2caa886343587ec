// Port: randomness, hashing and signature checks. The real ones stand in `server/http`; simulations pass cheap ones.

import type { Address, Hex } from '../../../domain/market/market.js'
import type { TypedDataProfile } from '../../../venue/wire/profile.js'
import type { OrderMessage } from '../../../venue/wire/typed-data.js'

export interface ApiCrypto {
  /** So many characters of 0-9, A-Z, a-z, each worth log2(62) = 5.95 bits. Unguessable on a real server. */
  randomToken(length: number): string
  /** Lower-case hex. */
  sha256(text: string): string
  constantTimeEqual(a: string, b: string): boolean
  /** Hashes orders of a profile (EIP-712). A hash throws for a field that its type does not hold. */
  readonly orderHasher: (profile: TypedDataProfile) => (message: OrderMessage) => Hex
  /** Who signed a 32-byte hash; `undefined` when the signature is none that the contract takes (65 bytes, low s, v 27 or 28). Calls `done` once, now or later. */
  recoverOrderSigner(hash: Hex, signature: Hex, done: (signer: Address | undefined) => void): void
  /** Whether `address` signed the text (EIP-191). Calls `done` once, now or later. */
  verifyText(signed: SignedText, done: (valid: boolean) => void): void
}

export interface SignedText {
  readonly message: string
  readonly signature: Hex
  readonly address: Address
}
