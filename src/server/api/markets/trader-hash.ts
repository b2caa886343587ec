// Hashes of the orders of the sandbox's own traders: numbered, by start of the venue. No signed order has one.

import type { Hex } from '../../../domain/market/market.js'

const PREFIX = '0x7ade'
const START_DIGITS = 8
const NUMBER_DIGITS = 52
/** Zeros that a number of any order that there will ever be begins with: by them a signed order's hash differs, whatever it begins with. */
const ZEROS = '0'.repeat(36)

/** One after the other, of the `starts`-th start of the venue. */
export function traderHashes(starts: number): () => Hex {
  let orders = 0
  const prefix = `${PREFIX}${starts.toString(16).padStart(START_DIGITS, '0')}` as const
  return () => {
    orders += 1
    return `${prefix}${orders.toString(16).padStart(NUMBER_DIGITS, '0')}`
  }
}

export function isTraderHash(hash: Hex): boolean {
  return hash.startsWith(PREFIX) && hash.startsWith(ZEROS, PREFIX.length + START_DIGITS)
}
