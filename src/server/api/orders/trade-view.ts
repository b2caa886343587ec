// Public trades as clients see them, and the volume they add up to.

import { valueRaw } from '../../../domain/amounts/money.js'
import type { PublicTrade } from '../../../domain/orders/fill.js'
import { formatPrice } from '../../../venue/wire/decimal.js'
import type { WirePublicTrade } from '../../../venue/wire/market-schema.js'
import { iso } from '../iso-time.js'
import type { ListedMarket } from '../markets/listed-market.js'

export function wireTrade(trade: PublicTrade, { grid }: Pick<ListedMarket, 'grid'>): WirePublicTrade {
  return {
    tradeId: trade.tradeId,
    matchType: trade.matchType,
    tokenId: grid.outcomes[trade.outcome].tokenId,
    side: trade.side,
    price: formatPrice(trade.price, grid.ticksPerUnit),
    size: trade.sizeRaw.toString(),
    timestamp: iso(trade.venueMs),
  }
}

/** Raw collateral at the taker's price. */
export function countVolume(market: ListedMarket, trade: PublicTrade): void {
  market.volumeRaw += valueRaw(trade.price, trade.sizeRaw, market.spec.ticksPerUnit)
}
