// The messages of the hot stream, checked by hand: what is plainly one of them is read as it came, several times faster than by its schema.
// Whatever is not is the schema's: it decides, and its words are the error. Nothing passes here that the schema refuses.

import { ORDER_STATUSES, ORDER_TYPES } from '../../domain/orders/order.js'
import { orderEvent, type ServerEvent, snapshotEvent, updateEvent } from './event-schema.js'
import type { WireBestBids } from './market-schema.js'
import { parseMessage } from './read-message.js'

type Fields = Readonly<Record<string, unknown>>

const RAW = /^\d{1,78}$/
const PRICE = /^\d(\.\d{1,18})?$/
const BYTES_32 = /^0x[0-9a-fA-F]{64}$/
const ADDRESS = /^0x[0-9a-fA-F]{40}$/
/** In UTC, and of a day that there is in every year. */
const DATE_TIME =
  /^\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{1,9}Z$/
const STATUSES: ReadonlySet<unknown> = new Set(ORDER_STATUSES)
const TYPES: ReadonlySet<unknown> = new Set(ORDER_TYPES)

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const matches = (value: unknown, pattern: RegExp) => typeof value === 'string' && pattern.test(value)
const isSide = (value: unknown) => value === 'BUY' || value === 'SELL'
const isAbsentOr = (value: unknown, holds: (value: unknown) => boolean) => value === undefined || holds(value)

/** `every` passes over places that hold nothing. */
function isListOf(value: unknown, holds: (value: unknown) => boolean): boolean {
  if (!Array.isArray(value)) return false
  for (const one of value) if (!holds(one)) return false
  return true
}

function isEnvelope({ conditionId, seq, ts }: Fields): boolean {
  return typeof conditionId === 'string' && isAbsentOr(seq, Number.isSafeInteger) && Number.isFinite(ts)
}

function isLevel(value: unknown): boolean {
  return isFields(value) && matches(value['price'], PRICE) && matches(value['size'], RAW)
}

function isUpdate(value: unknown): value is ServerEvent<'orderbook.update'> {
  if (!isFields(value) || !isEnvelope(value)) return false
  const { data } = value
  return isFields(data) && typeof data['tokenId'] === 'string' && isSide(data['side']) && isLevel(data)
}

function isOutcomeBook(value: unknown): boolean {
  if (!isFields(value) || typeof value['outcomeId'] !== 'string' || typeof value['tokenId'] !== 'string') return false
  const { bids, asks } = value
  return isListOf(bids, isLevel) && isListOf(asks, isLevel)
}

function isSnapshot(value: unknown): value is ServerEvent<'orderbook.snapshot'> {
  if (!isFields(value) || !isEnvelope(value)) return false
  const { data } = value
  if (!isFields(data) || !isAbsentOr(data['hash'], (hash) => typeof hash === 'string')) return false
  return isListOf(data['books'], isOutcomeBook)
}

function isBestBid(value: unknown): boolean {
  if (!isFields(value) || typeof value['outcomeId'] !== 'string' || typeof value['tokenId'] !== 'string') return false
  const { bestBid } = value
  return bestBid === undefined || bestBid === null || isLevel(bestBid)
}

function isBestBids(value: unknown): value is WireBestBids {
  if (!isFields(value) || typeof value['marketId'] !== 'string' || typeof value['conditionId'] !== 'string')
    return false
  return isListOf(value['bestBids'], isBestBid)
}

const RAW_FIELDS = ['originalSize', 'filledSize', 'remainingSize'] as const

function isOrder(value: unknown): boolean {
  if (!isFields(value) || !matches(value['orderHash'], BYTES_32) || !matches(value['account'], ADDRESS)) return false
  const { conditionId, tokenId, status, side, price, orderType, pendingSize, expiration, createdAt, updatedAt } = value
  if (typeof conditionId !== 'string' || typeof tokenId !== 'string') return false
  if (!STATUSES.has(status) || !TYPES.has(orderType) || !isSide(side) || !matches(price, PRICE)) return false
  for (const name of RAW_FIELDS) if (!matches(value[name], RAW)) return false
  const isRaw = (text: unknown) => matches(text, RAW)
  if (!isAbsentOr(pendingSize, isRaw) || !isAbsentOr(expiration, isRaw)) return false
  return matches(createdAt, DATE_TIME) && matches(updatedAt, DATE_TIME)
}

function isOrderEvent(value: unknown): value is ServerEvent<'order'> {
  return isFields(value) && isEnvelope(value) && isOrder(value['data'])
}

/** How a message is read: by hand where it is plain. Throws the schema's error. */
export const PLAIN_FRAMES = {
  update: (payload: unknown) => (isUpdate(payload) ? payload : parseMessage(updateEvent, payload)),
  snapshot: (payload: unknown) => (isSnapshot(payload) ? payload : parseMessage(snapshotEvent, payload)),
  order: (payload: unknown) => (isOrderEvent(payload) ? payload : parseMessage(orderEvent, payload)),
} as const

/** Whether the hand says yes. */
export const IS_PLAIN = { update: isUpdate, snapshot: isSnapshot, order: isOrderEvent, bestBids: isBestBids } as const
