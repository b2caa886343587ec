// EIP-712 hashes of orders for one contract: the bytes that are hashed stand ready, and only what changes is written into them.

import type { Address, Hex } from '../domain/market/market.js'
import type { TypedDataProfile } from '../venue/wire/profile.js'
import { type OrderMessage, orderTypes } from '../venue/wire/typed-data.js'
import { hexOf } from './bytes.js'
import type { Keccak } from './keccak.js'
import { WORD_BYTES, Words } from './words.js'

const DOMAIN_TYPE = 'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'
const UINT8_END = 256n
/** The order's type comes first, then the fields as they are declared. */
const ADDRESS_WORDS = [
  [2, 'maker'],
  [3, 'signer'],
  [4, 'taker'],
] as const
const NUMBER_WORDS = [
  [1, 'salt'],
  [5, 'tokenId'],
  [6, 'makerAmount'],
  [7, 'takerAmount'],
  [8, 'expiration'],
  [9, 'nonce'],
  [10, 'feeRateBps'],
] as const
const SIDE_WORDS = [
  [11, 'side'],
  [12, 'signatureType'],
] as const

const utf8 = (text: string) => new TextEncoder().encode(text)

function typeHash(fields: readonly { readonly name: string; readonly type: string }[], keccak: Keccak): Uint8Array {
  return keccak(utf8(`Order(${fields.map(({ name, type }) => `${type} ${name}`).join(',')})`))
}

function domainHash({ name, version, chainId }: TypedDataProfile['domain'], contract: Address, keccak: Keccak) {
  const words = new Words(5)
  for (const [word, text] of [DOMAIN_TYPE, name, version].entries()) words.setHash(word, keccak(utf8(text)))
  words.setNumber(3, BigInt(chainId))
  words.setAddress(4, contract)
  return keccak(words.bytes)
}

export class OrderTemplate {
  readonly #keccak: Keccak
  readonly #order: Words
  /** 0x1901, the hash of the domain, the hash of the order. */
  readonly #signed = new Uint8Array(2 + 2 * WORD_BYTES)
  readonly #hasSide: boolean
  /** What stands in the words of addresses: the same from order to order. */
  readonly #addresses = new Map<number, Address>()

  /** Throws a `RangeError` when the contract is no address. */
  constructor(profile: TypedDataProfile, contract: Address, keccak: Keccak) {
    const fields = orderTypes(profile.variant).Order
    this.#keccak = keccak
    this.#hasSide = profile.variant === 'side-in-order'
    this.#order = new Words(1 + fields.length)
    this.#order.setHash(0, typeHash(fields, keccak))
    this.#signed.set([0x19, 0x01])
    this.#signed.set(domainHash(profile.domain, contract, keccak), 2)
  }

  /** Throws a `RangeError` for a field that its word does not hold. */
  hash(message: OrderMessage): Hex {
    const order = this.#order
    for (const [word, field] of ADDRESS_WORDS) this.#setAddress(word, message[field])
    for (const [word, field] of NUMBER_WORDS) order.setNumber(word, message[field])
    if (this.#hasSide) for (const [word, field] of SIDE_WORDS) order.setNumber(word, BigInt(message[field]), UINT8_END)
    this.#signed.set(this.#keccak(order.bytes), 2 + WORD_BYTES)
    return hexOf(this.#keccak(this.#signed))
  }

  #setAddress(word: number, address: Address): void {
    if (this.#addresses.get(word) === address) return
    this.#order.setAddress(word, address)
    this.#addresses.set(word, address)
  }
}
