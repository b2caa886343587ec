// What a holding of both outcomes is: q = YES - NO, sets = min(YES, NO), equity = cash + NO + p q.

export interface PairHolding {
  /** Shares. */
  readonly yes: number
  readonly no: number
}

/** Net YES-equivalents in shares. */
export function netShares({ yes, no }: PairHolding): number {
  return yes - no
}

/** Full sets: pairs that are worth one unit of collateral whatever happens. */
export function fullSets({ yes, no }: PairHolding): number {
  return Math.min(yes, no)
}

/** Value in collateral at the probability `p` of YES. */
export function equity(holding: PairHolding, p: number, cash = 0): number {
  return cash + holding.no + p * netShares(holding)
}
