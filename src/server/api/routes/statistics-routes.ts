// What follows from trades and clocks: ticker, price history, scores of matches.

import type { Ticks } from '../../../domain/amounts/price.js'
import { OUTCOMES, type Outcome, YES } from '../../../domain/market/side.js'
import { yesTicks } from '../../../domain/market/yes-view.js'
import { formatPrice } from '../../../venue/wire/decimal.js'
import { type HistoryQuery, historyQuery, scoresQuery } from '../../../venue/wire/query-schema.js'
import {
  priceHistory,
  scoreList,
  ticker,
  type WireCandle,
  type WirePriceHistory,
  type WireTicker,
} from '../../../venue/wire/statistics-schema.js'
import { iso } from '../iso-time.js'
import type { ListedMarket } from '../markets/listed-market.js'
import { wireScore } from '../markets/match-scores.js'
import type { Candle } from '../markets/price-history.js'
import { defineRoute } from '../requests/define-route.js'
import { ApiError } from '../requests/error-table.js'
import { clampedNumber, clampedPage, listAnswer } from '../requests/page-query.js'
import type { Route } from '../requests/route.js'
import type { VenueParts } from '../venue-parts.js'
import { marketWithTokens } from './named-market.js'

const read = { method: 'GET', routeClass: 'read', access: 'key', tag: 'markets' } as const

export function statisticsRoutes(parts: VenueParts): Route[] {
  return [
    defineRoute({
      ...read,
      path: '/markets/{id}/ticker',
      summary: 'Last prices, best quotes, the last 24 hours',
      details: 'The 24 hours are exact to the minute. Quotes are those of the own book of each outcome.',
      result: ticker,
      answer: (call) => ({ body: tickerOf(marketWithTokens(call, parts), call.nowMs, parts) }),
    }),
    defineRoute({
      ...read,
      path: '/markets/{id}/price-history',
      summary: 'Candles of one outcome',
      details: 'Made from every match as it is printed. Oldest first; an interval without a trade has no candle.',
      query: historyQuery,
      result: priceHistory,
      answer: (call) => ({ body: historyOf(marketWithTokens(call, parts), call.query, parts) }),
    }),
    defineRoute({
      ...read,
      path: '/sports/scores',
      summary: 'Scores of the configured matches',
      query: scoresQuery,
      result: scoreList,
      answer: ({ query, nowMs }) => {
        const scores = parts.matches.map((match) => wireScore(match, marketIdsOf(match.id, parts), nowMs))
        const found = scores
          .filter(({ league }) => query.league === undefined || league === query.league)
          .filter(({ status }) => query.status === undefined || status === query.status)
        return { body: listAnswer(found, clampedPage(query), (score) => score) }
      },
    }),
  ]
}

function marketIdsOf(matchId: string, { markets }: VenueParts): string[] {
  const listed = markets.all().filter(({ match }) => match?.id === matchId)
  return listed.map(({ id }) => id)
}

function tickerOf(market: ListedMarket, nowMs: number, { exchange, records }: VenueParts): WireTicker {
  const { id, conditionId, grid, volumeRaw } = market
  const day = records.history.lastDay(conditionId, nowMs)
  const last = records.history.last(conditionId)
  const book = exchange.book(conditionId)
  return {
    marketId: id,
    conditionId,
    outcomes: OUTCOMES.map((outcome) => {
      const { outcomeId, tokenId } = grid.outcomes[outcome]
      const text = (price: Ticks | undefined) => (price === undefined ? null : formatPrice(price, grid.ticksPerUnit))
      const own = (price: Ticks | undefined) => text(price === undefined ? undefined : seenFrom(outcome, price, market))
      return {
        outcomeId,
        tokenId,
        lastPrice: own(last),
        bestBid: text(book[outcome].bids[0]?.price),
        bestAsk: text(book[outcome].asks[0]?.price),
        open24h: own(day?.open),
        high24h: own(outcome === YES ? day?.high : day?.low),
        low24h: own(outcome === YES ? day?.low : day?.high),
      }
    }),
    volume24h: (day?.volumeRaw ?? 0n).toString(),
    trades24h: day?.trades ?? 0,
    volume: volumeRaw.toString(),
    timestamp: iso(nowMs),
  }
}

function historyOf(market: ListedMarket, query: HistoryQuery, { records }: VenueParts): WirePriceHistory {
  const { id, conditionId, grid } = market
  const { interval = '1h', outcomeId = grid.outcomes[YES].outcomeId } = query
  const outcome = OUTCOMES.find((index) => grid.outcomes[index].outcomeId === outcomeId)
  if (outcome === undefined) {
    throw new ApiError('validation_failed', [`outcomeId: expected an outcome of market ${id}`])
  }
  const range = {
    fromMs: momentOf(query.from),
    toMs: momentOf(query.to),
    limit: clampedNumber(query.limit, { low: 1, high: 1000, fallback: 250 }),
  }
  const candles = records.history.candles(conditionId, interval, range)
  return {
    marketId: id,
    conditionId,
    outcomeId,
    tokenId: grid.outcomes[outcome].tokenId,
    interval,
    candles: candles.map((candle) => wireCandle(candle, outcome, market)),
  }
}

/** Of a text that its schema has checked. */
function momentOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  return /^\d+$/.test(text) ? Number(text) : Date.parse(text)
}

function wireCandle(candle: Candle, outcome: Outcome, market: ListedMarket): WireCandle {
  const { startMs, open, high, low, close, volumeRaw, trades } = candle
  const text = (price: Ticks) => formatPrice(seenFrom(outcome, price, market), market.grid.ticksPerUnit)
  return {
    start: iso(startMs),
    open: text(open),
    high: text(outcome === YES ? high : low),
    low: text(outcome === YES ? low : high),
    close: text(close),
    volume: volumeRaw.toString(),
    trades,
  }
}

function seenFrom(outcome: Outcome, price: Ticks, { grid }: ListedMarket): Ticks {
  return yesTicks(outcome, price, grid.ticksPerUnit)
}
