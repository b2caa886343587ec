// One market: its detail, fee, best bids, order book and trades.

import { bookHash, formatBestBids, formatBook } from '../../../venue/wire/book-codec.js'
import {
  bestBids,
  fee,
  market as marketSchema,
  orderbook,
  tradeList,
  type WireOrderbook,
} from '../../../venue/wire/market-schema.js'
import { bestBidsQuery, paging } from '../../../venue/wire/query-schema.js'
import type { ListedMarket } from '../markets/listed-market.js'
import { wireMarket } from '../markets/listed-market-view.js'
import { accountOf } from '../orders/order-intake.js'
import { wireTrade } from '../orders/trade-view.js'
import { defineRoute } from '../requests/define-route.js'
import { clampedPage, listAnswer } from '../requests/page-query.js'
import type { Route } from '../requests/route.js'
import type { VenueParts } from '../venue-parts.js'
import { marketOf, marketWithTokens } from './named-market.js'

const read = { method: 'GET', routeClass: 'read', access: 'key', tag: 'markets' } as const

export function marketRoutes(parts: VenueParts): Route[] {
  const { exchange, markets } = parts
  return [
    defineRoute({
      ...read,
      path: '/markets/{id}',
      summary: 'One market',
      result: marketSchema,
      answer: (call) => ({ body: wireMarket(marketOf(call, parts), parts) }),
    }),
    defineRoute({
      ...read,
      path: '/markets/{id}/fee',
      summary: 'Effective fee, to be read right before signing',
      details: 'The most specific override counts: per market, then per tag, then the global default.',
      result: fee,
      answer: (call) => ({ body: markets.feeOf(marketOf(call, parts)) }),
    }),
    defineRoute({
      ...read,
      path: '/markets/{id}/best-bids',
      summary: 'Top bid per outcome token',
      query: bestBidsQuery,
      result: bestBids,
      answer: (call) => {
        const { id, conditionId, grid } = marketWithTokens(call, parts)
        const { excludeMaker } = call.query
        const maker = excludeMaker === undefined ? undefined : accountOf(excludeMaker, 'excludeMaker')
        const bids = formatBestBids(exchange.bestBids(conditionId, maker), grid)
        return { body: { marketId: id, conditionId, bestBids: bids } }
      },
    }),
    defineRoute({
      ...read,
      path: '/markets/{id}/orderbook',
      summary: 'Both books',
      details: "`seq` and `hash` are those of the socket's orderbook channel at this moment.",
      result: orderbook,
      answer: (call) => ({ body: bookOf(marketWithTokens(call, parts), parts) }),
    }),
    defineRoute({
      ...read,
      path: '/markets/{id}/trades',
      summary: 'The newest trades, one per match',
      query: paging,
      result: tradeList,
      answer: (call) => {
        const market = marketOf(call, parts)
        const tape = exchange.trades(market.conditionId)
        return { body: listAnswer(tape, clampedPage(call.query), (trade) => wireTrade(trade, market)) }
      },
    }),
  ]
}

function bookOf(market: ListedMarket, { exchange, rooms, config }: VenueParts): WireOrderbook {
  const { id, conditionId, grid } = market
  const books = formatBook(exchange.book(conditionId), grid)
  return {
    marketId: id,
    conditionId,
    ...(config.switches.seq ? { seq: rooms.seq(conditionId, 'orderbook') } : {}),
    ...(config.switches.hash ? { hash: bookHash(books) } : {}),
    books,
  }
}
