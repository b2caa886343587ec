// Keys, orders and profiles as wild as their types allow.

import { randomBytes } from 'node:crypto'
import type { Address } from '../../src/domain/market/market.js'
import { hexOf } from '../../src/signing/bytes.js'
import type { TypedDataProfile } from '../../src/venue/wire/profile.js'
import type { OrderMessage } from '../../src/venue/wire/typed-data.js'

const number = (bytes: number) => BigInt(hexOf(randomBytes(bytes)))
const pick = <T>(values: readonly T[]): T => values[randomBytes(1).readUInt8() % values.length]!
export const anyAddress = (): Address => hexOf(randomBytes(20))

/** Short and long ones alike, and those at the ends of what a word and its parts hold. */
function anyNumber(): bigint {
  const ends = [0n, 1n, 2n ** 64n - 1n, 2n ** 64n, 2n ** 128n, 2n ** 192n, 2n ** 256n - 1n]
  return pick([...ends, number(1), number(8), number(9), number(32)])
}

export function anyOrder(maker: Address): OrderMessage {
  const [salt, tokenId, makerAmount, takerAmount] = [anyNumber(), anyNumber(), anyNumber(), anyNumber()]
  return {
    ...{ salt, maker, signer: maker, taker: anyAddress(), tokenId, makerAmount, takerAmount },
    ...{ expiration: anyNumber(), nonce: anyNumber(), feeRateBps: anyNumber() },
    ...{ side: pick([0, 1] as const), signatureType: pick([0, 1, 2] as const) },
  }
}

export const anyProfile = (): TypedDataProfile => ({
  variant: pick(['side-in-order', 'side-from-amounts'] as const),
  domain: {
    name: pick(['Fake', '', 'Börse 🙂', 'a'.repeat(200)]),
    version: pick(['1', '2.0']),
    chainId: 1 + randomBytes(4).readUInt32BE(),
    verifyingContract: anyAddress(),
  },
})
