// Order sizes as whole lots. A lot is one `sizeStep` of the market, `lotRaw` raw token units.
//
//   Lots * lotRaw = raw tokens (bigint)       Lots * Ticks * lotRaw / ticksPerUnit = raw collateral, always whole
//
// Holdings are never lots: fees leave fractions of a lot, so they are raw `bigint`s.

import { QuoinError } from '../error.js'

declare const lotsBrand: unique symbol

/** An order size in whole lots. */
export type Lots = number & { readonly [lotsBrand]: true }

/** Checked constructor. Throws `bad-argument` when `value` is not a whole number of at least 0. */
export function lots(value: number): Lots {
  if (!Number.isSafeInteger(value) || value < 0) {
    throw new QuoinError('bad-argument', `lots: expected a whole number of at least 0, got ${value}`)
  }
  return value as Lots
}

export const NO_LOTS = 0 as Lots

/** Raw token units of `size` lots. */
export function lotsToRaw(size: Lots, lotRaw: bigint): bigint {
  return BigInt(size) * lotRaw
}

/** Whole lots inside `raw` token units, rounded down; the rest is dust. */
export function rawToLots(raw: bigint, lotRaw: bigint): Lots {
  return Number(raw / lotRaw) as Lots
}
