// One market: its detail, fee, best bids, order book and trades.

import { bookHash, formatBestBids, formatBook } from '../../../venue/wire/book-codec.js'
import { ApiError } from '../error-table.js'
import type { ListedMarket } from '../listed-market.js'
import { wireMarket } from '../market-view.js'
import { accountOf } from '../order-intake.js'
import { clampedPage, pageOf, pagination, param } from '../query.js'
import type { Call, Route, RouteAnswer } from '../route.js'
import { wireTrade } from '../trade-view.js'
import type { VenueParts } from '../venue-parts.js'

export function marketRoutes(parts: VenueParts): Route[] {
  const read = { method: 'GET', routeClass: 'read', access: 'key' } as const
  const of = (answer: (market: ListedMarket, call: Call) => RouteAnswer) => (call: Call) =>
    answer(parts.markets.find(call.params.id ?? ''), call)
  return [
    { ...read, path: '/markets/{id}', answer: of((market) => ({ body: wireMarket(market, parts) })) },
    { ...read, path: '/markets/{id}/fee', answer: of((market) => ({ body: parts.markets.feeOf(market) })) },
    { ...read, path: '/markets/{id}/best-bids', answer: of((market, call) => bestBids(market, call, parts)) },
    { ...read, path: '/markets/{id}/orderbook', answer: of((market) => orderbook(market, parts)) },
    { ...read, path: '/markets/{id}/trades', answer: of((market, call) => trades(market, call, parts)) },
  ]
}

function bestBids(market: ListedMarket, { query }: Call, { exchange }: VenueParts): RouteAnswer {
  requireTokens(market)
  const { id, conditionId, grid } = market
  const excluded = param(query, 'excludeMaker')
  const maker = excluded === undefined ? undefined : accountOf(excluded, 'excludeMaker')
  return { body: { marketId: id, conditionId, bestBids: formatBestBids(exchange.bestBids(conditionId, maker), grid) } }
}

function orderbook(market: ListedMarket, { exchange, rooms, config }: VenueParts): RouteAnswer {
  requireTokens(market)
  const { id, conditionId, grid } = market
  const books = formatBook(exchange.book(conditionId), grid)
  return {
    body: {
      marketId: id,
      conditionId,
      ...(config.switches.seq ? { seq: rooms.seq(conditionId, 'orderbook') } : {}),
      ...(config.switches.hash ? { hash: bookHash(books) } : {}),
      books,
    },
  }
}

function trades(market: ListedMarket, { query }: Call, { exchange }: VenueParts): RouteAnswer {
  const page = clampedPage(query)
  const tape = exchange.trades(market.conditionId)
  const data = pageOf(tape, page).map((trade) => wireTrade(trade, market))
  return { body: { data, pagination: pagination(tape.length, page) } }
}

function requireTokens({ id, incomplete }: ListedMarket): void {
  if (incomplete) throw new ApiError('not_found', `market: ${id} has no outcome tokens yet`)
}
