// What an account owns, as its owner reads it.

import type { Address } from '../../domain/market.js'
import { OUTCOMES } from '../../domain/side.js'
import type { Exchange } from '../../venue/simulated/exchange/exchange.js'
import type { WireBalances, WirePositions } from '../../venue/wire/order-schema.js'
import type { Catalogue } from './catalogue.js'

export function wireBalances(account: Address, exchange: Exchange): WireBalances {
  const { totalRaw, lockedRaw, availableRaw } = exchange.ledger.collateral(account)
  return {
    account,
    collateral: {
      total: totalRaw.toString(),
      locked: lockedRaw.toString(),
      available: availableRaw.toString(),
    },
  }
}

/** Holdings above zero, one entry per outcome token. */
export function wirePositions(account: Address, exchange: Exchange, markets: Catalogue): WirePositions['data'] {
  return exchange.ledger.holdings(account).flatMap(({ conditionId, tokensRaw, lockedRaw }) => {
    const market = markets.byCondition(conditionId)
    if (market === undefined) return []
    return OUTCOMES.filter((outcome) => tokensRaw[outcome] > 0n).map((outcome) => {
      const { outcomeId, tokenId } = market.grid.outcomes[outcome]
      const size = tokensRaw[outcome].toString()
      return { conditionId, marketId: market.id, outcomeId, tokenId, size, locked: lockedRaw[outcome].toString() }
    })
  })
}
