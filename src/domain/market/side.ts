// Which outcome, and which side of its book.

/** Index of an outcome in its market: 0 is YES (the first outcome), 1 is NO (the second). */
export type Outcome = 0 | 1

export const YES: Outcome = 0
export const NO: Outcome = 1
export const OUTCOMES = [YES, NO] as const

export type Side = 'BUY' | 'SELL'

/** NO of YES, YES of NO. */
export function otherOutcome(outcome: Outcome): Outcome {
  return outcome === YES ? NO : YES
}

export function otherSide(side: Side): Side {
  return side === 'BUY' ? 'SELL' : 'BUY'
}

/** The four legs of a market, in their order: by outcome, BUY before SELL. From 0 to 3. */
export function legIndex({ outcome, side }: { readonly outcome: Outcome; readonly side: Side }): number {
  return 2 * outcome + (side === 'BUY' ? 0 : 1)
}

export const LEGS = 4
