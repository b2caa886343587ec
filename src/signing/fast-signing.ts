// Signing by a curve and a Keccak-256 of compiled code.

import { getAddress } from 'viem/utils'
import type { Address, Hex } from '../domain/market/market.js'
import type { TypedDataProfile } from '../venue/wire/profile.js'
import { bytesOf, hexOf } from './bytes.js'
import type { Curve } from './curve.js'
import type { Keccak } from './keccak.js'
import { OrderTemplate } from './order-template.js'
import type { OrderHasher, Signing, SigningPath } from './signing.js'
import { splitSignature } from './split-signature.js'

/** What a public key begins with where both coordinates follow. */
const UNCOMPRESSED_BYTES = 1
const ADDRESS_BYTES = 20
const V_BASE = 27

function addressOfPublicKey(publicKey: Uint8Array, keccak: Keccak): Address {
  return getAddress(hexOf(keccak(publicKey.subarray(UNCOMPRESSED_BYTES)).subarray(-ADDRESS_BYTES)))
}

export function fastSigning(path: SigningPath, curve: Curve, keccak: Keccak): Signing {
  return {
    path,
    orderHasher: (profile) => orderHasher(profile, keccak),
    textHash(text) {
      const bytes = Buffer.from(text)
      return hexOf(keccak(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes])))
    },
    addressOf: (key) => addressOfPublicKey(curve.publicKey(key), keccak),
    addressOfPublicKey: (publicKey) => addressOfPublicKey(publicKey, keccak),
    sign(hash, key, done) {
      done(signed(curve, hash, key))
    },
    recover(hash, signature, done) {
      const publicKey = recovered(curve, hash, signature)
      done(publicKey && addressOfPublicKey(publicKey, keccak))
    },
  }
}

/** One template a contract. */
function orderHasher(profile: TypedDataProfile, keccak: Keccak): OrderHasher {
  const templates = new Map<Address, OrderTemplate>()
  const own: Address = `0x${profile.domain.verifyingContract.slice(2)}`
  return (message, exchange = own) => {
    const known = templates.get(exchange)
    if (known !== undefined) return known.hash(message)
    const made = new OrderTemplate(profile, exchange, keccak)
    templates.set(exchange, made)
    return made.hash(message)
  }
}

function signed(curve: Curve, hash: Hex, key: Uint8Array): Hex | Error {
  try {
    const { signature, recovery } = curve.sign(bytesOf(hash), key)
    return `${hexOf(signature)}${(V_BASE + recovery).toString(16)}`
  } catch (thrown) {
    return thrown instanceof Error ? thrown : new Error(String(thrown))
  }
}

function recovered(curve: Curve, hash: Hex, signature: Hex): Uint8Array | undefined {
  const split = splitSignature(signature)
  if (split === undefined) return undefined
  try {
    return curve.recover(bytesOf(hash), split.rs, split.recovery)
  } catch {
    return undefined
  }
}
