// Cheap stand-ins for signatures: a signature is the signer's address, padded. Order hashes stay real.

import { randomBytes } from 'node:crypto'
import type { Address, Hex } from '../../../src/domain/market/market.js'
import type { Random } from '../../../src/domain/random.js'
import type { ApiCrypto } from '../../../src/server/api/accounts/api-crypto.js'
import { nodeCrypto } from '../../../src/server/http/node-crypto.js'
import type { Signer } from '../../../src/venue/session/transport.js'
import type { TypedDataProfile } from '../../../src/venue/wire/profile.js'
import { orderHash } from '../../../src/venue/wire/typed-data.js'

const PAD = 130 - 40

function tagOf(address: Address): Hex {
  return `0x${address.slice(2).padStart(130, '0')}`
}

export const tagCrypto: ApiCrypto = {
  ...nodeCrypto,
  randomToken: (length) => randomBytes(length).toString('hex').slice(0, length),
  recoverOrderSigner: (_hash, signature, done) => done(`0x${signature.slice(2 + PAD)}`),
  verifyText: ({ signature, address }, done) =>
    done(signature.slice(2 + PAD).toLowerCase() === address.slice(2).toLowerCase()),
}

export function tagSigner(account: Address, typedData: TypedDataProfile, random: Random): Signer {
  return {
    maker: account,
    signer: account,
    signatureType: 0,
    salt: () => BigInt(random.below(2 ** 48)),
    signOrder: (message, context, done) =>
      done({ hash: orderHash(message, typedData, context.exchange), signature: tagOf(account) }),
    signText: (_text, done) => done(tagOf(account)),
  }
}
