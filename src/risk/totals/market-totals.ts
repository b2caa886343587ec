// What a market adds to the sums over all of them, and how these move with it: by difference, so that a change of one costs the same beside many.

export interface MarketTotals {
  readonly positionRaw: bigint
  readonly collateralRaw: bigint
  readonly lossRaw: bigint
  /** Collateral behind orders. */
  readonly lockedRaw: bigint
}

export const NO_TOTALS: MarketTotals = { positionRaw: 0n, collateralRaw: 0n, lossRaw: 0n, lockedRaw: 0n }

/** With a market that came to `from`, and comes to `to`; without either it counts for nothing. */
export function changed(
  totals: MarketTotals,
  from: MarketTotals = NO_TOTALS,
  to: MarketTotals = NO_TOTALS,
): MarketTotals {
  return addedUp(totals, addedBy(from, to))
}

/** What a market adds that came to `from`, and comes to `to`. */
export function addedBy(from: MarketTotals, to: MarketTotals): MarketTotals {
  return {
    positionRaw: to.positionRaw - from.positionRaw,
    collateralRaw: to.collateralRaw - from.collateralRaw,
    lossRaw: to.lossRaw - from.lossRaw,
    lockedRaw: to.lockedRaw - from.lockedRaw,
  }
}

export function addedUp(one: MarketTotals, other: MarketTotals): MarketTotals {
  return {
    positionRaw: one.positionRaw + other.positionRaw,
    collateralRaw: one.collateralRaw + other.collateralRaw,
    lossRaw: one.lossRaw + other.lossRaw,
    lockedRaw: one.lockedRaw + other.lockedRaw,
  }
}
