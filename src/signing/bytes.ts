// Bytes and their hex, as keys, hashes and signatures are written.

import type { Hex } from '../domain/market/market.js'

export function hexOf(bytes: Uint8Array): Hex {
  return `0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`
}

/** Of 0x and whole bytes; the memory is its own, not of Node's shared pool. */
export function bytesOf(hex: string): Uint8Array {
  const bytes = Buffer.alloc((hex.length - 2) >> 1)
  bytes.write(hex.slice(2), 'hex')
  return bytes
}
