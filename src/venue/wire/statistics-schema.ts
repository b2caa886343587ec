// What follows from a market's trades, and the scores of matches, as they travel.

import { z } from 'zod'
import { dateTime, decimalPrice, pagination, rawAmount } from './primitives.js'

/** Interval of a candle -> its length in seconds. Candles begin at whole multiples of it since 1970, UTC. */
export const CANDLE_SECONDS = {
  '10s': 10,
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '1h': 3600,
  '6h': 21_600,
  '1d': 86_400,
} as const
export type CandleInterval = keyof typeof CANDLE_SECONDS
export const candleInterval = z.literal(['10s', '1m', '5m', '15m', '1h', '6h', '1d'])

export const ticker = z
  .looseObject({
    marketId: z.string(),
    conditionId: z.string(),
    outcomes: z.array(
      z.looseObject({
        outcomeId: z.string(),
        tokenId: z.string(),
        lastPrice: decimalPrice.nullable(),
        bestBid: decimalPrice.nullable(),
        bestAsk: decimalPrice.nullable(),
        /** Extremes and first price of the last 24 hours. */
        open24h: decimalPrice.nullable(),
        high24h: decimalPrice.nullable(),
        low24h: decimalPrice.nullable(),
      }),
    ),
    volume24h: rawAmount.describe('Traded in the last 24 hours, raw collateral'),
    trades24h: z.int().min(0),
    volume: rawAmount,
    timestamp: dateTime,
  })
  .meta({ id: 'Ticker' })
export type WireTicker = z.infer<typeof ticker>

/** Prices of one outcome; `volume` is raw collateral of both. */
export const candle = z
  .looseObject({
    start: dateTime,
    open: decimalPrice,
    high: decimalPrice,
    low: decimalPrice,
    close: decimalPrice,
    volume: rawAmount,
    trades: z.int().min(1),
  })
  .meta({ id: 'Candle' })
export type WireCandle = z.infer<typeof candle>
/** Oldest first; an interval without a trade has no candle. */
export const priceHistory = z
  .looseObject({
    marketId: z.string(),
    conditionId: z.string(),
    outcomeId: z.string(),
    tokenId: z.string(),
    interval: candleInterval,
    candles: z.array(candle),
  })
  .meta({ id: 'PriceHistory' })
export type WirePriceHistory = z.infer<typeof priceHistory>

export const MATCH_STATUSES = ['SCHEDULED', 'LIVE', 'FINISHED'] as const
export const matchStatus = z.enum(MATCH_STATUSES)
export const score = z
  .looseObject({
    matchId: z.string(),
    league: z.string().nullable(),
    home: z.string(),
    away: z.string(),
    status: matchStatus,
    minute: z.int().min(0).nullable().describe('Whole minutes since the kickoff; null unless LIVE'),
    score: z.object({ home: z.int().min(0), away: z.int().min(0) }),
    matchStartTime: dateTime,
    matchEndTime: dateTime,
    marketIds: z.array(z.string()),
  })
  .meta({ id: 'Score' })
export type WireScore = z.infer<typeof score>
export const scoreList = z.object({ data: z.array(score), pagination })

export const category = z.object({ name: z.string(), marketCount: z.int().min(1) }).meta({ id: 'Category' })
