// A signature's 65 bytes taken apart.

import type { Hex } from '../domain/market/market.js'
import { bytesOf } from './bytes.js'

export interface SplitSignature {
  /** r and s: 64 bytes. */
  readonly rs: Uint8Array
  /** Which of the two points r means. */
  readonly recovery: 0 | 1
}

/** `undefined` when it is not 65 bytes with v 0, 1, 27 or 28. */
export function splitSignature(signature: Hex): SplitSignature | undefined {
  const v = /^0x[0-9a-f]{128}(00|01|1b|1c)$/i.exec(signature)?.[1]
  if (v === undefined) return undefined
  return { rs: bytesOf(signature).subarray(0, 64), recovery: v === '01' || v.toLowerCase() === '1c' ? 1 : 0 }
}
