// Signs by asking the process that holds the key. What it asks for is inside the bot's own policy, the hash is the bot's own, and each signature is
// checked before it is used: a signer that says something else is not believed.

import { randomInt } from 'node:crypto'
import type { Answer } from '../domain/error.js'
import { QuoinError } from '../domain/error.js'
import type { Address, Hex } from '../domain/market/market.js'
import type { Signing } from '../signing/signing.js'
import type { Signer } from '../venue/session/transport.js'
import { checkOrder, checkSignIn, type OrderPolicy } from '../venue/transport/signing-policy.js'
import type { SiweProfile, TypedDataProfile } from '../venue/wire/profile.js'
import type { SignerLink } from './signer-link.js'
import { signedOrder, signedText } from './signer-protocol.js'

export interface RemoteSignerOptions {
  readonly link: Pick<SignerLink, 'ask'>
  /** Whose key the signer holds. */
  readonly address: Address
  /** Hashes, and says whose a signature is. */
  readonly signing: Signing
  readonly typedData: TypedDataProfile
  readonly siwe: SiweProfile
  /** Read anew for each order. */
  readonly policy: OrderPolicy
  /** Venue time in unix milliseconds. */
  readonly venueMs: () => number
}

/** 2^48 - 1, the widest that `randomInt` gives. */
const SALT_BELOW = 2 ** 48 - 1

export function createRemoteSigner(options: RemoteSignerOptions): Signer {
  const { link, address, signing, typedData, siwe } = options
  const orderHash = signing.orderHasher(typedData)
  const checked = (
    hash: Hex,
    answer: Answer<{ readonly signature: Hex }>,
    done: (signed: Hex | QuoinError) => void,
  ) => {
    if (!answer.ok) {
      const { code, message, notBeforeMonoMs } = answer.failure
      return done(new QuoinError(code, message, { notBeforeMonoMs }))
    }
    const { signature } = answer.value
    signing.recover(hash, signature, (signer) => {
      const wrong = `the signer: expected a signature of ${address}, got one of ${signer ?? 'nobody'}`
      done(signer === address ? signature : new QuoinError('bad-signature', wrong))
    })
  }
  return {
    maker: address,
    signer: address,
    signatureType: 0,
    salt: () => BigInt(randomInt(1, SALT_BELOW)),
    signOrder(message, context, done) {
      let hash: Hex
      try {
        const nowSec = Math.floor(options.venueMs() / 1_000)
        checkOrder(options.policy, { message, context, typedData, maker: address, signer: address, nowSec })
        hash = orderHash(message, context.exchange)
      } catch (thrown) {
        done(thrown instanceof QuoinError ? thrown : new QuoinError('internal', 'the order cannot be hashed'))
        return
      }
      link.ask({ ask: 'order', message, context }, signedOrder, (answer) =>
        checked(hash, answer, (signed) => done(signed instanceof QuoinError ? signed : { hash, signature: signed })),
      )
    },
    signText(text, done) {
      try {
        checkSignIn(text, siwe, address)
      } catch (thrown) {
        done(thrown instanceof QuoinError ? thrown : new QuoinError('internal', 'the message cannot be read'))
        return
      }
      link.ask({ ask: 'sign-in', text }, signedText, (answer) => checked(signing.textHash(text), answer, done))
    },
  }
}
