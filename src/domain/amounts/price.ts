// Prices as whole ticks.
//
//   tick     one tickSize of the market (0.01, 0.005, 0.0001 ...); `ticksPerUnit` ticks make the payout of one share
//   price    1 .. ticksPerUnit - 1, strictly inside (0, 1)
//   Ticks + Ticks = Ticks     complement(Ticks) = ticksPerUnit - Ticks     Ticks / ticksPerUnit = probability (float)

import { QuoinError } from '../error.js'
import type { Side } from '../market/side.js'

declare const ticksBrand: unique symbol

/** A price in whole ticks of its market. */
export type Ticks = number & { readonly [ticksBrand]: true }

/** Checked constructor. Throws `bad-argument` when `value` is not a whole number. */
export function ticks(value: number): Ticks {
  if (!Number.isSafeInteger(value)) {
    throw new QuoinError('bad-argument', `ticks: expected a whole number, got ${value}`)
  }
  return value as Ticks
}

/** The same price seen from the other outcome: a bid on NO at p is an ask on YES at 1 - p. */
export function complement(price: Ticks, ticksPerUnit: number): Ticks {
  return (ticksPerUnit - price) as Ticks
}

/** A price as a probability in (0, 1). */
export function probability(price: Ticks, ticksPerUnit: number): number {
  return price / ticksPerUnit
}

/**
 * The nearest legal price that is no better for whoever trades at `collateral` for so many `tokens`, whole numbers of the same unit: dearer to
 * buy, cheaper to sell.
 */
export function worsePrice(
  { collateral, tokens }: { readonly collateral: bigint; readonly tokens: bigint },
  side: Side,
  ticksPerUnit: number,
): Ticks {
  const scaled = collateral * BigInt(ticksPerUnit)
  const isBetween = scaled % tokens !== 0n
  const value = Number(scaled / tokens) + (isBetween && side === 'BUY' ? 1 : 0)
  return ticks(Math.min(Math.max(value, 1), ticksPerUnit - 1))
}

/** Whether `price` is a legal price: strictly inside (0, 1). */
export function isLegalPrice(price: number, ticksPerUnit: number): price is Ticks {
  return Number.isSafeInteger(price) && price >= 1 && price <= ticksPerUnit - 1
}
