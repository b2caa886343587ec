// What a tape says of markets, as values of the domain: each read back is checked, since a tape may come from anywhere.

import { z } from 'zod'
import { type Ticks, ticks } from '../../domain/amounts/price.js'
import { type Lots, lots } from '../../domain/amounts/size.js'
import type { BestBids, MarketBook } from '../../domain/market/book.js'
import type { Address, ConditionId, Hex, Market } from '../../domain/market/market.js'
import { ORDER_STATUSES, ORDER_TYPES, type OrderRecord } from '../../domain/orders/order.js'
import type { MarketDataEvent } from '../../venue/market-data.js'

export const conditionId = z
  .string()
  .min(1)
  .transform((text) => text as ConditionId)
const address = z.string().transform((text) => text as Address)
const hex = z.string().transform((text) => text as Hex)
const outcome = z.union([z.literal(0), z.literal(1)])
const side = z.enum(['BUY', 'SELL'])
const price = z.int().transform((value): Ticks => ticks(value))
const size = z
  .int()
  .min(0)
  .transform((value): Lots => lots(value))
const status = z.enum(['OPEN', 'CLOSED', 'RESOLVED', 'CANCELLED'])
const registration = z.enum(['PENDING', 'REGISTERED', 'FAILED'])

const level = z.object({ price, size })
const levels = z.array(level)
const outcomeBook = z.object({ bids: levels, asks: levels })
export const marketBook = z.tuple([outcomeBook, outcomeBook]).transform((value): MarketBook => value)
const noLevel = z.union([level, z.undefined()])
export const bestBids = z.tuple([noLevel, noLevel]).transform((value): BestBids => value)

const outcomeInfo = z.object({ outcomeId: z.string(), tokenId: z.string(), name: z.string() })

const marketTerms = z.object({
  id: z.string(),
  conditionId,
  question: z.string(),
  outcomes: z.tuple([outcomeInfo, outcomeInfo]),
  ticksPerUnit: z.int().min(2),
  lotRaw: z.bigint().positive(),
  minLots: size,
  unitRaw: z.bigint().positive(),
  status,
  registration,
  feeRateBps: z.number().min(0),
  endMs: z.number(),
  startMs: z.number().exactOptional(),
  matchStartMs: z.number().exactOptional(),
  matchEndMs: z.number().exactOptional(),
  winner: outcome.exactOptional(),
  groupId: z.string().exactOptional(),
  category: z.string().exactOptional(),
  tagSlugs: z.array(z.string()),
  exchange: address.exactOptional(),
})
export const market = marketTerms.transform((value): Market => value)

const amount = z.bigint().min(0n)

/** An order as the venue told of it. */
export const ownOrder = z
  .object({
    hash: hex,
    account: address,
    conditionId,
    outcome,
    side,
    price,
    originalRaw: amount,
    filledRaw: amount,
    pendingRaw: amount,
    remainingRaw: amount,
    type: z.enum(ORDER_TYPES),
    status: z.enum(ORDER_STATUSES),
    expirationSec: z.number(),
    createdMs: z.number(),
    updatedMs: z.number(),
  })
  .transform((value): OrderRecord => value)

const publicTrade = z.object({
  tradeId: z.string(),
  conditionId,
  matchType: z.enum(['direct', 'mint', 'merge']),
  outcome,
  side,
  price,
  sizeRaw: z.bigint().positive(),
  venueMs: z.number(),
})

const seq = z.int().exactOptional()
const venueMs = z.number().exactOptional()

const told = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('snapshot'), conditionId, book: marketBook, seq, venueMs }),
  z.object({
    kind: z.literal('change'),
    conditionId,
    change: z.object({ outcome, side, price, size }),
    seq,
    venueMs,
  }),
  z.object({ kind: z.literal('trade'), conditionId, trade: publicTrade }),
  z.object({
    kind: z.literal('settlement'),
    conditionId,
    tradeId: z.string(),
    status: z.enum(['settled', 'failed']),
  }),
  z.object({
    kind: z.literal('status'),
    conditionId,
    status,
    registration: registration.exactOptional(),
    winner: outcome.exactOptional(),
  }),
  z.object({ kind: z.literal('fee-changed'), conditionId }),
  z.object({ kind: z.literal('unreadable'), conditionId, message: z.string() }),
  z.object({ kind: z.literal('link'), state: z.enum(['up', 'down', 'heard']) }),
  z.object({
    kind: z.literal('subscribed'),
    conditionId,
    accepted: z.boolean(),
    reason: z.string().exactOptional(),
  }),
  z.object({ kind: z.literal('resync-answered'), conditionId, askedMonoMs: z.number() }),
])

/** Whatever told it. */
export const marketDataEvent = told.transform((value): MarketDataEvent => value)
