// A listed market as clients see it.

import { valueRaw } from '../../../domain/amounts/money.js'
import { ticks } from '../../../domain/amounts/price.js'
import { lots, lotsToRaw } from '../../../domain/amounts/size.js'
import type { MarketBook } from '../../../domain/market/book.js'
import type { MarketStatus } from '../../../domain/market/market.js'
import { OUTCOMES, otherOutcome } from '../../../domain/market/side.js'
import type { Exchange } from '../../../venue/simulated/exchange/exchange.js'
import { fullGrid } from '../../../venue/simulated/exchange/markets/order-grid.js'
import { formatPrice } from '../../../venue/wire/decimal.js'
import type { WireMarket, WireTag } from '../../../venue/wire/market-schema.js'
import type { ServerConfig } from '../../schema.js'
import { iso } from '../iso-time.js'
import type { Catalogue } from './catalogue.js'
import type { ListedMarket } from './listed-market.js'

export interface MarketViewParts {
  readonly exchange: Exchange
  readonly markets: Catalogue
  readonly config: ServerConfig
}

export function statusOf(market: ListedMarket, exchange: Exchange): MarketStatus {
  return exchange.market(market.conditionId)?.status ?? 'OPEN'
}

/** Raw collateral value of everything that rests, each order at its own price. */
export function liquidityRaw(market: ListedMarket, exchange: Exchange): bigint {
  if (market.incomplete) return 0n
  const { lotRaw, ticksPerUnit } = market.spec
  const book: MarketBook = exchange.book(market.conditionId)
  let total = 0n
  for (const outcome of OUTCOMES) {
    for (const { price, size } of [...book[outcome].bids, ...book[outcome].asks]) {
      total += valueRaw(price, lotsToRaw(size, lotRaw), ticksPerUnit)
    }
  }
  return total
}

export function wireTags(market: ListedMarket, markets: Catalogue): WireTag[] {
  return market.tagSlugs.flatMap((slug) => {
    const tag = markets.tag(slug)
    return tag === undefined ? [] : [{ id: tag.id, slug: tag.slug, name: tag.name }]
  })
}

export function wireMarket(market: ListedMarket, parts: MarketViewParts): WireMarket {
  const { exchange, markets, config } = parts
  const { spec, grid } = market
  const winner = exchange.market(market.conditionId)?.winner
  return {
    id: market.id,
    conditionId: market.conditionId,
    question: market.question,
    description: market.description ?? null,
    mirrorSlug: market.mirrorSlug ?? null,
    betTypeName: market.betTypeName ?? null,
    category: market.category ?? null,
    tags: wireTags(market, markets),
    groupId: market.groupId ?? null,
    status: statusOf(market, exchange),
    clobMarketStatus: market.registration,
    ...markets.feeOf(market),
    startTimestamp: market.startMs === undefined ? null : iso(market.startMs),
    matchStartTime: market.match === undefined ? null : iso(market.match.startMs),
    matchEndTime: market.match === undefined ? null : iso(market.match.endMs),
    endTimestamp: iso(spec.endMs),
    createdAt: iso(market.createdMs),
    outcomes: wireOutcomes(market),
    winningOutcomeId: winner === undefined ? null : grid.outcomes[winner].outcomeId,
    ...termsOf(market, exchange),
    exchange: config.chain.exchange,
    collateral: config.collateral,
    volume: market.volumeRaw.toString(),
    liquidity: liquidityRaw(market, exchange).toString(),
  }
}

/** What a new order must keep to now. */
function termsOf({ spec, conditionId }: ListedMarket, exchange: Exchange) {
  const { tick, step, minLots } = exchange.market(conditionId)?.grid ?? fullGrid(spec)
  return {
    tickSize: formatPrice(ticks(tick), spec.ticksPerUnit),
    minOrderSize: lotsToRaw(minLots, spec.lotRaw).toString(),
    sizeStep: lotsToRaw(lots(step), spec.lotRaw).toString(),
  }
}

function wireOutcomes({ grid, incomplete }: ListedMarket): WireMarket['outcomes'] {
  return OUTCOMES.map((index) => {
    const { outcomeId, tokenId, name } = grid.outcomes[index]
    const complement = grid.outcomes[otherOutcome(index)].tokenId
    const tokens = incomplete ? { tokenId: null, complementTokenId: null } : { tokenId, complementTokenId: complement }
    return { outcomeId, name, index, ...tokens }
  })
}
