// Two bids are a two-sided quote: a bid on NO at 1 - a is an ask on YES at a.

import { NO, YES } from '../domain/market/side.js'
import type { WishedQuote } from '../domain/orders/wish.js'

export interface BothBids {
  /** Price for YES; not quoted when `undefined`, or a number outside (0, 1). */
  readonly yes: number | undefined
  /** Price for NO; likewise. */
  readonly no: number | undefined
  /** Shares of each. */
  readonly size: number
}

/** Bids on both outcomes, leaving out those that have no legal price. What is no finite number stays, and makes the wish a fault. */
export function bothBids({ yes, no, size }: BothBids): WishedQuote[] {
  const quotes: WishedQuote[] = []
  if (isWished(yes)) quotes.push({ outcome: YES, side: 'BUY', price: yes, size })
  if (isWished(no)) quotes.push({ outcome: NO, side: 'BUY', price: no, size })
  return quotes
}

/** A price that came out as none is a broken model: one side left out in silence would fill a position with the other. */
function isWished(price: number | undefined): price is number {
  return price !== undefined && ((price > 0 && price < 1) || !Number.isFinite(price))
}
