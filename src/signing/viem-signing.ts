// Signing by viem alone: slow, in plain JavaScript, and what every faster way is held against.

import { privateKeyToAddress, publicKeyToAddress, sign } from 'viem/accounts'
import { hashMessage, recoverAddress } from 'viem/utils'
import { orderHash } from '../venue/wire/typed-data.js'
import { hexOf } from './bytes.js'
import type { Signing } from './signing.js'

export const viemSigning: Signing = {
  path: 'viem',
  orderHasher: (profile) => (message, exchange) => orderHash(message, profile, exchange),
  textHash: hashMessage,
  addressOf: (key) => privateKeyToAddress(hexOf(key)),
  addressOfPublicKey: (publicKey) => publicKeyToAddress(hexOf(publicKey)),
  sign(hash, key, done) {
    sign({ hash, privateKey: hexOf(key), to: 'hex' }).then(done, (thrown) =>
      done(thrown instanceof Error ? thrown : new Error(String(thrown))),
    )
  },
  recover(hash, signature, done) {
    // one that is nobody's makes it throw
    recoverAddress({ hash, signature }).then(done, () => done(undefined))
  },
}
