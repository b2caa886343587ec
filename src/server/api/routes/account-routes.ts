// The signed-in account's own data.

import type { Address } from '../../../domain/market/market.js'
import { ownProfile, profileBody, type WireUser } from '../../../venue/wire/account-schema.js'
import { balances, orderList, ownTradeList, positions } from '../../../venue/wire/order-schema.js'
import { ownOrdersQuery, ownTradesQuery, paging } from '../../../venue/wire/query-schema.js'
import { formatFill } from '../../../venue/wire/record-codec.js'
import { wireBalances, wirePositions } from '../accounts/account-view.js'
import { listOwnOrders } from '../orders/order-lists.js'
import { defineRoute } from '../requests/define-route.js'
import { clampedPage, listAnswer, pagination } from '../requests/page-query.js'
import type { Route } from '../requests/route.js'
import type { VenueParts } from '../venue-parts.js'
import { ownAccount } from './own-account.js'

const read = { method: 'GET', routeClass: 'read', access: 'bearer', tag: 'account' } as const

export function accountRoutes(parts: VenueParts): Route[] {
  const { exchange, markets } = parts
  return [
    ...ownProfileRoutes(parts),
    defineRoute({
      ...read,
      path: '/me/orders',
      summary: 'Own orders, newest first',
      query: ownOrdersQuery,
      strictQuery: true,
      result: orderList,
      answer: (call) => ({ body: listOwnOrders(call.query, ownAccount(call), parts) }),
    }),
    ownTradesRoute(parts),
    defineRoute({
      ...read,
      path: '/me/balances',
      summary: 'Own collateral, after open-order locks: total = available + locked + pending',
      result: balances,
      answer: (call) => ({ body: wireBalances(ownAccount(call), exchange) }),
    }),
    defineRoute({
      ...read,
      path: '/me/positions',
      summary: 'Own outcome tokens, each as total = available + locked + pending',
      query: paging,
      result: positions,
      answer: (call) => {
        const held = wirePositions(ownAccount(call), exchange, markets)
        return { body: listAnswer(held, clampedPage(call.query), (position) => position) }
      },
    }),
  ]
}

function ownProfileRoutes({ exchange, records }: VenueParts): Route[] {
  const withNonce = (user: WireUser, account: Address) => ({ ...user, nonce: String(exchange.nonceOf(account)) })
  return [
    defineRoute({
      ...read,
      path: '/me',
      summary: 'Own profile, with the nonce that orders must sign',
      result: ownProfile,
      answer: (call) => {
        const account = ownAccount(call)
        return { body: withNonce(records.users.see(account, call.nowMs), account) }
      },
    }),
    defineRoute({
      method: 'PATCH',
      path: '/me',
      routeClass: 'account',
      access: 'bearer',
      tag: 'account',
      summary: 'Change the username',
      details:
        '3 to 20 letters, digits or underscores, a letter first; one holder whatever the case; `null` gives it back.',
      body: profileBody,
      result: ownProfile,
      refusals: ['conflict'],
      answer: (call) => {
        const account = ownAccount(call)
        return { body: withNonce(records.users.rename(account, call.body.username, call.nowMs), account) }
      },
    }),
  ]
}

function ownTradesRoute({ exchange, markets }: VenueParts): Route {
  return defineRoute({
    ...read,
    path: '/me/trades',
    summary: 'Own fills, newest first',
    query: ownTradesQuery,
    result: ownTradeList,
    answer: (call) => {
      const account = ownAccount(call)
      const page = clampedPage(call.query)
      const { conditionId } = call.query
      const market = conditionId === undefined ? undefined : markets.byCondition(conditionId)
      const isNowhere = conditionId !== undefined && market === undefined
      const filter = market === undefined ? { account } : { account, conditionId: market.conditionId }
      const { items, total } = isNowhere ? { items: [], total: 0 } : exchange.fillPage(filter, page)
      const data = items.flatMap((fill) => {
        const grid = markets.byCondition(fill.conditionId)?.grid
        return grid === undefined ? [] : [formatFill(fill, grid)]
      })
      return { body: { data, pagination: pagination(total, page) } }
    },
  })
}
