// A grid quote in a person's units: probability and shares.

import { rawToShares } from '../domain/market.js'
import { probability } from '../domain/price.js'
import { lotsToRaw } from '../domain/size.js'
import type { WishedQuote } from '../domain/wish.js'
import type { GridQuote, QuotingContext } from './quoting-context.js'

export function asShown({ outcome, side, price, size }: GridQuote, market: QuotingContext['market']): WishedQuote {
  return {
    outcome,
    side,
    price: probability(price, market.ticksPerUnit),
    size: rawToShares(lotsToRaw(size, market.lotRaw), market),
  }
}
