// Socket payloads as events: validated, read with the market's grid, never thrown.

import { messageOf } from '../../../domain/error.js'
import type { Market } from '../../../domain/market/market.js'
import type { Outcome } from '../../../domain/market/side.js'
import type { MarketDataEvent } from '../../market-data.js'
import { checkBookHash, outcomeOfToken, parseBook, parseChange } from '../../wire/book-codec.js'
import { parsePrice } from '../../wire/decimal.js'
import {
  marketFeeEvent,
  marketStatusEvent,
  type ServerEvent,
  type ServerEventName,
  settlementEvent,
  tradeEvent,
} from '../../wire/event-schema.js'
import { PLAIN_FRAMES } from '../../wire/plain-frames.js'
import { conditionKey } from '../../wire/primitives.js'
import type { VenueProfile } from '../../wire/profile.js'
import { parseMessage } from '../../wire/read-message.js'

/** Public events a session subscribes to. */
export type MarketEventName = Exclude<ServerEventName, 'bestBids' | 'order' | 'balance'>

export interface ReadEvent {
  readonly event: MarketDataEvent
  /** The venue's stamp in unix milliseconds. */
  readonly ts: number
}

type Reader = (payload: unknown, market: Market, socket: VenueProfile['socket']) => ReadEvent

interface Stamped {
  readonly seq?: number | undefined
  readonly ts: number
}

function stamp(envelope: Stamped, socket: VenueProfile['socket']) {
  return {
    ...(socket.sequenced && envelope.seq !== undefined ? { seq: envelope.seq } : {}),
    venueMs: envelope.ts,
  }
}

const snapshot: Reader = (payload, market, socket) => {
  const envelope = PLAIN_FRAMES.snapshot(payload)
  const { hash, books } = envelope.data
  if (socket.hashed && hash !== undefined) checkBookHash(books, hash)
  const event = {
    kind: 'snapshot',
    conditionId: market.conditionId,
    book: parseBook(books, market),
    ...stamp(envelope, socket),
  } as const
  return { event, ts: envelope.ts }
}

const change: Reader = (payload, market, socket) => {
  const envelope = PLAIN_FRAMES.update(payload)
  const read = parseChange(envelope.data, market)
  const event = { kind: 'change', conditionId: market.conditionId, change: read, ...stamp(envelope, socket) } as const
  return { event, ts: envelope.ts }
}

const trade: Reader = (payload, market) => {
  const { data, ts } = parseMessage(tradeEvent, payload)
  const read = {
    tradeId: data.tradeId,
    conditionId: market.conditionId,
    matchType: data.matchType,
    outcome: outcomeOfToken(data.tokenId, market),
    side: data.side,
    price: parsePrice(data.price, market.ticksPerUnit),
    sizeRaw: BigInt(data.size),
    venueMs: ts,
  }
  return { event: { kind: 'trade', conditionId: market.conditionId, trade: read }, ts }
}

const settlement: Reader = (payload, { conditionId }) => {
  const { data, ts } = parseMessage(settlementEvent, payload)
  return { event: { kind: 'settlement', conditionId, tradeId: data.tradeId, status: data.status }, ts }
}

function winnerOf(data: ServerEvent<'market.status'>['data'], market: Market): Outcome | undefined {
  const index = market.outcomes.findIndex((o) => o.outcomeId === data.winningOutcomeId)
  return index === 0 || index === 1 ? index : undefined
}

const status: Reader = (payload, market) => {
  const { data, ts } = parseMessage(marketStatusEvent, payload)
  const winner = winnerOf(data, market)
  const event = {
    kind: 'status',
    conditionId: market.conditionId,
    status: data.status,
    ...(data.clobMarketStatus ? { registration: data.clobMarketStatus } : {}),
    ...(winner === undefined ? {} : { winner }),
  } as const
  return { event, ts }
}

const feeChanged: Reader = (payload, { conditionId }) => {
  const { ts } = parseMessage(marketFeeEvent, payload)
  return { event: { kind: 'fee-changed', conditionId }, ts }
}

const READERS: Readonly<Record<MarketEventName, Reader>> = {
  'orderbook.snapshot': snapshot,
  'orderbook.update': change,
  trade,
  'trade.settlement': settlement,
  'market.status': status,
  'market.fee': feeChanged,
}

export function isMarketEvent(name: ServerEventName): name is MarketEventName {
  return name in READERS
}

/** The condition a payload names; `undefined` when it names none. */
function conditionOf(payload: unknown): string | undefined {
  if (typeof payload !== 'object' || payload === null || !('conditionId' in payload)) return undefined
  return typeof payload.conditionId === 'string' ? payload.conditionId : undefined
}

/** Reads a public event of `market`. What cannot be read comes back as `unreadable`. */
export function readMarketEvent(
  name: MarketEventName,
  payload: unknown,
  context: { readonly market: Market; readonly socket: VenueProfile['socket'] },
): MarketDataEvent | ReadEvent {
  try {
    return READERS[name](payload, context.market, context.socket)
  } catch (thrown) {
    const text = messageOf(thrown)
    const message = `${name}: ${text.replaceAll(/\s+/g, ' ').slice(0, 200)}`
    return { kind: 'unreadable', conditionId: context.market.conditionId, message }
  }
}

/** The venue's name of an event -> ours. */
export function ownNames(events: VenueProfile['socket']['events']): ReadonlyMap<string, ServerEventName> {
  const names = Object.keys(events) as (keyof typeof events)[]
  return new Map(names.map((name) => [events[name], name]))
}

/**
 * Reads a public event of one of `markets`; nothing of any other. `unattributed` names no market and could have been any one's. Where rooms
 * are numbered nothing is said of it: the gap will show whose it was.
 */
export function readMarketFrame(
  name: MarketEventName,
  payload: unknown,
  { markets, socket }: { readonly markets: ReadonlyMap<string, Market>; readonly socket: VenueProfile['socket'] },
): MarketDataEvent | ReadEvent | 'unattributed' | undefined {
  const conditionId = conditionOf(payload)
  if (conditionId === undefined) return socket.sequenced ? undefined : 'unattributed'
  // nearly always in its one spelling
  const market = markets.get(conditionId) ?? markets.get(conditionKey(conditionId))
  return market && readMarketEvent(name, payload, { market, socket })
}

/** What an unattributed event says of each market. */
export function unattributed(name: MarketEventName, { conditionId }: Pick<Market, 'conditionId'>): MarketDataEvent {
  return { kind: 'unreadable', conditionId, message: `${name}: names no condition` }
}
