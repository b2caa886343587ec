// The market that a route's `{id}` names.

import type { ListedMarket } from '../markets/listed-market.js'
import { ApiError } from '../requests/error-table.js'
import type { Call } from '../requests/route.js'
import type { VenueParts } from '../venue-parts.js'

type Named = Pick<Call, 'params'>

/** By market id or condition id. Throws `not_found`. */
export function marketOf({ params }: Named, { markets }: Pick<VenueParts, 'markets'>): ListedMarket {
  return markets.find(params.id ?? '')
}

/** Throws `not_found` for a market that cannot be traded yet too. */
export function marketWithTokens(call: Named, parts: Pick<VenueParts, 'markets'>): ListedMarket {
  return requireTokens(marketOf(call, parts))
}

export function requireTokens(market: ListedMarket): ListedMarket {
  if (market.incomplete) throw new ApiError('not_found', `market: ${market.id} has no outcome tokens yet`)
  return market
}
