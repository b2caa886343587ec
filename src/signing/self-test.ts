// Whether one way to sign says what another says, on keys and orders that are made for it.

import { randomBytes } from 'node:crypto'
import { messageOf } from '../domain/error.js'
import type { Address, Hex } from '../domain/market/market.js'
import type { TypedDataProfile } from '../venue/wire/profile.js'
import { type OrderMessage, ZERO_ADDRESS } from '../venue/wire/typed-data.js'
import { hexOf } from './bytes.js'
import type { Signing } from './signing.js'

/** One of each variant. */
const VARIANTS = ['side-in-order', 'side-from-amounts'] as const

const randomNumber = (bytes: number) => BigInt(hexOf(randomBytes(bytes)))
const randomAddress = (): Address => hexOf(randomBytes(20))

const profileOf = (variant: TypedDataProfile['variant']): TypedDataProfile => ({
  variant,
  domain: {
    name: 'Self-test',
    version: '1',
    chainId: 1 + randomBytes(2).readUInt16BE(),
    verifyingContract: randomAddress(),
  },
})

const orderOf = (maker: Address): OrderMessage => ({
  salt: randomNumber(6),
  maker,
  signer: maker,
  taker: ZERO_ADDRESS,
  tokenId: randomNumber(32),
  makerAmount: randomNumber(5),
  takerAmount: randomNumber(5),
  expiration: randomNumber(4),
  nonce: randomNumber(1),
  feeRateBps: randomNumber(1),
  side: 1,
  signatureType: 0,
})

const sign = (signing: Signing, hash: Hex, key: Uint8Array) =>
  new Promise<Hex | Error>((done) => signing.sign(hash, key, done))
const recover = (signing: Signing, hash: Hex, signature: Hex) =>
  new Promise<Address | undefined>((done) => signing.recover(hash, signature, done))

/** What the two say of a key and an order differently: the first such thing, and never the key. */
async function differenceOf(one: Signing, other: Signing, profile: TypedDataProfile): Promise<string | undefined> {
  const key = randomBytes(32)
  const maker = other.addressOf(key)
  if (one.addressOf(key) !== maker) return 'another address'
  const order = orderOf(maker)
  const hash = other.orderHasher(profile)(order)
  if (one.orderHasher(profile)(order) !== hash) return 'another order hash'
  const text = `sign in ${hash}`
  if (one.textHash(text) !== other.textHash(text)) return 'another hash of a text'
  const signature = await sign(other, hash, key)
  if (signature instanceof Error) throw signature
  if ((await sign(one, hash, key)) !== signature) return 'another signature'
  if ((await recover(one, hash, signature)) !== maker) return 'another signer'
  return undefined
}

/** Resolves to what differs; never rejects. */
export async function selfTest(one: Signing, other: Signing): Promise<string | undefined> {
  try {
    for (const variant of VARIANTS) {
      const found = await differenceOf(one, other, profileOf(variant))
      if (found !== undefined) return found
    }
    return undefined
  } catch (thrown) {
    return messageOf(thrown)
  }
}
