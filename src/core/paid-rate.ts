// Which fee a fill of an order of ours pays that is signed now.

import type { Market } from '../domain/market/market.js'
import type { FeeBook } from '../execution/fees/fee-book.js'
import type { CoreSettings } from './settings.js'

/** As far as it is known, basis points; `undefined` where makers are free. */
export function paidBps(
  { conditionId, feeRateBps }: Pick<Market, 'conditionId' | 'feeRateBps'>,
  fees: Pick<FeeBook, 'rateBps'>,
  { makerPaysFee }: Pick<CoreSettings, 'makerPaysFee'>,
): number | undefined {
  return makerPaysFee ? (fees.rateBps(conditionId) ?? feeRateBps) : undefined
}
