// Exact money: raw collateral of an order and the exchange contract's fee.

import type { Market } from '../market/market.js'
import type { Side } from '../market/side.js'
import type { Ticks } from './price.js'
import type { Lots } from './size.js'

type Grid = Pick<Market, 'ticksPerUnit' | 'lotRaw'>

/** Raw collateral that `size` lots cost at `price`. Whole because `lotRaw` is a multiple of `ticksPerUnit`. */
export function costRaw(price: Ticks, size: Lots, grid: Grid): bigint {
  return BigInt(price) * BigInt(size) * (grid.lotRaw / BigInt(grid.ticksPerUnit))
}

/** Raw collateral of a raw number of tokens at `price`, rounded down. */
export function valueRaw(price: Ticks, tokensRaw: bigint, ticksPerUnit: number): bigint {
  return (tokensRaw * BigInt(price)) / BigInt(ticksPerUnit)
}

export interface FeeInput {
  readonly side: Side
  /** Execution price. */
  readonly price: Ticks
  readonly tokensRaw: bigint
  readonly feeRateBps: number
  readonly ticksPerUnit: number
}

/**
 * Fee of one match by the exchange contract's formula (CalculatorHelper), floored once:
 * BUY pays outcome tokens `bps * min(p, 1-p) * tokens / (p * 10^4)`, SELL pays collateral `bps * min(p, 1-p) * tokens / 10^4`.
 * Returns raw tokens for a BUY, raw collateral for a SELL.
 */
export function feeRaw({ side, price, tokensRaw, feeRateBps, ticksPerUnit }: FeeInput): bigint {
  const smaller = BigInt(Math.min(price, ticksPerUnit - price))
  const charged = BigInt(feeRateBps) * smaller * tokensRaw
  const divisor = side === 'BUY' ? BigInt(price) : BigInt(ticksPerUnit)
  return charged / (divisor * 10_000n)
}

/** The larger of two raw amounts. */
export function largerRaw(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}

/** The smaller of two raw amounts. */
export function smallerRaw(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
