// Cheap stand-ins for signatures: a signature is the signer's address, padded. Order hashes stay real, and are taken as a process takes them.

import { randomBytes } from 'node:crypto'
import type { Address, Hex } from '../../../src/domain/market/market.js'
import type { Random } from '../../../src/domain/random.js'
import type { ApiCrypto } from '../../../src/server/api/accounts/api-crypto.js'
import { cryptoBy } from '../../../src/server/http/node-crypto.js'
import { processSigning } from '../../../src/signing/open-signing.js'
import type { Signer } from '../../../src/venue/session/transport.js'
import type { TypedDataProfile } from '../../../src/venue/wire/profile.js'

const PAD = 130 - 40
const { signing } = await processSigning()

function tagOf(address: Address): Hex {
  return `0x${address.slice(2).padStart(130, '0')}`
}

export const tagCrypto: ApiCrypto = {
  ...cryptoBy(signing),
  randomToken: (length) => randomBytes(length).toString('hex').slice(0, length),
  recoverOrderSigner: (_hash, signature, done) => done(`0x${signature.slice(2 + PAD)}`),
  verifyText: ({ signature, address }, done) =>
    done(signature.slice(2 + PAD).toLowerCase() === address.slice(2).toLowerCase()),
}

export function tagSigner(account: Address, typedData: TypedDataProfile, random: Random): Signer {
  const orderHash = signing.orderHasher(typedData)
  return {
    maker: account,
    signer: account,
    signatureType: 0,
    salt: () => BigInt(random.below(2 ** 48)),
    signOrder: (message, context, done) =>
      done({ hash: orderHash(message, context.exchange), signature: tagOf(account) }),
    signText: (_text, done) => done(tagOf(account)),
  }
}
