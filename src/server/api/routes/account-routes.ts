// The signed-in account's own data.

import type { Address } from '../../../domain/market.js'
import { formatFill } from '../../../venue/wire/record-codec.js'
import { wireBalances, wirePositions } from '../account-view.js'
import { listOwnOrders } from '../order-lists.js'
import { clampedPage, pageOf, pagination, param } from '../query.js'
import type { Call, Route, RouteAnswer } from '../route.js'
import type { VenueParts } from '../venue-parts.js'
import { ownAccount } from './own-account.js'

export function accountRoutes(parts: VenueParts): Route[] {
  const { exchange, markets } = parts
  const read = { method: 'GET', routeClass: 'read', access: 'bearer' } as const
  const own = (answer: (account: Address, call: Call) => RouteAnswer) => (call: Call) => answer(ownAccount(call), call)
  return [
    { ...read, path: '/me', answer: own((account) => ({ body: { id: account, address: account, username: null } })) },
    { ...read, path: '/me/orders', answer: own((account, call) => ({ body: listOwnOrders(call, account, parts) })) },
    { ...read, path: '/me/trades', answer: own((account, call) => ownTrades(account, call, parts)) },
    { ...read, path: '/me/balances', answer: own((account) => ({ body: wireBalances(account, exchange) })) },
    {
      ...read,
      path: '/me/positions',
      answer: own((account, { query }) => {
        const page = clampedPage(query)
        const all = wirePositions(account, exchange, markets)
        return { body: { data: pageOf(all, page), pagination: pagination(all.length, page) } }
      }),
    },
  ]
}

/** Newest first. */
function ownTrades(account: Address, { query }: Call, { exchange, markets }: VenueParts): RouteAnswer {
  const page = clampedPage(query)
  const conditionText = param(query, 'conditionId')
  const market = conditionText === undefined ? undefined : markets.byCondition(conditionText)
  const isNowhere = conditionText !== undefined && market === undefined
  const fills = isNowhere ? [] : exchange.tradesOf(account, market?.conditionId)
  const data = pageOf(fills, page).flatMap((fill) => {
    const grid = markets.byCondition(fill.conditionId)?.grid
    return grid === undefined ? [] : [formatFill(fill, grid)]
  })
  return { body: { data, pagination: pagination(fills.length, page) } }
}
