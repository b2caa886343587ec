// The draft of an order that a former run signed. Its price and size are whole steps of the grid that its market had then, and a venue changes
// tick and size step; what was signed are raw amounts, which say the same on every grid.

import { type Ticks, worsePrice } from '../amounts/price.js'
import { lots } from '../amounts/size.js'
import type { Market } from '../market/market.js'
import type { OrderDraft } from './order.js'

export interface SignedAmounts {
  readonly collateralRaw: bigint
  readonly tokensRaw: bigint
}

export interface SignedDraft {
  readonly draft: OrderDraft
  /** Absent where they cannot be read: then the grid is believed to be the same. */
  readonly signed?: SignedAmounts
}

/** On the grid that the market has now: at the same price and size, or at the next ones that are worse for us, so that no limit sees too little. */
export function draftOn(
  { ticksPerUnit, lotRaw }: Pick<Market, 'ticksPerUnit' | 'lotRaw'>,
  order: SignedDraft,
): OrderDraft {
  const { draft, signed } = order
  if (signed === undefined) return draft
  const { collateralRaw: collateral, tokensRaw: tokens } = signed
  const price: Ticks = worsePrice({ collateral, tokens }, draft.side, ticksPerUnit)
  const size = lots(Number((tokens + lotRaw - 1n) / lotRaw))
  return price === draft.price && size === draft.size ? draft : { ...draft, price, size }
}
