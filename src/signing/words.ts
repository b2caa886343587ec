// A line of words of 32 bytes each, as the EVM encodes numbers and addresses.

import { isAddress } from 'viem/utils'
import type { Address } from '../domain/market/market.js'
import { bytesOf } from './bytes.js'

export const WORD_BYTES = 32
const ADDRESS_FROM = 12
const UINT64_END = 2n ** 64n
const UINT256_END = 2n ** 256n

export class Words {
  readonly bytes: Uint8Array
  readonly #view: DataView

  constructor(count: number) {
    this.bytes = new Uint8Array(count * WORD_BYTES)
    this.#view = new DataView(this.bytes.buffer)
  }

  setHash(word: number, hash: Uint8Array): void {
    this.bytes.set(hash, word * WORD_BYTES)
  }

  /** Throws a `RangeError` outside 0 to `end` - 1; `end` is at most 2^256. */
  setNumber(word: number, value: bigint, end = UINT256_END): void {
    if (value < 0n || value >= end) throw new RangeError(`expected a whole number below ${end}, got ${value}`)
    const from = word * WORD_BYTES
    const isSmall = value < UINT64_END
    // each takes the lowest 64 bits of what it is given
    this.#view.setBigUint64(from, isSmall ? 0n : value >> 192n)
    this.#view.setBigUint64(from + 8, isSmall ? 0n : value >> 128n)
    this.#view.setBigUint64(from + 16, isSmall ? 0n : value >> 64n)
    this.#view.setBigUint64(from + 24, value)
  }

  /** Throws a `RangeError` for what is no address, a mixed-case one with a wrong checksum included. */
  setAddress(word: number, address: Address): void {
    if (!isAddress(address)) throw new RangeError(`expected an address, got ${String(address)}`)
    const from = word * WORD_BYTES
    this.bytes.fill(0, from, from + ADDRESS_FROM)
    this.bytes.set(bytesOf(address), from + ADDRESS_FROM)
  }
}
