// Resources about markets, as they travel. Objects are loose where the specification allows additional properties.

import { z } from 'zod'
import { address, dateTime, decimalPrice, pagination, rawAmount } from './primitives.js'

const FEE = 'Effective fee, basis points (1/100 %)'
const FEE_OVERRIDE = "The market's own fee, basis points; null without one"

export const marketStatus = z.enum(['OPEN', 'CLOSED', 'RESOLVED', 'CANCELLED'])
export const clobMarketStatus = z.enum(['PENDING', 'REGISTERED', 'FAILED'])

export const tag = z.object({ id: z.string(), slug: z.string(), name: z.string() }).meta({ id: 'Tag' })
export type WireTag = z.infer<typeof tag>

export const outcome = z
  .looseObject({
    outcomeId: z.string(),
    tokenId: z.string().nullable(),
    name: z.string(),
    index: z.int(),
    complementTokenId: z.string().nullish(),
  })
  .meta({ id: 'Outcome' })

export const market = z
  .looseObject({
    id: z.string(),
    conditionId: z.string(),
    question: z.string(),
    mirrorSlug: z.string().nullish(),
    betTypeName: z.string().nullish(),
    status: marketStatus,
    clobMarketStatus: clobMarketStatus.optional(),
    feeRateBps: z.int().min(0).describe(FEE),
    feeRateBpsOverride: z.int().min(0).nullable().describe(FEE_OVERRIDE),
    startTimestamp: dateTime.nullish(),
    matchStartTime: dateTime.nullish(),
    matchEndTime: dateTime.nullish(),
    endTimestamp: dateTime,
    outcomes: z.array(outcome),
    description: z.string().nullish(),
    category: z.string().nullish(),
    tags: z.array(tag).optional(),
    groupId: z.string().nullish(),
    tickSize: decimalPrice.optional().describe('Prices are multiples of it; decimal text'),
    minOrderSize: rawAmount.optional().describe('Smallest order, raw outcome tokens'),
    sizeStep: rawAmount.optional().describe('Sizes are multiples of it, raw outcome tokens'),
    exchange: address.nullish(),
    collateral: z.looseObject({ address, symbol: z.string(), decimals: z.int().min(0).max(36) }).optional(),
    volume: rawAmount.optional(),
    liquidity: rawAmount.optional(),
    createdAt: dateTime.optional(),
    winningOutcomeId: z.string().nullish(),
  })
  .meta({ id: 'Market' })
export type WireMarket = z.infer<typeof market>

/**
 * A market as a client reads it. Most of its fields the specification does not show: what is not needed may be there in any form or not at all,
 * and outcomes of which none has an index stand in the order of the list.
 */
export const marketReading = market
  .pick({
    id: true,
    conditionId: true,
    question: true,
    status: true,
    clobMarketStatus: true,
    feeRateBps: true,
    startTimestamp: true,
    matchStartTime: true,
    matchEndTime: true,
    endTimestamp: true,
    category: true,
    groupId: true,
    tickSize: true,
    minOrderSize: true,
    sizeStep: true,
    exchange: true,
    createdAt: true,
    winningOutcomeId: true,
  })
  .extend({
    outcomes: z.array(
      outcome
        .pick({ outcomeId: true, tokenId: true })
        .extend({ name: z.string().optional(), index: z.int().optional() }),
    ),
    tags: z.array(z.looseObject({ slug: z.string() })).optional(),
    collateral: z.looseObject({ decimals: z.int().min(0).max(36) }).optional(),
  })
export type MarketReading = z.infer<typeof marketReading>

export const marketGroup = z
  .looseObject({
    id: z.string(),
    slug: z.string(),
    title: z.string(),
    description: z.string().nullish(),
    groupType: z.string().nullish(),
    tagSlug: z.string().nullish(),
  })
  .meta({ id: 'MarketGroup' })
export type WireMarketGroup = z.infer<typeof marketGroup>

export const marketGroupList = z.object({ data: z.array(marketGroup), pagination })
export const marketList = z.object({ data: z.array(market), pagination })
/** The same as a reader takes it: whether an entry is a market is asked of each alone. */
export const marketEntries = z.object({ data: z.array(z.looseObject({ id: z.string() })), pagination })
export type WireMarketEntry = z.infer<typeof marketEntries>['data'][number]
export const groupedEntry = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('single'), market }),
    z.object({ kind: z.literal('group'), groupId: z.string(), group: marketGroup, markets: z.array(market) }),
  ])
  .meta({ id: 'GroupedMarketEntry' })
export type WireGroupedEntry = z.infer<typeof groupedEntry>
export const groupedList = z.object({ data: z.array(groupedEntry), pagination })

export const fee = z
  .object({
    feeRateBps: z.int().min(0).describe(FEE),
    feeRateBpsOverride: z.int().min(0).nullable().describe(FEE_OVERRIDE),
  })
  .meta({ id: 'Fee' })
export type WireFee = z.infer<typeof fee>
export const feeReading = fee.pick({ feeRateBps: true })

export const level = z
  .object({ price: decimalPrice, size: rawAmount.describe('Total of the level, raw outcome tokens') })
  .meta({ id: 'Level' })
export type WireLevel = z.infer<typeof level>

/** Clients take null, absent or a zero size as "no bid". */
export const bestBidEntry = z.looseObject({ outcomeId: z.string(), tokenId: z.string(), bestBid: level.nullish() })
export const bestBids = z
  .looseObject({
    marketId: z.string(),
    conditionId: z.string(),
    bestBids: z.array(bestBidEntry),
  })
  .meta({ id: 'BestBids' })
export type WireBestBids = z.infer<typeof bestBids>

export const outcomeBook = z
  .looseObject({
    outcomeId: z.string(),
    tokenId: z.string(),
    bids: z.array(level),
    asks: z.array(level),
  })
  .meta({ id: 'OutcomeBook' })
export type WireOutcomeBook = z.infer<typeof outcomeBook>

/** `seq` and `hash` belong to the `orderbook` channel of the condition; both may be missing on a real venue. */
export const orderbook = z
  .looseObject({
    marketId: z.string(),
    conditionId: z.string(),
    seq: z.int().optional(),
    hash: z.string().optional(),
    books: z.array(outcomeBook),
  })
  .meta({ id: 'OrderBook' })
export type WireOrderbook = z.infer<typeof orderbook>

export const side = z.enum(['BUY', 'SELL'])
export const publicTrade = z
  .looseObject({
    tradeId: z.string(),
    matchType: z.enum(['direct', 'mint', 'merge']),
    tokenId: z.string(),
    side,
    price: decimalPrice,
    size: rawAmount.describe('Matched, raw outcome tokens'),
    timestamp: dateTime.optional(),
  })
  .meta({ id: 'Trade' })
export type WirePublicTrade = z.infer<typeof publicTrade>
export const tradeList = z.object({ data: z.array(publicTrade), pagination })

/** Routes beside `/markets/{id}`: a market of that name could never be read. */
export const RESERVED_MARKET_IDS: readonly string[] = ['grouped']
