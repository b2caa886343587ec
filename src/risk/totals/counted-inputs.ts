// What a market was last counted with, so that it is counted again only where something is another.

import type { LiveOrder, MarketPosition } from '../../domain/account/exposure.js'
import type { Market } from '../../domain/market/market.js'

/** What a market was last counted with: copied, as the lists of a position move with what is held. */
export interface CountedWith {
  readonly market: Market
  readonly heldRaw: readonly [bigint, bigint, bigint, bigint]
  readonly costRaw: bigint
  /** Absent once something was taken besides. */
  orders: readonly LiveOrder[] | undefined
}

export function countedWithOf(
  { market, tokensRaw, assumedFeeRaw, costRaw }: MarketPosition,
  orders: readonly LiveOrder[],
): CountedWith {
  return { market, heldRaw: [tokensRaw[0], tokensRaw[1], assumedFeeRaw[0], assumedFeeRaw[1]], costRaw, orders }
}

export function isSamePosition(
  { market, heldRaw, costRaw }: CountedWith,
  { market: now, tokensRaw, assumedFeeRaw, costRaw: costNowRaw }: MarketPosition,
): boolean {
  if (market !== now || costRaw !== costNowRaw) return false
  if (heldRaw[0] !== tokensRaw[0] || heldRaw[1] !== tokensRaw[1]) return false
  return heldRaw[2] === assumedFeeRaw[0] && heldRaw[3] === assumedFeeRaw[1]
}

/** In the same order, with as much left of each. */
export function areSameOrders(a: readonly LiveOrder[], b: readonly LiveOrder[]): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) {
    const [one, other] = [a[i], b[i]]
    if (one?.sizeRaw !== other?.sizeRaw || one?.price !== other?.price) return false
    if (one?.outcome !== other?.outcome || one?.side !== other?.side) return false
  }
  return true
}
