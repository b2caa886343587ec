// Whether the contract's ECDSA would take a signature: r, s and v in 65 bytes, s in the lower half, v 27 or 28.

import type { Hex } from '../../domain/market/market.js'

/** Half of secp256k1's order: of s and its negative, both of which recover one signer, only the lower one counts. */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

export function isContractSignature(signature: Hex): boolean {
  const match = /^0x[0-9a-f]{64}([0-9a-f]{64})(1b|1c)$/i.exec(signature)
  return match !== null && BigInt(`0x${match[1]}`) <= HALF_ORDER
}
