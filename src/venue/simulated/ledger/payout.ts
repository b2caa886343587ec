// What one raw token of each outcome pays, in raw collateral, once a market is over.
//
//   resolved    winner 1, loser 0          cancelled    1/2 each

import type { Outcome } from '../../../domain/market/side.js'

export interface Payout {
  readonly numerators: readonly [bigint, bigint]
  readonly denominator: bigint
}

/** A market without a winner was cancelled: every outcome pays 1/n. */
export function payoutOf(winner: Outcome | undefined): Payout {
  if (winner === undefined) return { numerators: [1n, 1n], denominator: 2n }
  return { numerators: winner === 0 ? [1n, 0n] : [0n, 1n], denominator: 1n }
}

/** Raw collateral for the tokens, floored per outcome as the chain does. */
export function redeemedRaw(tokensRaw: readonly [bigint, bigint], { numerators, denominator }: Payout): bigint {
  return (tokensRaw[0] * numerators[0]) / denominator + (tokensRaw[1] * numerators[1]) / denominator
}
