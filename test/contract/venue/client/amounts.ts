// What an order gives and takes, and what a match costs, in raw units.
//
// collateral = size × price; BUY gives collateral and takes tokens, SELL the other way round
// fee(BUY)  = floor(bps × min(p, 1-p) × tokens / (p × 10^4)) outcome tokens
// fee(SELL) = floor(bps × min(p, 1-p) × tokens / 10^4) collateral

import type { Side } from './trading-shapes.js'

/** A price as a fraction: "0.47" is 47 / 100. */
export function fraction(price: string): { num: bigint; den: bigint } {
  const [whole = '0', decimals = ''] = price.split('.')
  return { num: BigInt(whole + decimals), den: 10n ** BigInt(decimals.length) }
}

/** Raw collateral of `size` raw tokens at a price; throws when it is no whole unit. */
export function collateralOf(size: bigint, price: string): bigint {
  const { num, den } = fraction(price)
  if ((size * num) % den !== 0n) throw new Error(`${size} at ${price} is no whole raw unit`)
  return (size * num) / den
}

export function amountsOf(side: Side, price: string, size: bigint): { makerAmount: string; takerAmount: string } {
  const collateral = String(collateralOf(size, price))
  return side === 'BUY'
    ? { makerAmount: collateral, takerAmount: String(size) }
    : { makerAmount: String(size), takerAmount: collateral }
}

/** The fee of one match: tokens for a BUY, collateral for a SELL. */
export function feeOf(side: Side, bps: number, match: { price: string; size: bigint }): bigint {
  const { num, den } = fraction(match.price)
  const isBelowHalf = num * 2n < den
  const numerator = BigInt(bps) * (isBelowHalf ? num : den - num) * match.size
  return side === 'BUY' ? numerator / (num * 10_000n) : numerator / (den * 10_000n)
}
