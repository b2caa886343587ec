// Signs with a private key held in memory, inside the signing policy, with viem.

import { randomInt } from 'node:crypto'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { QuoinError } from '../../domain/error.js'
import type { Address } from '../../domain/market.js'
import type { Signer } from '../session/transport.js'
import type { SiweProfile, TypedDataProfile } from '../wire/profile.js'
import { orderHash } from '../wire/typed-data.js'
import type { Secret } from './secret.js'
import { checkOrder, checkSignIn, type OrderPolicy } from './signing-policy.js'

export interface WalletSignerOptions {
  /** 32 bytes in hex, with or without 0x. */
  readonly key: Secret
  readonly typedData: TypedDataProfile
  readonly siwe: SiweProfile
  readonly policy: OrderPolicy
  /** Smart wallet the key signs for; the key's own address by default. */
  readonly maker?: Address
  readonly signatureType?: 0 | 1 | 2
  /** Venue time in unix milliseconds. */
  readonly venueMs: () => number
}

/** 2^48 - 1, the widest that `randomInt` gives. */
const SALT_BELOW = 2 ** 48 - 1

/** Throws `bad-config` without repeating the key. */
function accountOf(key: Secret): PrivateKeyAccount {
  const bare = key.reveal().trim().replace(/^0x/i, '')
  if (!/^[0-9a-fA-F]{64}$/.test(bare)) {
    throw new QuoinError('bad-config', `private key: expected 64 hex digits, got ${bare.length} characters`)
  }
  try {
    return privateKeyToAccount(`0x${bare}`)
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
  const { typedData, siwe, policy } = options
  const account = accountOf(options.key)
  const maker = options.maker ?? account.address
  return {
    maker,
    signer: account.address,
    signatureType: options.signatureType ?? 0,
    salt: () => BigInt(randomInt(1, SALT_BELOW)),
    signOrder(message, context, done) {
      try {
        const nowSec = Math.floor(options.venueMs() / 1_000)
        checkOrder(policy, { message, context, typedData, maker, signer: account.address, nowSec })
        const hash = orderHash(message, typedData, context.exchange)
        account.sign({ hash }).then(
          (signature) => done({ hash, signature }),
          (thrown) => done(asError(thrown)),
        )
      } catch (thrown) {
        done(asError(thrown))
      }
    },
    signText(text, done) {
      try {
        checkSignIn(text, siwe, account.address)
        account.signMessage({ message: text }).then(done, (thrown) => done(asError(thrown)))
      } catch (thrown) {
        done(asError(thrown))
      }
    },
  }
}
