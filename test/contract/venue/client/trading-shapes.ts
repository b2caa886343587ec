// Orders, books, trades and balances as the venue tells them: types by hand, checks of what arrives. Sizes and money are raw units.

import {
  address,
  type Check,
  dateTime,
  decimal,
  hash,
  integer,
  list,
  maybe,
  nullable,
  object,
  oneOf,
  raw,
  text,
} from './checks.js'
import { orderStatus, type Pagination, pagination } from './shapes.js'

export const side = oneOf('BUY', 'SELL')
export type Side = ReturnType<typeof side>

export interface OrderRecord {
  orderHash: string
  account: string
  conditionId: string
  tokenId: string
  status: ReturnType<typeof orderStatus>
  side: Side
  price: string
  originalSize: bigint
  filledSize: bigint
  remainingSize: bigint
  pendingSize: bigint
  orderType: string
  createdAt: string
  updatedAt: string
}

export const orderRecord: Check<OrderRecord> = object<OrderRecord>({
  orderHash: hash,
  account: address,
  conditionId: text,
  tokenId: text,
  status: orderStatus,
  side,
  price: decimal,
  originalSize: raw,
  filledSize: raw,
  remainingSize: raw,
  pendingSize: raw,
  orderType: oneOf('GTC', 'GTD', 'FOK', 'FAK', 'POST_ONLY'),
  createdAt: dateTime,
  updatedAt: dateTime,
})

export interface OrderList {
  orders: OrderRecord[]
  pagination: Pagination
}

export const orderList: Check<OrderList> = object<OrderList>({ orders: list(orderRecord), pagination })

export interface Level {
  price: string
  size: bigint
}

export const level: Check<Level> = object<Level>({ price: decimal, size: raw })

export interface BestBid {
  outcomeId: string
  tokenId: string
  bestBid: Level | null
}

export interface BestBids {
  marketId: string
  conditionId: string
  bestBids: BestBid[]
}

export const bestBid: Check<BestBid> = object<BestBid>({ outcomeId: text, tokenId: text, bestBid: nullable(level) })

export const bestBids: Check<BestBids> = object<BestBids>({
  marketId: text,
  conditionId: text,
  bestBids: list(bestBid),
})

export interface OutcomeBook {
  outcomeId: string
  tokenId: string
  bids: Level[]
  asks: Level[]
}

export const outcomeBook: Check<OutcomeBook> = object<OutcomeBook>({
  outcomeId: text,
  tokenId: text,
  bids: list(level),
  asks: list(level),
})

export interface OrderBook {
  conditionId: string
  seq: number | undefined
  hash: string | undefined
  books: OutcomeBook[]
}

export const orderBook: Check<OrderBook> = object<OrderBook>({
  conditionId: text,
  seq: maybe(integer),
  hash: maybe(text),
  books: list(outcomeBook),
})

export interface Trade {
  tradeId: string
  matchType: 'direct' | 'mint' | 'merge'
  tokenId: string
  side: Side
  price: string
  size: bigint
}

export const trade: Check<Trade> = object<Trade>({
  tradeId: text,
  matchType: oneOf('direct', 'mint', 'merge'),
  tokenId: text,
  side,
  price: decimal,
  size: raw,
})

export interface OwnTrade {
  tradeId: string
  orderHash: string
  tokenId: string
  side: Side
  price: string
  size: bigint
  fee: bigint
  liquidity: 'maker' | 'taker'
  status: 'pending' | 'settled' | 'failed'
}

export const ownTrade: Check<OwnTrade> = object<OwnTrade>({
  tradeId: text,
  orderHash: hash,
  tokenId: text,
  side,
  price: decimal,
  size: raw,
  fee: raw,
  liquidity: oneOf('maker', 'taker'),
  status: oneOf('pending', 'settled', 'failed'),
})

export interface Holding {
  total: bigint
  available: bigint
  locked: bigint
  pending: bigint
}

export interface Balances {
  account: string
  collateral: Holding
}

const owned = { total: raw, available: raw, locked: raw, pending: raw }

export const balances: Check<Balances> = object<Balances>({
  account: address,
  collateral: object<Holding>(owned),
})

export interface Position extends Holding {
  conditionId: string
  outcomeId: string
  tokenId: string
}

export const position: Check<Position> = object<Position>({
  conditionId: text,
  outcomeId: text,
  tokenId: text,
  ...owned,
})

export interface CancelMany {
  cancelled: number
  orderHashes: string[]
  failed: { orderHash: string; error: string }[]
}

export const cancelMany: Check<CancelMany> = object<CancelMany>({
  cancelled: integer,
  orderHashes: list(text),
  failed: list(object<CancelMany['failed'][number]>({ orderHash: text, error: text })),
})
