// What the tokens of a market that is over are paid out for, in raw collateral.
//
//   resolved    winner 1, loser 0          cancelled    1/2 each

import { isFinal, type Market } from './market.js'
import { type Outcome, YES } from './side.js'

/** What one raw token of each outcome pays: `numerators / denominator`. */
export interface Payout {
  readonly numerators: readonly [bigint, bigint]
  readonly denominator: bigint
}

/** Of a market that is over: one without a winner was cancelled, and every outcome pays 1/n. */
export function payoutOf(winner: Outcome | undefined): Payout {
  if (winner === undefined) return { numerators: [1n, 1n], denominator: 2n }
  return { numerators: winner === YES ? [1n, 0n] : [0n, 1n], denominator: 1n }
}

/** Raw collateral for the tokens, floored for each outcome by itself, as `ConditionalTokens.redeemPositions` does. */
export function redeemedRaw(tokensRaw: readonly [bigint, bigint], { numerators, denominator }: Payout): bigint {
  return (tokensRaw[0] * numerators[0]) / denominator + (tokensRaw[1] * numerators[1]) / denominator
}

/** What YES is worth in the end, 0 to 1; `undefined` while it is not known. */
export function finalValue({ status, winner }: Pick<Market, 'status' | 'winner'>): number | undefined {
  if (status === 'RESOLVED' && winner !== undefined) return winner === YES ? 1 : 0
  return status === 'CANCELLED' ? 0.5 : undefined
}

/** What the tokens pay, in raw collateral; `undefined` while it is not known. `tokensRaw`: of YES and NO. */
export function payoutRaw(market: Market, tokensRaw: readonly [bigint, bigint]): bigint | undefined {
  if (!isFinal(market)) return undefined
  return redeemedRaw(tokensRaw, payoutOf(market.status === 'CANCELLED' ? undefined : market.winner))
}
