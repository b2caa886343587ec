// What an account owns, as its owner reads it.

import type { CollateralBalance } from '../../../domain/account/account.js'
import type { Address } from '../../../domain/market/market.js'
import { OUTCOMES } from '../../../domain/market/side.js'
import type { Exchange } from '../../../venue/simulated/exchange/exchange.js'
import type { WireBalances, WirePositions } from '../../../venue/wire/order-schema.js'
import type { Catalogue } from '../markets/catalogue.js'

export function wireBalances(account: Address, exchange: Exchange): WireBalances {
  return { account, collateral: wireParts(exchange.ledger.collateral(account)) }
}

/** Holdings above zero, one entry per outcome token. */
export function wirePositions(account: Address, exchange: Exchange, markets: Catalogue): WirePositions['data'] {
  return exchange.ledger.holdings(account).flatMap(({ conditionId, tokensRaw, ...held }) => {
    const market = markets.byCondition(conditionId)
    if (market === undefined) return []
    return OUTCOMES.filter((outcome) => tokensRaw[outcome] > 0n).map((outcome) => {
      const { outcomeId, tokenId } = market.grid.outcomes[outcome]
      const parts = {
        totalRaw: tokensRaw[outcome],
        lockedRaw: held.lockedRaw[outcome],
        pendingRaw: held.pendingRaw[outcome],
      }
      return { conditionId, marketId: market.id, outcomeId, tokenId, ...wireParts(parts) }
    })
  })
}

/** In the same words for collateral and tokens: total = available + locked + pending. */
function wireParts({
  totalRaw,
  lockedRaw,
  pendingRaw,
}: Omit<CollateralBalance, 'availableRaw'>): WireBalances['collateral'] {
  return {
    total: totalRaw.toString(),
    available: (totalRaw - lockedRaw - pendingRaw).toString(),
    locked: lockedRaw.toString(),
    pending: pendingRaw.toString(),
  }
}
