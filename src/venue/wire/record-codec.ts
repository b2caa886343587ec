// Order records and own trades between wire and domain. What another hand has placed on another tick counts at the next price that is worse.

import type { UnreadHolding } from '../../domain/account/account.js'
import type { Address, ConditionId, Hex, Market } from '../../domain/market/market.js'
import type { Fill } from '../../domain/orders/fill.js'
import type { OrderRecord } from '../../domain/orders/order.js'
import { outcomeOfToken } from './book-codec.js'
import { formatPrice, fraction, parseWorsePrice } from './decimal.js'
import type { WireOrderRecord, WireOwnTrade, WirePositions } from './order-schema.js'
import { conditionKey } from './primitives.js'

type Grid = Pick<Market, 'ticksPerUnit' | 'outcomes'>
/** Read with its market's spelling of the condition, which is what everything is kept under. */
type OwnGrid = Grid & Pick<Market, 'conditionId'>

export function parseOrderRecord(wire: WireOrderRecord, grid: OwnGrid): OrderRecord {
  return {
    hash: wire.orderHash.toLowerCase() as Hex,
    account: wire.account as Address,
    conditionId: grid.conditionId,
    outcome: outcomeOfToken(wire.tokenId, grid),
    side: wire.side,
    price: parseWorsePrice(wire.price, wire.side, grid.ticksPerUnit),
    originalRaw: BigInt(wire.originalSize),
    filledRaw: BigInt(wire.filledSize),
    pendingRaw: BigInt(wire.pendingSize ?? '0'),
    remainingRaw: BigInt(wire.remainingSize),
    type: wire.orderType,
    status: wire.status,
    expirationSec: Number(wire.expiration ?? '0'),
    createdMs: Date.parse(wire.createdAt),
    updatedMs: Date.parse(wire.updatedAt),
  }
}

export function formatOrderRecord(record: OrderRecord, grid: Grid): WireOrderRecord {
  return {
    orderHash: record.hash,
    account: record.account,
    conditionId: record.conditionId,
    tokenId: grid.outcomes[record.outcome].tokenId,
    status: record.status,
    side: record.side,
    price: formatPrice(record.price, grid.ticksPerUnit),
    originalSize: record.originalRaw.toString(),
    filledSize: record.filledRaw.toString(),
    remainingSize: record.remainingRaw.toString(),
    pendingSize: record.pendingRaw.toString(),
    orderType: record.type,
    expiration: record.expirationSec.toString(),
    createdAt: new Date(record.createdMs).toISOString(),
    updatedAt: new Date(record.updatedMs).toISOString(),
  }
}

export function parseFill(wire: WireOwnTrade, grid: OwnGrid): Fill {
  const sizeRaw = BigInt(wire.size)
  const price = parseWorsePrice(wire.price, wire.side, grid.ticksPerUnit)
  const { digits, scale } = fraction(wire.price)
  const isOnTick = BigInt(price) * scale === digits * BigInt(grid.ticksPerUnit)
  return {
    tradeId: wire.tradeId,
    hash: wire.orderHash.toLowerCase() as Hex,
    conditionId: grid.conditionId,
    outcome: outcomeOfToken(wire.tokenId, grid),
    side: wire.side,
    price,
    ...(isOnTick ? {} : { paidRaw: (sizeRaw * digits) / scale }),
    sizeRaw,
    feeRaw: BigInt(wire.fee),
    liquidity: wire.liquidity,
    status: wire.status,
    venueMs: Date.parse(wire.timestamp),
  }
}

export function formatFill(fill: Fill, grid: Grid): WireOwnTrade {
  return {
    tradeId: fill.tradeId,
    orderHash: fill.hash,
    conditionId: fill.conditionId,
    tokenId: grid.outcomes[fill.outcome].tokenId,
    side: fill.side,
    price: formatPrice(fill.price, grid.ticksPerUnit),
    size: fill.sizeRaw.toString(),
    fee: fill.feeRaw.toString(),
    liquidity: fill.liquidity,
    status: fill.status,
    timestamp: new Date(fill.venueMs).toISOString(),
  }
}

/** What is held, by market, in the order of the list. Tokens of which nothing is held are left out. */
export function parsePositions(wire: Readonly<WirePositions['data']>): UnreadHolding[] {
  const markets = new Map<ConditionId, { conditionId: ConditionId; tokens: UnreadHolding['tokens'][number][] }>()
  for (const { conditionId, tokenId, total, locked, pending } of wire) {
    const token = { tokenId, totalRaw: BigInt(total), lockedRaw: BigInt(locked), pendingRaw: BigInt(pending) }
    if (token.totalRaw === 0n) continue
    // books, orders and what is kept go by the market's spelling, and nobody has read it yet
    const key = conditionKey(conditionId)
    const market = markets.get(key) ?? { conditionId: key, tokens: [] }
    markets.set(key, market)
    market.tokens.push(token)
  }
  return [...markets.values()]
}
