// Real-time messages (socket.io). Every event is `{ conditionId, seq, ts, data }`; `seq` counts one channel of one condition without gaps.

import { z } from 'zod'
import { bestBidEntry, clobMarketStatus, fee, marketStatus, outcomeBook, publicTrade, side } from './market-schema.js'
import { balances, orderRecord } from './order-schema.js'
import { address, decimalPrice, rawAmount } from './primitives.js'

export const CHANNELS = ['orderbook', 'bestBids', 'trades', 'market'] as const
export type Channel = (typeof CHANNELS)[number]

const ts = z.number().describe("The venue's clock, unix milliseconds")
const seq = z.int()

export const subscribeRequest = z.object({
  conditionIds: z.array(z.string()).max(250),
  channels: z.array(z.enum(CHANNELS)).max(CHANNELS.length),
})

export const subscribeAck = z.object({
  accepted: z.array(z.string()),
  rejected: z.array(z.looseObject({ id: z.string(), reason: z.string() })),
})
export type WireSubscribeAck = z.infer<typeof subscribeAck>

/** A new access token over the open socket, instead of the one it came with. */
export const authRequest = z.object({ accessToken: z.string().max(1024) })
/** Refused, the socket keeps what it had. */
export const authAck = z.discriminatedUnion('accepted', [
  z.looseObject({ accepted: z.literal(true), account: address, expiresAt: ts }),
  z.looseObject({ accepted: z.literal(false), reason: z.string() }),
])
export type WireAuthAck = z.infer<typeof authAck>
/** The private room is left: its access token expired, or the sign-in was revoked. */
export const AUTH_ENDED = 'auth.ended'
export const authEndedEvent = z.looseObject({ ts, reason: z.enum(['expired', 'revoked']) })

function envelope<T extends z.ZodType>(data: T) {
  return z.looseObject({
    conditionId: z.string(),
    seq: seq.describe('Counts one channel of one condition without gaps').optional(),
    ts,
    data,
  })
}

export const snapshotEvent = envelope(z.looseObject({ hash: z.string().optional(), books: z.array(outcomeBook) }))
export const updateEvent = envelope(
  z.looseObject({
    tokenId: z.string(),
    side,
    price: decimalPrice,
    size: rawAmount.describe('New total of the level, raw outcome tokens; 0 when nothing is left'),
  }),
)
export const bestBidsEvent = envelope(z.looseObject({ bestBids: z.array(bestBidEntry) }))
export const tradeEvent = envelope(publicTrade)
export const settlementEvent = envelope(z.looseObject({ tradeId: z.string(), status: z.enum(['settled', 'failed']) }))
export const marketStatusEvent = envelope(
  z.looseObject({
    status: marketStatus,
    clobMarketStatus: clobMarketStatus.optional(),
    winningOutcomeId: z.string().nullish(),
  }),
)
export const marketFeeEvent = envelope(fee)
export const orderEvent = envelope(orderRecord)
export const balanceEvent = z.looseObject({
  seq: seq.describe('Counts the balance events of the account without gaps').optional(),
  ts,
  data: balances,
})

/** Event name -> schema: one source for the server, the client and the published documents. */
export const SERVER_EVENTS = {
  'orderbook.snapshot': snapshotEvent,
  'orderbook.update': updateEvent,
  bestBids: bestBidsEvent,
  trade: tradeEvent,
  'trade.settlement': settlementEvent,
  'market.status': marketStatusEvent,
  'market.fee': marketFeeEvent,
  order: orderEvent,
  balance: balanceEvent,
} as const
export type ServerEventName = keyof typeof SERVER_EVENTS
export type ServerEvent<N extends ServerEventName> = z.infer<(typeof SERVER_EVENTS)[N]>

/** Which channel an event of a public room belongs to; private events have none. */
export const EVENT_CHANNEL: Partial<Record<ServerEventName, Channel>> = {
  'orderbook.snapshot': 'orderbook',
  'orderbook.update': 'orderbook',
  bestBids: 'bestBids',
  trade: 'trades',
  'trade.settlement': 'trades',
  'market.status': 'market',
  'market.fee': 'market',
}
