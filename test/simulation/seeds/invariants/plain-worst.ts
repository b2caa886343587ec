// What a market has earned if all that is held there is sold at the worst, by plain sums.

import type { MarketPosition } from '../../../../src/domain/account/exposure.js'
import type { Marks } from '../../../../src/state/market/estimates.js'

type Held = Pick<MarketPosition, 'market' | 'tokensRaw'> & { readonly cashFlowRaw: bigint }

/** Units; nothing where a token that is held has no value. */
export function plainWorst(
  { market, tokensRaw, cashFlowRaw }: Held,
  { fair, bids }: Pick<Marks, 'fair' | 'bids'>,
): number | undefined {
  const unit = Number(market.unitRaw)
  const [yes, no] = [Number(tokensRaw[0]) / unit, Number(tokensRaw[1]) / unit]
  // a set pays one, whoever wins
  const sure = Number(cashFlowRaw) / unit + Math.min(yes, no)
  if (yes === no) return sure
  if (fair === undefined) return undefined
  const [worth, bid] = yes > no ? [fair, bids[0]] : [1 - fair, bids[1]]
  // a bid that never was is no number
  return sure + Math.abs(yes - no) * (Number.isNaN(bid) ? worth : Math.min(bid, worth))
}
