// Two bids are a two-sided quote: a bid on NO at 1 - a is an ask on YES at a.

import { NO, YES } from '../domain/market/side.js'
import type { WishedQuote } from '../domain/orders/wish.js'

export interface BothBids {
  /** Price for YES; not quoted when `undefined` or outside (0, 1). */
  readonly yes: number | undefined
  /** Price for NO; likewise. */
  readonly no: number | undefined
  /** Shares of each. */
  readonly size: number
}

/** Bids on both outcomes, leaving out those that have no legal price. */
export function bothBids({ yes, no, size }: BothBids): WishedQuote[] {
  const quotes: WishedQuote[] = []
  if (yes !== undefined && yes > 0 && yes < 1) quotes.push({ outcome: YES, side: 'BUY', price: yes, size })
  if (no !== undefined && no > 0 && no < 1) quotes.push({ outcome: NO, side: 'BUY', price: no, size })
  return quotes
}
