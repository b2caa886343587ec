// A grid quote in a person's units: probability and shares.

import { probability } from '../domain/amounts/price.js'
import { lotsToRaw } from '../domain/amounts/size.js'
import { rawToShares } from '../domain/market/market.js'
import type { WishedQuote } from '../domain/orders/wish.js'
import type { GridQuote, QuotingContext } from './quoting-context.js'

export function asShown({ outcome, side, price, size }: GridQuote, market: QuotingContext['market']): WishedQuote {
  return {
    outcome,
    side,
    price: probability(price, market.ticksPerUnit),
    size: rawToShares(lotsToRaw(size, market.lotRaw), market),
  }
}
