// What the tokens of a market that is over are paid out for: a winner one unit, each token of a cancelled market half a unit.

import { isFinal, type Market } from './market.js'
import { YES } from './side.js'

/** Raw collateral; `undefined` while it is not known. `tokensRaw`: of YES and NO. */
export function payoutRaw(market: Market, [yes, no]: readonly [bigint, bigint]): bigint | undefined {
  if (!isFinal(market)) return undefined
  if (market.status === 'CANCELLED') return (yes + no) / 2n
  return market.winner === undefined ? undefined : market.winner === YES ? yes : no
}
