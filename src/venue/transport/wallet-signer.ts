// Signs with a private key held in memory, inside the signing policy.

import { randomInt } from 'node:crypto'
import { QuoinError } from '../../domain/error.js'
import type { Address, Hex } from '../../domain/market/market.js'
import { bytesOf } from '../../signing/bytes.js'
import type { Signing } from '../../signing/signing.js'
import type { Signer } from '../session/transport.js'
import type { SiweProfile, TypedDataProfile } from '../wire/profile.js'
import type { Secret } from './secret.js'
import { checkOrder, checkSignIn, type OrderPolicy } from './signing-policy.js'

export interface WalletSignerOptions {
  /** 32 bytes in hex, with or without 0x. */
  readonly key: Secret
  /** Which libraries hash and sign. */
  readonly signing: Signing
  readonly typedData: TypedDataProfile
  readonly siwe: SiweProfile
  /** Read anew for each order. */
  readonly policy: OrderPolicy
  /** Smart wallet the key signs for; the key's own address by default. */
  readonly maker?: Address
  readonly signatureType?: 0 | 1 | 2
  /** Venue time in unix milliseconds. */
  readonly venueMs: () => number
}

/** 2^48 - 1, the widest that `randomInt` gives. */
const SALT_BELOW = 2 ** 48 - 1

interface Wallet {
  readonly key: Uint8Array
  readonly address: Address
}

/** Throws `bad-config` without repeating the key. */
function walletOf(key: Secret, signing: Signing): Wallet {
  const bare = key.reveal().trim().replace(/^0x/i, '')
  if (!/^[0-9a-fA-F]{64}$/.test(bare)) {
    throw new QuoinError('bad-config', `private key: expected 64 hex digits, got ${bare.length} characters`)
  }
  const bytes = bytesOf(`0x${bare}`)
  try {
    return { key: bytes, address: signing.addressOf(bytes) }
  } catch {
    throw new QuoinError('bad-config', 'private key: expected a number inside the curve order')
  }
}

function asError(thrown: unknown): QuoinError {
  if (thrown instanceof QuoinError) return thrown
  return new QuoinError('internal', `signing failed: ${thrown instanceof Error ? thrown.name : 'unknown'}`)
}

/** Refuses everything outside `policy` with `signer-refused`; the key never leaves the closure. */
export function createWalletSigner(options: WalletSignerOptions): Signer {
  const { typedData, siwe, signing } = options
  const { key, address } = walletOf(options.key, signing)
  const maker = options.maker ?? address
  const orderHash = signing.orderHasher(typedData)
  const sign = (hash: Hex, done: (signed: Hex | QuoinError) => void) =>
    signing.sign(hash, key, (signed) => done(signed instanceof Error ? asError(signed) : signed))
  return {
    maker,
    signer: address,
    signatureType: options.signatureType ?? 0,
    salt: () => BigInt(randomInt(1, SALT_BELOW)),
    signOrder(message, context, done) {
      let hash: Hex
      try {
        const nowSec = Math.floor(options.venueMs() / 1_000)
        checkOrder(options.policy, { message, context, typedData, maker, signer: address, nowSec })
        hash = orderHash(message, context.exchange)
      } catch (thrown) {
        done(asError(thrown))
        return
      }
      sign(hash, (signed) => done(signed instanceof QuoinError ? signed : { hash, signature: signed }))
    },
    signText(text, done) {
      try {
        checkSignIn(text, siwe, address)
      } catch (thrown) {
        done(asError(thrown))
        return
      }
      sign(signing.textHash(text), done)
    },
  }
}
