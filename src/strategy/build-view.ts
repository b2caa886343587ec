// What a strategy sees of a market, from the bot's beliefs in the domain's own units.

import type { Level, MarketBook } from '../domain/book.js'
import type { FairValue } from '../domain/fair-value.js'
import { type Market, rawToShares } from '../domain/market.js'
import type { LivingOrder } from '../domain/own-order.js'
import { lotsToRaw } from '../domain/size.js'
import type { PriceSize } from '../domain/snapshot.js'
import type { FairView, MarketView, RestingQuote } from './contract.js'

export interface ViewInput {
  readonly market: Market
  /** Both books without our own orders. */
  readonly others: MarketBook
  readonly nowVenueMs: number
  readonly fair: FairValue | undefined
  readonly volatility: number | undefined
  readonly tokensRaw: readonly [bigint, bigint]
  readonly feeRateBps: number
  readonly orders: readonly LivingOrder[]
}

export function buildView(input: ViewInput): MarketView {
  const { market, others, tokensRaw } = input
  const show = (levels: readonly Level[]) => levels.map((level) => shown(level, market))
  const book = {
    bids: [show(others[0].bids), show(others[1].bids)] as const,
    asks: [show(others[0].asks), show(others[1].asks)] as const,
  }
  const yes = rawToShares(tokensRaw[0], market)
  const no = rawToShares(tokensRaw[1], market)
  return {
    market: infoOf(market),
    nowMs: input.nowVenueMs,
    timeLeftMs: Math.max(0, market.endMs - input.nowVenueMs),
    book,
    bestBid: [book.bids[0][0], book.bids[1][0]],
    fair: input.fair && fairView(input.fair),
    volatility: input.volatility,
    inventory: { yes, no, net: yes - no, sets: Math.min(yes, no) },
    feeRateBps: input.feeRateBps,
    ownQuotes: input.orders.flatMap((order) => restingQuote(order, market) ?? []),
  }
}

function fairView({ p, degraded, basis, ageMs, spread }: FairValue): FairView {
  return { p, degraded, basis, ageMs, ...(spread === undefined ? {} : { spread }) }
}

function shown(level: Level, market: Market): PriceSize {
  return { price: level.price / market.ticksPerUnit, size: rawToShares(lotsToRaw(level.size, market.lotRaw), market) }
}

function infoOf(market: Market): MarketView['market'] {
  return {
    id: market.id,
    conditionId: market.conditionId,
    question: market.question,
    tickSize: 1 / market.ticksPerUnit,
    minSize: rawToShares(lotsToRaw(market.minLots, market.lotRaw), market),
    endMs: market.endMs,
    tagSlugs: market.tagSlugs,
    ...(market.startMs === undefined ? {} : { startMs: market.startMs }),
    ...(market.matchStartMs === undefined ? {} : { matchStartMs: market.matchStartMs }),
    ...(market.matchEndMs === undefined ? {} : { matchEndMs: market.matchEndMs }),
    ...(market.groupId === undefined ? {} : { groupId: market.groupId }),
    ...(market.category === undefined ? {} : { category: market.category }),
  }
}

function restingQuote(order: LivingOrder, market: Market): RestingQuote | undefined {
  if (order.restingRaw <= 0n) return undefined
  const { outcome, side, price } = order.draft
  return { outcome, side, price: price / market.ticksPerUnit, size: rawToShares(order.restingRaw, market) }
}
